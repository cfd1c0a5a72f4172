import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Screen, wishOf } from '../../../machines/shared/screen.ts';
import { registration } from '../../support/flows/auth-flow.ts';
import { ok, refused, unreachable } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import { paymentAs } from '../../support/flows/payments.ts';
import {
  answers,
  changes,
  does,
  hears,
  journey,
  lasts,
  moves,
  type PortName,
  pending,
  presses,
  type Step,
  sees,
  shows,
  type WholeApp,
  type World,
} from '../../support/model/whole-app.ts';
import { shownText } from '../../support/shown-text.ts';
import { seatAs } from '../seat-draft.model.ts';
import {
  at,
  buys,
  flowIs,
  flowOf,
  letIn,
  loginPage,
  newcomer,
  news,
  nobody,
  otherSlug,
  session,
  signedOut,
  signsIn,
  slug,
  visitor,
  visits,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const home: Screen = { name: 'home' };
const buyNow = does({ type: 'purchase.request', slug });
const online = session('online');
const gone = refused('unauthenticated', 'Unauthenticated');
const inLine = { session: session('queued'), opens: at('queue') } as const;
const form = { session: session('online', { hasDraft: true }), opens: at('order-form') } as const;
const choosing = { session: session('paymentSelection'), opens: at('payment-method') } as const;
const paying = { session: session('paymentProcessing'), opens: at('payment') } as const;
const choosesSeat = presses('seatDraft', { type: 'seat.toggle', seat: seatAs('A1') });
const errorOf = (flow: 'seatDraft' | 'orderForm' | 'payment', member: string, words: string) =>
  sees((app) => expect(shownText(app.flow(flow).getSnapshot().context[member])).toBe(words));

describe('a sign-in', () => {
  it('on its page leads after 1.5 s to the page that asked for it', () =>
    journey({
      opens: loginPage(at('queue')),
      knows: visitor({ 'session.readSession': ok(session('queued')) }),
      steps: [...signsIn, shows(loginPage(at('queue'))), moves(1_500)],
      ends: at('queue'),
      at: { queueing: 'here' },
    }));

  it('in the modal goes on with the purchase that was begun, once its success was shown (ruling R11)', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [buyNow, ...signsIn, lasts(1_499), sees(flowIs('auth', landing)), lasts(1)],
      ends: at('event'),
      at: 'choosingShow',
    }));
  const landing = { account: { verified: 'landing' } };

  const grant = { deadline: 900_000, remainingMs: 900_000, cooldownMs: 60_000, usedToday: 1 };
  const sent = ok({ ...grant, dailyLimit: 10 });
  const registers: readonly Step[] = [
    presses('auth', { type: 'register.submit', registration }),
    changes({ 'auth.fetchUser': ok(newcomer), 'otp.readStatus': sent }),
    answers('auth.register', ok({ isVerified: false })),
  ];
  const signsInUnproven: readonly Step[] = [
    presses('auth', { type: 'login.submit', email: newcomer.email, password: 'tiket1234' }),
    answers('auth.login', ok({ isVerified: false })),
    answers('auth.requestCode', sent),
  ];

  it.each([
    ['a sign-in', 'login', at('queue'), signsInUnproven],
    ['a registration', 'register', null, registers],
  ] as const)(
    '%s of an address that is not proven leads after 1.5 s to its code, with the way back and without real-time',
    (_, name, returnTo, steps) =>
      journey({
        opens: { name, returnTo },
        knows: visitor(),
        steps: [...steps, shows({ name, returnTo }), moves(1_500)],
        ends: { name: 'verify-code', email: newcomer.email, returnTo },
        holds: (app) => {
          expect(app.place()).toMatchObject({ verifying: 'asking' });
          expect(app.connections()).toBe(0);
        },
      }),
  );

  const asksForCode: readonly Step[] = [
    presses('auth', { type: 'register.open', surface: 'modal', returnTo: at('queue') }),
    ...registers,
    lasts(1_500),
  ];
  const provesCode: readonly Step[] = [
    presses('otp', { type: 'otp.submit', code: '123456' }),
    changes({
      'auth.fetchUser': ok({ ...newcomer, isVerified: true }),
      'session.readSession': ok(session('queued')),
    }),
    answers('otp.validateCode', ok({ isVerified: true })),
  ];
  it('a proven code leads after 1.5 s to the page that asked for the sign-in', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [
        ...asksForCode,
        ...provesCode,
        lasts(1_499),
        sees((app) => expect(flowOf(app)).toBe('otp')),
        lasts(1),
      ],
      ends: at('queue'),
      at: { queueing: 'here' },
    }));

  it('a code proven on the simple page leads after 2 s to the purchase that was begun', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [
        ...asksForCode,
        visits(at('event')),
        buyNow,
        ...provesCode,
        lasts(1_999),
        shows({ name: 'verify', returnTo: wishOf('konser') }),
        lasts(1),
      ],
      ends: at('event'),
      at: 'choosingShow',
    }));

  it('that is over is doubted first; then its page asks for a new one, and real-time is closed', () =>
    buys({
      session: online,
      opens: at('seats'),
      knows: { 'session.readSession': pending },
      steps: [
        changes({ 'auth.fetchUser': pending }),
        answers('session.readSession', gone),
        shows(at('seats')),
        answers('auth.fetchUser', gone),
      ],
      ends: loginPage(at('seats')),
      holds: (app) => {
        expect([app.context().user, app.context().reading]).toEqual([null, null]);
        expect(app.connections()).toBe(0);
      },
    }));

  it('that is over is told by a voucher in its own words, two seconds before the page is left', () =>
    buys({
      session: online,
      opens: at('seats'),
      steps: [
        choosesSeat,
        changes({ 'seatDraft.previewOrder': gone, 'auth.fetchUser': gone }),
        presses('seatDraft', { type: 'voucher.apply', code: 'hemat10' }),
        errorOf('seatDraft', 'voucherError', 'Sesi Anda telah berakhir. Silakan login kembali.'),
        lasts(1_999),
        shows(at('seats')),
        lasts(1),
      ],
      ends: loginPage(at('seats')),
    }));
});

