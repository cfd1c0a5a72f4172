import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { createApp } from '../../../server/app.ts';
import { createClock } from '../../../server/clock.ts';
import { scenarioList } from '../../../server/dev/scenarios/registry.ts';
import { sections } from '../../../server/dev/scenarios/scenario.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { openShop } from '../support/open-shop.ts';
import { concert, freeSeats, join as joinQueue, party } from '../support/purchase.ts';
import { testConfig } from '../support/test-app.ts';

interface ShownMail {
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}

// The pages tell how far the clock was advanced.
const app = await openShop({ events: [concert, party], overrides: { clock: createClock() } }, null);
beforeEach(async () => {
  await post('/dev/reset', { keep_events: true });
});

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

describe('/dev', () => {
  test('links every scenario once, under its section, and names every tool', async () => {
    const desk = (await page('/dev')).body;
    for (const [name] of scenarioList) {
      expect(desk.split(`href="/dev/go/${name}"`), name).toHaveLength(2);
    }
    for (const section of sections) expect(desk).toContain(`<h2>${section}</h2>`);
    for (const tool of ['mail', 'gateway', 'queue', 'broker', 'clock', 'reset', 'faults']) {
      expect(desk).toContain(`/dev/${tool}`);
    }
  });

  test('runs only its own scripts and styles', async () => {
    const desk = await page('/dev');
    const policy = String(desk.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(desk.body).not.toMatch(/<script(?![^>]*src=)|<style| style=| onclick=/);
    for (const [, asset] of desk.body.matchAll(/(?:src|href)="(\/dev\/assets\/[^"]+)"/g)) {
      expect((await get(asset ?? '')).statusCode, asset).toBe(200);
    }
  });
});

