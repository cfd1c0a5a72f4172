import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Screen } from '../../../machines/shared/screen.ts';
import { ok, pass, refusalAs, refused } from '../../support/flows/machines.ts';
import { shownText } from '../../support/shown-text.ts';
import {
  anonymous,
  at,
  buyer,
  choosingShow,
  entered,
  joining,
  nobody,
  reading,
  refusedAt,
  stage,
  unverifiedAt,
  verified,
} from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());

const home: Screen = { name: 'home' };
const verify = (returnTo: Screen | null) => ({ name: 'verify', returnTo }) as const;
const signedIn = { type: 'auth.verified', user: buyer, because: 'login' } as const;
const proven = { type: 'auth.verified', user: buyer, because: 'code' } as const;
const landed = (returnTo: Screen | null, surface: 'page' | 'modal' = 'page') =>
  ({ type: 'auth.landed', surface, returnTo }) as const;

describe('the code of the flows', () => {
  it('is not fetched for pages outside the purchase, and once for the first that needs it', async () => {
    const on = stage(home, false);
    on.signIn();
    expect([on.value(), on.load.calls.length]).toEqual(['browsing', 0]);
    on.send({ type: 'route.visited', screen: at('queue') });
    expect(on.value()).toBe('loadingFlows');
    await on.load.answer(undefined);
    on.send({ type: 'route.visited', screen: at('seats') });
    expect([on.value(), on.load.calls.length]).toEqual(['askingSession', 1]);
  });
});

describe('who is there', () => {
  it('[F13] the same buyer again changes nothing; another buyer starts again', () => {
    const on = verified(home);
    on.read(reading('online'));
    const session = on.root.system.get('session' as never);
    on.signIn({ ...buyer, firstName: 'Sri' });
    expect(on.root.system.get('session' as never)).toBe(session);
    expect(on.context().user?.firstName).toBe('Sri');
    on.signIn({ ...buyer, id: 'u-2' });
    expect(on.root.system.get('session' as never)).not.toBe(session);
    expect(on.context().reading).toBeNull();
  });

  it('a cookie that ran out sends a page of the purchase to sign in and back (rule 3)', () => {
    const on = entered('seats', reading('online'));
    on.send({ type: 'auth.anonymous', because: 'refused' });
    expect(on.shown().screen).toEqual({ name: 'login', returnTo: at('seats') });
    const open = { type: 'login.open', surface: 'page', returnTo: at('seats') };
    expect(on.toldTo('auth').at(-1)).toEqual(open);
  });
});

describe('signing in (§4.83)', () => {
  it('on its page lands after the notice, and closes the form (§4.84, §4.83)', () => {
    const on = anonymous({ name: 'login', returnTo: at('queue') });
    on.send(signedIn);
    expect(on.value()).toBe('signingIn');
    on.send(landed(at('queue')));
    expect(on.shown().screen).toEqual(at('queue'));
    expect(on.toldTo('auth').at(-1)).toEqual({ type: 'auth.close' });
  });

  it.each([
    ['a payment', at('payment'), reading('paymentProcessing')],
    ['a choice of methods', at('payment-method'), reading('paymentSelection')],
    ['another step', home, reading('online')],
    ['no session', home, nobody],
    ['five seconds', home, null],
  ] as const)('without returnTo waits for a session: %s', async (_, to, answer) => {
    const on = anonymous({ name: 'login', returnTo: null });
    on.send(signedIn);
    on.send(landed(null));
    expect([on.value(), on.shown().screen.name]).toEqual(['landing', 'login']);
    if (answer === null) await pass(5_000);
    else on.read(answer);
    expect(on.shown().screen).toEqual(to);
  });

  it('a proven code whose account says otherwise is asked for again, or offers the way back', () => {
    const on = unverifiedAt(verify(null));
    on.end('otp', 'verified');
    on.send({ type: 'auth.unverified', user: buyer, because: 'code' });
    expect(on.value()).toEqual({ verifying: 'asking' });
    on.end('otp', 'verified');
    on.send({ type: 'auth.anonymous', because: 'code' });
    expect(on.value()).toEqual({ verifying: 'signedOut' });
  });

  it.each([
    ['otp', { name: 'verify-code', email: null, returnTo: at('queue') }],
    ['passwordReset', { name: 'forgot-password', returnTo: at('queue') }],
  ] as const)('the page of %s that is left takes its way back along', (flow, screen) => {
    const on = anonymous(screen);
    on.end(flow, 'left');
    expect(on.shown()).toEqual({ screen: { name: 'login', returnTo: at('queue') }, entry: 'push' });
  });

  it.each([
    ['returnTo', at('queue'), null, at('queue')],
    ['the payment of an active order', null, reading('paymentSelection'), at('payment-method')],
    ['home', null, reading('expired'), home],
  ] as const)('by a new password goes on to %s', (_where, returnTo, session, screen) => {
    const on = anonymous({ name: 'forgot-password', returnTo });
    on.end('passwordReset', 'verified');
    expect(on.toldTo('auth').at(-1)).toEqual({ type: 'code.accepted' });
    on.send(proven);
    if (session !== null) {
      expect(on.value()).toBe('landing');
      on.read(session);
    }
    expect(on.shown().screen).toEqual(screen);
  });

  it.each([
    { type: 'auth.anonymous', because: 'check' },
    { type: 'auth.unverified', user: buyer, because: 'login' },
  ] as const)('$type: a word that changes nothing leaves form and code page open', (word) => {
    const form = anonymous({ name: 'login', returnTo: null });
    const told = form.toldTo('auth').length;
    form.send(word);
    expect([form.value(), form.toldTo('auth').length]).toEqual(['signingIn', told]);
    const code = unverifiedAt(verify(null));
    const otp = code.root.system.get('otp' as never);
    code.send(word);
    expect(code.root.system.get('otp' as never)).toBe(otp);
  });
});

