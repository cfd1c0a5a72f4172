import type { EventObject } from 'xstate';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { OrderFormOutput } from '../../machines/order-form/order-form.types.ts';
import type { OtpOutput } from '../../machines/otp/otp.types.ts';
import type { PasswordResetOutput } from '../../machines/password-reset/password-reset.types.ts';
import type { PaymentOutput } from '../../machines/payment/payment.types.ts';
import type { QueueOutput } from '../../machines/queue/queue.types.ts';
import { holdsPlace, isOverOn } from '../../machines/root/root.rules.ts';
import type { RootContext, RootEvent } from '../../machines/root/root.types.ts';
import type { SeatDraftOutput } from '../../machines/seat-draft/seat-draft.types.ts';
import type { Ending } from '../../machines/shared/ending.ts';
import {
  isFlowScreen,
  isWish,
  type Screen,
  sameScreen,
  wishOf,
} from '../../machines/shared/screen.ts';
import { at, buyer, endingAs, nobody, reading } from '../machines/root/root-stage.ts';
import { refusalAs } from '../support/flows/machines.ts';
import type { EventCases, Some } from '../support/model/flow-model.ts';

const home: Screen = { name: 'home' };
const pesta = 'pesta';
const newcomer = { ...buyer, isVerified: false };
const stranger = { ...buyer, id: 'u-2' };
const lost = { kind: 'unreachable', message: 'No answer.' } as const;
/** A call the server refused. */
export const refusedAs = (code: RefusalCode) => ({ kind: 'refused', ...refusalAs(code) }) as const;

/** Stands for the visit of the page that is shown when the event is sent. */
export const thisVisit = Number.MAX_SAFE_INTEGER;

/** At least one of every event that the root takes; one that is missing does not compile. */
export const rootEvents: EventCases<RootEvent> = {
  'route.visited': [
    { screen: home },
    { screen: at('event') },
    { screen: at('queue') },
    { screen: at('seats') },
    { screen: at('seats', pesta) },
    { screen: at('payment') },
    { screen: { name: 'profile' } },
    { screen: wishOf('konser') },
    { screen: { name: 'login', returnTo: at('queue') } },
    { screen: { name: 'verify', returnTo: null } },
    { screen: { name: 'forgot-password', returnTo: null } },
    { screen: { name: 'complete-profile', returnTo: at('queue') } },
  ],
  'route.popped': [{ screen: home }, { screen: at('event') }, { screen: at('seats') }],
  'purchase.request': [{ slug: 'konser' }, { slug: 'konser', hasShows: true }],
  'show.confirm': [{}],
  'show.close': [{}],
  'switch.resume': [{}],
  'switch.release': [{}],
  'switch.close': [{}],
  'leave.confirm': [{}],
  'leave.cancel': [{}],
  'page.woke': [{}],
  'page.retry': [{}],
  'notice.dismiss': [{}],
  'bubble.resume': [{}],
  'bubble.exit': [{}],
  'auth.anonymous': [{ because: 'check' }, { because: 'logout' }, { because: 'refused' }],
  'auth.unverified': [{ user: newcomer, because: 'login' }],
  'auth.verified': [
    { user: buyer, because: 'check' },
    { user: buyer, because: 'login' },
    { user: stranger, because: 'check' },
  ],
  'auth.leaving': [{}],
  'auth.landed': [
    { surface: 'page', returnTo: null },
    { surface: 'page', returnTo: at('queue') },
    { surface: 'modal', returnTo: null },
    { surface: 'modal', returnTo: wishOf('konser') },
  ],
  'auth.codeNeeded': [{ email: null, returnTo: at('queue') }],
  'session.read': [
    ...(['queued', 'online', 'paymentSelection', 'paymentProcessing', 'expired'] as const).map(
      (state) => ({ reading: reading(state), visit: thisVisit }),
    ),
    { reading: nobody, visit: thisVisit },
    { reading: reading('online', { hasDraft: true, slug: pesta }), visit: thisVisit },
    { reading: reading('paymentProcessing'), visit: -1 },
  ] as unknown as Some<{ reading: typeof nobody; visit: number }>,
  'session.readFailed': [
    { failure: lost, visit: thisVisit },
    { failure: refusedAs('unauthenticated'), visit: thisVisit },
    { failure: refusedAs('sessionNotOnline'), visit: thisVisit },
    { failure: refusedAs('draftRequired'), visit: thisVisit },
    { failure: refusedAs('unauthenticated'), visit: -1 },
  ],
  'session.ended': [
    ...(
      ['left', 'leftElsewhere', 'kicked', 'timeUp', 'closed', 'paidElsewhere', 'absent'] as const
    ).map((reason) => ({ ending: endingAs(reason) })),
    { ending: endingAs('kicked', { slug: pesta }) },
    { ending: endingAs('timeUp', { held: null }) },
  ] as unknown as Some<{ ending: Ending }>,
  'session.leaving': [{}],
  'session.rejoin': [{}],
  'farewell.dismiss': [{}],
  'session.exited': [{ slug: 'konser' }, { slug: null }],
  'session.exitFailed': [{ text: { key: 'bubble.exitRefused' as const } }],
  'session.refreshWanted': [{}],
  'realtime.changed': [
    { connected: true, error: null },
    { connected: false, error: 'Real-time updates unavailable. Using polling fallback.' },
  ],
  'realtime.received': [
    { message: { kind: 'queue', slug: 'konser', body: { user_id: 'u-1', event: 'user_kicked' } } },
    { message: { kind: 'queue', slug: 'konser', body: { event: 'queue_advanced' } } },
    {
      message: {
        kind: 'payment',
        slug: 'konser',
        body: { user_id: 'u-1', event: 'payment_completed' },
      },
    },
    {
      message: {
        kind: 'seats',
        slug: 'konser',
        body: { changes: [{ seat_number: 'A-1', status: 'sold' }] },
      },
    },
  ],
  'realtime.rearmWanted': [{}],
  'payment.begun': [{}],
  'payment.reopened': [{}],
};

