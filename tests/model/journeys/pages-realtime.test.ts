import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buyer, registration } from '../../support/flows/auth-flow.ts';
import { ok } from '../../support/flows/machines.ts';
import { answers, changes, journey, lasts, presses, sees } from '../../support/model/whole-app.ts';
import {
  at,
  buys,
  home,
  loginPage,
  newcomer,
  nobody,
  otherSlug,
  session,
  signedOut,
  signsIn,
  visitor,
  visits,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('§4 Real-time connection, from page to page', () => {
  it('Connects automatically once a user is authenticated and not yet connected', () =>
    journey({
      opens: home,
      knows: visitor(),
      steps: [
        sees((app) => expect(app.connections()).toBe(0)),
        visits(loginPage(null)),
        ...signsIn,
      ],
      ends: loginPage(null),
      holds: (app) => expect(app.connections()).toBe(1),
    }));

  it('not for an address that is not proven (ruling 1.1-A)', () =>
    journey({
      opens: home,
      knows: visitor(),
      steps: [
        presses('auth', { type: 'register.open', surface: 'modal', returnTo: null }),
        presses('auth', { type: 'register.submit', registration }),
        changes({ 'auth.fetchUser': ok(newcomer) }),
        answers('auth.register', ok({ isVerified: false })),
      ],
      ends: home,
      holds: (app) => expect(app.connections()).toBe(0),
    }));

  it('disconnects on logout (authentication false or a logout event)', async () => {
    const signedIn = { session: nobody, opens: home } as const;
    await buys({
      ...signedIn,
      steps: [changes(signedOut), presses('auth', { type: 'auth.recheck' })],
      ends: home,
      holds: (app) => expect(app.connections()).toBe(0),
    });
    await buys({
      ...signedIn,
      steps: [changes(signedOut), presses('auth', { type: 'auth.signOut' }), lasts(100)],
      ends: home,
      holds: (app) => expect(app.connections()).toBe(0),
    });
  });

  it('If already connected, a new connect request only switches the event slug (re-subscribes)', () =>
    buys({
      session: nobody,
      opens: at('event'),
      steps: [
        presses('realtime', { type: 'connection.opened' }),
        sees((app) => expect(app.commands()).toEqual([])),
        visits(at('event', otherSlug)),
      ],
      ends: at('event', otherSlug),
      holds: (app) => {
        expect(app.commands()).toEqual([{ type: 'topics.switch', slug: otherSlug }]);
        expect(app.connections()).toBe(1);
      },
    }));

  it('a late message of the event that was left is not heard (ruling 1.4-AB)', () =>
    buys({
      session: session('queued'),
      opens: at('queue'),
      steps: [
        presses('realtime', { type: 'connection.opened' }),
        async (app) => {
          const before = app.asked('session.readSession').length;
          app.flow('realtime').send({
            type: 'connection.received',
            message: {
              kind: 'queue',
              slug: otherSlug,
              body: { user_id: buyer.id, event: 'user_kicked' },
            },
          });
          expect(app.asked('session.readSession')).toHaveLength(before);
        },
      ],
      ends: at('queue'),
      holds: (app) => expect(app.commands()).toEqual([{ type: 'line.switch', followsLine: true }]),
    }));

  it('[F20] after the client has ended, a page of the purchase starts a fresh one (ruling 1.4-AA)', () =>
    buys({
      session: session('queued'),
      opens: home,
      steps: [
        presses('realtime', { type: 'connection.failed', message: 'refused' }),
        sees((app) => expect(app.connections()).toBe(0)),
        visits(at('queue')),
      ],
      ends: at('queue'),
      holds: (app) => expect(app.connections()).toBe(1),
    }));

  it('[F17][F18] Failure leaves it not connected with ‘Real-time updates unavailable. Using polling fallback.’', () =>
    buys({
      session: session('queued'),
      opens: at('queue'),
      steps: [
        presses('realtime', { type: 'connection.failed', message: 'refused' }),
        changes({ 'session.readSession': ok(session('online', { seq: 2 })) }),
        // Polling finds the promotion within 12 s (ruling 1.2-L): 10 s, plus half a second of its jitter.
        lasts(10_500),
      ],
      ends: at('seats'),
      holds: (app) =>
        expect(app.context().realtime).toEqual({
          connected: false,
          error: 'Real-time updates unavailable. Using polling fallback.',
        }),
    }));
});
