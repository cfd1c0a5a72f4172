import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert, 'pesta-rakyat-bandung'] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.anonymous().ask('POST', '/dev/reset');
});
afterEach(async () => {
  await app.anonymous().ask('DELETE', '/dev/faults');
});

const order = (body: object) => app.anonymous().ask('POST', '/dev/faults', { body });
const listed = async () =>
  (await app.anonymous().ask<Record<string, unknown>[]>('GET', '/dev/faults')).body;
const event = (slug = concert) => app.anonymous().call(calls.eventDetail, { params: { slug } });

describe('/dev/faults', () => {
  test('responds to a call with the configured sentence, data and Retry-After', async () => {
    await order({
      path: `/api/event/${concert}`,
      status: 429,
      message: 'Sabar ya',
      data: { kata: 'nanti' },
      retry_after_seconds: 7,
    });
    const answer = await event();
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ status: 429, message: 'Sabar ya', data: { kata: 'nanti' } });
    expect(answer.headers['retry-after']).toBe('7');
    expect((await event('pesta-rakyat-bandung')).status).toBe(200);
  });

  test('a star matches any segment, a method only that method', async () => {
    await order({ path: '/api/event/*/order-draft', method: 'POST', status: 500 });
    const buyer = await app.as('pembeli@contoh.id');
    const params = { slug: concert };
    expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
    const body = { seats: ['A-1'], voucher_code: null };
    expect((await buyer.call(calls.createDraft, { params, body })).status).toBe(500);
  });

  test('acts the configured number of times, and lists the remaining ones', async () => {
    await order({ path: '/api/*', status: 503, times: 2 });
    expect((await event()).status).toBe(503);
    expect(await listed()).toEqual([{ path: '/api/*', status: 503, times: 1 }]);
    expect((await event()).status).toBe(503);
    expect(await listed()).toEqual([]);
    expect((await event()).status).toBe(200);
  });

  test('the oldest matching one acts first', async () => {
    await order({ path: '/api/event/*', status: 500, times: 1 });
    await order({ path: '/api/*', status: 502 });
    expect((await event()).status).toBe(500);
    expect((await event()).status).toBe(502);
  });

  test('delays a call without replacing its response', async () => {
    await order({ path: '/api/event/*', delay_seconds: 0.2 });
    const before = performance.now();
    expect((await event()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(190);
  });

  test('a delayed call does not delay the shutdown of the server', async () => {
    const own = await createTestApp({ events: 'none' });
    await own.anonymous().ask('POST', '/dev/faults', {
      body: { path: '/api/auth/me', delay_seconds: 100 },
    });
    const asked = own.anonymous().call(calls.me);
    await own.close();
    expect((await asked).status).toBeGreaterThanOrEqual(400);
  });

  test("'after' loses the response of a call that took effect", async () => {
    await order({
      path: '/api/event/*/session/queue/join',
      status: 502,
      when: 'after',
      times: 1,
    });
    const buyer = await app.as('pembeli@contoh.id');
    const lost = await buyer.call(calls.joinQueue, { params: { slug: concert } });
    expect(lost.status).toBe(502);
    expect(lost.body).toMatchObject({ status: 502, data: null });
    expect((await buyer.call(calls.session)).body.data.session?.state).toBe('online');
  });

  test('leaves the health check, the pages and the tools alone', async () => {
    await order({ path: '/api/*', status: 500 });
    expect((await app.anonymous().ask('GET', '/api/health')).status).toBe(200);
    expect((await app.anonymous().ask('GET', '/dev/clock')).status).toBe(200);
    const refused = await order({ path: '/dev/clock', status: 500 });
    expect(refused.status).toBe(422);
  });

  test('a reset ends every fault', async () => {
    await order({ path: '/api/*', status: 500 });
    await app.anonymous().ask('POST', '/dev/reset', { body: { keep_events: true } });
    expect(await listed()).toEqual([]);
    expect((await event()).status).toBe(200);
  });

  test.each([
    [{}, /"path" must begin with/],
    [{ path: '/api/x' }, /needs a "status", a "delay_seconds" or both/],
    [{ path: 'api/x', status: 500 }, /"path" must begin with/],
    [{ path: '/api/x', status: 99 }, /"status" must be an HTTP code/],
    [{ path: '/api/x', status: 500, times: 0 }, /"times" must be a whole number/],
    [{ path: '/api/x', delay_seconds: 1e6 }, /"delay_seconds" must be a number from 0 to 120/],
    [{ path: '/api/x', status: 500, method: 'PATCH' }, /"method" must be/],
    [{ path: '/api/x', status: 500, when: 'never' }, /"when" must be/],
    [{ path: '/api/x', status: 500, often: 3 }, /unknown fields are refused/],
  ])('%j is refused with a sentence that says what is expected', async (body, words) => {
    const answer = await order(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(words) });
    expect(await listed()).toEqual([]);
  });
});

