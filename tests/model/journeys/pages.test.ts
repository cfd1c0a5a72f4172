import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import {
  answers,
  changes,
  does,
  hears,
  lasts,
  moves,
  pending,
  presses,
  sees,
  shows,
} from '../../support/model/whole-app.ts';
import {
  at,
  buyNow,
  buys,
  confirmShow,
  home,
  letIn,
  news,
  nobody,
  otherSlug,
  session,
  slug,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('§4 Session: the bubble', () => {
  it.each<[string, SessionReading, Screen]>([
    ['queued is queue', session('queued'), at('queue')],
    ['online is seats', session('online'), at('seats')],
    // Ruling 1.2-B: with a live draft it is the order form.
    ['online with a draft is order-form', session('online', { hasDraft: true }), at('order-form')],
    ['payment_selection is payment-method', session('paymentSelection'), at('payment-method')],
    ['payment_processing is payment', session('paymentProcessing'), at('payment')],
  ])('Bubble step: %s', (_, reading, ends) =>
    buys({
      session: reading,
      opens: home,
      steps: [
        lasts(1_000),
        sees((app) => expect(app.bubble()).toBe('shown')),
        does({ type: 'bubble.resume' }),
      ],
      ends,
      entry: 'push',
    }),
  );

  it.each(['completed', 'expired', 'cancelled', 'failed', 'notInQueue'] as const)(
    'Ended states hide the bubble: %s',
    (state) =>
      buys({
        session: session('online'),
        opens: home,
        steps: [
          lasts(1_000),
          sees((app) => expect(app.bubble()).toBe('shown')),
          ...news(session(state, { seq: 2, remainingMs: null, deadline: null })),
        ],
        ends: home,
        holds: (app) => expect(app.bubble()).toBe('hidden'),
      }),
  );

  it('The bubble appears about 1 s after an active session is found', () =>
    buys({
      session: session('online'),
      opens: home,
      steps: [sees((app) => expect(app.bubble()).toBe('appearing')), moves(1_000)],
      ends: home,
      holds: (app) => expect(app.bubble()).toBe('shown'),
    }));

  it('it stays away on an order-flow page (§4, ruling 1.2-C)', () =>
    buys({
      session: session('online'),
      opens: at('seats'),
      steps: [lasts(2_000)],
      ends: at('seats'),
      holds: (app) => expect(app.bubble()).toBe('hidden'),
    }));

  it('Session checks run when the path is not an order-flow page (or is home)', () =>
    buys({
      session: nobody,
      opens: home,
      steps: [
        sees((app) => expect(app.asked('session.readSession').length).toBeGreaterThan(0)),
        (app) => {
          const before = app.asked('session.readSession').length;
          app.send({ type: 'route.visited', screen: at('event') });
          expect(app.asked('session.readSession')).toHaveLength(before + 1);
        },
      ],
      ends: at('event'),
    }));

  it('… and every 30 s while the bubble is visible', () =>
    buys({
      session: session('online'),
      opens: home,
      steps: [
        presses('realtime', { type: 'connection.opened' }),
        async (app) => {
          const asked = () => app.asked('session.readSession').length;
          const before = asked();
          await vi.advanceTimersByTimeAsync(29_999);
          expect(asked()).toBe(before);
          await vi.advanceTimersByTimeAsync(1);
          expect(asked()).toBe(before + 1);
        },
      ],
      ends: home,
      holds: (app) => expect(app.bubble()).toBe('shown'),
    }));

  it('‘Cancel/Exit Session’ ends the session and returns to the event page (§2)', () =>
    buys({
      session: session('online'),
      opens: home,
      steps: [lasts(1_000), does({ type: 'bubble.exit' })],
      ends: at('event'),
      entry: 'replace',
      holds: (app) => expect(app.bubble()).toBe('hidden'),
    }));
});

describe('§4 Session: auto-redirect (after about 0.5 s)', () => {
  const pages = [
    'queue',
    'seats',
    'order-form',
    'payment-method',
    'payment',
    'payment-generated',
  ] as const;

  it.each(pages.filter((page) => page !== 'payment-method'))(
    'on any order-flow page (%s) while state is payment_selection, go to /event/{slug}/payment-method',
    (page) =>
      buys({
        session: session('paymentSelection'),
        opens: at(page),
        steps: [shows(at(page)), moves(500)],
        ends: at('payment-method'),
        at: { paying: 'choosingMethod' },
        entry: 'replace',
      }),
  );

  // Ruling 1.1-J: payment-method is no payment page.
  it.each(['queue', 'seats', 'order-form', 'payment-method'] as const)(
    'if state is payment_processing and the user is not on a payment page (%s), go to /event/{slug}/payment',
    (page) =>
      buys({
        session: session('paymentProcessing'),
        opens: at(page),
        steps: [shows(at(page)), moves(500)],
        ends: at('payment'),
        at: { paying: 'awaitingPayment' },
        entry: 'replace',
      }),
  );

  it.each(['payment', 'payment-generated'] as const)('on a payment page (%s) it stays', (page) =>
    buys({
      session: session('paymentProcessing'),
      opens: at(page),
      steps: [lasts(5_000)],
      ends: at(page),
    }),
  );

  it.each(letIn.filter(([page]) => !page.startsWith('payment')))(
    '[F11] it is followed on a page that is open too: %s, when another tab pays',
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
          lasts(500),
        ],
        ends: at('payment'),
      }),
  );

  it('{slug} is the event of the session, not of the address (ruling 1.2-A, rule 6)', () =>
    buys({
      session: session('paymentSelection'),
      opens: at('order-form', otherSlug),
      steps: [moves(500)],
      ends: at('payment-method'),
    }));

  it('entering another event is a question (ruling R3)', () =>
    buys({
      session: session('paymentSelection'),
      opens: at('seats', otherSlug),
      steps: [lasts(500)],
      ends: at('queue', otherSlug),
      at: 'askingSwitch',
    }));

  it('an event whose address holds words of the purchase is no order-flow page (ruling 1.1-I)', () =>
    buys({
      session: session('paymentProcessing', { slug: otherSlug }),
      opens: at('event', otherSlug),
      steps: [lasts(1_000)],
      ends: at('event', otherSlug),
      holds: (app) => expect(app.bubble()).toBe('shown'),
    }));
});

