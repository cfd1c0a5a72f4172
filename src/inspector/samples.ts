import type { EventObject } from 'xstate';
import { maxSeatsPerOrder } from '../../contract/limits.ts';
import type { AuthContext, AuthEvent } from '../../machines/auth/auth.types.ts';
import type {
  OrderFormContext,
  OrderFormEvent,
} from '../../machines/order-form/order-form.types.ts';
import type { CodeEvent } from '../../machines/otp/otp.code.ts';
import type { OtpContext, OtpEvent } from '../../machines/otp/otp.types.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
} from '../../machines/password-reset/password-reset.types.ts';
import type { PaymentContext, PaymentEvent } from '../../machines/payment/payment.types.ts';
import type { QueueContext, QueueEvent } from '../../machines/queue/queue.types.ts';
import type { RealtimeContext, RealtimeEvent } from '../../machines/realtime/realtime.types.ts';
import { countOf } from '../../machines/seat-draft/seat-draft.quantities.ts';
import type {
  SeatDraftContext,
  SeatDraftEvent,
} from '../../machines/seat-draft/seat-draft.types.ts';
import type { SessionContext, SessionEvent } from '../../machines/session/session.types.ts';
import { labAccount, type SampleFacts, type Samples, sampleSubmissions } from './sample-facts.ts';
import { rootSamples } from './samples-root.ts';

const registration = {
  firstName: 'Tamu',
  lastName: 'Uji',
  phoneNumber: '+628123456780',
  email: 'tamu.baru@contoh.id',
  password: labAccount.password,
};

const auth: Samples<AuthEvent, AuthContext> = {
  'call.hasten': () => [{ type: 'call.hasten' }],
  'login.open': () => [
    { type: 'login.open', surface: 'page', returnTo: null },
    { type: 'login.open', surface: 'modal', returnTo: null },
  ],
  'login.edit': () => [{ type: 'login.edit' }],
  'login.submit': () => [{ type: 'login.submit', ...labAccount }],
  'register.open': () => [
    { type: 'register.open', surface: 'page', returnTo: null },
    { type: 'register.open', surface: 'modal', returnTo: null },
  ],
  'register.edit': () => [{ type: 'register.edit' }],
  'register.submit': () => [{ type: 'register.submit', registration }],
  'google.start': () => [{ type: 'google.start' }],
  'auth.close': () => [{ type: 'auth.close' }],
  'code.accepted': () => [{ type: 'code.accepted' }],
  'auth.refused': () => [{ type: 'auth.refused' }],
  'auth.recheck': () => [{ type: 'auth.recheck' }],
  'auth.signedOut': () => [{ type: 'auth.signedOut' }],
  'auth.signOut': () => [{ type: 'auth.signOut' }],
};

// A placeholder: the tester replaces it with the e-mailed code.
const code = '000000';
const codeSamples: Samples<CodeEvent, unknown> = {
  'otp.edit': () => [{ type: 'otp.edit' }],
  'otp.resend': () => [{ type: 'otp.resend' }],
  'otp.leave': () => [{ type: 'otp.leave' }],
};

const otp: Samples<OtpEvent, OtpContext> = {
  'otp.submit': () => [{ type: 'otp.submit', code }],
  ...codeSamples,
};

const passwordReset: Samples<PasswordResetEvent, PasswordResetContext> = {
  'email.submit': () => [{ type: 'email.submit', email: labAccount.email }],
  'email.change': () => [{ type: 'email.change' }],
  'otp.submit': () => [{ type: 'otp.submit', code, password: labAccount.password }],
  ...codeSamples,
};

const session: Samples<SessionEvent, SessionContext> = {
  'call.hasten': () => [{ type: 'call.hasten' }],
  'session.refresh': (_, { visit }) => [{ type: 'session.refresh', visit }],
  'session.pace': (_, { realtime }) => [{ type: 'session.pace', realtime: !realtime }],
  'session.exit': () => [{ type: 'session.exit' }],
  'session.leaving': () => [{ type: 'session.leaving' }],
};

const queue: Samples<QueueEvent, QueueContext> = {
  'call.hasten': () => [{ type: 'call.hasten' }],
  'queue.takeOver': () => [{ type: 'queue.takeOver' }],
  'queue.goToSeats': () => [{ type: 'queue.goToSeats' }],
  'queue.refresh': () => [{ type: 'queue.refresh' }],
  'queue.leave': () => [{ type: 'queue.leave' }],
  'queue.retry': () => [{ type: 'queue.retry' }],
  'queue.reading': ({ reading }, context) => [
    { type: 'queue.reading', reading: context.reading ?? reading },
  ],
  'queue.line': (_, { line }) => (line === null ? [] : [{ type: 'queue.line', line }]),
  'queue.proceed': () => [{ type: 'queue.proceed' }],
  'queue.readFailed': () => [{ type: 'queue.readFailed' }],
  'queue.systemSaid': () => [{ type: 'queue.systemSaid', message: 'Pemeliharaan pukul 23.00' }],
  'queue.logged': () => [{ type: 'queue.logged', message: '2 pembeli masuk dari antrean' }],
  'queue.realtimeChanged': () => [
    { type: 'queue.realtimeChanged', connected: false, error: null },
    { type: 'queue.realtimeChanged', connected: true, error: null },
  ],
};

