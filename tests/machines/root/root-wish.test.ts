import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Screen, wishOf } from '../../../machines/shared/screen.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import {
  anonymous,
  at,
  buyer,
  entered,
  joining,
  nobody,
  reading,
  unverifiedAt,
  verified,
} from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());

const wish = wishOf('konser');
const home: Screen = { name: 'home' };
const atPesta = (state: Parameters<typeof reading>[0]) =>
  reading(state, { slug: 'pesta', eventName: 'Pesta' });
const signedIn = { type: 'auth.verified', user: buyer, because: 'login' } as const;
const proven = { type: 'auth.verified', user: buyer, because: 'code' } as const;
const landed = (returnTo: Screen, surface: 'page' | 'modal') =>
  ({ type: 'auth.landed', surface, returnTo }) as const;
const buys = { type: 'purchase.request', slug: 'konser' } as const;

describe('what was begun before the sign-in (§2.140)', () => {
  it('goes on in the modal, once its success was shown', () => {
    const on = anonymous(at('event'));
    on.send(buys);
    on.send(signedIn);
    expect(on.value()).toBe('browsing');
    on.send(landed(wish, 'modal'));
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
    expect(on.join.calls).toEqual([]);
  });

  it('goes on after the code', () => {
    const on = unverifiedAt(at('event'));
    on.send({ type: 'auth.codeNeeded', email: 's@contoh.id', returnTo: wish });
    const screen = { name: 'verify-code', email: 's@contoh.id', returnTo: wish };
    expect(on.shown()).toEqual({ screen, entry: 'push' });
    on.end('otp', 'verified');
    on.send(proven);
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
  });

  it.each(['login', 'register'] as const)('goes on after the page %s', (name) => {
    const on = anonymous({ name, returnTo: wish });
    on.send(signedIn);
    on.send(landed(wish, 'page'));
    expect(on.value()).toBe('choosingShow');
  });

  it.each([
    ['by Google', { name: 'login', returnTo: wish }],
    ['by Google, with the phone number asked for', wish],
    ['by the page of the code in another tab', { name: 'verify', returnTo: wish }],
  ] as const)('goes on for who comes back signed in %s', (_, screen) => {
    const on = verified(screen);
    expect([on.value(), on.shown().screen]).toEqual(['choosingShow', at('event')]);
  });

  it('goes on after a new password', () => {
    const on = anonymous({ name: 'forgot-password', returnTo: wish });
    on.end('passwordReset', 'verified');
    on.send(proven);
    expect(on.value()).toBe('choosingShow');
  });

  it('waits in the address of a stranger, and is granted by a press once signed in elsewhere', () => {
    const on = anonymous(wish);
    expect([on.value(), on.shown().screen]).toEqual(['browsing', wish]);
    on.signIn();
    on.send(buys);
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
  });

  it('is granted once: neither Back nor another visit of the event opens the dialog again', () => {
    const on = verified(wish);
    on.send({ type: 'show.close' });
    for (const screen of [wish, { name: 'register', returnTo: wish }] as const) {
      on.send({ type: 'route.visited', screen: home });
      on.send({ type: 'route.popped', screen });
      expect([on.value(), on.shown().screen]).toEqual(['browsing', at('event')]);
    }
  });

  it('is kept by Back from the code to the form, for who is not signed in yet (§2.434)', () => {
    const screen = { name: 'register', returnTo: wish } as const;
    const on = unverifiedAt(screen);
    on.send({ type: 'auth.codeNeeded', email: null, returnTo: wish });
    on.send({ type: 'route.popped', screen });
    expect([on.value(), on.shown().screen]).toEqual(['signingIn', screen]);
  });

  it.each([{ name: 'my-tickets' }, { name: 'transaction-history', transactionId: null }] as const)(
    '$name leads a stranger to sign-in, and then where it promised',
    (screen) => {
      const on = anonymous(home);
      on.send({ type: 'route.visited', screen });
      expect(on.shown().screen).toEqual({ name: 'login', returnTo: screen });
      on.send(signedIn);
      on.send(landed(screen, 'page'));
      expect(on.shown().screen).toEqual(screen);
    },
  );
});