describe('§4 Queue: Buy Now / Continue joins the queue', () => {
  const joins = [buyNow, confirmShow];

  it.each([
    ['state online goes to seats', session('online'), at('seats')],
    ['queued goes to queue', session('queued'), at('queue')],
  ])('%s', (_, reading, ends) =>
    buys({
      session: nobody,
      opens: at('event'),
      knows: { 'root.joinQueue': ok(reading) },
      steps: [buyNow, changes({ 'session.readSession': ok(reading) }), confirmShow],
      ends,
      entry: 'push',
      holds: (app) => expect(app.asked('root.joinQueue')).toEqual([{ slug }]),
    }),
  );

  it.each([
    ['refused', refused('otherSessionLive', 'You already have a session')],
    ['any other state', ok(session('completed'))],
  ])('any other or failed result checks the session and routes the same way: %s', (_, answer) =>
    buys({
      session: nobody,
      opens: at('event'),
      steps: [
        ...joins,
        changes({ 'session.readSession': pending }),
        answers('root.joinQueue', answer),
        shows(at('event')),
        sees((app) => expect(app.place()).toBe('checkingAfterJoin')),
        changes({ 'session.readSession': ok(session('online')) }),
        answers('session.readSession', ok(session('online'))),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
    }),
  );

  it.each([
    ['goes on there', 'switch.resume', at('seats', 'pesta'), 'choosingSeats'],
    ['stays', 'switch.close', at('event'), 'browsing'],
  ] as const)(
    'a live session of another event is a question: %s (ruling R3)',
    (_, type, ends, place) =>
      buys({
        session: nobody,
        opens: at('event'),
        steps: [
          ...joins,
          changes({ 'session.readSession': ok(session('online', { slug: 'pesta' })) }),
          answers('root.joinQueue', refused('otherSessionLive', 'You already have a session')),
          shows(at('event')),
          sees((app) => expect(app.place()).toBe('askingSwitch')),
          does({ type }),
        ],
        ends,
        at: place,
      }),
  );

  it('a live session of another event that is given up makes room for this one (ruling R3)', () =>
    buys({
      session: nobody,
      opens: at('event'),
      steps: [
        ...joins,
        changes({ 'session.readSession': ok(session('online', { slug: 'pesta' })) }),
        answers('root.joinQueue', refused('otherSessionLive', 'You already have a session')),
        changes({
          'session.exitSession': ok(nobody),
          'session.readSession': ok(session('online')),
        }),
        does({ type: 'switch.release' }),
        answers('root.joinQueue', ok(session('online'))),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
    }));

  it.each([
    ['there is no session', ok(nobody)],
    ['the check is refused too', refused('notFound', 'No session')],
  ])('default the queue page: %s', (_, answer) =>
    buys({
      session: nobody,
      opens: at('event'),
      knows: { 'queue.joinQueue': pending },
      steps: [
        ...joins,
        changes({ 'session.readSession': answer }),
        answers('root.joinQueue', refused('inputInvalid', '')),
      ],
      ends: at('queue'),
      entry: 'push',
    }),
  );
});
