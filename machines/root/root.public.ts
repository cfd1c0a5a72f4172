import { resultOf } from '../shared/result.ts';
import { wishOf } from '../shared/screen.ts';
import { codeReturnTo, formOpening, slugOf, wishAt } from './root.rules.ts';
import { rootSetup } from './root.setup.ts';
import type { RootContext } from './root.types.ts';

const openLoginModal = {
  type: 'tellAuth',
  params: ({ context }: { readonly context: RootContext }) => ({
    event: { type: 'login.open', surface: 'modal', returnTo: wishAt(context.screen) } as const,
  }),
} as const;

/** Every page outside the purchase; they check the session for the bubble (§2.90). */
export const browsing = rootSetup.createStateConfig({
  // Pages outside the purchase check the session for the bubble (§2.90).
  entry: ['askSession', 'followEvent'],
  on: {
    'purchase.request': [
      { guard: 'isAnonymous', actions: openLoginModal },
      {
        guard: 'isUnverified',
        target: 'deciding',
        actions: {
          type: 'showVisited',
          params: ({ event }) => ({ screen: { name: 'verify', returnTo: wishOf(event.slug) } }),
        },
      },
      // Signed in elsewhere since the address with the wish was opened: granted once, and taken out of the address (§2.140).
      { guard: 'isWishDue', target: 'deciding' },
      // A place in another show is asked about once the show is chosen (§4.34).
      {
        guard: { type: 'isChoiceDue', params: ({ event }) => event },
        target: 'choosingShow',
      },
      { guard: 'isHeldElsewhere', target: 'askingSwitch' },
      { guard: 'isVerified', target: 'choosingShow' },
      { guard: 'isChecking', target: 'awaitingBuyer' },
    ],
    // Signed in over the page on which 'Buy Now' was pressed (§2.140).
    'auth.landed': {
      guard: { type: 'isWishLanded', params: ({ event }) => event },
      target: 'deciding',
      actions: { type: 'showLanding', params: ({ event }) => event },
    },
    'bubble.resume': {
      target: 'deciding',
      actions: { type: 'showStep', params: ({ context }) => context },
    },
    'bubble.exit': {
      actions: { type: 'tellSession', params: { event: { type: 'session.exit' } } },
    },
  },
});

/** 'Buy Now' before it is known who is there: the wish is kept until the server says (§4.81). */
export const awaitingBuyer = rootSetup.createStateConfig({
  on: {
    'auth.anonymous': { target: 'browsing', actions: openLoginModal },
    'auth.unverified': {
      target: 'deciding',
      actions: {
        type: 'showVisited',
        params: ({ context }) => ({
          screen: { name: 'verify', returnTo: wishOf(slugOf(context.screen) ?? '') },
        }),
      },
    },
    'auth.verified': { target: 'choosingShow' },
  },
});

/** Another tab signed out, or changed to an account that may not buy: this page gives the purchase up. */
const noBuyer = {
  'auth.anonymous': { target: 'deciding' },
  'auth.unverified': { target: 'deciding' },
} as const;

/** 'Choose Your Show' (§2.150). */
export const choosingShow = rootSetup.createStateConfig({
  on: {
    'show.close': { target: 'browsing' },
    'show.confirm': {
      target: 'joining',
      // Each show is bought under its own slug (§2.151).
      actions: [{ type: 'chooseShow', params: ({ event }) => event }, 'dismissEnd'],
    },
    ...noBuyer,
  },
});

/** A place in another event is held: a question, not a jump (§4.34). */
export const askingSwitch = rootSetup.createStateConfig({
  on: {
    'switch.resume': {
      target: 'deciding',
      actions: { type: 'showStep', params: ({ context }) => context },
    },
    'switch.release': { target: 'releasing', actions: 'forgetExitProblem' },
    'switch.close': {
      target: 'deciding',
      actions: [
        'forgetExitProblem',
        {
          type: 'showReplaced',
          params: ({ context }) => ({
            screen: { name: 'event', slug: slugOf(context.screen) ?? '' },
          }),
        },
      ],
    },
    // The other place was given up, lost or paid for meanwhile: nothing stands in the way.
    'session.read': {
      guard: { type: 'isNowhereElse', params: ({ event }) => event },
      target: 'deciding',
      actions: 'bumpVisit',
    },
    ...noBuyer,
  },
});

/** The other place is being given up; on the event page the queue is joined next, the queue page joins by itself. */
export const releasing = rootSetup.createStateConfig({
  entry: { type: 'tellSession', params: { event: { type: 'session.exit' } } },
  on: {
    'session.exited': [
      { guard: 'isFlowPage', target: 'deciding', actions: ['dismissEnd', 'bumpVisit'] },
      { target: 'joining', actions: 'dismissEnd' },
    ],
    'session.exitFailed': { target: 'askingSwitch' },
    ...noBuyer,
  },
});