describe('a place in another event (§4.34)', () => {
  function asked() {
    const on = verified(at('event'));
    on.read(atPesta('online'));
    on.send(buys);
    return on;
  }

  it.each([
    ['online', 'seats'],
    ['queued', 'queue'],
    ['paymentSelection', 'payment-method'],
    ['paymentProcessing', 'payment'],
  ] as const)(
    'is asked about when the join is refused, and can be gone on with: %s',
    async (state, page) => {
      const on = joining();
      await on.join.answer(refused('otherSessionLive'));
      on.read(atPesta(state));
      expect(on.value()).toBe('askingSwitch');
      on.send({ type: 'switch.resume' });
      expect(on.shown()).toEqual({ screen: at(page, 'pesta'), entry: 'push' });
    },
  );

  it('is asked about where a back end answers the join with it', async () => {
    const on = joining();
    await on.join.answer(ok(atPesta('online')));
    on.read(atPesta('online'));
    expect(on.value()).toBe('askingSwitch');
  });

  it('is asked about at Buy Now, and given up for this one: the session first, then the join (§2.194, §4.35, §6.33)', async () => {
    const on = asked();
    expect([on.value(), on.shown().screen]).toEqual(['askingSwitch', at('event')]);
    on.send({ type: 'switch.release' });
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.exit' });
    expect([on.value(), on.join.calls]).toEqual(['releasing', []]);
    on.send({ type: 'session.exited', slug: 'pesta' });
    expect([on.value(), on.join.calls]).toEqual(['joining', [{ slug: 'konser' }]]);
    await on.join.answer(ok(reading('online')));
    expect(on.shown().screen).toEqual(at('seats'));
  });

  it('that cannot be given up is said, and asked about again', () => {
    const on = asked();
    on.send({ type: 'switch.release' });
    const text = { key: 'bubble.exitRefused' } as const;
    on.send({ type: 'session.exitFailed', text });
    expect([on.value(), on.context().exitProblem]).toEqual(['askingSwitch', text]);
    on.send({ type: 'switch.close' });
    expect([on.value(), on.context().exitProblem]).toEqual(['browsing', null]);
  });

  it.each(['queued', 'online', 'paymentSelection', 'paymentProcessing'] as const)(
    'is asked about on the queue page of another event, opened by its link: %s',
    (state) => {
      const on = entered('queue', atPesta(state));
      expect([on.value(), on.shown().screen]).toEqual(['askingSwitch', at('queue')]);
      expect(on.running('queue')).toBe(false);
      on.send({ type: 'switch.close' });
      expect(on.shown().screen).toEqual(at('event'));
    },
  );

  it('given up there, the queue page goes on by itself', () => {
    const on = entered('queue', atPesta('online'));
    on.send({ type: 'switch.release' });
    on.send({ type: 'session.exited', slug: 'pesta' });
    on.read(nobody);
    expect(on.value()).toEqual({ queueing: 'here' });
  });

  it('taken in another tab, or opened at its seats, is asked about as well', () => {
    const waiting = entered('queue', reading('queued'));
    waiting.read(atPesta('online'));
    waiting.end('queue', 'elsewhere');
    const seats = entered('seats', atPesta('paymentProcessing'));
    seats.read(atPesta('paymentProcessing'));
    for (const on of [waiting, seats]) {
      expect([on.value(), on.shown().screen]).toEqual(['askingSwitch', at('queue')]);
    }
  });

  it.each([
    ['paid for', atPesta('completed')],
    ['lost', nobody],
  ] as const)('%s meanwhile is no question any more', (_, answer) => {
    const on = asked();
    on.read(answer);
    expect(on.value()).toBe('browsing');
  });

  it('of the same event is no question', () => {
    const on = verified(at('event'));
    on.read(reading('online'));
    on.send(buys);
    expect(on.value()).toBe('choosingShow');
  });
});