it('a sign-out stops the page at once, then gives up the session, the account and what is kept, and loads home again', () => {
  const steps: readonly (readonly [PortName, readonly Step[]])[] = [
    ['auth.exitSession', [lasts(100)]],
    [
      'auth.logout',
      [visits(at('seats')), shows(at('queue')), answers('auth.exitSession', ok(null))],
    ],
    ['auth.clearLocal', [answers('auth.logout', ok(null)), shows(at('queue'))]],
    [
      'auth.reloadHome',
      [changes(signedOut), answers('auth.clearLocal', undefined), shows(home), lasts(500)],
    ],
  ];
  return buys({
    ...inLine,
    knows: Object.fromEntries(steps.map(([port]) => [port, pending])) as World,
    steps: [
      presses('auth', { type: 'auth.signOut' }),
      sees((app) => expect([app.place(), flowOf(app)]).toEqual(['signingOut', null])),
      ...steps.flatMap(([port, before]) => [
        sees((app) => expect(app.asked(port)).toHaveLength(0)),
        ...before,
        sees((app) => expect(app.asked(port)).toHaveLength(1)),
      ]),
    ],
    ends: home,
    at: 'browsing',
    entry: 'replace',
    holds: (app) => {
      expect([app.context().user, app.context().reading]).toEqual([null, null]);
      expect(app.connections()).toBe(0);
    },
  });
});

it('the broker is connected once somebody signed in, and follows from event to event on one client', () =>
  journey({
    opens: at('event'),
    knows: visitor(),
    steps: [
      sees((app) => expect(app.connections()).toBe(0)),
      buyNow,
      ...signsIn,
      presses('realtime', { type: 'connection.opened' }),
      visits(at('event', otherSlug)),
    ],
    ends: at('event', otherSlug),
    holds: (app) => {
      expect(app.commands()).toEqual([{ type: 'topics.switch', slug: otherSlug }]);
      expect(app.connections()).toBe(1);
    },
  }));

