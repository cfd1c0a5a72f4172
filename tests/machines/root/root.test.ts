import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Screen, wishOf } from '../../../machines/shared/screen.ts';
import { ok, pass, refusalAs, refused } from '../../support/flows/machines.ts';
import { shownText } from '../../support/shown-text.ts';
import { at, buyer, endingAs, entered, nobody, reading, stage } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the code of the flows', () => {
  it('is not fetched for pages outside the purchase', () => {
    const on = stage({ name: 'home' }, false);
    on.signIn();
    expect(on.value()).toBe('browsing');
    expect(on.load.calls).toHaveLength(0);
  });

  it('is fetched once, when the first page that needs it is opened', async () => {
    const on = stage(at('queue'), false);
    on.signIn();
    expect(on.value()).toBe('loadingFlows');
    await on.load.answer(undefined);
    expect(on.value()).toBe('askingSession');
    on.send({ type: 'route.visited', screen: { name: 'verify', returnTo: null } });
    expect(on.load.calls).toHaveLength(1);
  });

  it('that cannot be fetched is said, and fetched again', async () => {
    const on = stage({ name: 'verify', returnTo: null }, false);
    on.send({ type: 'auth.anonymous', because: 'check' });
    await on.load.crash();
    expect(on.value()).toBe('blocked');
    expect(shownText(on.context().problem)).toBe('Verification failed. Please try again.');
    on.send({ type: 'page.retry' });
    await on.load.answer(undefined);
    expect(on.value()).toEqual({ verifying: 'asking' });
  });
});

describe('who is there', () => {
  it('draws public pages at once, and waits with the guarded ones until it is known', () => {
    expect(stage({ name: 'home' }).value()).toBe('browsing');
    const on = stage(at('seats'));
    expect(on.value()).toBe('awaitingIdentity');
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.shown().screen).toEqual({ name: 'home' });
    expect(on.value()).toBe('browsing');
  });

  it('follows the session and real-time only while a verified buyer is there (ruling 1.1-A)', () => {
    const on = stage({ name: 'home' });
    expect(on.running('session')).toBe(false);
    on.send({
      type: 'auth.unverified',
      user: { ...buyer, isVerified: false },
      because: 'registration',
    });
    expect(on.running('realtime')).toBe(false);
    on.signIn();
    expect(on.running('session') && on.running('realtime')).toBe(true);
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.running('session') || on.running('realtime')).toBe(false);
    expect(on.context().reading).toBeNull();
  });

  it('an unproven address waits for the code page', () => {
    const on = stage(at('queue'));
    on.send({ type: 'auth.unverified', user: buyer, because: 'login' });
    expect(on.shown().screen).toEqual({ name: 'verify', returnTo: at('queue') });
    expect(on.value()).toEqual({ verifying: 'asking' });
  });

  it('[F13] the same buyer again changes nothing; another buyer starts again', () => {
    const on = stage({ name: 'home' });
    on.signIn();
    on.read(reading('online'));
    const session = on.root.system.get('session' as never);
    on.signIn({ ...buyer, firstName: 'Sri' });
    expect(on.root.system.get('session' as never)).toBe(session);
    expect(on.context().user?.firstName).toBe('Sri');
    on.signIn({ ...buyer, id: 'u-2' });
    expect(on.root.system.get('session' as never)).not.toBe(session);
    expect(on.context().reading).toBeNull();
  });

  it('signing out stops the flow of the page at once and ends at home (§4)', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'auth.leaving' });
    expect(on.running('queue')).toBe(false);
    on.send({ type: 'auth.anonymous', because: 'logout' });
    expect(on.shown().screen).toEqual({ name: 'home' });
  });

  it('a cookie that ran out sends a page of the purchase to sign in and back (rule 3)', () => {
    const on = entered('seats', reading('online'));
    on.send({ type: 'auth.anonymous', because: 'refused' });
    expect(on.shown().screen).toEqual({ name: 'login', returnTo: at('seats') });
    expect(on.toldTo('auth').at(-1)).toEqual({
      type: 'login.open',
      surface: 'page',
      returnTo: at('seats'),
    });
  });
});

