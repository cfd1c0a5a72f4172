import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '../../../contract/calls.ts';
import { createRateCounter, limitedAddress } from '../../../server/http/rate-limit.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

describe('limitedAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2:ffff::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('%s counts as %s', (ip, counted) => {
    expect(limitedAddress(ip)).toBe(counted);
  });
});

describe('createRateCounter', () => {
  const limit = { calls: 2, seconds: 60 };
  const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);

  test('lets so many through in a window, then says how long to wait', () => {
    const counter = createRateCounter();
    counter.take('a', limit, at(0));
    counter.take('a', limit, at(10));
    expect(() => counter.take('a', limit, at(20))).toThrow(
      expect.objectContaining({ status: 429, retryAfterSeconds: 40 }),
    );
    counter.take('a', limit, at(60));
  });

  test('counts each key and each limit apart', () => {
    const counter = createRateCounter();
    for (const key of ['a', 'b']) {
      counter.take(key, limit, at(0));
      counter.take(key, limit, at(0));
      counter.take(key, { calls: 1, seconds: 5 }, at(0));
      expect(() => counter.take(key, limit, at(0))).toThrow(Refusal);
    }
  });

  test('a clock set back does not lock anybody out', () => {
    const counter = createRateCounter();
    counter.take('a', limit, at(86_400));
    counter.take('a', limit, at(86_400));
    counter.take('a', limit, at(0));
  });
});

describe('the limits of the API', () => {
  let app: TestApp;
  afterEach(() => app.close());
  const wrong = { email: 'siapa@contoh.id', password: 'salah1234' };
  const tryLogins = async (count: number, forwarded?: (index: number) => string) => {
    const seen = [];
    for (let index = 0; index < count; index += 1) {
      const body = { ...wrong, email: `siapa${index}@contoh.id` };
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded(index) };
      seen.push((await app.anonymous().call(calls.login, { body, headers })).status);
    }
    return seen;
  };

  test('by address hold when they are on', async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on' }, events: [] });
    const seen = await tryLogins(11);
    expect(seen.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(seen[10]).toBe(429);
    await app.advance(61);
    expect(await tryLogins(1)).toEqual([401]);
  });

  test('behind a proxy count the address the proxy saw, not those its caller made up', async () => {
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    app = await createTestApp({ env, events: [] });
    const lying = await tryLogins(11, (index) => `198.51.100.${index}, 203.0.113.7`);
    expect(lying[10]).toBe(429);
    expect(await tryLogins(1, () => '203.0.113.8')).toEqual([401]);
  });

  test('by address are silent when they are off, by account they hold', async () => {
    app = await createTestApp({ events: ['seminar-gratis-yogya'] });
    expect(await tryLogins(12)).toEqual(Array(12).fill(401));
    const [first, second] = await app.makeBuyers(2);
    const join = { params: { slug: 'seminar-gratis-yogya' } };
    for (let index = 0; index < 6; index += 1) {
      expect((await first!.call(calls.joinQueue, join)).status).toBe(200);
    }
    const refused = await first!.call(calls.joinQueue, join);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await second!.call(calls.joinQueue, join)).status).toBe(200);
  });
});