describe('the bubble', () => {
  it('appears a second after a session is found, asks for it every 30 s, and leads on to its step', () =>
    buys({
      session: online,
      opens: home,
      steps: [
        presses('realtime', { type: 'connection.opened' }),
        sees((app) => expect(app.bubble()).toBe('appearing')),
        moves(1_000),
        sees((app) => expect(app.bubble()).toBe('shown')),
        async (app) => {
          const asked = () => app.asked('session.readSession').length;
          const before = asked();
          await vi.advanceTimersByTimeAsync(28_999);
          expect(asked()).toBe(before);
          await vi.advanceTimersByTimeAsync(1);
          expect(asked()).toBe(before + 1);
        },
        ...news(session('paymentSelection', { seq: 2 })),
        does({ type: 'bubble.resume' }),
      ],
      ends: at('payment-method'),
      entry: 'push',
      holds: (app) => expect(app.bubble()).toBe('hidden'),
    }));

  it('gives the session up, and leads to its event page', () =>
    buys({
      session: online,
      opens: home,
      steps: [lasts(1_000), does({ type: 'bubble.exit' })],
      ends: at('event'),
      entry: 'replace',
      holds: (app) => expect(app.bubble()).toBe('hidden'),
    }));
});

it.each(letIn.filter(([page]) => !page.startsWith('payment')))(
  '[F11] on %s a payment that another tab started is followed after half a second',
  (page, reading) =>
    buys({
      session: reading,
      opens: at(page),
      knows: { 'queue.claimRedirect': false },
      steps: [
        lasts(10),
        changes({ 'session.readSession': ok(session('paymentProcessing', { seq: 2 })) }),
        hears({ kind: 'payment', slug, body: { user_id: 'u1', event: 'payment_started' } }),
        shows(at(page)),
        moves(500),
      ],
      ends: at('payment'),
      at: { paying: 'awaitingPayment' },
      entry: 'replace',
    }),
);

it('a place in another event that is given up makes room for this one (ruling R3)', () =>
  buys({
    session: nobody,
    opens: at('event'),
    steps: [
      buyNow,
      does({ type: 'show.confirm' }),
      changes({ 'session.readSession': ok(session('online', { slug: 'pesta' })) }),
      answers('root.joinQueue', refused('otherSessionLive', 'You already have a session')),
      changes({ 'session.exitSession': ok(nobody), 'session.readSession': ok(online) }),
      does({ type: 'switch.release' }),
      answers('root.joinQueue', ok(online)),
    ],
    ends: at('seats'),
    at: 'choosingSeats',
  }));

