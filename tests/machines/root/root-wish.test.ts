import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Screen, wishOf } from '../../../machines/shared/screen.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import { shownText } from '../../support/shown-text.ts';
import { at, buyer, entered, nobody, reading, stage } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wish = wishOf('konser');
const newcomer = { ...buyer, isVerified: false };
const atPesta = (state: Parameters<typeof reading>[0]) =>
  reading(state, { slug: 'pesta', eventName: 'Pesta' });

function anonymous(screen: Screen) {
  const on = stage(screen);
  on.send({ type: 'auth.anonymous', because: 'check' });
  return on;
}

describe('what was begun before the sign-in (ruling R11)', () => {
  it('goes on in the modal, once its success was shown', () => {
    const on = anonymous(at('event'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    expect(on.value()).toBe('browsing');
    on.send({ type: 'auth.landed', surface: 'modal', returnTo: wish });
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
    expect(on.join.calls).toEqual([]);
  });

  it('goes on after the code; Back from the code stays on the site', () => {
    const on = anonymous(at('event'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'auth.unverified', user: newcomer, because: 'registration' });
    on.send({ type: 'auth.codeNeeded', email: 's@contoh.id', returnTo: wish });
    expect(on.shown()).toEqual({
      screen: { name: 'verify-code', email: 's@contoh.id', returnTo: wish },
      entry: 'push',
    });
    on.end('otp', 'verified');
    on.send({ type: 'auth.verified', user: buyer, because: 'code' });
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
  });

  it.each([
    ['the sign-in page', { name: 'login', returnTo: wish }],
    ['the registration page', { name: 'register', returnTo: wish }],
  ] as const)('goes on after %s', (_, screen) => {
    const on = anonymous(screen);
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    on.send({ type: 'auth.landed', surface: 'page', returnTo: wish });
    expect(on.value()).toBe('choosingShow');
  });

  it.each([
    ['by Google', { name: 'login', returnTo: wish }],
    ['by Google, with the phone number asked for', wish],
    ['by the page of the code in another tab', { name: 'verify', returnTo: wish }],
  ] as const)('goes on for who comes back signed in %s', (_, screen) => {
    const on = stage(screen);
    on.signIn();
    expect(on.value()).toBe('choosingShow');
    expect(on.shown().screen).toEqual(at('event'));
  });

  it('goes on after a new password', () => {
    const on = anonymous({ name: 'forgot-password', returnTo: wish });
    on.end('passwordReset', 'verified');
    on.send({ type: 'auth.verified', user: buyer, because: 'code' });
    expect(on.value()).toBe('choosingShow');
  });

  it('goes on from /verify of an address that is not proven', () => {
    const on = stage(at('event'));
    on.send({ type: 'auth.unverified', user: newcomer, because: 'login' });
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.shown().screen).toEqual({ name: 'verify', returnTo: wish });
    on.end('otp', 'verified');
    on.send({ type: 'auth.verified', user: buyer, because: 'code' });
    expect(on.value()).toBe('choosingShow');
  });

  it('waits in the address of a stranger, and opens nothing', () => {
    const on = anonymous(wish);
    expect(on.value()).toBe('browsing');
    expect(on.shown().screen).toEqual(wish);
  });

  it('is granted by the press of a buyer who signed in elsewhere meanwhile, and leaves the address', () => {
    const on = anonymous(wish);
    on.send({ type: 'auth.verified', user: buyer, because: 'check' });
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.value()).toBe('choosingShow');
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
  });

  it('is granted once: neither Back nor another visit of the event opens the dialog again', () => {
    const on = stage(wish);
    on.signIn();
    on.send({ type: 'show.close' });
    expect(on.value()).toBe('browsing');
    on.send({ type: 'route.visited', screen: { name: 'home' } });
    on.send({ type: 'route.popped', screen: wish });
    expect(on.value()).toBe('browsing');
    expect(on.shown().screen).toEqual(at('event'));
    on.send({ type: 'route.visited', screen: { name: 'home' } });
    on.send({ type: 'route.popped', screen: { name: 'register', returnTo: wish } });
    expect(on.value()).toBe('browsing');
    expect(on.shown().screen).toEqual(at('event'));
  });

  it('is kept by Back from the code to the form, for who is not signed in yet', () => {
    const on = anonymous({ name: 'register', returnTo: wish });
    on.send({ type: 'auth.unverified', user: newcomer, because: 'registration' });
    on.send({ type: 'auth.codeNeeded', email: null, returnTo: wish });
    on.send({ type: 'route.popped', screen: { name: 'register', returnTo: wish } });
    expect(on.value()).toBe('signingIn');
    expect(on.shown().screen).toEqual({ name: 'register', returnTo: wish });
  });

  it.each([{ name: 'my-tickets' }, { name: 'transaction-history', transactionId: null }] as const)(
    '$name leads a stranger to sign-in, and then where it promised',
    (screen) => {
      const on = anonymous({ name: 'home' });
      on.send({ type: 'route.visited', screen });
      expect(on.shown().screen).toEqual({ name: 'login', returnTo: screen });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      on.send({ type: 'auth.landed', surface: 'page', returnTo: screen });
      expect(on.shown().screen).toEqual(screen);
    },
  );
});

