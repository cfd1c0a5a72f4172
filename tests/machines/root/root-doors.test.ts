import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionStep } from '../../../machines/session/session.types.ts';
import { broken, ok, pass, refusalAs, refused } from '../../support/flows/machines.ts';
import { at, buyer, entered, nobody, reading, stage } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The state of the session that a page of the purchase is for, where it is not the seats' own. */
const onlyHere: Readonly<Record<string, SessionStep>> = {
  queue: 'queued',
  'payment-method': 'paymentSelection',
  payment: 'paymentProcessing',
};

describe('a page that cannot be entered', () => {
  function blocked(page: string) {
    const on = entered(page, reading('online'));
    on.crash('seatDraft');
    return on;
  }

  it('follows the session all the same (§4)', async () => {
    const on = blocked('seats');
    on.read(reading('paymentSelection'));
    expect(on.value()).toBe('movingOn');
    await pass(500);
    expect(on.shown().screen).toEqual(at('payment-method'));
  });

  it('stays while the session is where it was, and on an answer that another page asked for', () => {
    const on = blocked('seats');
    on.read(reading('online', { seq: 2 }));
    expect(on.value()).toBe('blocked');
    on.send({ type: 'session.read', reading: reading('paymentSelection'), visit: -1 });
    expect(on.value()).toBe('blocked');
  });
});

it.each([
  ['unreachable', { kind: 'unreachable', message: '' }],
  ['signed out', { kind: 'refused', ...refusalAs('unauthenticated') }],
  ['forbidden', { kind: 'refused', ...refusalAs('sessionNotOnline') }],
] as const)(
  'a failed answer that another page asked for is none of this page: %s',
  (_, failure) => {
    const on = stage(at('seats'));
    on.signIn();
    on.send({ type: 'session.readFailed', failure, visit: -1 });
    expect(on.value()).toBe('askingSession');
  },
);

it('a reading that another page asked for moves no page (guard a)', () => {
  for (const [page, state] of [
    ['queue', 'queued'],
    ['seats', 'online'],
    ['order-form', 'online'],
    ['payment-method', 'paymentSelection'],
  ] as const) {
    const on = entered(page, reading(state));
    const value = on.value();
    on.send({ type: 'session.read', reading: reading('paymentProcessing'), visit: -1 });
    expect(on.value()).toEqual(value);
  }
});

describe('[F15] Back on the pages of paying (§4)', () => {
  const back = { type: 'route.popped', screen: at('order-form') } as const;

  it.each(['payment-method', 'payment', 'payment-generated'])(
    '%s: leads nowhere at any time',
    (page) => {
      const on = stage(at(page));
      on.send(back);
      expect(on.value()).toBe('awaitingIdentity');
      on.signIn();
      on.send(back);
      expect(on.value()).toBe('askingSession');
      on.send({
        type: 'session.readFailed',
        failure: { kind: 'unreachable', message: '' },
        visit: on.context().visit,
      });
      on.send(back);
      expect(on.value()).toBe('blocked');
      expect(on.shown().screen).toEqual(at(page));
    },
  );

  it('not while the page is about to move either', () => {
    const on = entered('payment-method', reading('paymentProcessing'));
    on.send(back);
    expect(on.value()).toBe('movingOn');
  });

  it('a link leaves (ruling 1.2-E)', () => {
    const on = entered('payment', reading('paymentProcessing'));
    on.send({ type: 'route.visited', screen: { name: 'home' } });
    expect(on.value()).toBe('browsing');
  });
});

it('Back, pressed again while the question is open, is no answer to it', () => {
  const on = entered('queue', reading('queued'));
  on.send({ type: 'route.popped', screen: at('event') });
  on.send({ type: 'route.popped', screen: { name: 'home' } });
  expect(on.value()).toEqual({ queueing: 'askingToLeave' });
  expect(on.shown().screen).toEqual(at('queue'));
  on.send({ type: 'leave.confirm' });
  expect(on.shown().screen).toEqual({ name: 'home' });
});