/** Flows of the pages, by what runs them and what they end with. */
export interface FlowOutputs {
  readonly queue: QueueOutput;
  readonly seatDraft: SeatDraftOutput;
  readonly orderForm: OrderFormOutput;
  readonly payment: PaymentOutput;
  readonly otp: OtpOutput;
  readonly passwordReset: PasswordResetOutput;
}

/** Where each end of each flow leads; an end without a row does not compile. */
export interface FlowEnd {
  readonly screen: Screen;
  readonly entry?: 'push' | 'replace';
  readonly value: unknown;
}
const asked = (screen: Screen, entry: 'push' | 'replace' = 'replace'): FlowEnd => ({
  screen,
  entry,
  value: 'askingSession',
});
const out = (screen: Screen): FlowEnd => ({ screen, entry: 'replace', value: 'browsing' });

/** The page on which each flow runs, with the step that lets it in, and where its ends lead. */
export const flowEndings: {
  readonly [F in keyof FlowOutputs]: {
    readonly on: Screen;
    readonly ends: { readonly [O in FlowOutputs[F]['kind']]: FlowEnd };
  };
} = {
  queue: {
    on: at('queue'),
    ends: {
      seats: asked(at('seats')),
      elsewhere: asked(at('queue')),
      left: out(home),
      signedOut: { screen: at('queue'), value: 'doubting' },
    },
  },
  seatDraft: {
    on: at('seats'),
    ends: {
      drafted: asked(at('order-form'), 'push'),
      queue: asked(at('queue')),
      timeUp: asked(at('seats')),
      elsewhere: asked(at('seats')),
      signedOut: { screen: at('seats'), value: 'doubting' },
    },
  },
  orderForm: {
    on: at('order-form'),
    ends: {
      locked: asked(at('payment-method'), 'push'),
      noDraft: asked(at('seats')),
      timeUp: asked(at('seats')),
      elsewhere: asked(at('seats')),
      signedOut: { screen: at('order-form'), value: 'doubting' },
    },
  },
  payment: {
    on: at('payment-method'),
    ends: {
      completed: out(home),
      timeUp: asked(at('seats')),
      event: out(at('event')),
      noDraft: asked(at('seats')),
      elsewhere: asked(at('payment-method')),
      signedOut: { screen: at('payment-method'), value: 'doubting' },
    },
  },
  otp: {
    on: { name: 'verify', returnTo: null },
    ends: {
      verified: { screen: { name: 'verify', returnTo: null }, value: { verifying: 'proving' } },
      signedOut: { screen: { name: 'verify', returnTo: null }, value: { verifying: 'signedOut' } },
      left: { screen: { name: 'login', returnTo: null }, entry: 'push', value: 'signingIn' },
    },
  },
  passwordReset: {
    on: { name: 'forgot-password', returnTo: null },
    ends: {
      verified: {
        screen: { name: 'forgot-password', returnTo: null },
        value: { verifying: 'proving' },
      },
      left: { screen: { name: 'login', returnTo: null }, entry: 'push', value: 'signingIn' },
    },
  },
};

