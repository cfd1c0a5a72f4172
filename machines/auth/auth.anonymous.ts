import { resultOf } from '../shared/result.ts';
import { authSetup, causeOf, credentialsOf, registrationOf, wayBackOf } from './auth.setup.ts';

const landed = {
  guard: { type: 'isVerifiedUser', params: resultOf },
  target: '#auth.account.verified.landing',
  actions: [
    { type: 'storeAccount', params: resultOf },
    { type: 'tellVerified', params: { because: 'login' } },
  ],
} as const;

const unproven = {
  guard: { type: 'isUnverifiedUser', params: resultOf },
  target: 'requestingCode',
  actions: { type: 'notePending', params: resultOf },
} as const;

const stillNobody = { actions: { type: 'tellAnonymous', params: causeOf } } as const;

/** On the way to Google: the page is about to be left. Where it stays, or comes back as it was, the form may be used again. */
function openingGoogle(form: 'login' | 'register') {
  const editing = `#auth.account.anonymous.${form}.editing` as const;
  // Somebody may have signed in behind a page that was left.
  const back = { target: editing, actions: 'readAgain' } as const;
  return authSetup.createStateConfig({
    initial: 'asking',
    on: { 'auth.close': { target: '#auth.account.anonymous.idle', actions: 'forgetForm' } },
    states: {
      asking: {
        invoke: {
          src: 'openGoogle',
          id: 'openGoogle',
          input: wayBackOf,
          onDone: [
            { guard: { type: 'isOk', params: resultOf }, target: 'leaving' },
            { target: editing, actions: { type: 'complainGoogle', params: resultOf } },
          ],
          onError: { target: editing, actions: 'complainGoogleCrash' },
        },
      },
      leaving: {
        invoke: { src: 'untilShownAgain', id: 'untilShownAgain', onDone: back, onError: back },
        after: { googleReturn: back },
      },
    },
  });
}

/** Nobody is signed in (§4.80): at rest, in the sign-in form or in the registration form, on a page or in a modal alike. */
export const anonymous = authSetup.createStateConfig({
  initial: 'idle',
  on: {
    'login.open': {
      guard: 'isResting',
      target: '.login',
      actions: { type: 'noteOpening', params: ({ event }) => event },
    },
    'register.open': {
      guard: 'isResting',
      target: '.register',
      actions: { type: 'noteOpening', params: ({ event }) => event },
    },
    // Another tab signed in, or the code of a page opened cold was accepted.
    'user.confirmed': {
      target: '#auth.account.verified.settled',
      actions: [
        'forgetForm',
        { type: 'keepUser', params: ({ event }) => event },
        { type: 'tellVerified', params: causeOf },
      ],
    },
    'auth.signedOut': { guard: 'isResting', ...stillNobody },
    'user.unproven': stillNobody,
    'user.gone': stillNobody,
  },
  states: {
    idle: {},

    login: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'login.edit': { actions: 'clearError' },
            'login.submit': {
              target: 'submitting',
              actions: ['dropRead', { type: 'noteLogin', params: ({ event }) => event }],
            },
            'google.start': { target: 'openingGoogle', actions: 'clearError' },
            'auth.close': { target: '#auth.account.anonymous.idle', actions: 'forgetForm' },
          },
        },
        submitting: {
          invoke: {
            src: 'login',
            id: 'login',
            input: credentialsOf,
            onDone: [
              { guard: { type: 'isVerifiedLogin', params: resultOf }, target: 'settling' },
              { guard: { type: 'isOk', params: resultOf }, target: 'requestingCode' },
              { target: 'editing', actions: { type: 'complainLogin', params: resultOf } },
            ],
            onError: { target: 'editing', actions: 'complainNetwork' },
          },
          // The response is dropped, but the cookie may be set by now: the account is read.
          on: {
            'auth.close': {
              target: '#auth.account.anonymous.idle',
              actions: ['forgetForm', 'readAgain'],
            },
          },
        },
        openingGoogle: openingGoogle('login'),
        // The session cookie is given a second to arrive, and one more if it did not (§4.82).
        settling: { after: { cookieWait: { target: 'fetchingUser' } } },
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            id: 'fetchUser',
            onDone: [landed, unproven, { target: 'waitingAgain' }],
            onError: { target: 'waitingAgain' },
          },
        },
        waitingAgain: { after: { cookieWait: { target: 'fetchingUserAgain' } } },
        fetchingUserAgain: {
          invoke: {
            src: 'fetchUser',
            id: 'fetchUserAgain',
            onDone: [landed, unproven, { target: 'editing', actions: 'complainUnconfirmed' }],
            onError: { target: 'editing', actions: 'complainUnconfirmed' },
          },
        },
        requestingCode: {
          invoke: {
            src: 'requestCode',
            id: 'requestCode',
            onDone: [
              {
                guard: { type: 'isOk', params: resultOf },
                target: '#auth.account.unverified.codeSent',
                actions: ['keepPending', { type: 'tellUnverified', params: { because: 'login' } }],
              },
              // One was sent a moment ago; it is in the mailbox.
              {
                guard: { type: 'isCodeUnderway', params: resultOf },
                target: '#auth.account.unverified.codeSent',
                actions: ['keepPending', { type: 'tellUnverified', params: { because: 'login' } }],
              },
              { target: 'editing', actions: 'complainCode' },
            ],
            onError: { target: 'editing', actions: 'complainCode' },
          },
        },
      },
    },

    register: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'register.edit': { actions: 'clearError' },
            'register.submit': {
              target: 'submitting',
              actions: ['dropRead', { type: 'noteRegistration', params: ({ event }) => event }],
            },
            'google.start': { target: 'openingGoogle', actions: 'clearError' },
            'auth.close': { target: '#auth.account.anonymous.idle', actions: 'forgetForm' },
          },
        },
        submitting: {
          invoke: {
            src: 'register',
            id: 'register',
            input: registrationOf,
            onDone: [
              { guard: { type: 'isOk', params: resultOf }, target: 'fetchingUser' },
              { target: 'editing', actions: { type: 'complainRegistration', params: resultOf } },
            ],
            onError: { target: 'editing', actions: 'complainRegistrationCrash' },
          },
          on: {
            'auth.close': {
              target: '#auth.account.anonymous.idle',
              actions: ['forgetForm', 'readAgain'],
            },
          },
        },
        openingGoogle: openingGoogle('register'),
        // What was typed stands for the account where it cannot be read (§4.85).
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            id: 'fetchUser',
            onDone: [
              // A server may take the address as it is: only what it says of the account counts (§4.82).
              {
                guard: { type: 'isVerifiedUser', params: resultOf },
                target: '#auth.account.verified.landing',
                actions: [
                  { type: 'storeAccount', params: resultOf },
                  { type: 'tellVerified', params: { because: 'registration' } },
                ],
              },
              {
                target: '#auth.account.unverified.registered',
                actions: [
                  { type: 'storeAccount', params: resultOf },
                  'keepPending',
                  { type: 'tellUnverified', params: { because: 'registration' } },
                ],
              },
            ],
            onError: {
              target: '#auth.account.unverified.registered',
              actions: [
                'keepPending',
                { type: 'tellUnverified', params: { because: 'registration' } },
              ],
            },
          },
        },
      },
    },
  },
});