describe('Buy Now and Continue (§2.139, §4.31)', () => {
  it.each([
    ['online', 'seats'],
    ['queued', 'queue'],
  ] as const)('joined %s: on to %s', async (state, page) => {
    const on = choosingShow();
    on.send({ type: 'show.close' });
    expect(on.value()).toBe('browsing');
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    expect(on.join.calls).toEqual([{ slug: 'konser' }]);
    await on.join.answer(ok(reading(state)));
    expect(on.shown()).toEqual({ screen: at(page), entry: 'push' });
  });

  it.each([
    ['a session that is further on', reading('paymentSelection'), at('payment-method')],
    ['no session', nobody, at('queue')],
    ['a refusal', null, at('queue')],
  ])('refused: the session is asked, and %s decides', async (_, answer, to) => {
    const on = joining();
    await on.join.answer(refused('otherSessionLive', 'You already have a session'));
    expect(on.value()).toBe('checkingAfterJoin');
    if (answer === null) on.unread({ kind: 'refused', ...refusalAs('notFound') });
    else on.read(answer);
    expect(on.shown().screen).toEqual(to);
  });
});

describe('entering a page of the purchase (§6.30)', () => {
  it('only on a reading that this page asked for (guard a)', () => {
    const on = verified(at('queue'));
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
    ['queue', 'Failed to check queue session'],
    ['seats', 'Failed to load seatmap data. Please try again.'],
    ['order-form', 'Failed to check order draft'],
    ['payment', 'Failed to check payment status'],
  ] as const)('%s: a session that cannot be read is said, and read again', (page, words) => {
    const on = verified(at(page));
    on.unread({ kind: 'broken', status: 500, message: 'x' });
    expect([on.value(), shownText(on.context().problem)]).toEqual(['blocked', words]);
    on.send({ type: page === 'queue' ? 'page.retry' : 'page.woke' });
    expect([on.value(), on.context().problem]).toEqual(['askingSession', null]);
  });

  it('a 401 is doubted before it is believed', () => {
    const gone = refusedAt(at('seats'), 'unauthenticated');
    expect(gone.value()).toBe('doubting');
    expect(gone.toldTo('auth').at(-1)).toEqual({ type: 'auth.refused' });
    gone.send({ type: 'auth.anonymous', because: 'refused' });
    expect(gone.shown().screen).toEqual({ name: 'login', returnTo: at('seats') });
    const still = refusedAt(at('seats'), 'unauthenticated');
    still.signIn();
    expect(still.value()).toBe('blocked');
    const unproven = refusedAt(at('seats'), 'unauthenticated');
    unproven.send({ type: 'auth.unverified', user: buyer, because: 'refused' });
    expect(unproven.shown().screen).not.toEqual(at('seats'));
  });
});

describe('the flows of the pages', () => {
  it('hear what is read; another step moves the page on', () => {
    for (const [page, state, flow] of [
      ['queue', 'queued', 'queue'],
      ['seats', 'online', 'seatDraft'],
    ] as const) {
      const on = entered(page, reading(state));
      const news = reading('online', { seq: 2 });
      on.read(news);
      expect(on.toldTo(flow).at(-1)).toEqual({ type: 'queue.reading', reading: news });
    }
    for (const [page, state] of [
      ['queue', 'queued'],
      ['seats', 'online'],
      ['order-form', 'online'],
      ['payment-method', 'paymentSelection'],
    ] as const) {
      const on = entered(page, reading(state));
      on.read(reading('paymentProcessing'));
      expect(on.value()).toBe('movingOn');
    }
  });

  it('the payment page is next as soon as the payment exists; Back leads nowhere on both (§2.312)', () => {
    const on = entered('payment-method', reading('paymentSelection'));
    on.send({ type: 'route.popped', screen: at('order-form') });
    expect(on.shown().screen).toEqual(at('payment-method'));
    on.send({ type: 'payment.begun' });
    expect(on.shown()).toEqual({ screen: at('payment'), entry: 'push' });
    on.send({ type: 'route.popped', screen: at('payment-method') });
    expect(on.shown().screen).toEqual(at('payment'));
    expect(on.running('payment')).toBe(true);
  });
});