/** A root at one moment. */
export interface RootMoment {
  /** Id of its state below `place`. */
  readonly place: string;
  readonly account: string;
  readonly bubble: string;
  readonly context: RootContext;
  readonly status: string;
  /** Children that run. */
  readonly runs: readonly string[];
}

const pageFlows = ['queue', 'seatDraft', 'orderForm', 'payment', 'otp', 'passwordReset'];
/** The flow of a place, and the pages it may be about. */
const flowOf: Readonly<Record<string, readonly [string, readonly Screen['name'][]]>> = {
  queueing: ['queue', ['queue']],
  choosingSeats: ['seatDraft', ['seats']],
  fillingForms: ['orderForm', ['order-form']],
  paying: ['payment', ['payment-method', 'payment', 'payment-generated']],
  'verifying.asking': ['otp', ['verify', 'verify-code']],
  'verifying.resettingPassword': ['passwordReset', ['forgot-password']],
};
const buying = [
  'askingSession',
  'movingOn',
  'ended',
  'checkingAfterJoin',
  'joining',
  'askingSwitch',
  'releasing',
];
const paying: readonly Screen['name'][] = ['payment-method', 'payment', 'payment-generated'];
/** Ends that a flow finishes with by itself: its own leaving, and time that ran out over the choice of a way to pay. */
const isHeardByFlow = (ending: Ending | null) =>
  ending !== null && ['left', 'timeUp', 'paidElsewhere'].includes(ending.reason);
const top = ({ place }: RootMoment) => place.split('.')[0] ?? '';

