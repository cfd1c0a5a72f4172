import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import {
  at,
  buys,
  flowIs,
  goesBack,
  letIn,
  loginPage,
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

const { slug } = at('queue');
const online = session('online', { seq: 2 });
const hasDraft = session('online', { hasDraft: true });
const choosing = { session: session('online'), opens: at('seats') } as const;
const waiting = { session: session('queued'), opens: at('queue') } as const;
const isOnline = changes({ 'session.readSession': ok(online) });
const gone = refused('unauthenticated');
const wakes = does({ type: 'page.woke' });
const connected = presses('realtime', { type: 'connection.opened' });
const dropped = presses('realtime', { type: 'connection.lost' });

describe('[F14] Back from the seats page to the queue', () => {
  it('leads to the seats page again and stays there', () =>
    buys({
      ...choosing,
      steps: [goesBack(at('queue')), shows(at('queue')), moves(500), lasts(30_000)],
      ends: at('seats'),
      at: 'choosingSeats',
      entry: 'replace',
    }));

  it('causes no loop when repeated five times', () =>
    buys({
      ...choosing,
      steps: [1, 2, 3, 4, 5].flatMap(() => [goesBack(at('queue')), lasts(500), shows(at('seats'))]),
      ends: at('seats'),
      at: 'choosingSeats',
    }));

  it('shows a notice and follows five seconds later if this browser has just been moved', () =>
    buys({
      ...choosing,
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

it.each([
  ['polling reads it within twelve seconds', [lasts(30_000), dropped, isOnline, lasts(12_500)]],
  [
    'a reconnected client reads it at once',
    [dropped, isOnline, lasts(5_000), shows(at('queue')), connected, lasts(500)],
  ],
  [
    'one failed poll does not stop polling',
    [
      dropped,
      changes({ 'session.readSession': unreachable() }),
      lasts(12_000),
      shows(at('queue')),
      isOnline,
      lasts(12_500),
    ],
  ],
])('[F18] the broker drops while a buyer waits, and the promotion is missed: %s', (_, steps) =>
  buys({ ...waiting, steps: [connected, ...steps], ends: at('seats') }),
);

it('[F24] a response that left the server before the promotion does not move the buyer back', () =>
  buys({
    ...waiting,
    steps: [
      isOnline,
      hears({ kind: 'queue', slug, body: { user_id: 'u1', event: 'user_promoted' } }),
      lasts(500),
      shows(at('seats')),
      changes({ 'session.readSession': ok(session('queued', { seq: 1 })) }),
      wakes,
      lasts(1_000),
    ],
    ends: at('seats'),
    at: 'choosingSeats',
  }));

describe('[F30] the sign-in expires while a page is open', () => {
  it.each(letIn.map(([page, reading]) => [page, reading] as const))(
    'a wake on %s leads on by rule 3, without a word of failure',
    (page, reading) =>
      buys({
        session: reading,
        opens: at(page),
        steps: [
          changes({ ...signedOut, 'session.readSession': gone, 'payment.readStatus': gone }),
          wakes,
        ],
        ends: page.startsWith('payment') ? at('event') : loginPage(at(page)),
      }),
  );

  it('the next poll tells a queued buyer, without a press', () =>
    buys({
      ...waiting,
      steps: [changes({ ...signedOut, 'session.readSession': gone }), lasts(36_000)],
      ends: loginPage(at('queue')),
    }));
});

it.each([
  ['queue', session('queued'), online, 'seats'],
  ['seats', online, session('paymentProcessing', { seq: 3 }), 'payment'],
  ['order-form', hasDraft, session('paymentSelection', { seq: 3 }), 'payment-method'],
] as const)(
  '[F35] hidden for six minutes, %s shows what became of it within two seconds',
  (page, before, after, target) =>
    buys({
      session: before,
      opens: at(page),
      steps: [changes({ 'session.readSession': ok(after) }), shows(at(page)), wakes, lasts(2_000)],
      ends: at(target),
    }),
);