describe('leaving a place in line (§4.42)', () => {
  it.each(['route.visited', 'route.popped'] as const)('%s asks while waiting', (type) => {
    const on = entered('queue', reading('queued'));
    on.send({ type, screen: home });
    expect(on.value()).toEqual({ queueing: 'askingToLeave' });
    expect(on.shown().screen).toEqual(at('queue'));
    on.send({ type: 'leave.cancel' });
    expect(on.value()).toEqual({ queueing: 'here' });
    on.send({ type, screen: at('event') });
    // Back, pressed again while the question is open, is no answer to it.
    on.send({ type: 'route.popped', screen: home });
    expect(on.value()).toEqual({ queueing: 'askingToLeave' });
    on.send({ type: 'leave.confirm' });
    expect(on.shown().screen).toEqual(home);
    const free = entered('queue', nobody);
    free.send({ type, screen: home });
    expect(free.shown().screen).toEqual(home);
  });
});

describe('messages and wakes (§4.11)', () => {
  it.each([
    ['konser', 'user_promoted', null, undefined],
    ['konser', 'user_kicked', 'bot', { event: 'user_kicked', reason: 'bot' }],
    ['konser', 'user_left', null, { event: 'user_left', reason: null }],
    // Of another event than that of the session: it ends nothing here.
    ['pesta', 'user_left', null, undefined],
  ] as const)(
    'a word of the queue of %s, %s, only causes a read (§3.81)',
    (slug, event, reason, hint) => {
      const on = entered('queue', reading('queued'));
      const body = { user_id: 'u-1', event, ...(reason !== null && { reason }) };
      on.message({ kind: 'queue', slug, body });
      expect(on.value()).toEqual({ queueing: 'here' });
      const { hint: told, type } = on.toldTo('session').at(-1) as { hint?: unknown; type: string };
      expect([type, told]).toEqual(['session.refresh', hint]);
    },
  );

  it('words of the system and of the log reach the queue, and none causes a read', () => {
    const on = entered('queue', reading('queued'));
    const [queue, session] = [on.toldTo('queue').length, on.toldTo('session').length];
    on.message({ kind: 'status', body: { status: 'ok' } });
    on.message({ kind: 'logs', slug: 'konser', body: { event: 'seats_held', message: ' ' } });
    on.message({ kind: 'status', body: { status: 'ok', message: 'Pemeliharaan' } });
    on.message({ kind: 'logs', slug: 'konser', body: { event: 'seats_held', message: '3 kursi' } });
    expect(on.toldTo('queue').slice(queue)).toEqual([
      { type: 'queue.systemSaid', message: 'Pemeliharaan' },
      { type: 'queue.logged', message: '3 kursi' },
    ]);
    expect(on.toldTo('session')).toHaveLength(session);
  });

  it.each([
    ['payment_completed', { type: 'payment.hinted', event: 'payment_completed' }],
    ['payment_failed', { type: 'payment.failureHinted' }],
  ] as const)(
    'a word of the payment reaches it and causes a read: %s (§4.73, §3.82)',
    (event, told) => {
      const on = entered('payment', reading('paymentProcessing'));
      on.message({ kind: 'payment', slug: 'konser', body: { user_id: 'u-1', event } });
      expect(on.toldTo('payment').at(-1)).toEqual(told);
      expect(on.toldTo('session').at(-1)).toMatchObject({ type: 'session.refresh' });
    },
  );

  it('[§4.58] a session that changed is told to the order form, one that did not is not', () => {
    const on = entered('order-form', reading('online', { hasDraft: true }));
    const stale = () => on.toldTo('orderForm').filter(({ type }) => type === 'draft.stale').length;
    const before = stale();
    on.read(reading('online', { hasDraft: true }));
    expect(stale()).toBe(before);
    on.read(reading('online', { hasDraft: false, seq: 9 }));
    expect(stale()).toBe(before + 1);
  });

  it.each([
    [false, { taken: ['A-1'] }],
    [true, { mine: ['A-1'] }],
    [undefined, { doubted: ['A-1'] }],
  ])('seats that changed hands are told, with whose they are (§2.216): %s', (mine, whose) => {
    const on = entered('seats', reading('online'));
    const heard = vi.fn();
    on.root.on('seats.changed', heard);
    const changes = [
      { seat_number: 'A-1', status: 'in_transaction' as const },
      { seat_number: 'A-2', status: 'available' as const },
    ];
    const body = mine === undefined ? { changes } : { changes, mine };
    on.message({ kind: 'seats', slug: 'konser', body });
    const none = { type: 'seats.changed', taken: [], mine: [], doubted: [], left: [] };
    expect(on.toldTo('seatDraft').at(-1)).toEqual({ ...none, ...whose });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('real-time coming and going sets the pace of polling', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'realtime.changed', connected: true, error: null });
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.pace', realtime: true });
    const told = { type: 'queue.realtimeChanged', connected: true };
    expect(on.toldTo('queue').at(-1)).toMatchObject(told);
    expect(on.context().realtime).toEqual({ connected: true, error: null });
  });

  it('[F16][F20][F35] a waking page reads again, re-arms real-time, and hastens its flows', () => {
    const on = entered('payment', reading('paymentProcessing'));
    on.send({ type: 'page.woke' });
    expect(on.toldTo('session')).toContainEqual(
      expect.objectContaining({ type: 'session.refresh' }),
    );
    expect(on.toldTo('realtime').at(-1)).toEqual({ type: 'realtime.rearm' });
    expect(on.toldTo('payment').at(-1)).toEqual({ type: 'payment.check' });
    const seats = entered('seats', reading('online'));
    seats.send({ type: 'page.woke' });
    for (const flow of ['auth', 'session', 'seatDraft']) {
      expect(seats.toldTo(flow)).toContainEqual({ type: 'call.hasten' });
    }
  });

  it('the map of the seats may be old when the page woke, and when real-time came or went', () => {
    const on = entered('seats', reading('online'));
    const woke = { type: 'page.woke' } as const;
    const back = { type: 'realtime.changed', connected: true, error: null } as const;
    for (const [event, realtime] of [
      [woke, false],
      [back, true],
      [woke, true],
    ] as const) {
      on.send(event);
      expect(on.toldTo('seatDraft').at(-1)).toEqual({ type: 'seats.stale', realtime });
    }
  });

  it('a flow that wants a reading gets one, and a refresh re-arms real-time (§4.93)', () => {
    const on = entered('queue', reading('queued'));
    const [session, realtime] = [on.toldTo('session').length, on.toldTo('realtime').length];
    on.send({ type: 'session.refreshWanted' });
    on.send({ type: 'realtime.rearmWanted' });
    expect(on.toldTo('session')).toHaveLength(session + 1);
    expect(on.toldTo('realtime').slice(realtime)).toEqual([{ type: 'realtime.rearm' }]);
  });
});