describe('a place in another event (ruling R3)', () => {
  function asked() {
    const on = stage(at('event'));
    on.signIn();
    on.read(atPesta('online'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    return on;
  }

  it('is asked about at Buy Now, and nothing moves by itself', () => {
    const on = asked();
    expect(on.value()).toBe('askingSwitch');
    expect(on.shown().screen).toEqual(at('event'));
    expect(on.join.calls).toEqual([]);
  });

  it.each([
    ['online', 'seats'],
    ['queued', 'queue'],
    ['paymentSelection', 'payment-method'],
    ['paymentProcessing', 'payment'],
  ] as const)(
    'is asked about when the join is refused, %s; it can be gone on with',
    async (state, page) => {
      const on = stage(at('event'));
      on.signIn();
      on.send({ type: 'purchase.request', slug: 'konser' });
      on.send({ type: 'show.confirm' });
      await on.join.answer(refused('otherSessionLive', 'You already have a session'));
      on.read(atPesta(state));
      expect(on.value()).toBe('askingSwitch');
      on.send({ type: 'switch.resume' });
      expect(on.shown()).toEqual({ screen: at(page, 'pesta'), entry: 'push' });
    },
  );

  it('is asked about where a back end answers the join with it', async () => {
    const on = stage(at('event'));
    on.signIn();
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    await on.join.answer(ok(atPesta('online')));
    on.read(atPesta('online'));
    expect(on.value()).toBe('askingSwitch');
  });

  it('is given up for this one: the session first, then the join', async () => {
    const on = asked();
    on.send({ type: 'switch.release' });
    expect(on.value()).toBe('releasing');
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.exit' });
    expect(on.join.calls).toEqual([]);
    on.send({ type: 'session.exited', slug: 'pesta' });
    expect(on.value()).toBe('joining');
    expect(on.join.calls).toEqual([{ slug: 'konser' }]);
    await on.join.answer(ok(reading('online')));
    expect(on.shown().screen).toEqual(at('seats'));
  });

  it('that cannot be given up is said, and asked about again', () => {
    const on = asked();
    on.send({ type: 'switch.release' });
    on.send({
      type: 'session.exitFailed',
      text: { key: 'bubble.exitRefused' },
    });
    expect(on.value()).toBe('askingSwitch');
    expect(shownText(on.context().exitProblem)).toBe('Failed to exit session. Please try again.');
    on.send({ type: 'switch.close' });
    expect(on.value()).toBe('browsing');
    expect(on.context().exitProblem).toBeNull();
  });

  it.each(['queued', 'online', 'paymentSelection', 'paymentProcessing'] as const)(
    'is asked about on the queue page of another event, opened by its link: %s',
    (state) => {
      const on = entered('queue', atPesta(state));
      expect(on.value()).toBe('askingSwitch');
      expect(on.shown().screen).toEqual(at('queue'));
      expect(on.running('queue')).toBe(false);
      on.send({ type: 'switch.close' });
      expect(on.shown().screen).toEqual(at('event'));
    },
  );

  it('given up there, the queue page goes on by itself', () => {
    const on = entered('queue', atPesta('online'));
    on.send({ type: 'switch.release' });
    on.send({ type: 'session.exited', slug: 'pesta' });
    expect(on.value()).toBe('askingSession');
    on.read(nobody);
    expect(on.value()).toEqual({ queueing: 'here' });
  });

  it('taken in another tab while this one waits in line is asked about as well', () => {
    const on = entered('queue', reading('queued'));
    on.read(atPesta('online'));
    on.end('queue', 'elsewhere');
    expect(on.value()).toBe('askingSwitch');
    expect(on.shown().screen).toEqual(at('queue'));
  });

  it('the seats of another event lead to its queue page, where it is asked about', () => {
    const on = entered('seats', atPesta('paymentProcessing'));
    on.read(atPesta('paymentProcessing'));
    expect(on.value()).toBe('askingSwitch');
    expect(on.shown().screen).toEqual(at('queue'));
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
    const on = stage(at('event'));
    on.signIn();
    on.read(reading('online'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.value()).toBe('choosingShow');
  });
});
