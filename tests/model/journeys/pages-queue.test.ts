import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, unreachable } from '../../support/flows/machines.ts';
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
  buys,
  flowIs,
  flowOf,
  goesBack,
  home,
  news,
  session,
  slug,
  visits,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const promoted = {
  kind: 'queue',
  slug,
  body: { user_id: 'u1', event: 'user_promoted' },
} as const;

describe('§4 Queue: promotion, kick, leave', () => {
  const inLine = { session: session('queued'), opens: at('queue') } as const;

  it('Promotion to online triggers a session re-check', () =>
    buys({
      ...inLine,
      steps: [
        async (app) => {
          const before = app.asked('session.readSession').length;
          await hears(promoted)(app);
          expect(app.asked('session.readSession')).toHaveLength(before + 1);
        },
        // The message alone moves no buyer (ruling 1.4-O).
        lasts(600),
      ],
      ends: at('queue'),
      holds: flowIs('queue', 'waiting'),
    }));

  it('… and an automatic move to seats (replace navigation after 500 ms)', () =>
    buys({
      ...inLine,
      steps: [
        changes({ 'session.readSession': ok(session('online', { seq: 2 })) }),
        hears(promoted),
        shows(at('queue')),
        moves(500),
      ],
      ends: at('seats'),
      at: 'choosingSeats',
      entry: 'replace',
    }));

  it('skipped if a redirect for that event happened in the last 5 s (tracked in local storage)', () =>
    buys({
      ...inLine,
      knows: { 'queue.claimRedirect': false },
      steps: [
        changes({ 'session.readSession': ok(session('online', { seq: 2 })) }),
        hears(promoted),
        lasts(500),
        shows(at('queue')),
        // Ruling 1.4-N: the skipped tab shows the button, and asks again after five seconds.
        sees(flowIs('queue', 'online')),
        changes({ 'queue.claimRedirect': true }),
        moves(5_000),
      ],
      ends: at('seats'),
    }));

  it('the question whether to leave does not hold the move up (ruling 1.2-H)', () =>
    buys({
      ...inLine,
      steps: [
        visits(home),
        sees((app) => expect(app.place()).toEqual({ queueing: 'askingToLeave' })),
        ...news(session('online', { seq: 2 })),
        lasts(500),
      ],
      ends: at('seats'),
    }));

  it('Kicked: message, then after 3 s to the event page', () =>
    buys({
      ...inLine,
      steps: [
        ...news(session('cancelled', { seq: 2, endReason: 'kicked', endNote: 'Bot' })),
        sees((app) => {
          expect(app.place()).toEqual({ ended: 'removed' });
          expect(flowOf(app)).toBeNull();
        }),
        moves(3_000),
      ],
      ends: at('event'),
      at: 'browsing',
      entry: 'replace',
      // The message stays visible on the next page until it is closed.
      holds: (app) =>
        expect(app.context().farewell).toMatchObject({ reason: 'kicked', note: 'Bot' }),
    }));

  // Ruling R2: on a device other than the one that signed out, the buyer is still signed in and sees the message.
  it('Left: message unless reason is manual_logout', async () => {
    await buys({
      ...inLine,
      steps: [...news(session('cancelled', { seq: 2, endReason: 'left' })), lasts(10_000)],
      ends: at('queue'),
      holds: (app) => expect(app.context().farewell).toMatchObject({ reason: 'leftElsewhere' }),
    });
    await buys({
      ...inLine,
      steps: [
        changes({
          'session.readSession': ok(session('cancelled', { seq: 2, endReason: null })),
        }),
        hears({
          kind: 'queue',
          slug,
          body: { user_id: 'u1', event: 'user_left', reason: 'manual_logout' },
        }),
      ],
      ends: at('queue'),
      holds: (app) => expect(app.context().farewell).toMatchObject({ reason: 'leftElsewhere' }),
    });
  });

  it.each([
    ['works', ok(null)],
    ['fails', unreachable()],
  ])('Exit button calls exit and goes home even on failure: it %s', (_, answer) =>
    buys({
      ...inLine,
      knows: { 'queue.exitQueue': pending },
      steps: [
        presses('queue', { type: 'queue.leave' }),
        sees((app) => {
          // Disabled while exiting.
          expect(app.flow('queue').getSnapshot().can({ type: 'queue.leave' })).toBe(false);
        }),
        answers('queue.exitQueue', answer),
      ],
      ends: home,
      at: 'browsing',
    }),
  );

  it.each([
    ['waiting', session('queued')],
    ['online', session('online')],
  ])('Leaving … while waiting or online prompts confirmation: %s', async (_, reading) => {
    for (const leaves of [visits(home), goesBack(home)]) {
      const asks = {
        session: reading,
        opens: at('queue'),
        knows: { 'queue.claimRedirect': false },
      };
      await buys({
        ...asks,
        steps: [leaves],
        ends: at('queue'),
        at: { queueing: 'askingToLeave' },
        holds: (app) => expect(flowOf(app)).toBe('queue'),
      });
      await buys({
        ...asks,
        steps: [leaves, does({ type: 'leave.cancel' })],
        ends: at('queue'),
        at: { queueing: 'here' },
      });
      await buys({ ...asks, steps: [leaves, does({ type: 'leave.confirm' })], ends: home });
    }
  });

  it('When the tab becomes visible the queue status refreshes', () =>
    buys({
      ...inLine,
      steps: [
        changes({ 'session.readSession': ok(session('queued', { seq: 2, position: 1 })) }),
        does({ type: 'page.woke' }),
      ],
      ends: at('queue'),
      holds: (app) => expect(app.flow('queue').getSnapshot().context.reading.position).toBe(1),
    }));
});
