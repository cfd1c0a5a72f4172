import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { createClock } from '../../../server/clock.ts';
import { openShop } from '../support/open-shop.ts';
import { concert, freeSeats, join as joinQueue, party } from '../support/purchase.ts';
import { createTestApp } from '../support/test-app.ts';

interface ShownMail {
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}

// The pages tell how far the clock was advanced.
const app = await openShop({ events: [concert, party], overrides: { clock: createClock() } }, null);
beforeEach(() => post('/dev/reset', { keep_events: true }));

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url, headers });
const page = (url: string, headers: Record<string, string> = {}) =>
  get(url, { accept: 'text/html,*/*', ...headers });
const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  app.fastify.inject({
    method: 'POST',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const event = (slug = concert) => app.anonymous().call(calls.eventDetail, { params: { slug } });
const write = (to: string, subject: string, text = 'isi') =>
  app.services.mailer.send({ to, subject, text });
const mailsTo = async (to: string) =>
  (await get(`/dev/mail?to=${to}`)).json<ShownMail[]>().map(({ subject }) => subject);
const clockNow = async () =>
  (await get('/dev/clock')).json<{ now: string; offset_seconds: number }>();

describe('/dev/go and /dev/scenarios', () => {
  test('a link in a bug report opens; only its own site may set it up', async () => {
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const opened = await page('/dev/go/kicked', followed);
    expect(opened.statusCode).toBe(200);
    expect(opened.body).toContain('data-waits');
    expect((await page('/dev/go/kicked')).body).not.toContain('data-waits');
    expect((await page('/dev/mail', followed)).statusCode).toBe(403);
    expect((await post('/dev/scenarios/kicked', undefined, followed)).statusCode).toBe(403);
  });
});

describe('the tools (§16.10)', () => {
  test('without DEV_TOOLS neither the player nor a tool is there', async () => {
    const env = { DEV_TOOLS: '0' };
    const own = await createTestApp({ env, events: 'none' });
    for (const url of ['', '/mail', '/clock', '/state', '/faults', '/go/kicked', '/gateway/x']) {
      expect((await own.fastify.inject({ url: `/dev${url}` })).statusCode).toBe(404);
    }
    for (const act of ['clock', 'reset', 'queue/x', 'broker', 'scenarios/kicked', 'faults']) {
      const given = { method: 'POST', url: `/dev/${act}`, payload: {} } as const;
      expect((await own.fastify.inject(given)).statusCode).toBe(404);
    }
    await own.close();
  });

  test.each([
    [{}, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.test' }, 403],
  ])('a request with %j gets %i', async (headers, status) => {
    expect((await post('/dev/clock', { advance_seconds: 0 }, headers)).statusCode).toBe(status);
  });
});

describe('/dev/faults', () => {
  const order = (body: object) => post('/dev/faults', body);
  const listed = async () => (await get('/dev/faults')).json();

  test('responds to a call with the configured sentence, data and Retry-After', async () => {
    const said = { status: 429, message: 'Sabar ya', data: { kata: 'nanti' } };
    await order({ path: `/api/event/${concert}`, ...said, retry_after_seconds: 7 });
    const answer = await event();
    expect(answer.body).toEqual(said);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect((await event(party)).status).toBe(200);
  });

  test("'after' loses the response of a call that took effect", async () => {
    const lost = { status: 502, when: 'after', times: 1 };
    await order({ path: '/api/event/*/session/queue/join', ...lost });
    const buyer = await app.as('pembeli@contoh.id');
    const answer = await buyer.call(calls.joinQueue, { params: { slug: concert } });
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ status: 502, data: null });
    expect((await buyer.call(calls.session)).body.data.session?.state).toBe('online');
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
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(words) });
    expect(await listed()).toEqual([]);
  });
});

describe('/dev/reset', () => {
  test('inserts the seed again, sets the clock back, ends mail delays and signs everybody out', async () => {
    const client = await app.as('pembeli@contoh.id');
    await post('/dev/clock', { advance_seconds: 86_400 });
    await write('x@contoh.id', 'lama');
    await post('/dev/mail', { delay_seconds: 60 });
    expect((await post('/dev/reset')).json()).toMatchObject({ reset: true });
    expect((await clockNow()).offset_seconds).toBe(0);
    expect((await client.call(calls.me)).status).toBe(401);
    expect((await get('/dev/mail')).json()).toEqual([]);
    await write('x@contoh.id', 'sekarang');
    expect(await mailsTo('x@contoh.id')).toEqual(['sekarang']);
    expect((await event()).status).toBe(200);
    const again = { email: 'pembeli@contoh.id', password: 'tiket1234' };
    expect((await app.anonymous().call(calls.login, { body: again })).status).toBe(200);
  });

  test('with keep_events undoes what people did and keeps the ids of the seats', async () => {
    const { db } = app.services;
    const seatIds = () => db.query('select id, status from seats order by id limit 50');
    const before = await seatIds();
    const buyer = await app.as('pembeli@contoh.id');
    await joinQueue(buyer, concert);
    const body = { seats: await freeSeats(app, concert, 1), voucher_code: 'SEKALI' };
    const draft = await buyer.call(calls.createDraft, { params: { slug: concert }, body });
    expect(draft.status).toBe(200);
    await post('/dev/queue/pesta-rakyat-bandung', { capacity: 9, paused: true });
    await post('/dev/broker', { up: false });
    await post('/dev/faults', { path: '/api/*', status: 500 });
    const reset = await post('/dev/reset', { keep_events: true });
    expect(reset.json()).toMatchObject({ reset: true });
    expect((await get('/dev/faults')).json()).toEqual([]);
    expect((await buyer.call(calls.me)).status).toBe(401);
    expect(await seatIds()).toEqual(before);
    expect((await get('/dev/broker')).json()).toMatchObject({ up: true });
    const rooms = await db.query(
      'select capacity, paused from queue_rooms r join events e on e.id = r.event_id where slug = $1',
      [party],
    );
    expect(rooms).toEqual([{ capacity: 2, paused: false }]);
    expect(await db.query('select 1 from voucher_claims')).toEqual([]);
  });
});