describe('in the queue', () => {
  const promoted = { user_id: 'u1', event: 'user_promoted' } as const;
  const promotes = hears({ kind: 'queue', slug, body: promoted });
  const isOnline = changes({ 'session.readSession': ok(session('online', { seq: 2 })) });

  it('[F22] a promotion told three times is one notice and, half a second later, one move, also under the question whether to leave', () =>
    buys({
      ...inLine,
      steps: [
        visits(home),
        isOnline,
        promotes,
        promotes,
        promotes,
        sees((app) =>
          expect(app.flow('queue').getSnapshot().context.notices).toMatchObject([
            { key: 'queue.notice.promoted' },
          ]),
        ),
        shows(at('queue')),
        moves(500),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
      entry: 'replace',
      holds: (app) => expect(app.asked('queue.claimRedirect')).toHaveLength(1),
    }));

  it('somebody removed reads the reason for three seconds, and takes it along to the event page', () =>
    buys({
      ...inLine,
      steps: [
        ...news(session('cancelled', { seq: 2, endReason: 'kicked', endNote: 'Bot' })),
        sees((app) => expect([app.place(), flowOf(app)]).toEqual([{ ended: 'removed' }, null])),
        moves(3_000),
      ],
      ends: at('event'),
      at: 'browsing',
      holds: (app) =>
        expect(app.context().farewell).toMatchObject({ reason: 'kicked', note: 'Bot' }),
    }));

  const left = { user_id: 'u1', event: 'user_left', reason: 'manual_logout' } as const;
  it('a place left on another device is said', () =>
    buys({
      ...inLine,
      steps: [
        changes({ 'session.readSession': ok(session('cancelled', { seq: 2 })) }),
        hears({ kind: 'queue', slug, body: left }),
      ],
      ends: at('queue'),
      holds: (app) => expect(app.context().farewell).toMatchObject({ reason: 'leftElsewhere' }),
    }));
});

/** Fifteen minutes pass; a call of the page may be sent a moment before zero, when the server is asked and says that it is over. */
const runsOut = (...sending: readonly Step[]) => [
  changes({ 'session.readSession': pending, 'queue.joinQueue': pending }),
  lasts(899_999),
  ...sending,
  changes({ 'session.readSession': ok(session('expired', { seq: 2, deadline: null })) }),
  lasts(1),
];
/** The end is said at the seats, which do not join again by themselves (ruling R23). */
const saysSo = { ends: at('seats'), at: { ended: 'said' } } as const;

it('time that runs out on the methods is said until it is read, then at the seats', () =>
  buys({
    ...choosing,
    steps: [
      ...runsOut(),
      shows(at('payment-method')),
      errorOf(
        'payment',
        'error',
        'Time is up! Your session has expired. Please select your seats again.',
      ),
      presses('payment', { type: 'notice.dismiss' }),
    ],
    ...saysSo,
    entry: 'replace',
  }));

describe('a call on its way when the time runs out is heard to its end (ruling R21)', () => {
  const sendsForms = {
    ...form,
    knows: { 'orderForm.submitForms': pending },
    steps: [
      ...runsOut(presses('orderForm', { type: 'form.proceed' })),
      sees(flowIs('orderForm', 'submitting')),
    ],
  } as const;
  const asksForSeats = {
    session: online,
    opens: at('seats'),
    knows: {
      'seatDraft.loadSeatmap': ok({ eventStatus: 'active', restored: [seatAs('A-1')], mine: null }),
      'seatDraft.createDraft': pending,
      'seatDraft.readDraft': refused('noDraft', 'No draft'),
    },
    steps: [
      ...runsOut(presses('seatDraft', { type: 'draft.request' })),
      sees(flowIs('seatDraft', 'creatingDraft')),
    ],
  } as const;

  it('answers that the server took in time lead to the payment', () =>
    buys({
      ...sendsForms,
      steps: [
        ...sendsForms.steps,
        changes({ 'session.readSession': ok(session('paymentSelection', { seq: 3 })) }),
        answers('orderForm.submitForms', ok(draftAs({ is_locked: true }))),
      ],
      ends: at('payment-method'),
      at: { paying: 'choosingMethod' },
      holds: (app) => expect(app.context().ending).toBeNull(),
    }));

  it('seats that were held in time lead on', () =>
    buys({
      ...asksForSeats,
      steps: [
        ...asksForSeats.steps,
        changes({ 'session.readSession': ok(session('online', { seq: 3, hasDraft: true })) }),
        answers('seatDraft.createDraft', ok(draftAs())),
      ],
      ends: at('order-form'),
      at: 'fillingForms',
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

  it.each([
    ['forbidden', refused('sessionNotOnline', 'Session expired')],
    ['taken', refused('seatsTaken', 'Unable to reserve seats: A-1')],
    ['refused', refused('inputInvalid', 'Unknown seat')],
    ['without a reply, looked for, and not held', unreachable()],
  ])('seats that were asked for too late: %s', (_name, answer) =>
    buys({
      ...asksForSeats,
      steps: [...asksForSeats.steps, answers('seatDraft.createDraft', answer)],
      ...saysSo,
    }),
  );
});

describe('at the payment', () => {
  const isForgotten = (app: WholeApp) =>
    expect(app.asked('payment.clearEvent')).toEqual([{ slug }]);
  const said = (event: 'payment_completed' | 'payment_expired') =>
    hears({ kind: 'payment', slug, body: { user_id: 'u1', event } });

  it('the success that a message tells is shown; closing it forgets the event and leads home', () =>
    buys({
      ...paying,
      steps: [
        changes({ 'payment.readStatus': ok(paymentAs({ status: 'completed' })) }),
        said('payment_completed'),
        shows(at('payment')),
        sees(flowIs('payment', 'completed')),
        changes({ 'session.readSession': ok(session('completed', { seq: 2 })) }),
        presses('payment', { type: 'success.close' }),
      ],
      ends: home,
      at: 'browsing',
      holds: isForgotten,
    }));

  it('one that ran out is said for three seconds, then forgotten, at the event page', () =>
    buys({
      ...paying,
      steps: [
        changes({ 'payment.readStatus': ok(paymentAs({ status: 'expired' })) }),
        said('payment_expired'),
        shows(at('payment')),
        moves(3_000),
      ],
      ends: at('event'),
      entry: 'replace',
      holds: isForgotten,
    }));
});