describe('signing in', () => {
  it('on its page: opened and closed with the page, landing after the notice (rulings 1.1-D, 1.1-E)', () => {
    const on = stage({ name: 'login', returnTo: at('queue') });
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.value()).toBe('signingIn');
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    expect(on.value()).toBe('signingIn');
    on.send({ type: 'auth.landed', surface: 'page', returnTo: at('queue') });
    expect(on.shown().screen).toEqual(at('queue'));
    expect(on.toldTo('auth').at(-1)).toEqual({ type: 'auth.close' });
  });

  it('found signed in after all: the page sends on by itself', () => {
    const on = stage({ name: 'register', returnTo: null });
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.value()).toBe('signingIn');
    on.send({ type: 'auth.verified', user: buyer, because: 'check' });
    expect(on.shown().screen).toEqual({ name: 'home' });
  });

  it.each([
    [
      'a payment',
      (on: ReturnType<typeof stage>) => on.read(reading('paymentProcessing')),
      at('payment'),
    ],
    ['no session', (on: ReturnType<typeof stage>) => on.read(nobody), { name: 'home' }],
    ['five seconds', () => pass(5_000), { name: 'home' }],
  ] as const)(
    'without returnTo waits for a session that is slow to come: %s',
    async (_, come, to) => {
      const on = stage({ name: 'login', returnTo: null });
      on.send({ type: 'auth.anonymous', because: 'check' });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      on.send({ type: 'auth.landed', surface: 'page', returnTo: null });
      expect(on.value()).toBe('landing');
      expect(on.shown().screen.name).toBe('login');
      await come(on);
      expect(on.shown().screen).toEqual(to);
    },
  );

  it('without returnTo lands at the payment of an active order, else home', () => {
    for (const [state, to] of [
      ['paymentSelection', at('payment-method')],
      ['paymentProcessing', at('payment')],
      ['online', { name: 'home' }],
    ] as const) {
      const on = stage({ name: 'login', returnTo: null });
      on.send({ type: 'auth.anonymous', because: 'check' });
      on.send({ type: 'auth.verified', user: buyer, because: 'login' });
      on.read(reading(state));
      on.send({ type: 'auth.landed', surface: 'page', returnTo: null });
      expect(on.shown().screen).toEqual(to);
    }
  });

  it('in the modal the page stays', () => {
    const on = stage(at('event'));
    on.send({ type: 'auth.anonymous', because: 'check' });
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.toldTo('auth').at(-1)).toEqual({
      type: 'login.open',
      surface: 'modal',
      returnTo: wishOf('konser'),
    });
    on.send({ type: 'auth.verified', user: buyer, because: 'login' });
    on.send({ type: 'auth.landed', surface: 'modal', returnTo: null });
    expect(on.shown().screen).toEqual(at('event'));
    expect(on.value()).toBe('browsing');
  });

  it('a code that is needed opens its page; proven, it goes on to returnTo', () => {
    const on = stage(at('event'));
    on.send({ type: 'auth.unverified', user: buyer, because: 'login' });
    on.send({ type: 'auth.codeNeeded', email: 's@contoh.id', returnTo: at('queue') });
    expect(on.shown().screen.name).toBe('verify-code');
    on.end('otp', 'verified');
    expect(on.value()).toEqual({ verifying: 'proving' });
    expect(on.toldTo('auth').at(-1)).toEqual({ type: 'code.accepted' });
    on.send({ type: 'auth.verified', user: buyer, because: 'code' });
    expect(on.shown().screen).toEqual(at('queue'));
  });

  it('a proven code whose account says otherwise is asked for again, or offers the way back', () => {
    const on = stage({ name: 'verify', returnTo: null });
    on.send({ type: 'auth.unverified', user: buyer, because: 'registration' });
    on.end('otp', 'verified');
    on.send({ type: 'auth.unverified', user: buyer, because: 'code' });
    expect(on.value()).toEqual({ verifying: 'asking' });
    on.end('otp', 'verified');
    on.send({ type: 'auth.anonymous', because: 'code' });
    expect(on.value()).toEqual({ verifying: 'signedOut' });
  });

  it('the code page without an account offers the way back, and leaving it opens sign-in', () => {
    const lost = stage({ name: 'verify', returnTo: null });
    lost.send({ type: 'auth.anonymous', because: 'check' });
    lost.end('otp', 'signedOut');
    expect(lost.value()).toEqual({ verifying: 'signedOut' });
    const left = stage({ name: 'verify', returnTo: null });
    left.send({ type: 'auth.anonymous', because: 'check' });
    left.end('otp', 'left');
    expect(left.shown().screen).toEqual({ name: 'login', returnTo: null });
  });

  it('a code page that is left for sign-in takes its way back along', () => {
    const on = stage({ name: 'verify-code', email: null, returnTo: at('queue') });
    on.send({ type: 'auth.anonymous', because: 'check' });
    on.end('otp', 'left');
    expect(on.shown()).toEqual({
      screen: { name: 'login', returnTo: at('queue') },
      entry: 'push',
    });
  });

  describe('by a new password', () => {
    function resetting(returnTo: Screen | null) {
      const on = stage({ name: 'forgot-password', returnTo });
      on.send({ type: 'auth.anonymous', because: 'check' });
      expect(on.value()).toEqual({ verifying: 'resettingPassword' });
      on.end('passwordReset', 'verified');
      expect(on.toldTo('auth').at(-1)).toEqual({ type: 'code.accepted' });
      return on;
    }

    it('goes on to returnTo', () => {
      const on = resetting(at('queue'));
      on.send({ type: 'auth.verified', user: buyer, because: 'code' });
      expect(on.shown()).toEqual({ screen: at('queue'), entry: 'replace' });
    });

    it.each([
      ['the payment of an active order', reading('paymentSelection'), at('payment-method')],
      ['home', reading('expired'), { name: 'home' }],
    ])('without one it lands at %s', (_where, session, screen) => {
      const on = resetting(null);
      on.send({ type: 'auth.verified', user: buyer, because: 'code' });
      expect(on.value()).toBe('landing');
      on.read(session);
      expect(on.shown().screen).toEqual(screen);
    });

    it('offers sign-in where the account cannot be read', () => {
      const on = resetting(null);
      on.send({ type: 'auth.anonymous', because: 'code' });
      expect(on.value()).toEqual({ verifying: 'signedOut' });
    });

    it('is nothing for a buyer who is signed in', () => {
      const on = stage({ name: 'forgot-password', returnTo: null });
      on.signIn();
      expect(on.shown().screen).toEqual({ name: 'home' });
    });

    it('given up, takes its way back along', () => {
      const on = stage({ name: 'forgot-password', returnTo: at('queue') });
      on.send({ type: 'auth.anonymous', because: 'check' });
      on.end('passwordReset', 'left');
      expect(on.shown().screen).toEqual({ name: 'login', returnTo: at('queue') });
    });
  });
});

