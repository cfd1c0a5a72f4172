import type { RootEvent } from '../../machines/root/root.types.ts';
import { type Screen, wishOf } from '../../machines/shared/screen.ts';
import {
  anonymous,
  at,
  buyer,
  choosingShow,
  endingAs,
  entered,
  nobody,
  reading,
  refusedAt,
  type stage,
  stage as stageOf,
  unverifiedAt,
  verified,
} from '../machines/root/root-stage.ts';
import { pass, refused } from '../support/flows/machines.ts';

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
function askingSwitch() {
  const on = verified(at('event'));
  on.read(reading('online', { slug: 'pesta' }));
  on.send({ type: 'purchase.request', slug: 'konser' });
  return on;
}
/** A place of a verified buyer, unless it says otherwise. */
function place(
  at: string,
  reach: () => RootStage | Promise<RootStage>,
  more: Partial<Omit<RootPlace, 'at' | 'reach'>> = {},
): RootPlace {
  return { at, account: 'verified', reach: async () => reach(), ...more };
}
/** A page after these events. */
function after(on: RootStage, ...events: readonly RootEvent[]): RootStage {
  for (const event of events) on.send(event);
  return on;
}

/** Every rest of the root at least once, each with a way to get there. */
export const rootPlaces: { readonly [title: string]: RootPlace } = {
  'home, before it is known who is there': place('browsing', () => stageOf(home), {
    account: 'unknown',
  }),
  'the seats, before it is known who is there': place(
    'awaitingIdentity',
    () => stageOf(at('seats')),
    { account: 'unknown', waits: ['connectingNotice'] },
  ),
  'the seats, long before it is known who is there': place(
    'connecting',
    async () => {
      const on = stageOf(at('seats'));
      await pass(3_000);
      return on;
    },
    { account: 'unknown' },
  ),
  'an event, with a wish to buy before it is known who is there': place(
    'awaitingBuyer',
    () => after(stageOf(at('event')), { type: 'purchase.request', slug: 'konser' }),
    { account: 'unknown' },
  ),
  'the payment page, before it is known who is there': place(
    'awaitingIdentity',
    () => stageOf(at('payment')),
    { account: 'unknown', waits: ['connectingNotice'] },
  ),
  'the queue, while its code is fetched': place(
    'loadingFlows',
    () => {
      const on = stageOf(at('queue'), false);
      on.signIn();
      return on;
    },
    { runs: ['loadFlows'] },
  ),
  'an event, signed out': place('browsing', () => anonymous(at('event')), { account: 'anonymous' }),
  'an event, address not proven': place('browsing', () => unverifiedAt(at('event')), {
    account: 'unverified',
  }),
  'an event, signed in': place('browsing', () => verified(at('event')), { bubble: 'hidden' }),
  'home, with a session that was just found': place(
    'browsing',
    () => {
      const on = verified(home);
      on.read(reading('online'));
      return on;
    },
    { bubble: 'appearing', waits: ['bubbleDelay'] },
  ),
  'home, with the bubble': place(
    'browsing',
    async () => {
      const on = verified(home);
      on.read(reading('paymentProcessing'));
      await pass(1_000);
      return on;
    },
    { bubble: 'shown' },
  ),
  'the choice of shows': place('choosingShow', choosingShow),
  'an event whose purchase was begun, before it is known who is there': place(
    'awaitingIdentity',
    () => stageOf(wishOf('konser')),
    { account: 'unknown', waits: ['connectingNotice'] },
  ),
  'an event whose purchase was begun, signed in': place('choosingShow', () =>
    verified(wishOf('konser')),
  ),
  'an event whose purchase was begun, signed in by another tab': place('browsing', () =>
    after(anonymous(wishOf('konser')), { type: 'auth.verified', user: buyer, because: 'check' }),
  ),
  'an event, signing in over it to buy': place('browsing', () =>
    after(
      anonymous(at('event')),
      { type: 'purchase.request', slug: 'konser' },
      { type: 'auth.verified', user: buyer, because: 'login' },
    ),
  ),
  'the question about a place in another event': place('askingSwitch', askingSwitch, {
    waits: ['bubbleDelay'],
  }),
  'the question, on the queue page': place('askingSwitch', () =>
    entered('queue', reading('online', { slug: 'pesta' })),
  ),
  'a place in another event being given up': place(
    'releasing',
    () => after(askingSwitch(), { type: 'switch.release' }),
    { waits: ['bubbleDelay'] },
  ),
  'a place in another event being given up, on the queue page': place('releasing', () =>
    after(entered('queue', reading('online', { slug: 'pesta' })), { type: 'switch.release' }),
  ),
  'a join under way': place('joining', () => after(choosingShow(), { type: 'show.confirm' }), {
    runs: ['joinQueue'],
  }),
  'a join that got no answer': place(
    'waitingToJoin',
    async () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      await on.join.crash();
      return on;
    },
    { waits: ['healing'] },
  ),
  'a join that was refused': place('checkingAfterJoin', async () => {
    const on = choosingShow();
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    return on;
  }),
  'the sign-in page': place(
    'signingIn',
    () => anonymous({ name: 'login', returnTo: at('queue') }),
    { account: 'anonymous' },
  ),
  'the sign-in page, with its success message': place('signingIn', () =>
    after(anonymous({ name: 'login', returnTo: null }), {
      type: 'auth.verified',
      user: buyer,
      because: 'login',
    }),
  ),
  'the sign-in page, while the step of the session is awaited': place(
    'landing',
    () =>
      after(
        anonymous({ name: 'login', returnTo: null }),
        { type: 'auth.verified', user: buyer, because: 'login' },
        { type: 'auth.landed', surface: 'page', returnTo: null },
      ),
    { waits: ['noticeCap'] },
  ),
  'the code page': place(
    'verifying.asking',
    () => unverifiedAt({ name: 'verify', returnTo: null }),
    { account: 'unverified', runs: ['otp'] },
  ),
  'the page of a new password': place(
    'verifying.resettingPassword',
    () => anonymous({ name: 'forgot-password', returnTo: null }),
    { account: 'anonymous', runs: ['passwordReset'] },
  ),
  'the page of a new password, with it accepted': place(
    'verifying.proving',
    () => {
      const on = anonymous({ name: 'forgot-password', returnTo: null });
      on.end('passwordReset', 'verified');
      return on;
    },
    { account: 'anonymous' },
  ),
  'the code page, with its code accepted': place(
    'verifying.proving',
    () => {
      const on = unverifiedAt({ name: 'verify', returnTo: null });
      on.end('otp', 'verified');
      return on;
    },
    {
      account: 'unverified',
    },
  ),
  'the code page of nobody': place(
    'verifying.signedOut',
    () => {
      const on = anonymous({ name: 'verify', returnTo: null });
      on.end('otp', 'signedOut');
      return on;
    },
    { account: 'anonymous' },
  ),
  'the seats, while the session is asked for': place('askingSession', () => verified(at('seats'))),
  'the payment page, while the session is asked for': place('askingSession', () =>
    verified(at('payment')),
  ),
  'the seats, after a 401': place('doubting', () => refusedAt(at('seats'), 'unauthenticated')),
  'the seats, while the buyer pays elsewhere': place(
    'movingOn',
    () => entered('seats', reading('paymentProcessing')),
    { waits: ['resumeRedirect'] },
  ),
  'the queue, in line': place('queueing.here', () => entered('queue', reading('queued')), {
    runs: ['queue'],
  }),
  'the queue, with no place in it': place('queueing.here', () => entered('queue', nobody), {
    runs: ['queue'],
  }),
  'the queue, after the seats sent there': place(
    'queueing.here',
    () => {
      const on = entered('seats', nobody);
      on.read(nobody);
      return on;
    },
    { runs: ['queue'], waits: ['redirectMemory'] },
  ),
  'the question whether to leave the line': place(
    'queueing.askingToLeave',
    () => after(entered('queue', reading('queued')), { type: 'route.visited', screen: home }),
    {
      runs: ['queue'],
    },
  ),
  'the seats': place('choosingSeats', () => entered('seats', reading('online')), {
    runs: ['seatDraft'],
  }),
  'the order form': place(
    'fillingForms',
    () => entered('order-form', reading('online', { hasDraft: true })),
    { runs: ['orderForm'] },
  ),
  'the choice of a way to pay': place(
    'paying.choosingMethod',
    () => entered('payment-method', reading('paymentSelection')),
    { runs: ['payment'] },
  ),
  'the payment page': place(
    'paying.awaitingPayment',
    () => entered('payment', reading('paymentProcessing')),
    { runs: ['payment'] },
  ),
  'the word that time is up': place(
    'ended.timeUp',
    () => {
      const on = entered('seats', reading('online'));
      on.over(endingAs('timeUp'));
      return on;
    },
    { waits: ['noticeCap'] },
  ),
  'the word that the buyer was removed': place(
    'ended.removed',
    () => {
      const on = entered('order-form', reading('online', { hasDraft: true }));
      on.over(endingAs('kicked', { note: 'Melanggar aturan' }));
      on.read(reading('cancelled', { deadline: null, remainingMs: null }));
      return on;
    },
    { waits: ['kickedNotice'] },
  ),
  'the payment page of a session that was given up elsewhere': place('ended.said', () => {
    const on = entered('payment', reading('paymentProcessing'));
    on.over(endingAs('leftElsewhere', { held: 'payment' }));
    return on;
  }),
  'the queue of a session that is over already': place('ended.said', () => {
    const on = verified(at('queue'));
    on.over(endingAs('timeUp', { held: null }));
    on.read(reading('expired', { deadline: null, remainingMs: null }));
    return on;
  }),
  'an event, with the words of an end': place('browsing', async () => {
    const on = entered('seats', reading('online'));
    on.over(endingAs('kicked'));
    on.read(reading('cancelled', { deadline: null, remainingMs: null }));
    await pass(3_000);
    return on;
  }),
  'the error card of the seats': place(
    'blocked',
    () => {
      const on = entered('seats', reading('online'));
      on.crash('seatDraft');
      return on;
    },
    { waits: ['healing'] },
  ),
  'the error card of the payment page': place(
    'blocked',
    () => {
      const on = entered('payment', reading('paymentProcessing'));
      on.crash('payment');
      return on;
    },
    { waits: ['healing'] },
  ),
  'the error card of the code page, whose code did not come': place(
    'blocked',
    async () => {
      const on = stageOf({ name: 'verify', returnTo: null }, false);
      on.send({ type: 'auth.anonymous', because: 'check' });
      await on.load.crash();
      return on;
    },
    { account: 'anonymous', waits: ['healing'] },
  ),
  'the way out': place('signingOut', () =>
    after(entered('queue', reading('queued')), { type: 'auth.leaving' }),
  ),
};
