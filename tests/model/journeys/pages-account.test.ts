import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wishOf } from '../../../machines/shared/screen.ts';
import { registration } from '../../support/flows/auth-flow.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import {
  answers,
  changes,
  does,
  journey,
  lasts,
  moves,
  pending,
  presses,
  type Step,
  sees,
  shows,
  type World,
} from '../../support/model/whole-app.ts';
import {
  at,
  buyNow,
  buys,
  flowIs,
  flowOf,
  home,
  loginPage,
  newcomer,
  nobody,
  session,
  signedOut,
  signsIn,
  visitor,
  visits,
  world,
} from './pages-steps.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const grant = {
  deadline: 900_000,
  remainingMs: 900_000,
  cooldownMs: 60_000,
  usedToday: 1,
  dailyLimit: 10,
} as const;

describe('§4 Authentication: the pages of a sign-in', () => {
  const paying: World = { 'session.readSession': ok(session('paymentSelection')) };

  it('‘Login successful! Redirecting...’, then after 1.5 s close the modal', () =>
    journey({
      opens: at('event'),
      knows: visitor(paying),
      steps: [
        buyNow,
        sees(flowIs('auth', { account: { anonymous: 'login' } })),
        ...signsIn,
        sees(flowIs('auth', { account: { verified: 'landing' } })),
        lasts(1_499),
        sees(flowIs('auth', { account: { verified: 'landing' } })),
        lasts(1),
      ],
      ends: at('event'),
      // The purchase that was begun goes on (ruling R11).
      at: 'choosingShow',
      holds: flowIs('auth', { account: { verified: 'settled' } }),
    }));

  it('or go to returnTo if given', () =>
    journey({
      opens: loginPage(at('queue')),
      knows: visitor({ ...paying, 'session.readSession': ok(session('queued')) }),
      steps: [...signsIn, shows(loginPage(at('queue'))), moves(1_500)],
      ends: at('queue'),
      at: { queueing: 'here' },
    }));

  it('or to the payment-method page of the event with an active order', () =>
    journey({
      opens: loginPage(null),
      knows: visitor(paying),
      steps: [...signsIn, moves(1_500)],
      ends: at('payment-method'),
      at: { paying: 'choosingMethod' },
    }));

  it('else /', () =>
    journey({
      opens: loginPage(null),
      knows: visitor(),
      steps: [...signsIn, moves(1_500)],
      ends: home,
      at: 'browsing',
    }));

  it('/login redirects to / if already signed in (§2), to returnTo if given (ruling 1.1-D)', async () => {
    await buys({ session: nobody, opens: loginPage(null), steps: [], ends: home });
    await buys({
      session: session('queued'),
      opens: loginPage(at('queue')),
      steps: [],
      ends: at('queue'),
    });
  });

  it('isVerified false: after 1.5 s go to /verify-code with email and returnTo', () =>
    journey({
      opens: loginPage(at('queue')),
      knows: visitor(),
      steps: [
        presses('auth', { type: 'login.submit', email: 's@contoh.id', password: 'tiket1234' }),
        answers('auth.login', ok({ isVerified: false })),
        answers('auth.requestCode', ok(grant)),
        shows(loginPage(at('queue'))),
        moves(1_500),
      ],
      ends: { name: 'verify-code', email: 's@contoh.id', returnTo: at('queue') },
      at: { verifying: 'asking' },
    }));

  it('Registration: after 1.5 s move to verification', () =>
    journey({
      opens: { name: 'register', returnTo: null },
      knows: visitor(),
      steps: [
        presses('auth', { type: 'register.submit', registration }),
        changes({ 'auth.fetchUser': ok(newcomer) }),
        answers('auth.register', ok({ isVerified: false })),
        shows({ name: 'register', returnTo: null }),
        moves(1_500),
      ],
      ends: { name: 'verify-code', email: newcomer.email, returnTo: null },
      at: { verifying: 'asking' },
    }));

  /** Registers in the modal of an event, and is asked for the code. */
  const registers: readonly Step[] = [
    presses('auth', { type: 'register.open', surface: 'modal', returnTo: at('queue') }),
    presses('auth', { type: 'register.submit', registration }),
    changes({ 'auth.fetchUser': ok(newcomer), 'otp.readStatus': ok(grant) }),
    answers('auth.register', ok({ isVerified: false })),
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

  it('OTP success: after 1.5 s go to returnTo', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [
        ...registers,
        ...provesCode,
        lasts(1_499),
        sees((app) => expect(flowOf(app)).toBe('otp')),
        lasts(1),
      ],
      ends: at('queue'),
      at: { queueing: 'here' },
    }));

  it('or the purchase that was begun (2 s on the simple page, ruling R11)', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [
        ...registers,
        // Buy Now of somebody whose address is not proven (§2).
        visits(at('event')),
        buyNow,
        shows({ name: 'verify', returnTo: wishOf('konser') }),
        ...provesCode,
        lasts(1_999),
        shows({ name: 'verify', returnTo: wishOf('konser') }),
        lasts(1),
      ],
      ends: at('event'),
      at: 'choosingShow',
    }));

  it('the code page of nobody offers the way back to sign-in, and takes it (ruling 1.1-G)', () =>
    journey({
      opens: { name: 'verify-code', email: null, returnTo: null },
      knows: visitor({ 'otp.readStatus': refused('unauthenticated') }),
      steps: [
        sees((app) => expect(app.place()).toEqual({ verifying: 'signedOut' })),
        visits(loginPage(null)),
      ],
      ends: loginPage(null),
      at: 'signingIn',
    }));

  it('A failed auth check clears local user data, and closed pages are left (§4)', () =>
    buys({
      session: session('online'),
      opens: at('seats'),
      steps: [changes(signedOut), presses('auth', { type: 'auth.recheck' })],
      ends: loginPage(at('seats')),
      holds: (app) => {
        expect([app.context().user, app.context().reading]).toEqual([null, null]);
        expect(app.isRunning('session') || app.isRunning('realtime')).toBe(false);
      },
    }));
});