describe('Buy Now and Continue (§2, §4)', () => {
  function onEvent() {
    const on = stage(at('event'));
    on.signIn();
    return on;
  }

  it('an unproven address goes to /verify', () => {
    const on = stage(at('event'));
    on.send({ type: 'auth.unverified', user: buyer, because: 'registration' });
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.shown()).toMatchObject({
      screen: { name: 'verify', returnTo: wishOf('konser') },
      entry: 'push',
    });
  });

  it.each([
    ['online', 'seats'],
    ['queued', 'queue'],
  ] as const)('joined %s: on to %s', async (state, page) => {
    const on = onEvent();
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.value()).toBe('choosingShow');
    on.send({ type: 'show.close' });
    expect(on.value()).toBe('browsing');
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    expect(on.join.calls).toEqual([{ slug: 'konser' }]);
    await on.join.answer(ok(reading(state)));
    expect(on.shown()).toEqual({ screen: at(page), entry: 'push' });
  });

  it.each([
    ['a session that is further on', () => reading('paymentSelection'), at('payment-method')],
    ['no session', () => nobody, at('queue')],
  ])('refused: the session is asked, and %s decides', async (_, answer, to) => {
    const on = onEvent();
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    expect(on.value()).toBe('checkingAfterJoin');
    on.read(answer());
    expect(on.shown().screen).toEqual(to);
  });

  it('failed altogether: the queue page is the default', async () => {
    const on = onEvent();
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    on.send({
      type: 'session.readFailed',
      failure: { kind: 'refused', ...refusalAs('notFound') },
      visit: on.context().visit,
    });
    expect(on.shown().screen).toEqual(at('queue'));
  });
});

