import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import { type Screen, wishOf } from '../../machines/shared/screen.ts';
import {
  at,
  buyer,
  endingAs,
  entered,
  nobody,
  reading,
  type stage,
  stage as stageOf,
} from '../machines/root/root-stage.ts';
import { pass, refusalAs, refused } from '../support/flows/machines.ts';

type RootStage = ReturnType<typeof stage>;

/** A way to one rest of the root, and what it is said to do there. */
export interface RootPlace {
  /** Ids of the active states: below `place`, and of the other two regions where they are the point. */
  readonly at: string;
  readonly account: string;
  readonly bubble?: string;
  readonly reach: () => Promise<RootStage>;
  /** Actors that run beside `auth`, and beside `session` and `realtime` of a verified buyer. */
  readonly runs?: readonly string[];
  /** Delays that are waited for. */
  readonly waits?: readonly string[];
}

const home: Screen = { name: 'home' };
const newcomer = { ...buyer, isVerified: false };

function anonymous(screen: Screen) {
  const on = stageOf(screen);
  on.send({ type: 'auth.anonymous', because: 'check' });
  return on;
}
function verified(screen: Screen) {
  const on = stageOf(screen);
  on.signIn();
  return on;
}
function choosingShow() {
  const on = verified(at('event'));
  on.send({ type: 'purchase.request', slug: 'konser' });
  return on;
}
function askingSwitch() {
  const on = verified(at('event'));
  on.read(reading('online', { slug: 'pesta' }));
  on.send({ type: 'purchase.request', slug: 'konser' });
  return on;
}
function askingToLeave() {
  const on = entered('queue', reading('queued'));
  on.send({ type: 'route.visited', screen: home });
  return on;
}
function refusedAt(screen: Screen, code: RefusalCode) {
  const on = verified(screen);
  on.send({
    type: 'session.readFailed',
    failure: { kind: 'refused', ...refusalAs(code) },
    visit: on.context().visit,
  });
  return on;
}
function unverifiedAt(screen: Screen) {
  const on = stageOf(screen);
  on.send({ type: 'auth.unverified', user: newcomer, because: 'registration' });
  return on;
}
function proving() {
  const on = unverifiedAt({ name: 'verify', returnTo: null });
  on.end('otp', 'verified');
  return on;
}