describe('§4 Authentication: Logout', () => {
  it('a queue-exit event fires, 100 ms wait, session exited, server logout called, local data cleared, page reloads to / after 500 ms', () =>
    buys({
      session: session('queued'),
      opens: at('queue'),
      knows: { 'auth.exitSession': pending, 'auth.logout': pending, 'auth.clearLocal': pending },
      steps: [
        presses('auth', { type: 'auth.signOut' }),
        // The page stops at once: nothing of it asks or moves any more.
        sees((app) => expect([app.place(), flowOf(app)]).toEqual(['signingOut', null])),
        lasts(99),
        sees((app) => expect(app.asked('auth.exitSession')).toHaveLength(0)),
        lasts(1),
        sees((app) => expect(app.asked('auth.exitSession')).toHaveLength(1)),
        visits(at('seats')),
        shows(at('queue')),
        answers('auth.exitSession', ok(null)),
        sees((app) => expect(app.asked('auth.logout')).toHaveLength(1)),
        answers('auth.logout', ok(null)),
        shows(at('queue')),
        changes(signedOut),
        answers('auth.clearLocal', undefined),
        shows(home),
        lasts(499),
        sees((app) => expect(app.asked('auth.reloadHome')).toHaveLength(0)),
        lasts(1),
        sees((app) => expect(app.asked('auth.reloadHome')).toHaveLength(1)),
      ],
      ends: home,
      at: 'browsing',
      entry: 'replace',
      holds: (app) => {
        expect([app.context().user, app.context().reading]).toEqual([null, null]);
        expect(app.connections()).toBe(0);
      },
    }));

  it('[F12] in another tab: anonymous here within the same second, and no page of the purchase stays', () =>
    buys({
      session: session('paymentSelection'),
      opens: at('payment-method'),
      steps: [changes(signedOut), presses('auth', { type: 'auth.recheck' })],
      ends: at('event'),
      at: 'browsing',
      holds: (app) => expect(app.connections()).toBe(0),
    }));
});

describe('§2 Buy Now', () => {
  it('while auth is loading waits for it', () =>
    journey({
      opens: at('event'),
      knows: world(nobody, { 'auth.fetchUser': pending }),
      steps: [buyNow],
      ends: at('event'),
      at: 'awaitingBuyer',
    }));

  it('signed out opens login modal', () =>
    journey({
      opens: at('event'),
      knows: visitor(),
      steps: [buyNow],
      ends: at('event'),
      holds: (app) => {
        flowIs('auth', { account: { anonymous: { login: 'editing' } } })(app);
        expect(app.flow('auth').getSnapshot().context.surface).toBe('modal');
      },
    }));

  it('otherwise opens the ‘Choose Your Show’ modal, which closes again', () =>
    buys({
      session: nobody,
      opens: at('event'),
      steps: [
        buyNow,
        sees((app) => expect(app.place()).toBe('choosingShow')),
        does({ type: 'show.close' }),
      ],
      ends: at('event'),
      at: 'browsing',
      holds: (app) => expect(app.asked('root.joinQueue')).toEqual([]),
    }));
});
