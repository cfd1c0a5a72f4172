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
function askingToLeave() {
  const on = entered('queue', reading('queued'));
  on.send({ type: 'route.visited', screen: home });
  return on;
}
function proving() {
  const on = unverifiedAt({ name: 'verify', returnTo: null });
  on.end('otp', 'verified');
  return on;
}

function place(
  at: string,
  account: string,
  reach: () => RootStage | Promise<RootStage>,
  more: Pick<RootPlace, 'bubble' | 'runs' | 'waits'> = {},
): RootPlace {
  return { at, account, reach: async () => reach(), ...more };
}

/** Every rest of the root at least once, each with a way to get there. */
export const rootPlaces: { readonly [title: string]: RootPlace } = {
  'home, before it is known who is there': place('browsing', 'unknown', () => stageOf(home)),
  'the seats, before it is known who is there': place(
    'awaitingIdentity',
    'unknown',
    () => stageOf(at('seats')),
    { waits: ['connectingNotice'] },
  ),
  'the seats, long before it is known who is there': place('connecting', 'unknown', async () => {
    const on = stageOf(at('seats'));
    await pass(3_000);
    return on;
  }),
  'an event, with a wish to buy before it is known who is there': place(
    'awaitingBuyer',
    'unknown',
    () => {
      const on = stageOf(at('event'));
      on.send({ type: 'purchase.request', slug: 'konser' });
      return on;
    },
  ),
  'the payment page, before it is known who is there': place(
    'awaitingIdentity',
    'unknown',
    () => stageOf(at('payment')),
    { waits: ['connectingNotice'] },
  ),
  'the queue, while its code is fetched': place(
    'loadingFlows',
    'verified',
    () => {
      const on = stageOf(at('queue'), false);
      on.signIn();
      return on;
    },
    { runs: ['loadFlows'] },
  ),
  'an event, signed out': place('browsing', 'anonymous', () => anonymous(at('event'))),
  'an event, address not proven': place('browsing', 'unverified', () => unverifiedAt(at('event'))),
  'an event, signed in': place('browsing', 'verified', () => verified(at('event')), {
    bubble: 'hidden',
  }),
  'home, with a session that was just found': place(
    'browsing',
    'verified',
    () => {
      const on = verified(home);
      on.read(reading('online'));
      return on;
    },
    { bubble: 'appearing', waits: ['bubbleDelay'] },
  ),
  'home, with the bubble': place(
    'browsing',
    'verified',
    async () => {
      const on = verified(home);
      on.read(reading('paymentProcessing'));
      await pass(1_000);
      return on;
    },
    { bubble: 'shown' },
  ),
  'the choice of shows': place('choosingShow', 'verified', () => choosingShow()),
  'an event whose purchase was begun, before it is known who is there': place(
    'awaitingIdentity',
    'unknown',
    () => stageOf(wishOf('konser')),
    { waits: ['connectingNotice'] },
  ),
  'an event whose purchase was begun, signed in': place('choosingShow', 'verified', () =>
    verified(wishOf('konser')),
  ),
  'an event whose purchase was begun, signed in by another tab': place(
    'browsing',
    'verified',
    () => {
      const on = anonymous(wishOf('konser'));
      on.send({ type: 'auth.verified', user: buyer, because: 'check' });
      return on;
    },
  ),
  'an event, signing in over it to buy': place('browsing', 'verified', () => {
    const on = anonymous(at('event'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    return on;
  }),
  'the question about a place in another event': place(
    'askingSwitch',
    'verified',
    () => askingSwitch(),
    { waits: ['bubbleDelay'] },
  ),
  'the question, on the queue page': place('askingSwitch', 'verified', () =>
    entered('queue', reading('online', { slug: 'pesta' })),
  ),
  'a place in another event being given up': place(
    'releasing',
    'verified',
    () => {
      const on = askingSwitch();
      on.send({ type: 'switch.release' });
      return on;
    },
    { waits: ['bubbleDelay'] },
  ),
  'a place in another event being given up, on the queue page': place(
    'releasing',
    'verified',
    () => {
      const on = entered('queue', reading('online', { slug: 'pesta' }));
      on.send({ type: 'switch.release' });
      return on;
    },
  ),
  'a join under way': place(
    'joining',
    'verified',
    () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      return on;
    },
    { runs: ['joinQueue'] },
  ),
  'a join that got no answer': place(
    'waitingToJoin',
    'verified',
    async () => {
      const on = choosingShow();
      on.send({ type: 'show.confirm' });
      await on.join.crash();
      return on;
    },
    { waits: ['healing'] },
  ),
  'a join that was refused': place('checkingAfterJoin', 'verified', async () => {
    const on = choosingShow();
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    return on;
  }),
  'the sign-in page': place('signingIn', 'anonymous', () =>
    anonymous({ name: 'login', returnTo: at('queue') }),
  ),
  'the sign-in page, with its success message': place('signingIn', 'verified', () => {
    const on = anonymous({ name: 'login', returnTo: null });
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    return on;
  }),
  'the sign-in page, while the step of the session is awaited': place(
    'landing',
    'verified',
    () => {
      const on = anonymous({ name: 'login', returnTo: null });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      on.send({ type: 'auth.landed', surface: 'page', returnTo: null });
      return on;
    },
    { waits: ['noticeCap'] },
  ),
  'the code page': place(
    'verifying.asking',
    'unverified',
    () => unverifiedAt({ name: 'verify', returnTo: null }),
    { runs: ['otp'] },
  ),
  'the page of a new password': place(
    'verifying.resettingPassword',
    'anonymous',
    () => anonymous({ name: 'forgot-password', returnTo: null }),
    { runs: ['passwordReset'] },
  ),
  'the page of a new password, with it accepted': place('verifying.proving', 'anonymous', () => {
    const on = anonymous({ name: 'forgot-password', returnTo: null });
    on.end('passwordReset', 'verified');
    return on;
  }),
  'the code page, with its code accepted': place('verifying.proving', 'unverified', () =>
    proving(),
  ),
  'the code page of nobody': place('verifying.signedOut', 'anonymous', () => {
    const on = anonymous({ name: 'verify', returnTo: null });
    on.end('otp', 'signedOut');
    return on;
  }),
  'the seats, while the session is asked for': place('askingSession', 'verified', () =>
    verified(at('seats')),
  ),
  'the payment page, while the session is asked for': place('askingSession', 'verified', () =>
    verified(at('payment')),
  ),
  'the seats, after a 401': place('doubting', 'verified', () =>
    refusedAt(at('seats'), 'unauthenticated'),
  ),
  'the seats, while the buyer pays elsewhere': place(
    'movingOn',
    'verified',
    () => entered('seats', reading('paymentProcessing')),
    { waits: ['resumeRedirect'] },
  ),
  'the queue, in line': place(
    'queueing.here',
    'verified',
    () => entered('queue', reading('queued')),
    { runs: ['queue'] },
  ),
  'the queue, with no place in it': place(
    'queueing.here',
    'verified',
    () => entered('queue', nobody),
    { runs: ['queue'] },
  ),
  'the queue, after the seats sent there': place(
    'queueing.here',
    'verified',
    () => {
      const on = entered('seats', nobody);
      on.read(nobody);
      return on;
    },
    { runs: ['queue'], waits: ['redirectMemory'] },
  ),
  'the question whether to leave the line': place(
    'queueing.askingToLeave',
    'verified',
    () => askingToLeave(),
    { runs: ['queue'] },
  ),
  'the seats': place('choosingSeats', 'verified', () => entered('seats', reading('online')), {
    runs: ['seatDraft'],
  }),
  'the order form': place(
    'fillingForms',
    'verified',
    () => entered('order-form', reading('online', { hasDraft: true })),
    { runs: ['orderForm'] },
  ),
  'the choice of a way to pay': place(
    'paying.choosingMethod',
    'verified',
    () => entered('payment-method', reading('paymentSelection')),
    { runs: ['payment'] },
  ),
  'the payment page': place(
    'paying.awaitingPayment',
    'verified',
    () => entered('payment', reading('paymentProcessing')),
    { runs: ['payment'] },
  ),
  'the word that time is up': place(
    'ended.timeUp',
    'verified',
    () => {
      const on = entered('seats', reading('online'));
      on.over(endingAs('timeUp'));
      return on;
    },
    { waits: ['noticeCap'] },
  ),
  'the word that the buyer was removed': place(
    'ended.removed',
    'verified',
    () => {
      const on = entered('order-form', reading('online', { hasDraft: true }));
      on.over(endingAs('kicked', { note: 'Melanggar aturan' }));
      on.read(reading('cancelled', { deadline: null, remainingMs: null }));
      return on;
    },
    { waits: ['kickedNotice'] },
  ),
  'the payment page of a session that was given up elsewhere': place(
    'ended.said',
    'verified',
    () => {
      const on = entered('payment', reading('paymentProcessing'));
      on.over(endingAs('leftElsewhere', { held: 'payment' }));
      return on;
    },
  ),
  'the queue of a session that is over already': place('ended.said', 'verified', () => {
    const on = verified(at('queue'));
    on.over(endingAs('timeUp', { held: null }));
    on.read(reading('expired', { deadline: null, remainingMs: null }));
    return on;
  }),
  'an event, with the words of an end': place('browsing', 'verified', async () => {
    const on = entered('seats', reading('online'));
    on.over(endingAs('kicked'));
    on.read(reading('cancelled', { deadline: null, remainingMs: null }));
    await pass(3_000);
    return on;
  }),
  'the error card of the seats': place(
    'blocked',
    'verified',
    () => {
      const on = entered('seats', reading('online'));
      on.crash('seatDraft');
      return on;
    },
    { waits: ['healing'] },
  ),
  'the error card of the payment page': place(
    'blocked',
    'verified',
    () => {
      const on = entered('payment', reading('paymentProcessing'));
      on.crash('payment');
      return on;
    },
    { waits: ['healing'] },
  ),
  'the error card of the code page, whose code did not come': place(
    'blocked',
    'anonymous',
    async () => {
      const on = stageOf({ name: 'verify', returnTo: null }, false);
      on.send({ type: 'auth.anonymous', because: 'check' });
      await on.load.crash();
      return on;
    },
    { waits: ['healing'] },
  ),
  'the way out': place('signingOut', 'verified', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'auth.leaving' });
    return on;
  }),
};