/** Every rest of the root at least once, each with a way to get there. */
export const rootPlaces: { readonly [title: string]: RootPlace } = {
  'home, before it is known who is there': {
    at: 'browsing',
    account: 'unknown',
    reach: async () => stageOf(home),
  },
  'the seats, before it is known who is there': {
    at: 'awaitingIdentity',
    account: 'unknown',
    reach: async () => stageOf(at('seats')),
    waits: ['connectingNotice'],
  },
  'the seats, long before it is known who is there': {
    at: 'connecting',
    account: 'unknown',
    reach: async () => {
      const on = stageOf(at('seats'));
      await pass(3_000);
      return on;
    },
  },
  'an event, with a wish to buy before it is known who is there': {
    at: 'awaitingBuyer',
    account: 'unknown',
    reach: async () => {
      const on = stageOf(at('event'));
      on.send({ type: 'purchase.request', slug: 'konser' });
      return on;
    },
  },
  'the payment page, before it is known who is there': {
    at: 'awaitingIdentity',
    account: 'unknown',
    reach: async () => stageOf(at('payment')),
    waits: ['connectingNotice'],
  },
  'the queue, while its code is fetched': {
    at: 'loadingFlows',
    account: 'verified',
    reach: async () => {
      const on = stageOf(at('queue'), false);
      on.signIn();
      return on;
    },
    runs: ['loadFlows'],
  },
  'an event, signed out': {
    at: 'browsing',
    account: 'anonymous',
    reach: async () => anonymous(at('event')),
  },
  'an event, address not proven': {
    at: 'browsing',
    account: 'unverified',
    reach: async () => unverifiedAt(at('event')),
  },
  'an event, signed in': {
    at: 'browsing',
    account: 'verified',
    bubble: 'hidden',
    reach: async () => verified(at('event')),
  },
  'home, with a session that was just found': {
    at: 'browsing',
    account: 'verified',
    bubble: 'appearing',
    reach: async () => {
      const on = verified(home);
      on.read(reading('online'));
      return on;
    },
    waits: ['bubbleDelay'],
  },
  'home, with the bubble': {
    at: 'browsing',
    account: 'verified',
    bubble: 'shown',
    reach: async () => {
      const on = verified(home);
      on.read(reading('paymentProcessing'));
      await pass(1_000);
      return on;
    },
  },
  'the choice of shows': {
    at: 'choosingShow',
    account: 'verified',
    reach: async () => choosingShow(),
  },
  'an event whose purchase was begun, before it is known who is there': {
    at: 'awaitingIdentity',
    account: 'unknown',
    reach: async () => stageOf(wishOf('konser')),
    waits: ['connectingNotice'],
  },
  'an event whose purchase was begun, signed in': {
    at: 'choosingShow',
    account: 'verified',
    reach: async () => verified(wishOf('konser')),
  },
  'an event whose purchase was begun, signed in by another tab': {
    at: 'browsing',
    account: 'verified',
    reach: async () => {
      const on = anonymous(wishOf('konser'));
      on.send({ type: 'auth.verified', user: buyer, because: 'check' });
      return on;
    },
  },
  'an event, signing in over it to buy': {
    at: 'browsing',
    account: 'verified',
    reach: async () => {
      const on = anonymous(at('event'));
      on.send({ type: 'purchase.request', slug: 'konser' });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      return on;
    },
  },
  'the question about a place in another event': {
    at: 'askingSwitch',
    account: 'verified',
    reach: async () => askingSwitch(),
    waits: ['bubbleDelay'],
  },
  'the question, on the queue page': {
    at: 'askingSwitch',
    account: 'verified',
    reach: async () => entered('queue', reading('online', { slug: 'pesta' })),
  },
  'a place in another event being given up': {
    at: 'releasing',
    account: 'verified',
    reach: async () => {
      const on = askingSwitch();
      on.send({ type: 'switch.release' });
      return on;
    },
    waits: ['bubbleDelay'],
  },
  'a place in another event being given up, on the queue page': {
    at: 'releasing',
    account: 'verified',
    reach: async () => {
      const on = entered('queue', reading('online', { slug: 'pesta' }));
      on.send({ type: 'switch.release' });
      return on;
    },
  },
  'a join under way': {
    at: 'joining',
    account: 'verified',
    reach: async () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      return on;
    },
    runs: ['joinQueue'],
  },
  'a join that got no answer': {
    at: 'waitingToJoin',
    account: 'verified',
    reach: async () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      await on.join.crash();
      return on;
    },
    waits: ['healing'],
  },
  'a join that was refused': {
    at: 'checkingAfterJoin',
    account: 'verified',
    reach: async () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      await on.join.answer(refused('otherSessionLive', 'You already have a session'));
      return on;
    },
  },
  'the sign-in page': {
    at: 'signingIn',
    account: 'anonymous',
    reach: async () => anonymous({ name: 'login', returnTo: at('queue') }),
  },
  'the sign-in page, with its success message': {
    at: 'signingIn',
    account: 'verified',
    reach: async () => {
      const on = anonymous({ name: 'login', returnTo: null });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      return on;
    },
  },
  'the sign-in page, while the step of the session is awaited': {
    at: 'landing',
    account: 'verified',
    reach: async () => {
      const on = anonymous({ name: 'login', returnTo: null });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      on.send({ type: 'auth.landed', surface: 'page', returnTo: null });
      return on;
    },
    waits: ['noticeCap'],
  },
  'the code page': {
    at: 'verifying.asking',
    account: 'unverified',
    reach: async () => unverifiedAt({ name: 'verify', returnTo: null }),
    runs: ['otp'],
  },
  'the page of a new password': {
    at: 'verifying.resettingPassword',
    account: 'anonymous',
    reach: async () => anonymous({ name: 'forgot-password', returnTo: null }),
    runs: ['passwordReset'],
  },
  'the page of a new password, with it accepted': {
    at: 'verifying.proving',
    account: 'anonymous',
    reach: async () => {
      const on = anonymous({ name: 'forgot-password', returnTo: null });
      on.end('passwordReset', 'verified');
      return on;
    },
  },
  'the code page, with its code accepted': {
    at: 'verifying.proving',
    account: 'unverified',
    reach: async () => proving(),
  },
  'the code page of nobody': {
    at: 'verifying.signedOut',
    account: 'anonymous',
    reach: async () => {
      const on = anonymous({ name: 'verify', returnTo: null });
      on.end('otp', 'signedOut');
      return on;
    },
  },
  'the seats, while the session is asked for': {
    at: 'askingSession',
    account: 'verified',
    reach: async () => verified(at('seats')),
  },
  'the payment page, while the session is asked for': {
    at: 'askingSession',
    account: 'verified',
    reach: async () => verified(at('payment')),
  },
  'the seats, after a 401': {
    at: 'doubting',
    account: 'verified',
    reach: async () => refusedAt(at('seats'), 'unauthenticated'),
  },
  'the seats, while the buyer pays elsewhere': {
    at: 'movingOn',
    account: 'verified',
    reach: async () => entered('seats', reading('paymentProcessing')),
    waits: ['resumeRedirect'],
  },
  'the queue, in line': {
    at: 'queueing.here',
    account: 'verified',
    reach: async () => entered('queue', reading('queued')),
    runs: ['queue'],
  },
  'the queue, with no place in it': {
    at: 'queueing.here',
    account: 'verified',
    reach: async () => entered('queue', nobody),
    runs: ['queue'],
  },
  'the queue, after the seats sent there': {
    at: 'queueing.here',
    account: 'verified',
    reach: async () => {
      const on = entered('seats', nobody);
      on.read(nobody);
      return on;
    },
    runs: ['queue'],
    waits: ['redirectMemory'],
  },
  'the question whether to leave the line': {
    at: 'queueing.askingToLeave',
    account: 'verified',
    reach: async () => askingToLeave(),
    runs: ['queue'],
  },
  'the seats': {
    at: 'choosingSeats',
    account: 'verified',
    reach: async () => entered('seats', reading('online')),
    runs: ['seatDraft'],
  },
  'the order form': {
    at: 'fillingForms',
    account: 'verified',
    reach: async () => entered('order-form', reading('online', { hasDraft: true })),
    runs: ['orderForm'],
  },
  'the choice of a way to pay': {
    at: 'paying.choosingMethod',
    account: 'verified',
    reach: async () => entered('payment-method', reading('paymentSelection')),
    runs: ['payment'],
  },
  'the payment page': {
    at: 'paying.awaitingPayment',
    account: 'verified',
    reach: async () => entered('payment', reading('paymentProcessing')),
    runs: ['payment'],
  },
  'the word that time is up': {
    at: 'ended.timeUp',
    account: 'verified',
    reach: async () => {
      const on = entered('seats', reading('online'));
      on.over(endingAs('timeUp'));
      return on;
    },
    waits: ['noticeCap'],
  },
  'the word that the buyer was removed': {
    at: 'ended.removed',
    account: 'verified',
    reach: async () => {
      const on = entered('order-form', reading('online', { hasDraft: true }));
      on.over(endingAs('kicked', { note: 'Melanggar aturan' }));
      on.read(reading('cancelled', { deadline: null, remainingMs: null }));
      return on;
    },
    waits: ['kickedNotice'],
  },
  'the payment page of a session that was given up elsewhere': {
    at: 'ended.said',
    account: 'verified',
    reach: async () => {
      const on = entered('payment', reading('paymentProcessing'));
      on.over(endingAs('leftElsewhere', { held: 'payment' }));
      return on;
    },
  },
  'the queue of a session that is over already': {
    at: 'ended.said',
    account: 'verified',
    reach: async () => {
      const on = verified(at('queue'));
      on.over(endingAs('timeUp', { held: null }));
      on.read(reading('expired', { deadline: null, remainingMs: null }));
      return on;
    },
  },
  'an event, with the words of an end': {
    at: 'browsing',
    account: 'verified',
    reach: async () => {
      const on = entered('seats', reading('online'));
      on.over(endingAs('kicked'));
      on.read(reading('cancelled', { deadline: null, remainingMs: null }));
      await pass(3_000);
      return on;
    },
  },
  'the error card of the seats': {
    at: 'blocked',
    account: 'verified',
    reach: async () => {
      const on = entered('seats', reading('online'));
      on.crash('seatDraft');
      return on;
    },
    waits: ['healing'],
  },
  'the error card of the payment page': {
    at: 'blocked',
    account: 'verified',
    reach: async () => {
      const on = entered('payment', reading('paymentProcessing'));
      on.crash('payment');
      return on;
    },
    waits: ['healing'],
  },
  'the error card of the code page, whose code did not come': {
    at: 'blocked',
    account: 'anonymous',
    reach: async () => {
      const on = stageOf({ name: 'verify', returnTo: null }, false);
      on.send({ type: 'auth.anonymous', because: 'check' });
      await on.load.crash();
      return on;
    },
    waits: ['healing'],
  },
  'the way out': {
    at: 'signingOut',
    account: 'verified',
    reach: async () => {
      const on = entered('queue', reading('queued'));
      on.send({ type: 'auth.leaving' });
      return on;
    },
  },
};
