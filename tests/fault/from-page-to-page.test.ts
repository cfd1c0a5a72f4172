import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import {
  at,
  buys,
  flowIs,
  goesBack,
  letIn,
  session,
  signedOut,
} from '../model/journeys/pages-steps.ts';
import { ok, refused, unreachable } from '../support/flows/machines.ts';
import {
  changes,
  does,
  hears,
  lasts,
  moves,
  presses,
  sees,
  shows,
} from '../support/model/whole-app.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const slug = at('queue').slug;
const online = session('online', { seq: 2 });
const wakes = does({ type: 'page.woke' });
const connected = presses('realtime', { type: 'connection.opened' });
const dropped = presses('realtime', { type: 'connection.lost' });

describe('[F14] Back from the seats page to the queue', () => {
  it('leads to the seats page again and stays there', () =>
    buys({
      session: session('online'),
      opens: at('seats'),
      steps: [goesBack(at('queue')), shows(at('queue')), moves(500), lasts(30_000)],
      ends: at('seats'),
      at: 'choosingSeats',
      entry: 'replace',
    }));

  it('causes no loop when repeated five times', () =>
    buys({
      session: session('online'),
      opens: at('seats'),
      steps: Array.from({ length: 5 }, () => [
        goesBack(at('queue')),
        lasts(500),
        shows(at('seats')),
      ]).flat(),
      ends: at('seats'),
      at: 'choosingSeats',
    }));

  it('shows a notice and follows five seconds later if this browser has just been moved', () =>
    buys({
      session: session('online'),
      opens: at('seats'),
      knows: { 'queue.claimRedirect': false },
      steps: [
        goesBack(at('queue')),
        lasts(500),
        sees(flowIs('queue', 'online')),
        changes({ 'queue.claimRedirect': true }),
        moves(5_000),
      ],
      ends: at('seats'),
    }));
});

describe('[F18] the broker drops while a buyer waits, and the promotion is missed', () => {
  const waiting = { session: session('queued'), opens: at('queue') } as const;
  const missed = [
    connected,
    lasts(30_000),
    dropped,
    changes({ 'session.readSession': ok(online) }),
  ] as const;

  it('polling reads it within twelve seconds', () =>
    buys({ ...waiting, steps: [...missed, lasts(12_000 + 500)], ends: at('seats') }));

  it('a reconnected client reads it at once', () =>
    buys({
      ...waiting,
      steps: [...missed, lasts(5_000), shows(at('queue')), connected, lasts(500)],
      ends: at('seats'),
    }));

  it('one failed poll does not stop polling', () =>
    buys({
      ...waiting,
      steps: [
        connected,
        dropped,
        changes({ 'session.readSession': unreachable() }),
        lasts(12_000),
        shows(at('queue')),
        changes({ 'session.readSession': ok(online) }),
        lasts(12_000 + 500),
      ],
      ends: at('seats'),
    }));
});

describe('[F24] the broker announces a promotion while an older read is open', () => {
  it('the older response does not move the buyer back', () =>
    buys({
      session: session('queued'),
      opens: at('queue'),
      steps: [
        changes({ 'session.readSession': ok(online) }),
        hears({ kind: 'queue', slug, body: { user_id: 'u1', event: 'user_promoted' } }),
        lasts(500),
        shows(at('seats')),
        // The response left the server before the promotion and arrives only now.
        changes({ 'session.readSession': ok(session('queued', { seq: 1 })) }),
        wakes,
        lasts(1_000),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
    }));
});

describe('[F30] the sign-in expires while a page is open', () => {
  const signsInAgain = (screen: (typeof letIn)[number][0]) =>
    ({ name: 'login', returnTo: at(screen) }) as const;
  it.each(letIn.map(([page, reading]) => [page, reading] as const))(
    'a wake on %s leads on by rule 3, without a word of failure',
    (page, reading) =>
      buys({
        session: reading,
        opens: at(page),
        steps: [
          changes({
            ...signedOut,
            'session.readSession': refused('unauthenticated'),
            'payment.readStatus': refused('unauthenticated'),
          }),
          wakes,
        ],
        ends: page.startsWith('payment') ? at('event') : signsInAgain(page),
      }),
  );

  it('the next poll tells a queued buyer, without a press', () =>
    buys({
      session: session('queued'),
      opens: at('queue'),
      steps: [
        changes({ ...signedOut, 'session.readSession': refused('unauthenticated') }),
        lasts(36_000),
      ],
      ends: signsInAgain('queue'),
    }));
});

describe('[F35] a page is hidden for six minutes', () => {
  it.each([
    ['queue', session('queued'), online, 'seats'],
    ['seats', online, session('paymentProcessing', { seq: 3 }), 'payment'],
    [
      'order-form',
      session('online', { hasDraft: true }),
      session('paymentSelection', { seq: 3 }),
      'payment-method',
    ],
  ] as const)('on %s shows what became of it within two seconds', (page, before, after, target) =>
    buys({
      session: before,
      opens: at(page),
      knows: {},
      steps: [changes({ 'session.readSession': ok(after) }), shows(at(page)), wakes, lasts(2_000)],
      ends: at(target),
    }),
  );
});
