import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionStep } from '../../../machines/session/session.types.ts';
import { broken, ok, pass, refusalAs, refused } from '../../support/flows/machines.ts';
import {
  at,
  buyer,
  choosingShow,
  entered,
  joining,
  nobody,
  reading,
  stage,
  verified,
} from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());

/** The pages of the purchase, with the step of the session that lets in and the flow that runs there. */
const doors: readonly (readonly [page: string, step: SessionStep, flow: string])[] = [
  ['queue', 'queued', 'queue'],
  ['seats', 'online', 'seatDraft'],
  ['order-form', 'online', 'orderForm'],
  ['payment-method', 'paymentSelection', 'payment'],
  ['payment', 'paymentProcessing', 'payment'],
  ['payment-generated', 'paymentProcessing', 'payment'],
];

describe.each(doors)('%s', (page, step, flow) => {
  it('a reading that another page asked for moves nothing (guard a)', () => {
    const on = entered(page, reading(step));
    expect(on.running(flow)).toBe(true);
    const value = on.value();
    const news = reading(page.startsWith('payment') ? 'queued' : 'paymentProcessing');
    on.send({ type: 'session.read', reading: news, visit: -1 });
    expect(on.value()).toEqual(value);
  });

  it('[F13] somebody else signed in, in another tab: nothing of the buyer before them stays', () => {
    const on = entered(page, reading(step));
    const before = on.root.system.get(flow as never);
    on.signIn();
    expect(on.root.system.get(flow as never)).toBe(before);
    on.signIn({ ...buyer, id: 'u-2' });
    expect([on.value(), on.running(flow)]).toEqual(['askingSession', false]);
    expect(on.context().user?.id).toBe('u-2');
  });

  it('[F30] a 401 of a poll has the account asked for once, any other failure does not', () => {
    const on = entered(page, reading(step));
    const before = on.toldTo('auth').length;
    for (const answer of [broken(), refused('emailNotVerified'), refused('unauthenticated')]) {
      const { failure } = answer as Extract<typeof answer, { ok: false }>;
      on.send({ type: 'session.readFailed', failure, visit: -1 });
    }
    expect(on.toldTo('auth').slice(before)).toEqual([{ type: 'auth.refused' }]);
    expect(on.shown().screen).toEqual(at(page));
  });
});

it.each([
  ['unreachable', { kind: 'unreachable', message: '' }],
  ['signed out', { kind: 'refused', ...refusalAs('unauthenticated') }],
  ['forbidden', { kind: 'refused', ...refusalAs('sessionNotOnline') }],
] as const)(
  'a failed answer that another page asked for is none of this page: %s',
  (_, failure) => {
    const on = verified(at('seats'));
    on.send({ type: 'session.readFailed', failure, visit: -1 });
    expect(on.value()).toBe('askingSession');
  },
);

describe('[F15] Back on the pages of paying (§2.314)', () => {
  const back = { type: 'route.popped', screen: at('order-form') } as const;

  it.each(['payment-method', 'payment', 'payment-generated'])(
    '%s: leads nowhere at any time',
    (page) => {
      const on = stage(at(page));
      for (const [value, next] of [
        ['awaitingIdentity', () => on.signIn()],
        ['askingSession', () => on.unread()],
        ['blocked', () => undefined],
      ] as const) {
        on.send(back);
        expect([on.value(), on.shown().screen]).toEqual([value, at(page)]);
        next();
      }
    },
  );

  it('not while the page is about to move either; a link leaves (§2.314)', () => {
    const on = entered('payment-method', reading('paymentProcessing'));
    on.send(back);
    expect(on.value()).toBe('movingOn');
    const paying = entered('payment', reading('paymentProcessing'));
    paying.send({ type: 'route.visited', screen: { name: 'home' } });
    expect([paying.value(), paying.shown().screen]).toEqual(['browsing', { name: 'home' }]);
  });
});

it('on the way out no page is entered and no flow begins (§4.87, logout)', () => {
  const on = entered('seats', reading('online'));
  on.send({ type: 'auth.leaving' });
  on.send({ type: 'route.visited', screen: at('queue') });
  on.send({ type: 'route.popped', screen: at('event') });
  on.send({ type: 'session.exited', slug: 'konser' });
  expect([on.value(), on.shown().screen]).toEqual(['signingOut', at('seats')]);
  expect(on.running('seatDraft') || on.running('queue')).toBe(false);
  on.send({ type: 'auth.anonymous', because: 'logout' });
  expect([on.value(), on.shown().screen]).toEqual(['browsing', { name: 'home' }]);
});

describe('signed out in another tab while buying (§4.88)', () => {
  const gone = { type: 'auth.anonymous', because: 'check' } as const;

  it('the choice of shows closes, a join is given up, and the event stays', async () => {
    const choice = choosingShow();
    choice.send(gone);
    const join = joining();
    join.send(gone);
    expect(join.join.aborted(0)).toBe(true);
    const after = joining();
    await after.join.answer(refused('unauthenticated'));
    expect(after.value()).toBe('checkingAfterJoin');
    after.send(gone);
    for (const on of [choice, join, after]) {
      expect([on.value(), on.shown().screen]).toEqual(['browsing', at('event')]);
    }
  });

  it('an answer of the session that was asked for before the join decides nothing', async () => {
    const on = joining();
    await on.join.answer(refused('otherSessionLive'));
    const visit = on.context().visit - 1;
    on.send({ type: 'session.read', reading: reading('online'), visit });
    on.send({ type: 'session.readFailed', failure: { kind: 'unreachable', message: '' }, visit });
    expect(on.value()).toBe('checkingAfterJoin');
  });
});

describe('a series of shows (§2.151)', () => {
  const show = 'konser-malam-2';

  it('joins the queue of the chosen show, and goes on under its slug (§2.154)', async () => {
    const on = verified(at('event'));
    on.send({ type: 'purchase.request', slug: 'konser', hasShows: true });
    on.send({ type: 'show.confirm', slug: show });
    expect(on.shown()).toEqual({ screen: { name: 'event', slug: show }, entry: 'replace' });
    expect(on.join.calls).toEqual([{ slug: show }]);
    await on.join.answer(ok(reading('queued', { slug: show })));
    expect(on.shown()).toEqual({ screen: { name: 'queue', slug: show }, entry: 'push' });
  });

  it('asks about a place in another show of it only once the show is chosen', async () => {
    const on = verified(at('event'));
    const held = reading('queued', { slug: show });
    on.read(held);
    on.send({ type: 'purchase.request', slug: 'konser', hasShows: true });
    expect(on.value()).toBe('choosingShow');
    on.send({ type: 'show.confirm', slug: 'konser' });
    await on.join.answer(refused('otherSessionLive'));
    on.read(held);
    expect(on.value()).toBe('askingSwitch');
  });
});

it('a page that cannot be entered follows the session all the same (§4.113)', async () => {
  const on = entered('seats', reading('online'));
  on.crash('seatDraft');
  on.read(reading('online', { seq: 2 }));
  on.send({ type: 'session.read', reading: reading('paymentSelection'), visit: -1 });
  expect(on.value()).toBe('blocked');
  on.read(reading('paymentSelection'));
  await pass(500);
  expect(on.shown().screen).toEqual(at('payment-method'));
  expect(entered('seats', nobody).shown().screen).toEqual(at('queue'));
});