describe('entering a page of the purchase', () => {
  it('only on a reading that this page asked for (guard a)', () => {
    const on = stage(at('queue'));
    on.signIn();
    expect(on.value()).toBe('askingSession');
    on.send({ type: 'session.read', reading: reading('paymentSelection'), visit: -1 });
    expect(on.value()).toBe('askingSession');
    on.read(reading('queued'));
    expect(on.value()).toEqual({ queueing: 'here' });
    expect(on.toldTo('session').at(0)).toMatchObject({ type: 'session.refresh' });
    expect(on.toldTo('realtime')).toContainEqual({ type: 'realtime.connect', slug: 'konser' });
    expect(on.toldTo('realtime').at(-1)).toEqual({ type: 'realtime.line', followsLine: true });
    on.send({ type: 'session.read', reading: reading('paymentSelection'), visit: 0 });
    expect(on.toldTo('realtime').at(-1)).toEqual({ type: 'realtime.line', followsLine: false });
  });

  it.each([
    ['seats', 'online', 'choosingSeats'],
    ['order-form', 'online', 'fillingForms'],
    ['payment-method', 'paymentSelection', { paying: 'choosingMethod' }],
    ['payment', 'paymentProcessing', { paying: 'awaitingPayment' }],
    ['payment-generated', 'paymentProcessing', { paying: 'awaitingPayment' }],
  ] as const)('%s while %s', (page, state, value) => {
    expect(entered(page, reading(state)).value()).toEqual(value);
  });

  it('at another step: stays 500 ms, then moves (§4)', async () => {
    const on = entered('seats', reading('paymentProcessing'));
    expect(on.value()).toBe('movingOn');
    await pass(499);
    expect(on.shown().screen).toEqual(at('seats'));
    await pass(1);
    expect(on.shown()).toEqual({ screen: at('payment'), entry: 'replace' });
  });

  it('not online: the queue page', () => {
    expect(entered('seats', nobody).shown().screen).toEqual(at('queue'));
  });

  it('a session that cannot be read shows the words of the page, and tries again', () => {
    const failed = { kind: 'broken', status: 500, message: 'x' } as const;
    for (const [page, words] of [
      ['queue', 'Failed to check queue session'],
      ['seats', 'Failed to load seatmap data. Please try again.'],
      ['order-form', 'Failed to check order draft'],
      ['payment', 'Failed to check payment status'],
    ] as const) {
      const on = stage(at(page));
      on.signIn();
      on.send({ type: 'session.readFailed', failure: failed, visit: on.context().visit });
      expect(on.value()).toBe('blocked');
      expect(shownText(on.context().problem)).toBe(words);
      on.send({ type: page === 'queue' ? 'page.retry' : 'page.woke' });
      expect(on.value()).toBe('askingSession');
      expect(on.context().problem).toBeNull();
    }
  });

  it('a 401 is doubted before it is believed', () => {
    const refusal = { kind: 'refused', ...refusalAs('unauthenticated') } as const;
    const gone = stage(at('seats'));
    gone.signIn();
    gone.send({ type: 'session.readFailed', failure: refusal, visit: gone.context().visit });
    expect(gone.value()).toBe('doubting');
    expect(gone.toldTo('auth').at(-1)).toEqual({ type: 'auth.refused' });
    gone.send({ type: 'auth.anonymous', because: 'refused' });
    expect(gone.shown().screen).toEqual({ name: 'login', returnTo: at('seats') });

    const still = stage(at('seats'));
    still.signIn();
    still.send({ type: 'session.readFailed', failure: refusal, visit: still.context().visit });
    still.signIn();
    expect(still.value()).toBe('blocked');

    const unproven = stage(at('seats'));
    unproven.signIn();
    unproven.send({
      type: 'session.readFailed',
      failure: refusal,
      visit: unproven.context().visit,
    });
    unproven.send({ type: 'auth.unverified', user: buyer, because: 'refused' });
    expect(unproven.shown().screen).not.toEqual(at('seats'));
  });

  it('a 403 follows its rule at once (rule 5)', () => {
    const on = stage(at('seats'));
    on.signIn();
    on.send({
      type: 'session.readFailed',
      failure: { kind: 'refused', ...refusalAs('sessionNotOnline') },
      visit: on.context().visit,
    });
    expect(on.shown().screen).toEqual(at('queue'));
  });

  it('the third time the same way within ten seconds is a loop (guard b)', async () => {
    const on = stage(at('seats'));
    on.signIn();
    for (let turn = 0; turn < 2; turn += 1) {
      on.read(nobody);
      expect(on.shown().screen).toEqual(at('queue'));
      on.send({ type: 'route.visited', screen: at('seats') });
    }
    on.read(nobody);
    expect(on.value()).toBe('blocked');
    expect(shownText(on.context().problem)).toBe(
      'Automatic queue joining failed. Please try manually.',
    );
    await pass(9_999);
    expect(on.context().trail).toHaveLength(2);
    await pass(1);
    expect(on.context().trail).toHaveLength(0);
  });
});

