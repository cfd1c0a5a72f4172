import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { broken, ok, pass, refusalAs, refused, unreachable } from '../../support/flows/machines.ts';
import { at, buyer, entered, nobody, reading, stage } from './root-stage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const away = { kind: 'unreachable', message: '' } as const;

function unread(page: string) {
  const on = stage(at(page));
  on.signIn();
  on.send({ type: 'session.readFailed', failure: away, visit: on.context().visit });
  return on;
}

describe('a page that cannot be entered heals by itself (ruling R21)', () => {
  it('its session is read again by the reader, and the card stays until it answers', async () => {
    const on = unread('seats');
    await pass(120_000);
    on.send({ type: 'session.readFailed', failure: away, visit: on.context().visit });
    expect(on.value()).toBe('blocked');
    on.read(reading('online'));
    expect(on.value()).toBe('choosingSeats');
  });

  it.each([
    ['unauthenticated', 'doubting'],
    ['sessionNotOnline', 'askingSession'],
  ] as const)('a clear refusal that comes instead follows its rule: %s', (code, value) => {
    const on = unread('seats');
    const failure = { kind: 'refused', ...refusalAs(code) } as const;
    on.send({ type: 'session.readFailed', failure, visit: on.context().visit });
    expect(on.value()).toBe(value);
  });

  it('a flow that failed is begun again, ever more slowly', async () => {
    const on = entered('seats', reading('online'));
    for (const wait of [1_000, 2_000, 4_000]) {
      on.crash('seatDraft');
      expect(on.value()).toBe('blocked');
      await pass(wait - 1);
      expect(on.value()).toBe('blocked');
      await pass(1);
      expect(on.value()).toBe('askingSession');
      on.read(reading('online'));
    }
    on.send({ type: 'route.visited', screen: at('event') });
    expect(on.context().healing.tries).toBe(0);
  });

  it('code that did not come is fetched again', async () => {
    const on = stage(at('queue'), false);
    on.signIn();
    await on.load.crash();
    expect(on.value()).toBe('blocked');
    await pass(1_000);
    expect(on.value()).toBe('loadingFlows');
    await on.load.answer();
    expect(on.value()).toBe('askingSession');
  });

  it('a loop waits for a press', async () => {
    const on = stage(at('seats'));
    on.signIn();
    for (let turn = 0; turn < 2; turn += 1) {
      on.read(nobody);
      on.send({ type: 'route.visited', screen: at('seats') });
    }
    on.read(nobody);
    await pass(120_000);
    on.read(nobody);
    expect(on.value()).toBe('blocked');
  });
});

describe('a join', () => {
  function joining() {
    const on = stage(at('event'));
    on.signIn();
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    return on;
  }

  it.each([
    ['5xx', broken()],
    ['silence', unreachable()],
    ['429', refused('tooManyRequests', 'Too many requests')],
  ])('that got %s is sent again until it is answered', async (_, answer) => {
    const on = joining();
    for (const wait of [1_000, 2_000, 4_000, 8_000]) {
      await on.join.answer(answer);
      expect(on.value()).toBe('waitingToJoin');
      await pass(wait);
    }
    await on.join.answer(ok(reading('queued')));
    expect(on.shown().screen).toEqual(at('queue'));
  });

  it('heeds Retry-After, is hastened by a wake, and may be given up', async () => {
    const on = joining();
    await on.join.answer({
      ok: false,
      failure: { kind: 'broken', status: 503, message: '', retryAfterMs: 20_000 },
    });
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
    await other.join.answer(refused('otherSessionLive', 'You already have a session'));
    other.send({ type: 'session.readFailed', failure: away, visit: other.context().visit });
    expect(other.value()).toBe('checkingAfterJoin');
    other.read(reading('queued'));
    expect(other.shown().screen).toEqual(at('queue'));
  });
});

describe('before it is known who is there', () => {
  it('a page waits for as long as it takes, and says so after three seconds', async () => {
    const on = stage(at('seats'));
    await pass(2_999);
    expect(on.value()).toBe('awaitingIdentity');
    await pass(1);
    expect(on.value()).toBe('connecting');
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
    const asked = on.toldTo('auth').some(({ type }) => type === 'login.open');
    expect(asked).toBe(who === 'nobody');
  });
});

it('a wake hastens every flow that runs', () => {
  const on = entered('seats', reading('online'));
  on.send({ type: 'page.woke' });
  for (const flow of ['auth', 'session', 'seatDraft'] as const) {
    expect(on.toldTo(flow)).toContainEqual({ type: 'call.hasten' });
  }
});
