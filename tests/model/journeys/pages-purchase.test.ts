import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { broken, ok, refused, unreachable } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import { paymentAs } from '../../support/flows/payments.ts';
import {
  answers,
  changes,
  does,
  hears,
  lasts,
  moves,
  pending,
  presses,
  type Step,
  sees,
  shows,
} from '../../support/model/whole-app.ts';
import { shownText } from '../../support/shown-text.ts';
import { seatAs } from '../seat-draft.model.ts';
import {
  at,
  buys,
  flowIs,
  goesBack,
  home,
  otherSlug,
  session,
  slug,
  visits,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const online = session('online');
const gone = refused('unauthenticated', 'Unauthenticated');
const draftRequired = refused('draftRequired', 'Active order draft required');
const choosesAndPays = [
  presses('payment', { type: 'method.select', code: 'qris' }),
  presses('payment', { type: 'payment.request' }),
];
/** Fifteen minutes pass; at zero the server is asked once, and says that it is over (ruling 1.4-K). */
const over = session('expired', { seq: 2, remainingMs: null, deadline: null });
const runsOut = [
  changes({ 'session.readSession': pending, 'queue.joinQueue': pending }),
  lasts(899_999),
  changes({ 'session.readSession': ok(over) }),
  lasts(1),
];
/** The same, with a call of the page that was sent a moment before zero. */
const runsOutDuring = (...sending: readonly Step[]) => [
  changes({ 'session.readSession': pending }),
  lasts(899_999),
  ...sending,
  changes({ 'session.readSession': ok(over) }),
  lasts(1),
];
const form = { session: session('online', { hasDraft: true }), opens: at('order-form') } as const;
const choosing = { session: session('paymentSelection'), opens: at('payment-method') } as const;
const paying = { session: session('paymentProcessing'), opens: at('payment') } as const;

describe('§4 Seat page access', () => {
  it('Session check: online loads the seatmap', () =>
    buys({
      session: online,
      opens: at('seats'),
      steps: [],
      ends: at('seats'),
      holds: (app) => {
        expect(app.asked('seatDraft.loadSeatmap')).toEqual([{ slug, chosen: [], quantities: [] }]);
        flowIs('seatDraft', 'choosing')(app);
      },
    }));

  it('queued or in queue redirects to the queue page', () =>
    buys({ session: session('queued'), opens: at('seats'), steps: [], ends: at('queue') }));

  // Ruling R2: after a session of this event that ended, nothing joins but a press.
  it.each(['expired', 'completed', 'cancelled'] as const)(
    'a session that ended is told, and joins only by a press: %s',
    (state) =>
      buys({
        session: session(state),
        opens: at('seats'),
        knows: { 'queue.joinQueue': pending },
        steps: [
          sees((app) => {
            expect(app.place()).toEqual({ ended: 'said' });
            expect(app.asked('queue.joinQueue')).toEqual([]);
          }),
          does({ type: 'session.rejoin' }),
        ],
        ends: at('queue'),
        holds: (app) => expect(app.asked('queue.joinQueue')).toEqual([{ slug }]),
      }),
  );

  it.each([
    ['none', session('notInQueue')],
    ['one of another event', session('expired', { slug: otherSlug })],
  ] as const)('otherwise redirects to the queue page to join: %s', (_, reading) =>
    buys({
      session: reading,
      opens: at('seats'),
      knows: { 'queue.joinQueue': pending },
      steps: [],
      ends: at('queue'),
      holds: (app) => expect(app.asked('queue.joinQueue')).toEqual([{ slug }]),
    }),
  );

  it('401 redirects to login', () =>
    buys({
      session: online,
      opens: at('seats'),
      // The account is asked once more before the page is left (ruling 1.2-A, rule 3).
      knows: { 'session.readSession': pending },
      steps: [
        changes({ 'auth.fetchUser': pending }),
        answers('session.readSession', gone),
        shows(at('seats')),
        sees((app) => expect(app.place()).toBe('doubting')),
        answers('auth.fetchUser', gone),
      ],
      ends: { name: 'login', returnTo: at('seats') },
      at: 'signingIn',
    }));

  it('403 to the queue page', () =>
    buys({
      session: online,
      opens: at('seats'),
      knows: { 'session.readSession': pending, 'queue.joinQueue': pending },
      steps: [answers('session.readSession', refused('sessionNotOnline', 'Not online'))],
      ends: at('queue'),
    }));

  it.each([
    ['the server fails', broken(500)],
    ['no answer comes', unreachable()],
  ])('other failures show ‘Failed to load seatmap data. Please try again.’: %s', (_, answer) =>
    buys({
      session: online,
      opens: at('seats'),
      knows: { 'session.readSession': answer },
      steps: [],
      ends: at('seats'),
      at: 'blocked',
      holds: (app) =>
        expect(shownText(app.context().problem)).toBe(
          'Failed to load seatmap data. Please try again.',
        ),
    }),
  );

  it.each([
    ['success', ok(draftAs())],
    ['‘draft_exists’', refused('draftExists', 'Draft already exists')],
  ])('Continue …; %s goes to the order form', (_, answer) =>
    buys({
      session: online,
      opens: at('seats'),
      knows: { 'seatDraft.createDraft': answer },
      steps: [
        presses('seatDraft', { type: 'seat.toggle', seat: seatAs('A1') }),
        changes({ 'session.readSession': ok(session('online', { seq: 2, hasDraft: true })) }),
        presses('seatDraft', { type: 'draft.request' }),
      ],
      ends: at('order-form'),
      at: 'fillingForms',
      entry: 'push',
    }),
  );

  it('Voucher, on 401: its words, then login after 2 s (§5)', () =>
    buys({
      session: online,
      opens: at('seats'),
      steps: [
        presses('seatDraft', { type: 'seat.toggle', seat: seatAs('A1') }),
        changes({ 'seatDraft.previewOrder': gone, 'auth.fetchUser': gone }),
        presses('seatDraft', { type: 'voucher.apply', code: 'hemat10' }),
        sees((app) =>
          expect(shownText(app.flow('seatDraft').getSnapshot().context.voucherError)).toBe(
            'Sesi Anda telah berakhir. Silakan login kembali.',
          ),
        ),
        lasts(1_999),
        shows(at('seats')),
        lasts(1),
      ],
      ends: { name: 'login', returnTo: at('seats') },
      at: 'signingIn',
    }));
});

describe('§4 Order form', () => {
  it('Confirm submits form data …, goes to payment-method', () =>
    buys({
      ...form,
      steps: [
        changes({ 'session.readSession': ok(session('paymentSelection', { seq: 2 })) }),
        presses('orderForm', { type: 'form.proceed' }),
      ],
      ends: at('payment-method'),
      at: { paying: 'choosingMethod' },
      entry: 'push',
    }));

  it.each([
    ['403', draftRequired],
    ['404', refused('noDraft', 'No draft')],
  ])('No draft sends back to seats (%s)', (_, answer) =>
    buys({
      ...form,
      knows: { 'orderForm.loadOrder': answer },
      steps: [
        shows(at('order-form')),
        // Said first (§5, ruling 1.2-AA), but for five seconds at most.
        sees((app) => {
          expect(shownText(app.flow('orderForm').getSnapshot().context.error)).toBe(
            'No seats found. Please go back and select seats first.',
          );
        }),
        moves(5_000),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
      entry: 'replace',
    }),
  );

  // Ruling 1.2-AA: without forms the page says so and stays.
  it('no forms at all sends back to seats (or shows No Forms Required)', () =>
    buys({
      ...form,
      steps: [],
      ends: at('order-form'),
      holds: flowIs('orderForm', { open: { step: 'noForms' } }),
    }));

  it('the time of the session runs out: said for five seconds, then the seats (§4, ruling 1.2-AB)', () =>
    buys({
      ...form,
      steps: [
        ...runsOut,
        sees((app) => expect(app.place()).toEqual({ ended: 'timeUp' })),
        lasts(4_999),
        shows(at('order-form')),
        lasts(1),
      ],
      // The seats say that it is over, and how to go on (ruling R23).
      ends: at('seats'),
      holds: (app) => expect(app.place()).toEqual({ ended: 'said' }),
    }));
});

describe('a call on its way when the time runs out is heard to its end (ruling R21)', () => {
  const sendsForms = {
    ...form,
    knows: { 'orderForm.submitForms': pending },
    steps: [
      ...runsOutDuring(presses('orderForm', { type: 'form.proceed' })),
      sees(flowIs('orderForm', 'submitting')),
    ],
  } as const;
  const asksForSeats = {
    session: online,
    opens: at('seats'),
    knows: {
      'seatDraft.loadSeatmap': ok({ eventStatus: 'active', restored: [seatAs('A-1')], mine: null }),
      'seatDraft.createDraft': pending,
      'queue.joinQueue': pending,
    },
    steps: [
      ...runsOutDuring(presses('seatDraft', { type: 'draft.request' })),
      sees(flowIs('seatDraft', 'creatingDraft')),
    ],
  } as const;
  /** The end is said at the seats, which do not join again by themselves (ruling R23). */
  const saysSo = { ends: at('seats'), at: { ended: 'said' } } as const;

  it('answers that the server took in time lead to the payment', () =>
    buys({
      ...sendsForms,
      steps: [
        ...sendsForms.steps,
        changes({
          'session.readSession': ok(session('paymentSelection', { seq: 3, remainingMs: 300_000 })),
        }),
        answers('orderForm.submitForms', ok(draftAs({ is_locked: true }))),
      ],
      ends: at('payment-method'),
      at: { paying: 'choosingMethod' },
      holds: (app) => expect(app.context().ending).toBeNull(),
    }));

  it.each([
    ['forbidden', refused('sessionNotOnline', 'Session expired')],
    ['refused', refused('inputInvalid', 'Nama wajib diisi')],
  ])('answers that came too late: %s', (_name, answer) =>
    buys({
      ...sendsForms,
      steps: [...sendsForms.steps, answers('orderForm.submitForms', answer)],
      ...saysSo,
    }),
  );

  it('answers that got no reply are sent again under their key until one comes', () =>
    buys({
      ...sendsForms,
      steps: [
        ...sendsForms.steps,
        answers('orderForm.submitForms', unreachable()),
        lasts(1_200),
        sees((app) => expect(app.asked('orderForm.submitForms')).toHaveLength(2)),
        answers('orderForm.submitForms', refused('sessionNotOnline', 'Session expired')),
      ],
      ...saysSo,
    }));

  it('seats that were held in time lead on', () =>
    buys({
      ...asksForSeats,
      steps: [
        ...asksForSeats.steps,
        changes({
          'session.readSession': ok(
            session('online', { seq: 3, hasDraft: true, remainingMs: 14_000 }),
          ),
        }),
        answers('seatDraft.createDraft', ok(draftAs())),
      ],
      ends: at('order-form'),
      at: 'fillingForms',
    }));

  it.each([
    ['forbidden', refused('sessionNotOnline', 'Session expired')],
    ['taken', refused('seatsTaken', 'Unable to reserve seats: A-1')],
    ['refused', refused('inputInvalid', 'Unknown seat')],
  ])('seats that were asked for too late: %s', (_name, answer) =>
    buys({
      ...asksForSeats,
      steps: [...asksForSeats.steps, answers('seatDraft.createDraft', answer)],
      ...saysSo,
    }),
  );

  it('seats without a reply are looked for, and found not to be held', () =>
    buys({
      ...asksForSeats,
      knows: { ...asksForSeats.knows, 'seatDraft.readDraft': refused('noDraft', 'No draft') },
      steps: [...asksForSeats.steps, answers('seatDraft.createDraft', unreachable())],
      ...saysSo,
    }));
});

describe('§4 Payment', () => {
  it('Create payment success goes to the payment page', () =>
    buys({
      ...choosing,
      steps: [
        changes({ 'session.readSession': ok(session('paymentProcessing', { seq: 2 })) }),
        ...choosesAndPays,
      ],
      ends: at('payment'),
      at: { paying: 'awaitingPayment' },
      entry: 'push',
    }));

  it('one who has just paid is not sent back by an older answer of the session (guard a)', () =>
    buys({
      ...choosing,
      steps: [...choosesAndPays, lasts(60_000)],
      ends: at('payment'),
      at: { paying: 'awaitingPayment' },
    }));

  it.each([
    [
      'Completed status',
      [
        changes({ 'payment.readStatus': ok(paymentAs({ status: 'completed' })) }),
        does({ type: 'page.woke' }),
        lasts(1_000),
      ],
    ],
    [
      'payment_completed event',
      [
        changes({ 'payment.readStatus': ok(paymentAs({ status: 'completed' })) }),
        hears({ kind: 'payment', slug, body: { user_id: 'u1', event: 'payment_completed' } }),
      ],
    ],
  ])('%s …; closing or downloading returns to /', (_, steps) =>
    buys({
      ...paying,
      steps: [
        ...steps,
        shows(at('payment')),
        sees(flowIs('payment', 'completed')),
        changes({ 'session.readSession': ok(session('completed', { seq: 2 })) }),
        presses('payment', { type: 'success.close' }),
      ],
      ends: home,
      at: 'browsing',
      holds: (app) => expect(app.asked('payment.clearEvent')).toEqual([{ slug }]),
    }),
  );

  it('Expired flag clears stored state and returns to the event page', () =>
    buys({
      ...paying,
      knows: { 'payment.readStatus': ok(paymentAs({ is_expired: true })) },
      steps: [sees(flowIs('payment', { expired: 'shown' })), moves(3_000)],
      ends: at('event'),
      entry: 'replace',
      holds: (app) => expect(app.asked('payment.clearEvent')).toEqual([{ slug }]),
    }));

  it('payment_expired event … (after 3 s for the real-time case)', () =>
    buys({
      ...paying,
      steps: [
        changes({ 'payment.readStatus': ok(paymentAs({ status: 'expired' })) }),
        hears({ kind: 'payment', slug, body: { user_id: 'u1', event: 'payment_expired' } }),
        moves(3_000),
      ],
      ends: at('event'),
    }));

  it('On the payment-method page, when the countdown ends, alert … and go to seats, replacing history', () =>
    buys({
      ...choosing,
      steps: [
        ...runsOut,
        shows(at('payment-method')),
        sees((app) => {
          expect(shownText(app.flow('payment').getSnapshot().context.error)).toBe(
            'Time is up! Your session has expired. Please select your seats again.',
          );
        }),
        // To the seats, which say that it is over and how to go on (ruling R23).
        presses('payment', { type: 'notice.dismiss' }),
      ],
      ends: at('seats'),
      entry: 'replace',
      holds: (app) => expect(app.place()).toEqual({ ended: 'said' }),
    }));

  it.each([
    ['payment-method', choosing],
    ['payment', paying],
  ] as const)('Back navigation is blocked on %s', (page, told) =>
    buys({
      ...told,
      steps: [goesBack(at('order-form')), goesBack(at('seats')), goesBack(home), lasts(1_000)],
      ends: at(page),
      holds: (app) => expect(app.isRunning('payment')).toBe(true),
    }),
  );

  it.each([
    ['payment-method', choosing],
    ['payment', paying],
  ] as const)('… by the browser alone: a link leaves %s (ruling 1.2-E)', (_, told) =>
    buys({
      ...told,
      steps: [visits(home), lasts(1_000)],
      ends: home,
      // Cancelling is offered from there.
      holds: (app) => expect(app.bubble()).toBe('shown'),
    }),
  );
});