it('a page that is refused again and again is a loop as well', () => {
  const on = stage(at('seats'));
  on.signIn();
  const refuse = () =>
    on.send({
      type: 'session.readFailed',
      failure: { kind: 'refused', ...refusalAs('sessionNotOnline') },
      visit: on.context().visit,
    });
  for (let turn = 0; turn < 2; turn += 1) {
    refuse();
    expect(on.shown().screen).toEqual(at('queue'));
    on.send({ type: 'route.visited', screen: at('seats') });
  }
  refuse();
  expect(on.value()).toBe('blocked');
});

describe('the flows of the pages', () => {
  it.each([
    ['queue', 'queued', 'queue', 'blocked'],
    ['seats', 'online', 'seatDraft', 'blocked'],
    ['order-form', 'online', 'orderForm', 'blocked'],
    ['payment', 'paymentProcessing', 'payment', 'blocked'],
  ] as const)('%s (%s): a bug in %s shows the error card', (page, state, flow, value) => {
    const on = entered(page, reading(state));
    on.crash(flow);
    expect(on.value()).toBe(value);
    expect(on.context().problem).not.toBeNull();
  });

  it('a bug in the code flow offers the way back to sign-in', () => {
    const on = stage({ name: 'verify', returnTo: null });
    on.send({ type: 'auth.anonymous', because: 'check' });
    on.crash('otp');
    expect(on.value()).toEqual({ verifying: 'signedOut' });
    const reset = stage({ name: 'forgot-password', returnTo: null });
    reset.send({ type: 'auth.anonymous', because: 'check' });
    reset.crash('passwordReset');
    expect(reset.value()).toEqual({ verifying: 'signedOut' });
  });

  it.each([
    ['queue', 'queued', 'queue', 'seats', at('seats'), 'replace'],
    ['queue', 'queued', 'queue', 'left', { name: 'home' }, 'replace'],
    ['seats', 'online', 'seatDraft', 'drafted', at('order-form'), 'push'],
    ['seats', 'online', 'seatDraft', 'queue', at('queue'), 'replace'],
    ['order-form', 'online', 'orderForm', 'locked', at('payment-method'), 'push'],
    ['order-form', 'online', 'orderForm', 'noDraft', at('seats'), 'replace'],
    ['payment-method', 'paymentSelection', 'payment', 'timeUp', at('seats'), 'replace'],
    ['payment-method', 'paymentSelection', 'payment', 'noDraft', at('seats'), 'replace'],
    ['payment', 'paymentProcessing', 'payment', 'event', at('event'), 'replace'],
    ['payment', 'paymentProcessing', 'payment', 'completed', { name: 'home' }, 'replace'],
    ['payment', 'paymentProcessing', 'payment', 'elsewhere', at('payment'), 'replace'],
  ] as const)('%s (%s): %s ends %s', (page, state, flow, kind, screen, entry) => {
    const on = entered(page, reading(state));
    on.end(flow, kind);
    expect(on.shown()).toEqual({ screen, entry });
  });

  it.each([
    ['queue', 'queued', 'queue'],
    ['seats', 'online', 'seatDraft'],
    ['order-form', 'online', 'orderForm'],
    ['payment', 'paymentProcessing', 'payment'],
  ] as const)('%s (%s): %s found signed out is doubted', (page, state, flow) => {
    const on = entered(page, reading(state));
    on.end(flow, 'signedOut');
    expect(on.value()).toBe('doubting');
  });

  it('readings reach the flow of the page; another step moves the page on', () => {
    const queue = entered('queue', reading('queued'));
    const online = reading('online', { seq: 2 });
    queue.read(online);
    expect(queue.toldTo('queue').at(-1)).toEqual({ type: 'queue.reading', reading: online });
    queue.read(reading('paymentSelection'));
    expect(queue.value()).toBe('movingOn');

    const seats = entered('seats', reading('online'));
    seats.read(online);
    expect(seats.toldTo('seatDraft').at(-1)).toEqual({ type: 'queue.reading', reading: online });
    for (const [page, state] of [
      ['seats', 'online'],
      ['order-form', 'online'],
      ['payment-method', 'paymentSelection'],
    ] as const) {
      const on = entered(page, reading(state));
      on.read(reading('paymentProcessing'));
      expect(on.value()).toBe('movingOn');
    }
  });

  it('a queue page hears of a failed read', () => {
    const on = entered('queue', reading('queued'));
    on.send({
      type: 'session.readFailed',
      failure: { kind: 'unreachable', message: '' },
      visit: 1,
    });
    expect(on.toldTo('queue').at(-1)).toMatchObject({ type: 'queue.readFailed' });
  });

  it.each(['seats', 'order-form'])(
    'time runs out on %s: said, then the seats after 5 s or at once when read',
    async (page) => {
      const slow = entered(page, reading('online'));
      slow.over(endingAs('timeUp'));
      expect(slow.value()).toEqual({ ended: 'timeUp' });
      await pass(4_999);
      expect(slow.value()).toEqual({ ended: 'timeUp' });
      await pass(1);
      expect(slow.value()).toEqual({ ended: 'said' });
      expect(slow.shown().screen).toEqual(at('seats'));
      const quick = entered(page, reading('online'));
      quick.over(endingAs('timeUp'));
      quick.send({ type: 'notice.dismiss' });
      expect(quick.shown().screen).toEqual(at('seats'));
    },
  );

  it('the payment page is next as soon as the payment exists; Back leads nowhere on both', () => {
    const on = entered('payment-method', reading('paymentSelection'));
    on.send({ type: 'route.popped', screen: at('order-form') });
    expect(on.shown().screen).toEqual(at('payment-method'));
    on.send({ type: 'payment.begun' });
    expect(on.shown()).toEqual({ screen: at('payment'), entry: 'push' });
    for (let turn = 0; turn < 3; turn += 1) {
      on.send({ type: 'route.popped', screen: at('payment-method') });
      expect(on.shown().screen).toEqual(at('payment'));
    }
    expect(on.running('payment')).toBe(true);
    on.send({ type: 'route.visited', screen: { name: 'home' } });
    expect(on.shown().screen).toEqual({ name: 'home' });
  });

  it('time on the payment pages is told to the payment', () => {
    const choosing = entered('payment-method', reading('paymentSelection'));
    choosing.over(endingAs('timeUp'));
    expect(choosing.toldTo('payment').at(-1)).toEqual({ type: 'payment.timeUp' });
    const paying = entered('payment', reading('paymentProcessing'));
    paying.over(endingAs('timeUp'));
    expect(paying.toldTo('payment').at(-1)).toEqual({ type: 'payment.check' });
  });
});