describe('/dev/go and /dev/scenarios', () => {
  test('change nothing when read: only a POST takes the steps', async () => {
    await post('/dev/scenarios/queue-paused');
    const before = (await get('/dev/state')).json();
    const kicked = await page('/dev/go/kicked');
    expect(kicked.statusCode).toBe(200);
    expect(kicked.body).toContain('Kicked, with a reason');
    expect(kicked.body).toContain('joins pesta-rakyat-bandung');
    expect((await get('/dev/state')).json().rooms).toEqual(before.rooms);
  });

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

describe('the player and DEV_TOOLS', () => {
  const plain = '<!doctype html><html><head><title>Roetix</title></head></html>';
  const player = '<script type="module" src="/dev/assets/play.js"></script>';

  test.each(['1', '0'])(
    '=%s: the player stands in a page asked for with its cookie',
    async (tools) => {
      const folder = mkdtempSync(join(tmpdir(), 'roetix-desk-'));
      writeFileSync(join(folder, 'index.html'), plain);
      const own = await createApp(
        testConfig({ DEV_TOOLS: tools }),
        { db: await openMigrated() },
        { ticker: false, seed: false, clientFolder: folder },
      );
      const bodyOf = async (url: string, cookie = '') =>
        (await own.fastify.inject({ url, headers: { accept: 'text/html', cookie } })).body;
      for (const url of ['/', `/event/${concert}/seats`]) {
        // Without the tools the page is told that no page simulates a payment.
        const settings = /\n *<meta name="roetix-settings"[^>]*>/;
        expect((await bodyOf(url)).replace(settings, '')).toBe(plain);
        expect((await bodyOf(url, 'roetix_desk=1')).includes(player)).toBe(tools === '1');
      }
      const paths = [
        '/dev',
        '/dev/mail',
        '/dev/clock',
        '/dev/state',
        '/dev/faults',
        '/dev/go/kicked',
      ];
      for (const url of tools === '1' ? [] : [...paths, '/dev/assets/go.js', '/dev/gateway/x']) {
        expect((await own.fastify.inject({ url })).statusCode).toBe(404);
      }
      const acts = [
        'clock',
        'reset',
        'queue/x',
        'broker',
        'gateway/x',
        'scenarios/kicked',
        'faults',
      ];
      for (const act of tools === '1' ? [] : [...acts, 'mail']) {
        const given = { method: 'POST', url: `/dev/${act}`, payload: {} } as const;
        expect((await own.fastify.inject(given)).statusCode).toBe(404);
      }
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    },
  );

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
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await event()).status);
    return seen;
  };

  test('responds to a call with the configured sentence, data and Retry-After', async () => {
    const said = { status: 429, message: 'Sabar ya', data: { kata: 'nanti' } };
    await order({ path: `/api/event/${concert}`, ...said, retry_after_seconds: 7 });
    const answer = await event();
    expect(answer.body).toEqual(said);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect((await event(party)).status).toBe(200);
  });

  test('a star matches any segment, a method only that method', async () => {
    await order({ path: '/api/event/*/order-draft', method: 'POST', status: 500 });
    const buyer = await app.as('pembeli@contoh.id');
    const params = { slug: concert };
    expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
    const body = { seats: ['A-1'], voucher_code: null };
    expect((await buyer.call(calls.createDraft, { params, body })).status).toBe(500);
  });

  test('acts the configured number of times, the oldest first, and lists the remaining ones', async () => {
    await order({ path: '/api/event/*', status: 500, times: 1 });
    await order({ path: '/api/*', status: 503, times: 2 });
    expect(await statuses(2)).toEqual([500, 503]);
    expect(await listed()).toEqual([{ path: '/api/*', status: 503, times: 1 }]);
    expect(await statuses(2)).toEqual([503, 200]);
    expect(await listed()).toEqual([]);
  });

  test('delays a call without replacing its response', async () => {
    await order({ path: '/api/event/*', delay_seconds: 0.2 });
    const before = performance.now();
    expect((await event()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(190);
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

  test('leaves the health check, the pages and the tools alone', async () => {
    await order({ path: '/api/*', status: 500 });
    expect((await get('/api/health')).statusCode).toBe(200);
    expect((await get('/dev/clock')).statusCode).toBe(200);
    expect((await order({ path: '/dev/clock', status: 500 })).statusCode).toBe(422);
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

describe('/dev/mail', () => {
  test('lists the e-mails to one address, newest first, as an array', async () => {
    await write('Satu@contoh.id', 'pertama');
    await write('dua@contoh.id', 'lain');
    await write('satu@contoh.id', 'kedua');
    expect(await mailsTo('satu@contoh.id')).toEqual(['kedua', 'pertama']);
    const all = (await get('/dev/mail')).json<ShownMail[]>();
    expect(all).toHaveLength(3);
    expect(Object.keys(all[0]!).sort()).toEqual(['sent_at', 'subject', 'text', 'to']);
    expect(new Date(all[0]!.sent_at).toISOString()).toBe(all[0]!.sent_at);
  });

  test('is a page in a browser, with all content of an e-mail escaped', async () => {
    await write('x@contoh.id', '<img src=x>', '<script>1</script>');
    const letters = await page('/dev/mail');
    expect(letters.headers['content-type']).toContain('text/html');
    expect(letters.body).toContain('&lt;img src=x&gt;');
    expect(letters.body).not.toContain('<script>');
  });

  test('delays e-mails by the clock of the server', async () => {
    await post('/dev/mail', { delay_seconds: 60 });
    await write('x@contoh.id', 'nanti');
    expect(await mailsTo('x@contoh.id')).toEqual([]);
    await post('/dev/clock', { advance_seconds: 58 });
    expect(await mailsTo('x@contoh.id')).toEqual([]);
    await post('/dev/clock', { advance_seconds: 3 });
    expect(await mailsTo('x@contoh.id')).toEqual(['nanti']);
  });
});

describe('/dev/clock', () => {
  test('moves the time ahead and stores it for the next start', async () => {
    const before = await clockNow();
    const after = (await post('/dev/clock', { advance_seconds: 3_600 })).json();
    expect(after.offset_seconds).toBe(before.offset_seconds + 3_600);
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000);
    const stored = `select value from server_facts where name = 'clock.offset'`;
    const facts = await app.services.db.query(stored);
    expect(facts).toEqual([{ value: String(after.offset_seconds) }]);
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

test.each([
  ...[{}, -1, 1.5, '5'].map((advance_seconds) => ['clock', { advance_seconds }] as const),
  ['clock', { x: 1 }],
  ...[-1, 1.5, '5', 3_601, undefined].map((delay_seconds) => ['mail', { delay_seconds }] as const),
  ['reset', { keep: true }],
] as const)('/dev/%s refuses %j', async (tool, body) => {
  expect((await post(`/dev/${tool}`, body)).statusCode).toBe(422);
});
