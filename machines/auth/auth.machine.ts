import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { resultOf } from '../shared/result.ts';
import { anonymous } from './auth.anonymous.ts';
import { authSetup, causeOf } from './auth.setup.ts';

/** A read that found nobody, or nobody proven any more (§4.81), and a sign-out in another tab (§4.87) clear the account. */
const cleared = {
  target: 'anonymous',
  actions: ['forgetUser', { type: 'tellAnonymous', params: causeOf }],
} as const;

const signingOut = {
  'auth.signOut': { target: 'signingOut', actions: ['dropRead', 'tellLeaving'] },
} as const;

/**
 * Who is signed in (§4.80). `account` is what is known: only `verified` counts as signed in; `unverified` lives in the memory of this page
 * (§4.80). `reader` asks the server, at the start and whenever doubt arises, while `account` stays as it is; every read ends
 * with a word to the parent. A password goes from its event into its call and is never kept.
 */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  options: loopGuard,
  type: 'parallel',
  context: ({ input }) => ({
    parent: input.parent,
    user: null,
    surface: 'page',
    returnTo: null,
    pending: null,
    error: null,
    cause: 'check',
    healing: unharmed(input.random),
  }),
  states: {
    account: {
      initial: 'checking',
      states: {
        // Cold start: an unverified account counts as nobody (§4.80). One that cannot be read is waited for (§4.81).
        checking: {
          on: {
            'user.confirmed': {
              target: 'verified.settled',
              actions: [
                { type: 'keepUser', params: ({ event }) => event },
                { type: 'tellVerified', params: causeOf },
              ],
            },
            'user.unproven': cleared,
            'user.gone': cleared,
            'auth.signedOut': cleared,
          },
        },

        anonymous,

        // Signed in, address not proven: the code page is next.
        unverified: {
          initial: 'settled',
          on: {
            'user.confirmed': {
              target: 'verified.settled',
              actions: [
                { type: 'keepUser', params: ({ event }) => event },
                { type: 'tellVerified', params: causeOf },
              ],
            },
            'user.unproven': {
              actions: [
                { type: 'keepUser', params: ({ event }) => event },
                { type: 'tellUnverified', params: causeOf },
              ],
            },
            'user.gone': cleared,
            'user.unsure': [
              {
                guard: 'isProvenByCode',
                target: 'verified.settled',
                actions: ['keepProven', { type: 'tellVerified', params: causeOf }],
              },
              { actions: { type: 'tellUnverified', params: causeOf } },
            ],
            'auth.signedOut': cleared,
            ...signingOut,
          },
          states: {
            // 'OTP sent to your email. Redirecting to verification page...'
            codeSent: {
              after: { successNotice: { target: 'settled', actions: 'tellCodeNeeded' } },
            },
            // 'Registration successful! Please verify your email to continue.'
            registered: {
              after: { successNotice: { target: 'settled', actions: 'tellCodeNeeded' } },
            },
            // 'Back to Login': somebody else may sign in.
            settled: {
              on: {
                'login.open': {
                  target: '#auth.account.anonymous.login',
                  actions: [
                    'forgetUser',
                    'dropRead',
                    { type: 'noteOpening', params: ({ event }) => event },
                    { type: 'tellAnonymous', params: { because: 'check' } },
                  ],
                },
                'register.open': {
                  target: '#auth.account.anonymous.register',
                  actions: [
                    'forgetUser',
                    'dropRead',
                    { type: 'noteOpening', params: ({ event }) => event },
                    { type: 'tellAnonymous', params: { because: 'check' } },
                  ],
                },
              },
            },
          },
        },

        // Signed in. A read that brings no response keeps what is known (§4.81).
        verified: {
          initial: 'settled',
          on: {
            'user.confirmed': {
              actions: [
                { type: 'keepUser', params: ({ event }) => event },
                { type: 'tellVerified', params: causeOf },
              ],
            },
            'user.unproven': cleared,
            'user.gone': cleared,
            'user.unsure': { actions: { type: 'tellVerified', params: causeOf } },
            'auth.signedOut': cleared,
            ...signingOut,
          },
          states: {
            // 'Login successful! Redirecting...'
            landing: {
              after: {
                successNotice: { target: 'settled', actions: ['tellLanded', 'forgetForm'] },
              },
            },
            settled: {},
          },
        },

        // Each step may fail or hang: the buyer is signed out here all the same (§4.87).
        signingOut: {
          initial: 'leavingQueue',
          states: {
            leavingQueue: { after: { logoutQueueWait: { target: 'exitingSession' } } },
            exitingSession: {
              after: { logoutStepCap: { target: 'callingLogout' } },
              invoke: {
                src: 'exitSession',
                id: 'exitSession',
                onDone: { target: 'callingLogout' },
                onError: { target: 'callingLogout' },
              },
            },
            callingLogout: {
              after: { logoutStepCap: { target: 'clearing' } },
              invoke: {
                src: 'logout',
                id: 'logout',
                onDone: { target: 'clearing' },
                onError: { target: 'clearing' },
              },
            },
            clearing: {
              invoke: {
                src: 'clearLocal',
                id: 'clearLocal',
                onDone: { target: 'reloading' },
                onError: { target: 'reloading' },
              },
            },
            reloading: {
              entry: ['forgetUser', { type: 'tellAnonymous', params: { because: 'logout' } }],
              after: { logoutReload: { target: 'leavingPage' } },
            },
            // The page goes; where it does not, nobody is signed in on it.
            leavingPage: {
              invoke: {
                src: 'reloadHome',
                id: 'reloadHome',
                onDone: { target: '#auth.account.anonymous' },
                onError: { target: '#auth.account.anonymous' },
              },
            },
          },
        },
      },
    },

    reader: {
      initial: 'reading',
      on: {
        'auth.recheck': {
          guard: 'isResting',
          target: '.reading',
          actions: { type: 'noteCause', params: { because: 'check' } },
        },
        'code.accepted': {
          guard: 'isResting',
          target: '.reading',
          actions: { type: 'noteCause', params: { because: 'code' } },
        },
        'auth.refused': {
          guard: 'isSignedIn',
          target: '.reading',
          actions: { type: 'noteCause', params: { because: 'refused' } },
        },
        'auth.signedOut': { target: '.idle' },
        'read.drop': { target: '.idle' },
      },
      states: {
        idle: {},
        reading: {
          invoke: {
            src: 'fetchUser',
            id: 'readUser',
            onDone: [
              {
                guard: { type: 'hasNoResponse', params: resultOf },
                target: 'waiting',
                actions: ['tellSilence', { type: 'countTry', params: resultOf }],
              },
              { target: 'idle', actions: ['mendReads', { type: 'raiseUser', params: resultOf }] },
            ],
            onError: { target: 'waiting', actions: ['tellSilence', 'countCrash'] },
          },
          on: { 'auth.refused': { guard: 'isSameDoubt' } },
        },
        // The server did not respond, so the account stays unknown: the machine asks again for as long as it takes (§4.81).
        waiting: {
          after: { healing: { target: 'reading' } },
          on: {
            'call.hasten': { target: 'reading' },
            'auth.refused': { guard: 'isSameDoubt' },
          },
        },
      },
    },
  },
});