describe('the bubble (§2.90)', () => {
  function found(over = {}) {
    const on = verified(home);
    on.read(reading('online', over));
    return on;
  }

  it('shows a second after a live session is found, and goes with it (§9.20)', async () => {
    const on = found();
    await pass(999);
    expect(on.whole()).toMatchObject({ bubble: 'appearing' });
    await pass(1);
    expect(on.whole()).toMatchObject({ bubble: 'shown' });
    on.read(reading('completed'));
    expect(on.whole()).toMatchObject({ bubble: 'hidden' });
    const short = found();
    short.read(nobody);
    await pass(2_000);
    expect(short.whole()).toMatchObject({ bubble: 'hidden' });
  });

  it('resumes at the step, the order form while a draft is held (§2.92)', () => {
    const on = found({ hasDraft: true });
    on.send({ type: 'bubble.resume' });
    expect(on.shown()).toEqual({ screen: at('order-form'), entry: 'push' });
  });

  it('exits to the event page; a failure is said (§2.93)', () => {
    const on = found();
    on.send({ type: 'bubble.exit' });
    expect(on.toldTo('session').at(-1)).toEqual({ type: 'session.exit' });
    on.send({ type: 'session.exitFailed', text: { key: 'bubble.exitRefused' } });
    expect(shownText(on.context().exitProblem)).toBe('Failed to exit session. Please try again.');
    on.send({ type: 'session.exited', slug: 'konser' });
    expect([on.shown().screen, on.context().exitProblem]).toEqual([at('event'), null]);
  });
});

it('a link is a new entry, Back is not; the same place is no move', () => {
  const on = stage(home);
  on.send({ type: 'route.visited', screen: at('event') });
  expect(on.shown()).toEqual({ screen: at('event'), entry: 'push' });
  const { visit } = on.context();
  on.send({ type: 'route.visited', screen: at('event') });
  expect(on.context().visit).toBe(visit);
  on.send({ type: 'route.popped', screen: home });
  expect(on.shown()).toEqual({ screen: home, entry: 'replace' });
});