describe('/dev/mail with a delay', () => {
  const letters = async () =>
    (await app.anonymous().ask<{ subject: string }[]>('GET', '/dev/mail?to=x@contoh.id')).body;
  const delay = (seconds: unknown) =>
    app.anonymous().ask('POST', '/dev/mail', { body: { delay_seconds: seconds } });
  const write = (subject: string) =>
    app.services.mailer.send({ to: 'x@contoh.id', subject, text: 'isi' });

  test('delays e-mails by the clock of the server', async () => {
    await delay(60);
    await write('nanti');
    expect(await letters()).toEqual([]);
    await app.anonymous().ask('POST', '/dev/clock', { body: { advance_seconds: 59 } });
    expect(await letters()).toEqual([]);
    await app.anonymous().ask('POST', '/dev/clock', { body: { advance_seconds: 2 } });
    expect((await letters()).map(({ subject }) => subject)).toEqual(['nanti']);
  });

  test('a reset ends it', async () => {
    await delay(60);
    await app.anonymous().ask('POST', '/dev/reset');
    await write('sekarang');
    expect(await letters()).toHaveLength(1);
  });

  test.each([-1, 1.5, '5', 3_601, undefined])('%j is refused', async (seconds) => {
    expect((await delay(seconds)).status).toBe(422);
  });
});

describe('/dev/reset with keep_events', () => {
  test('undoes what people did and keeps the ids of the seats', async () => {
    const seatIds = () =>
      app.services.db.query('select id, status from seats order by id limit 50');
    const before = await seatIds();
    const buyer = await app.as('pembeli@contoh.id');
    await buyer.call(calls.joinQueue, { params: { slug: concert } });
    const map = await buyer.call(calls.seatmapCategories, { params: { slug: concert } });
    const seat = map.body.data.seatLayout.items.find(({ status }) => status === 'available');
    const body = { seats: [seat!.seat_number], voucher_code: 'SEKALI' };
    expect((await buyer.call(calls.createDraft, { params: { slug: concert }, body })).status).toBe(
      200,
    );
    await app.anonymous().ask('POST', '/dev/queue/pesta-rakyat-bandung', {
      body: { capacity: 9, paused: true },
    });
    await app.anonymous().ask('POST', '/dev/broker', { body: { up: false } });
    const reset = await app.anonymous().ask('POST', '/dev/reset', { body: { keep_events: true } });
    expect(reset.body).toMatchObject({ reset: true });
    expect((await buyer.call(calls.me)).status).toBe(401);
    expect(await seatIds()).toEqual(before);
    expect((await app.anonymous().ask('GET', '/dev/broker')).body).toMatchObject({ up: true });
    const rooms = await app.services.db.query(
      `select capacity, paused from queue_rooms r join events e on e.id = r.event_id where slug = 'pesta-rakyat-bandung'`,
    );
    expect(rooms).toEqual([{ capacity: 2, paused: false }]);
    const uses = await app.services.db.query('select 1 from voucher_claims');
    expect(uses).toEqual([]);
  });

  test('inserts the whole seed if it is from another day', async () => {
    const [before] = await app.services.db.query<{ id: number }>('select min(id) as id from seats');
    await app.services.db.query(
      `update server_facts set value = '2020-01-01' where name = 'seed.stamp'`,
    );
    await app.anonymous().ask('POST', '/dev/reset', { body: { keep_events: true } });
    const [after] = await app.services.db.query<{ id: number }>('select min(id) as id from seats');
    expect(Number(after!.id)).toBeGreaterThan(Number(before!.id));
    expect((await event()).status).toBe(200);
  });

  test('clears the counted calls, so that a tester can continue', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' }, events: [concert] });
    for (let click = 0; click < 8; click += 1) {
      const set = await limited.anonymous().ask('POST', '/dev/scenarios/seats-fresh');
      expect(set.status).toBe(200);
    }
    await limited.close();
  });

  test('another body is refused', async () => {
    const answer = await app.anonymous().ask('POST', '/dev/reset', { body: { keep: true } });
    expect(answer.status).toBe(422);
  });
});