describe('leaving a place in line (ruling 1.2-H)', () => {
  it.each(['route.visited', 'route.popped'] as const)(
    '%s asks while waiting, and yes leaves',
    (type) => {
      const on = entered('queue', reading('queued'));
      on.send({ type, screen: { name: 'home' } });
      expect(on.value()).toEqual({ queueing: 'askingToLeave' });
      expect(on.shown().screen).toEqual(at('queue'));
      on.send({ type: 'leave.cancel' });
      expect(on.value()).toEqual({ queueing: 'here' });
      on.send({ type, screen: { name: 'home' } });
      on.send({ type: 'leave.confirm' });
      expect(on.shown().screen).toEqual({ name: 'home' });
    },
  );

  it.each(['route.visited', 'route.popped'] as const)(
    '%s does not ask when nothing is held',
    (type) => {
      const on = entered('queue', nobody);
      on.send({ type, screen: { name: 'home' } });
      expect(on.shown().screen).toEqual({ name: 'home' });
    },
  );

  it('the move to the seats asks nothing, not even while the question is open', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'route.visited', screen: { name: 'home' } });
    on.end('queue', 'seats');
    expect(on.shown().screen).toEqual(at('seats'));
  });
});

describe('messages and wakes', () => {
  it('a word of the queue only causes a read, and lends its words', () => {
    const on = entered('queue', reading('queued'));
    on.message({ kind: 'queue', slug: 'konser', body: { user_id: 'u-1', event: 'user_promoted' } });
    expect(on.value()).toEqual({ queueing: 'here' });
    expect(on.toldTo('session').at(-1)).toMatchObject({ type: 'session.refresh' });
    on.message({
      kind: 'queue',
      slug: 'konser',
      body: { user_id: 'u-1', event: 'user_kicked', reason: 'bot' },
    });
    expect(on.toldTo('session').at(-1)).toMatchObject({
      hint: { event: 'user_kicked', reason: 'bot' },
    });
    on.message({ kind: 'queue', slug: 'konser', body: { user_id: 'u-1', event: 'user_left' } });
    expect(on.toldTo('session').at(-1)).toMatchObject({
      hint: { event: 'user_left', reason: null },
    });
    // Of another event than that of the session: it ends nothing here.
    on.message({ kind: 'queue', slug: 'pesta', body: { user_id: 'u-1', event: 'user_left' } });
    expect(on.toldTo('session').at(-1)).not.toHaveProperty('hint');
  });

  it('words of the system and of the log reach the queue; without any nothing does, and none causes a read', () => {
    const on = entered('queue', reading('queued'));
    const [queue, session] = [on.toldTo('queue').length, on.toldTo('session').length];
    on.message({ kind: 'status', body: { status: 'ok' } });
    on.message({ kind: 'logs', slug: 'konser', body: { event: 'seats_held', message: ' ' } });
    expect(on.toldTo('queue')).toHaveLength(queue);
    on.message({ kind: 'status', body: { status: 'ok', message: 'Pemeliharaan' } });
    on.message({ kind: 'logs', slug: 'konser', body: { event: 'seats_held', message: '3 kursi' } });
    expect(on.toldTo('queue').slice(queue)).toEqual([
      { type: 'queue.systemSaid', message: 'Pemeliharaan' },
      { type: 'queue.logged', message: '3 kursi' },
    ]);
    expect(on.toldTo('session')).toHaveLength(session);
  });

  it('a word of the payment reaches the payment and causes a read', () => {
    const on = entered('payment', reading('paymentProcessing'));
    on.message({
      kind: 'payment',
      slug: 'konser',
      body: { user_id: 'u-1', event: 'payment_completed' },
    });
    expect(on.toldTo('payment').at(-1)).toEqual({
      type: 'payment.hinted',
      event: 'payment_completed',
    });
    on.message({
      kind: 'payment',
      slug: 'konser',
      body: { user_id: 'u-1', event: 'payment_failed' },
    });
    expect(on.toldTo('payment').at(-1)).toEqual({ type: 'payment.failureHinted' });
    expect(on.toldTo('session').at(-1)).toMatchObject({ type: 'session.refresh' });
  });

  it('[R4] a session that changed is told to the order form, one that did not is not', () => {
    const on = entered('order-form', reading('online', { hasDraft: true }));
    const stale = () => on.toldTo('orderForm').filter(({ type }) => type === 'draft.stale').length;
    const before = stale();
    on.read(reading('online', { hasDraft: true }));
    expect(stale()).toBe(before);
    on.read(reading('online', { hasDraft: false, seq: 9 }));
    expect(stale()).toBe(before + 1);
  });

  it('seats that changed hands are told to the choice and to the map', () => {
    const on = entered('seats', reading('online'));
    const heard = vi.fn();
    on.root.on('seats.changed', heard);
    const changes = [
      { seat_number: 'A-1', status: 'in_transaction' as const },
      { seat_number: 'A-2', status: 'available' as const },
    ];
    const nobody = { type: 'seats.changed', taken: [], mine: [], doubted: [], left: [] };
    const told = (mine?: boolean) => {
      const body = mine === undefined ? { changes } : { changes, mine };
      on.message({ kind: 'seats', slug: 'konser', body });
      return on.toldTo('seatDraft').at(-1);
    };
    // The message says whose they are (ruling R22); what does not say so is doubted.
    expect(told(false)).toEqual({ ...nobody, taken: ['A-1'] });
    expect(told(true)).toEqual({ ...nobody, mine: ['A-1'] });
    expect(told()).toEqual({ ...nobody, doubted: ['A-1'] });
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it('real-time coming and going sets the pace of polling', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'realtime.changed', connected: true, error: null });
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.pace', realtime: true });
    expect(on.toldTo('queue').at(-1)).toMatchObject({
      type: 'queue.realtimeChanged',
      connected: true,
    });
    expect(on.context().realtime).toEqual({ connected: true, error: null });
  });

  it('[F16][F20][F35] a waking page reads again and re-arms real-time (ruling 1.4-AA)', () => {
    const on = entered('payment', reading('paymentProcessing'));
    on.send({ type: 'page.woke' });
    expect(on.toldTo('session').at(-1)).toMatchObject({ type: 'session.refresh' });
    expect(on.toldTo('realtime').at(-1)).toEqual({ type: 'realtime.rearm' });
    expect(on.toldTo('payment').at(-1)).toEqual({ type: 'payment.check' });
  });

  it('the map of the seats may be old when the page woke, and when real-time came or went', () => {
    const on = entered('seats', reading('online'));
    on.send({ type: 'page.woke' });
    expect(on.toldTo('seatDraft').at(-1)).toEqual({ type: 'seats.stale', realtime: false });
    on.send({ type: 'realtime.changed', connected: true, error: null });
    expect(on.toldTo('seatDraft').at(-1)).toEqual({ type: 'seats.stale', realtime: true });
    on.send({ type: 'page.woke' });
    expect(on.toldTo('seatDraft').at(-1)).toEqual({ type: 'seats.stale', realtime: true });
  });

  it('a flow that wants a reading gets one', () => {
    const on = entered('queue', reading('queued'));
    const before = on.toldTo('session').length;
    on.send({ type: 'session.refreshWanted' });
    expect(on.toldTo('session')).toHaveLength(before + 1);
  });

  it('‘Refresh Antrean’ re-arms real-time (ruling 1.4-AA)', () => {
    const on = entered('queue', reading('queued'));
    const before = on.toldTo('realtime').length;
    on.send({ type: 'realtime.rearmWanted' });
    expect(on.toldTo('realtime').slice(before)).toEqual([{ type: 'realtime.rearm' }]);
  });
});