const seatDraft: Samples<SeatDraftEvent, SeatDraftContext> = {
  'seat.toggle': ({ freeSeats }, { seats }) =>
    [
      ...freeSeats.filter((free) => seats.every((seat) => seat.seatNumber !== free.seatNumber)),
      ...seats,
    ].map((seat) => ({ type: 'seat.toggle', seat })),
  'quantity.set': ({ places }, { quantities }) =>
    places.flatMap((place) =>
      [1, 2, 0]
        .filter((count) => count !== countOf(quantities, place.categoryId))
        .map((count) => ({ type: 'quantity.set', place, count }) as const),
    ),
  'seats.clear': () => [{ type: 'seats.clear' }],
  'draft.request': () => [{ type: 'draft.request' }],
  'draft.continue': () => [{ type: 'draft.continue' }],
  'draft.release': () => [{ type: 'draft.release' }],
  'voucher.apply': () =>
    ['HEMAT10', 'POTONG50', 'KADALUARSA'].map((code) => ({ type: 'voucher.apply', code })),
  'voucher.remove': () => [{ type: 'voucher.remove' }],
  'seats.retry': () => [{ type: 'seats.retry' }],
  'call.hasten': () => [{ type: 'call.hasten' }],
  'seats.changed': (_, { seats, quantities }) => [
    { type: 'seats.changed', taken: seats.slice(0, 1).map((seat) => seat.seatNumber) },
    { type: 'seats.changed', taken: [], mine: seats.map((seat) => seat.seatNumber) },
    ...quantities.map(({ categoryId }) => ({
      type: 'seats.changed' as const,
      taken: [],
      left: [{ categoryId, left: 0 }],
    })),
  ],
  'seats.stale': (_, { realtime }) => [{ type: 'seats.stale', realtime: !realtime }],
  'seats.best': ({ freeSeats }) => [
    { type: 'seats.best', count: 2, categoryId: freeSeats[0]?.categoryId ?? null },
    { type: 'seats.best', count: maxSeatsPerOrder, categoryId: null },
  ],
  'offer.take': () => [{ type: 'offer.take' }],
  'queue.reading': ({ reading }, context) => [
    { type: 'queue.reading', reading: context.reading ?? reading },
  ],
  'session.timeUp': () => [{ type: 'session.timeUp' }],
};

const orderForm: Samples<OrderFormEvent, OrderFormContext> = {
  'form.review': ({ user }, context) => [
    { type: 'form.review', submissions: sampleSubmissions(context, user) },
  ],
  'form.confirm': () => [{ type: 'form.confirm' }],
  'form.edit': () => [{ type: 'form.edit' }],
  'form.proceed': () => [{ type: 'form.proceed' }],
  'form.retry': () => [{ type: 'form.retry' }],
  'draft.stale': () => [{ type: 'draft.stale' }],
  'call.hasten': () => [{ type: 'call.hasten' }],
  'session.timeUp': () => [{ type: 'session.timeUp' }],
  'notice.dismiss': () => [{ type: 'notice.dismiss' }],
};

const payment: Samples<PaymentEvent, PaymentContext> = {
  'method.select': (_, { methods, methodCode }) =>
    methods
      .filter(({ code }) => code !== methodCode)
      .map(({ code }) => ({ type: 'method.select', code })),
  'payment.request': () => [{ type: 'payment.request' }],
  'payment.check': () => [{ type: 'payment.check' }],
  'payment.change': () => [{ type: 'payment.change' }],
  'success.close': () => [{ type: 'success.close' }],
  'notice.dismiss': () => [{ type: 'notice.dismiss' }],
  'methods.retry': () => [{ type: 'methods.retry' }],
  'payment.timeUp': () => [{ type: 'payment.timeUp' }],
  'page.hidden': () => [{ type: 'page.hidden' }],
  'page.shown': () => [{ type: 'page.shown' }],
  'payment.failureHinted': () => [{ type: 'payment.failureHinted' }],
  'payment.hinted': () =>
    (['payment_completed', 'payment_expired', 'payment_started'] as const).map((event) => ({
      type: 'payment.hinted',
      event,
    })),
};

const realtime: Samples<RealtimeEvent, RealtimeContext> = {
  'realtime.line': (_, { followsLine }) => [{ type: 'realtime.line', followsLine: !followsLine }],
  'realtime.connect': ({ slug }) => [{ type: 'realtime.connect', slug }],
  'realtime.disconnect': () => [{ type: 'realtime.disconnect' }],
  'realtime.rearm': () => [{ type: 'realtime.rearm' }],
  'connection.opened': () => [{ type: 'connection.opened' }],
  'connection.lost': () => [{ type: 'connection.lost' }],
  'connection.retried': () => [{ type: 'connection.retried' }],
  'connection.failed': () => [{ type: 'connection.failed', message: 'Not authorized' }],
  'connection.received': ({ slug }, { userId }) => [
    {
      type: 'connection.received',
      message: { kind: 'queue', slug, body: { user_id: userId, event: 'user_promoted' } },
    },
    {
      type: 'connection.received',
      message: { kind: 'payment', slug, body: { user_id: userId, event: 'payment_completed' } },
    },
  ],
};

const catalogue = {
  root: rootSamples,
  auth,
  otp,
  passwordReset,
  session,
  queue,
  seatDraft,
  orderForm,
  payment,
  realtime,
};

/** Every sample for a machine, in the order of its catalogue; none for a machine that is not of this product. */
export function samplesFor(
  machine: string,
  context: unknown,
  facts: SampleFacts,
): readonly EventObject[] {
  if (!Object.hasOwn(catalogue, machine)) return [];
  // The machine's id determines its context; TypeScript cannot infer that through a table lookup.
  const makers = catalogue[machine as keyof typeof catalogue] as Readonly<
    Record<string, (facts: SampleFacts, context: unknown) => readonly EventObject[]>
  >;
  return Object.values(makers).flatMap((make) => make(facts, context));
}