/** 'Continue' of 'Choose Your Show' joins the queue (§4.31). */
export const joining = rootSetup.createStateConfig({
  invoke: {
    src: 'joinQueue',
    id: 'joinQueue',
    input: ({ context }) => ({ slug: slugOf(context.screen) ?? '' }),
    onDone: [
      {
        guard: { type: 'isJoined', params: ({ event }) => event },
        target: 'deciding',
        actions: {
          type: 'showStep',
          params: ({ event }) => ({ reading: event.output.ok ? event.output.value : null }),
        },
      },
      {
        guard: { type: 'hasNoResponse', params: ({ event }) => event },
        target: 'waitingToJoin',
        actions: { type: 'countJoin', params: ({ event }) => event },
      },
      { target: 'checkingAfterJoin' },
    ],
    onError: { target: 'waitingToJoin', actions: 'countCrash' },
  },
  on: noBuyer,
});

/** A join that got no response is sent again until it gets one, or until the buyer thinks better of it (§4.33). */
export const waitingToJoin = rootSetup.createStateConfig({
  after: { healing: { target: 'joining' } },
  on: {
    'page.woke': { target: 'joining' },
    'show.close': { target: 'browsing' },
    ...noBuyer,
  },
});

/** Any other result checks the session and routes the same way, default the queue page (§4.31). */
export const checkingAfterJoin = rootSetup.createStateConfig({
  entry: ['bumpVisit', 'askSession'],
  on: {
    'session.read': [
      {
        guard: { type: 'isFreshElsewhere', params: ({ event }) => event },
        target: 'askingSwitch',
      },
      {
        guard: { type: 'isFresh', params: ({ event }) => event },
        target: 'deciding',
        actions: ['dismissEnd', { type: 'showStep', params: ({ event }) => event }],
      },
    ],
    'session.readFailed': [
      // The reader asks again by itself.
      { guard: { type: 'isPassing', params: ({ event }) => event } },
      {
        guard: { type: 'isFresh', params: ({ event }) => event },
        target: 'deciding',
        actions: { type: 'showStep', params: { reading: null } },
      },
    ],
    ...noBuyer,
  },
});

/** The sign-in and registration pages. */
export const signingIn = rootSetup.createStateConfig({
  entry: {
    type: 'tellAuth',
    params: ({ context }) => ({ event: formOpening(context.screen) }),
  },
  exit: { type: 'tellAuth', params: { event: { type: 'auth.close' } } },
  on: {
    // Found signed in after all: the guard of the page applies; after a sign-in here the landing rules do (§4.84).
    'auth.verified': {
      guard: { type: 'isFoundSignedIn', params: ({ event }) => event },
      target: 'deciding',
    },
    'auth.landed': [
      {
        guard: { type: 'isStepAwaited', params: ({ event }) => event },
        target: 'landing',
      },
      {
        guard: { type: 'isOnPage', params: ({ event }) => event },
        target: 'deciding',
        actions: { type: 'showLanding', params: ({ event }) => event },
      },
    ],
  },
});

/** Signed in with nowhere to return to: whether an order is being paid is still on its way, and waited for a while (§4.83). */
export const landing = rootSetup.createStateConfig({
  after: {
    noticeCap: {
      target: 'deciding',
      actions: { type: 'showLanding', params: { returnTo: null } },
    },
  },
  on: {
    'session.read': {
      target: 'deciding',
      actions: {
        type: 'showLanding',
        params: ({ event }) => ({ returnTo: null, reading: event.reading }),
      },
    },
    'session.readFailed': {
      target: 'deciding',
      actions: { type: 'showLanding', params: { returnTo: null } },
    },
    ...noBuyer,
  },
});

const codeAccepted = {
  guard: { type: 'isCodeVerified', params: resultOf },
  target: 'proving',
  actions: { type: 'tellAuth', params: { event: { type: 'code.accepted' } } },
} as const;
const backToLogin = {
  target: '#root.place.deciding',
  actions: {
    type: 'showVisited',
    params: ({ context }: { readonly context: RootContext }) => ({
      screen: { name: 'login', returnTo: codeReturnTo(context.screen) } as const,
    }),
  },
} as const;

/** The two pages that ask for the e-mailed code (§2.432), and the page where it proves who may choose a new password. */
export const verifying = rootSetup.createStateConfig({
  initial: 'opening',
  states: {
    opening: {
      always: [{ guard: 'isResetPage', target: 'resettingPassword' }, { target: 'asking' }],
    },
    asking: {
      invoke: {
        src: 'otp',
        id: 'otp',
        systemId: 'otp',
        input: ({ context }) => ({
          variant: context.screen.name === 'verify' ? 'simple' : 'full',
          email: context.screen.name === 'verify-code' ? context.screen.email : null,
        }),
        onDone: [
          codeAccepted,
          { guard: { type: 'isCodeLeft', params: resultOf }, ...backToLogin },
          { target: 'signedOut' },
        ],
        onError: { target: 'signedOut' },
      },
    },
    resettingPassword: {
      invoke: {
        src: 'passwordReset',
        id: 'passwordReset',
        systemId: 'passwordReset',
        onDone: [codeAccepted, backToLogin],
        onError: { target: 'signedOut' },
      },
    },
    proving: {
      on: {
        'auth.verified': [
          { guard: 'isStepAwaitedAfterReset', target: '#root.place.landing' },
          { target: '#root.place.deciding', actions: 'showAfterCode' },
        ],
        // The account is not what the code said: asked for again, or gone.
        'auth.unverified': { target: 'opening' },
        'auth.anonymous': { target: 'signedOut' },
      },
    },
    // Nobody to verify: the page offers the way back to sign-in (§2.433).
    signedOut: {},
  },
});