/** What must not be after any step, by name; true when it is. */
export const rootNever: {
  readonly [rule: string]: (before: RootMoment, after: RootMoment, event: EventObject) => boolean;
} = {
  'a join without a press': (before, after, event) =>
    top(after) === 'joining' &&
    // A join that got no response is the same press (§4.33).
    !['joining', 'waitingToJoin'].includes(top(before)) &&
    !['show.confirm', 'session.exited'].includes(event.type),
  'a place given up without a press': (before, after, event) =>
    top(after) === 'releasing' && top(before) !== 'releasing' && event.type !== 'switch.release',
  'a wish that is left in the address once it is granted': (_, after) =>
    top(after) === 'choosingShow' && isWish(after.context.screen),
  'an end of the root': (_, { status }) => status !== 'active',
  'a page of the purchase for anybody but a verified buyer': (_, after) =>
    (top(after) in flowOf || buying.includes(top(after))) && after.context.auth !== 'verified',
  'a flow that is not that of the page': (_, after) => {
    const running = after.runs.filter((name) => pageFlows.includes(name));
    const expected = flowOf[after.place] ?? flowOf[top(after)];
    return running.join() !== (expected?.slice(0, 1) ?? []).join();
  },
  'a flow under the address of another page': (_, after) => {
    const names = (flowOf[after.place] ?? flowOf[top(after)])?.[1];
    return names !== undefined && !names.includes(after.context.screen.name);
  },
  'a page outside the purchase under an address of it': (_, after) =>
    ['browsing', 'choosingShow', 'joining', 'signingIn'].includes(top(after)) &&
    isFlowScreen(after.context.screen),
  'a user or a session kept of somebody who is gone': (_, { context }) =>
    (context.auth === 'anonymous' && context.user !== null) ||
    (context.auth !== 'verified' && context.reading !== null),
  'a session followed, or real-time, for anybody but a verified buyer': (_, after) =>
    ['session', 'realtime'].some(
      (name) => after.runs.includes(name) !== (after.account === 'verified'),
    ),
  'two truths about the account': (_, { account, context }) =>
    account !== (context.auth === 'checking' ? 'unknown' : context.auth),
  'somebody else on the page of the buyer before': (before, after) =>
    before.context.auth === 'verified' &&
    after.context.auth === 'verified' &&
    before.context.user?.id !== after.context.user?.id &&
    top(after) in flowOf,
  'a page of paying left by Back': (before, after, event) =>
    event.type === 'route.popped' &&
    top(before) !== 'ended' &&
    paying.includes(before.context.screen.name) &&
    !sameScreen(before.context.screen, after.context.screen),
  'a place in line left without a question': (before, after, event) =>
    event.type.startsWith('route.') &&
    top(before) === 'queueing' &&
    holdsPlace(before.context.reading) &&
    top(after) !== 'queueing',
  'a page entered on the way out': (before, after, event) =>
    before.place === 'signingOut' && after.place !== 'signingOut' && !event.type.startsWith('auth'),
  'a change of page without a new visit': (before, after) =>
    after.context.visit < before.context.visit ||
    (after.context.visit === before.context.visit &&
      !sameScreen(before.context.screen, after.context.screen)),
  'the same redirect more than twice in ten seconds': (_, { context: { trail } }) =>
    trail.some(
      (one) =>
        trail.filter(({ from, to }) => sameScreen(from, one.from) && sameScreen(to, one.to))
          .length > 2,
    ),
  'an error card without words': (_, after) =>
    after.place === 'blocked' && after.context.problem === null,
  'a refusal or a missing draft that outlives its page': (before, after) =>
    after.context.visit !== before.context.visit &&
    after.place !== 'doubting' &&
    (after.context.refusal !== null || after.context.draft !== 'unknown'),
  'a place that is only passed through': (_, after) =>
    ['deciding', 'admitting', 'ended.seen'].includes(after.place),
  // §4.20.
  'a flow of an event whose session is known to be over': (_, after) =>
    ['queueing', 'choosingSeats', 'fillingForms', 'paying.choosingMethod'].some((place) =>
      after.place.startsWith(place),
    ) &&
    !isHeardByFlow(after.context.ending) &&
    isOverOn(after.context.screen, after.context.ending),
  // §11.23.
  'a join after an end without a press': (before, after, event) =>
    top(before) === 'ended' &&
    isOverOn(before.context.screen, before.context.ending) &&
    ['queueing', 'joining'].includes(top(after)) &&
    event.type !== 'session.rejoin',
  'a page of an end without its words': (_, after) =>
    top(after) === 'ended' && after.context.farewell === null,
  'an end of somebody who is gone': (_, { context }) =>
    context.auth !== 'verified' && (context.ending !== null || context.farewell !== null),
  'the bubble on a page of the purchase, or of a session that is over': (_, after) =>
    after.bubble !== 'hidden' &&
    (isFlowScreen(after.context.screen) ||
      after.context.reading === null ||
      ['completed', 'expired', 'notInQueue'].includes(after.context.reading.step)),
};