describe('on the way out (§4, logout)', () => {
  it('no page is entered and no flow begins', () => {
    const on = entered('seats', reading('online'));
    on.send({ type: 'auth.leaving' });
    on.send({ type: 'route.visited', screen: at('queue') });
    on.send({ type: 'route.popped', screen: at('event') });
    on.send({ type: 'session.exited', slug: 'konser' });
    expect(on.value()).toBe('signingOut');
    expect(on.shown().screen).toEqual(at('seats'));
    expect(on.running('seatDraft') || on.running('queue')).toBe(false);
    on.send({ type: 'auth.anonymous', because: 'logout' });
    expect(on.value()).toBe('browsing');
    expect(on.shown().screen).toEqual({ name: 'home' });
  });
});

describe('[F13] somebody else signed in, in another tab', () => {
  it.each([
    ['queue', 'queued', 'queue'],
    ['seats', 'online', 'seatDraft'],
    ['order-form', 'online', 'orderForm'],
    ['payment', 'paymentProcessing', 'payment'],
  ] as const)('%s: nothing of the buyer before them stays on the page', (page, state, flow) => {
    const on = entered(page, reading(state));
    on.signIn({ ...buyer, id: 'u-2' });
    expect(on.running(flow)).toBe(false);
    expect(on.value()).toBe('askingSession');
    on.read(nobody);
    expect(on.context().user?.id).toBe('u-2');
  });

  it('the same buyer read again goes on where they were', () => {
    const on = entered('order-form', reading('online'));
    const form = on.root.system.get('orderForm' as never);
    on.signIn();
    expect(on.root.system.get('orderForm' as never)).toBe(form);
  });
});

describe('signed out in another tab while buying', () => {
  function choosing() {
    const on = stage(at('event'));
    on.signIn();
    on.send({ type: 'purchase.request', slug: 'konser' });
    return on;
  }

  it('the choice of shows closes, and the event stays', () => {
    const on = choosing();
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.value()).toBe('browsing');
    expect(on.shown().screen).toEqual(at('event'));
  });

  it('a join that is under way is given up', () => {
    const on = choosing();
    on.send({ type: 'show.confirm' });
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.value()).toBe('browsing');
    expect(on.join.aborted(0)).toBe(true);
  });

  it('an answer of the session that was asked for before the join decides nothing', async () => {
    const on = choosing();
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    const visit = on.context().visit - 1;
    on.send({ type: 'session.read', reading: reading('online'), visit });
    on.send({ type: 'session.readFailed', failure: { kind: 'unreachable', message: '' }, visit });
    expect(on.value()).toBe('checkingAfterJoin');
  });

  it('nobody waits for a session that is not followed any more', async () => {
    const on = choosing();
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('unauthenticated', 'Unauthenticated'));
    expect(on.value()).toBe('checkingAfterJoin');
    on.send({ type: 'auth.anonymous', because: 'refused' });
    expect(on.value()).toBe('browsing');
  });
});