describe('the bubble (§2)', () => {
  it('shows a second after a live session is found, on pages outside the purchase', async () => {
    const on = stage({ name: 'home' });
    on.signIn();
    on.read(reading('online'));
    await pass(999);
    expect(on.whole()).toMatchObject({ bubble: 'appearing' });
    await pass(1);
    expect(on.whole()).toMatchObject({ bubble: 'shown' });
    on.read(reading('completed'));
    expect(on.whole()).toMatchObject({ bubble: 'hidden' });
  });

  it('goes when the session ends before the second is over', async () => {
    const on = stage({ name: 'home' });
    on.signIn();
    on.read(reading('queued'));
    on.read(nobody);
    await pass(2_000);
    expect(on.whole()).toMatchObject({ bubble: 'hidden' });
  });

  it('resumes at the step, the order form while a draft is held (ruling 1.2-B)', () => {
    const on = stage({ name: 'home' });
    on.signIn();
    on.read(reading('online', { hasDraft: true }));
    on.send({ type: 'bubble.resume' });
    expect(on.shown()).toEqual({ screen: at('order-form'), entry: 'push' });
  });

  it('exits to the event page; a failure is said (ruling 1.4-M)', () => {
    const on = stage({ name: 'home' });
    on.signIn();
    on.read(reading('online'));
    on.send({ type: 'bubble.exit' });
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.exit' });
    on.send({ type: 'session.exitFailed', text: { key: 'bubble.exitRefused' } });
    expect(shownText(on.context().exitProblem)).toBe('Failed to exit session. Please try again.');
    on.send({ type: 'session.exited', slug: 'konser' });
    expect(on.shown().screen).toEqual(at('event'));
    expect(on.context().exitProblem).toBeNull();
  });
});

describe('links and Back', () => {
  it('a link is a new entry, Back is not; the same place is no move', () => {
    const on = stage({ name: 'home' });
    on.send({ type: 'route.visited', screen: at('event') });
    expect(on.shown()).toEqual({ screen: at('event'), entry: 'push' });
    const visit = on.context().visit;
    on.send({ type: 'route.visited', screen: at('event') });
    expect(on.context().visit).toBe(visit);
    on.send({ type: 'route.popped', screen: { name: 'home' } });
    expect(on.shown()).toEqual({ screen: { name: 'home' }, entry: 'replace' });
  });
});
