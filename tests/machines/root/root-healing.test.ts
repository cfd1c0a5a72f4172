import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pass, refusalAs, refused } from '../../support/flows/machines.ts';
import { at, buyer, entered, joining, nobody, reading, stage, verified } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());

describe('a page that cannot be entered heals by itself (§4.113)', () => {
  function unread() {
    const on = verified(at('seats'));
    on.unread();
    return on;
  }

  it.each([
    ['unauthenticated', 'doubting'],
    ['sessionNotOnline', 'askingSession'],
  ] as const)('a clear refusal that comes instead follows its rule: %s', (code, value) => {
    const on = unread();
    on.unread({ kind: 'refused', ...refusalAs(code) });
    expect(on.value()).toBe(value);
  });

  it('a flow that failed is begun again, ever more slowly', async () => {
    const on = entered('seats', reading('online'));
    for (const wait of [1_000, 2_000, 4_000]) {
      on.crash('seatDraft');
      await pass(wait - 1);
      expect(on.value()).toBe('blocked');
      await pass(1);
      expect(on.value()).toBe('askingSession');
      on.read(reading('online'));
    }
    on.send({ type: 'route.visited', screen: at('event') });
    expect(on.context().healing.tries).toBe(0);
  });

  it('code that did not come is fetched again (§2.8)', async () => {
    const on = stage(at('queue'), false);
    on.signIn();
    await on.load.crash();
    await pass(1_000);
    expect(on.value()).toBe('loadingFlows');
  });
});

describe('a join (§4.33)', () => {
  it('heeds Retry-After, is hastened by a wake, and may be given up', async () => {
    const on = joining();
    const failure = { kind: 'broken', status: 503, message: '', retryAfterMs: 20_000 } as const;
    await on.join.answer({ ok: false, failure });
    await pass(19_999);
    expect(on.join.calls).toHaveLength(1);
    on.send({ type: 'page.woke' });
    expect(on.join.calls).toHaveLength(2);
    await on.join.crash();
    on.send({ type: 'show.close' });
    expect(on.value()).toBe('browsing');
  });

  it('ends with the buyer, and its session is waited for', async () => {
    const on = joining();
    await on.join.crash();
    on.send({ type: 'auth.anonymous', because: 'check' });
    expect(on.value()).toBe('browsing');
    const other = joining();
    await other.join.answer(refused('otherSessionLive'));
    other.unread();
    expect(other.value()).toBe('checkingAfterJoin');
    other.read(reading('queued'));
    expect(other.shown().screen).toEqual(at('queue'));
  });
});

describe('before it is known who is there (§2.9)', () => {
  it('a page waits for as long as it takes, and says so after three seconds', async () => {
    const on = stage(at('seats'));
    await pass(2_999);
    expect(on.value()).toBe('awaitingIdentity');
    await pass(3_600_000);
    expect(on.value()).toBe('connecting');
    on.send({ type: 'page.woke' });
    expect(on.toldTo('auth')).toEqual([{ type: 'call.hasten' }]);
    on.signIn();
    expect(on.value()).toBe('askingSession');
  });

  it.each([
    ['a buyer', { type: 'auth.verified', user: buyer, because: 'check' }, 'choosingShow'],
    ['nobody', { type: 'auth.anonymous', because: 'check' }, 'browsing'],
    [
      'somebody unproven',
      { type: 'auth.unverified', user: { ...buyer, isVerified: false }, because: 'check' },
      { verifying: 'asking' },
    ],
  ] as const)('a wish to buy is kept: %s', (who, news, value) => {
    const on = stage(at('event'));
    on.send({ type: 'purchase.request', slug: 'konser' });
    expect(on.value()).toBe('awaitingBuyer');
    on.send(news);
    expect(on.value()).toEqual(value);
    const isAsked = on.toldTo('auth').some(({ type }) => type === 'login.open');
    expect(isAsked).toBe(who === 'nobody');
  });
});

describe('a server that sends in circles (§6.31)', () => {
  it('the buyer may go back and forth as often as they please', () => {
    const on = entered('seats', reading('online'));
    for (let turn = 0; turn < 4; turn += 1) {
      on.end('seatDraft', 'drafted');
      on.send({ type: 'route.popped', screen: at('seats') });
      on.read(reading('online'));
      expect(on.value()).toBe('choosingSeats');
    }
  });

  it('[F14] Back from the seats to the queue leads to the seats again, however often', () => {
    const on = entered('seats', reading('online'));
    for (let turn = 0; turn < 5; turn += 1) {
      on.send({ type: 'route.popped', screen: at('queue') });
      on.read(reading('online'));
      expect(on.value()).toEqual({ queueing: 'here' });
      on.end('queue', 'seats');
      expect(on.shown()).toEqual({ screen: at('seats'), entry: 'replace' });
      on.read(reading('online'));
      expect(on.value()).toBe('choosingSeats');
    }
  });

  const bounced = (on: ReturnType<typeof stage>, slug = 'konser') => {
    on.send({ type: 'route.visited', screen: at('seats', slug) });
    on.read(nobody);
    return on.shown().screen;
  };

  it('the same pages of another event are another way', () => {
    const on = verified(at('seats'));
    for (const slug of ['konser', 'pesta', 'konser', 'pesta']) {
      expect(bounced(on, slug)).toEqual(at('queue', slug));
    }
    bounced(on);
    expect(on.value()).toBe('blocked');
  });

  it('each redirect is remembered for ten seconds of its own (§9.26)', async () => {
    const on = verified(at('seats'));
    bounced(on);
    await pass(9_000);
    bounced(on);
    await pass(999);
    expect(on.context().trail).toHaveLength(2);
    await pass(1);
    expect(on.context().trail).toHaveLength(1);
    expect(bounced(on)).toEqual(at('queue'));
    bounced(on);
    expect(on.value()).toBe('blocked');
    await pass(8_999);
    expect(on.context().trail).toHaveLength(2);
    await pass(1_001);
    expect(on.context().trail).toEqual([]);
  });

  it('‘Try Again’ begins again, a wake does not', () => {
    const on = verified(at('seats'));
    for (let turn = 0; turn < 3; turn += 1) bounced(on);
    on.send({ type: 'page.woke' });
    on.read(nobody);
    expect(on.value()).toBe('blocked');
    on.send({ type: 'page.retry' });
    on.read(nobody);
    expect(on.shown().screen).toEqual(at('queue'));
  });
});