describe('a series of shows (ruling R1)', () => {
  const show = 'konser-malam-2';

  it('joins the queue of the chosen show, and goes on under its slug', async () => {
    const on = stage(at('event'));
    on.signIn();
    on.send({ type: 'purchase.request', slug: 'konser', hasShows: true });
    on.send({ type: 'show.confirm', slug: show });
    expect(on.shown()).toEqual({ screen: { name: 'event', slug: show }, entry: 'replace' });
    expect(on.join.calls).toEqual([{ slug: show }]);
    await on.join.answer(ok(reading('queued', { slug: show })));
    expect(on.shown()).toEqual({ screen: { name: 'queue', slug: show }, entry: 'push' });
  });

  it('asks about a place in another show of it only once the show is chosen', async () => {
    const on = stage(at('event'));
    on.signIn();
    const held = reading('queued', { slug: show });
    on.send({ type: 'session.read', reading: held, visit: on.context().visit });
    on.send({ type: 'purchase.request', slug: 'konser', hasShows: true });
    expect(on.value()).toBe('choosingShow');
    on.send({ type: 'show.confirm', slug: 'konser' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    on.send({ type: 'session.read', reading: held, visit: on.context().visit });
    expect(on.value()).toBe('askingSwitch');
  });
});

describe('a session given up from the bubble (§2)', () => {
  it('leads to its event page, wherever the buyer is by then', () => {
    const on = entered('seats', reading('online'));
    on.send({ type: 'session.exited', slug: 'konser' });
    expect(on.shown().screen).toEqual(at('event'));
    expect(on.running('seatDraft')).toBe(false);
  });

  it('that had no event leaves the buyer where they are', () => {
    const on = stage({ name: 'contact-us' });
    on.signIn();
    on.send({ type: 'session.exited', slug: null });
    expect(on.shown().screen).toEqual({ name: 'contact-us' });
  });
});

it('a sign-in in the modal does not land the sign-in page behind it (ruling 1.1-E)', () => {
  const on = stage({ name: 'login', returnTo: at('queue') });
  on.send({ type: 'auth.anonymous', because: 'check' });
  on.send({ type: 'auth.verified', user: buyer, because: 'login' });
  on.send({ type: 'auth.landed', surface: 'modal', returnTo: null });
  expect(on.value()).toBe('signingIn');
});

it('a way back that leads to the sign-in page itself counts as none', () => {
  const on = stage({ name: 'login', returnTo: null });
  on.send({ type: 'auth.anonymous', because: 'check' });
  on.send({ type: 'auth.verified', user: buyer, because: 'login' });
  on.read(reading('paymentSelection'));
  on.send({ type: 'auth.landed', surface: 'page', returnTo: { name: 'register', returnTo: null } });
  expect(on.shown().screen).toEqual(at('payment-method'));
});

describe('a word about the account that changes nothing for the page', () => {
  it.each([
    ['auth.anonymous', { type: 'auth.anonymous', because: 'check' }],
    ['auth.unverified', { type: 'auth.unverified', user: buyer, because: 'login' }],
  ] as const)('%s: the form that is being typed in stays open', (_, word) => {
    const on = stage({ name: 'login', returnTo: null });
    on.send({ type: 'auth.anonymous', because: 'check' });
    const told = on.toldTo('auth').length;
    on.send(word);
    expect(on.value()).toBe('signingIn');
    expect(on.toldTo('auth')).toHaveLength(told);
    expect(on.context().refusal).toBeNull();
  });

  it.each([
    ['auth.anonymous', { type: 'auth.anonymous', because: 'check' }],
    ['auth.unverified', { type: 'auth.unverified', user: buyer, because: 'code' }],
  ] as const)('%s: the code page stays, and its flow with it', (_, word) => {
    const on = stage({ name: 'verify', returnTo: null });
    on.send({ type: 'auth.unverified', user: buyer, because: 'registration' });
    const otp = on.root.system.get('otp' as never);
    on.send(word);
    expect(on.root.system.get('otp' as never)).toBe(otp);
  });
});

describe('a poll of a page that stands open', () => {
  it.each(['queue', 'seats', 'order-form', 'payment-method', 'payment'])(
    '[F30] %s: a 401 has the account asked for once, any other failure does not',
    (page) => {
      const on = entered(page, reading(onlyHere[page] ?? 'online'));
      const fails = (answer: ReturnType<typeof refused>) => {
        if (answer.ok) return;
        on.send({ type: 'session.readFailed', failure: answer.failure, visit: -1 });
      };
      const before = on.toldTo('auth').length;
      for (const answer of [broken(), refused('emailNotVerified', 'Forbidden')]) fails(answer);
      expect(on.toldTo('auth')).toHaveLength(before);
      fails(refused('unauthenticated', 'Unauthenticated'));
      expect(on.toldTo('auth').slice(before)).toEqual([{ type: 'auth.refused' }]);
      expect(on.shown().screen).toEqual(at(page));
    },
  );
});
