import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { createClock } from '../../../server/clock.ts';
import { spanWords } from '../../../server/dev/desk-tools.ts';
import { scenarioList } from '../../../server/dev/scenarios/registry.ts';
import { sections } from '../../../server/dev/scenarios/scenario.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp, testConfig } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // The page tells how far the clock was advanced.
  app = await createTestApp({ events: [concert], overrides: { clock: createClock() } });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
const post = (url: string, payload?: object) =>
  app.fastify.inject({ method: 'POST', url, ...(payload === undefined ? {} : { payload }) });

describe('/dev', () => {
  test('links every scenario once, under its section, and names every tool', async () => {
    const page = (await get('/dev')).body;
    for (const [name] of scenarioList) {
      expect(page.split(`href="/dev/go/${name}"`), name).toHaveLength(2);
    }
    for (const section of sections) expect(page).toContain(`<h2>${section}</h2>`);
    for (const tool of ['mail', 'gateway', 'queue', 'broker', 'clock', 'reset', 'faults']) {
      expect(page).toContain(`/dev/${tool}`);
    }
  });

  test('runs only its own scripts and styles', async () => {
    const page = await get('/dev');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style| style=| onclick=/);
    for (const [, asset] of page.body.matchAll(/(?:src|href)="(\/dev\/assets\/[^"]+)"/g)) {
      expect((await get(asset ?? '')).statusCode, asset).toBe(200);
    }
  });

  test('shows the effects of the tools', async () => {
    await post('/dev/broker', { up: false });
    await post('/dev/clock', { advance_seconds: 3_660 });
    await post('/dev/mail', { delay_seconds: 90 });
    await post('/dev/faults', { path: '/api/*', status: 500, times: 3 });
    await post(`/dev/queue/${concert}`, { capacity: 7, paused: true });
    const panel = (await get('/dev/panel')).body;
    for (const words of [
      'broker down',
      '+1 h 1 min',
      '1 min 30 s',
      '1 fault',
      'room for 7',
      'paused',
    ]) {
      expect(panel).toContain(words);
    }
    const state = (await get('/dev/state')).json();
    expect(state).toMatchObject({
      offset_seconds: 3_660,
      broker_up: false,
      mail_delay_seconds: 90,
      faults: [{ path: '/api/*', status: 500, times: 3 }],
      rooms: [{ slug: concert, capacity: 7, paused: true, online: 0, waiting: 0 }],
      payments: [],
    });
    await post('/dev/reset', { keep_events: true });
  });

  test('has the light colours of the app', () => {
    const valuesOf = (path: string) =>
      new Map(
        [...readFileSync(path, 'utf8').matchAll(/^ {2}(--color[\w-]*): (.+);$/gm)].map(
          ([, name, value = '']) => [name, /^var\(--light, (.+?)\) var/.exec(value)?.[1] ?? value],
        ),
      );
    const app = valuesOf('src/ui/tokens.css');
    const desk = valuesOf('server/dev/browser/base.css');
    expect(desk.size).toBeGreaterThan(15);
    for (const [name, value] of desk) expect(value, name).toBe(app.get(name));
  });

  test.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_661, '1 h 1 min'],
    [90_000, '1 d 1 h'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(spanWords(seconds)).toBe(words);
  });
});

describe('/dev/go', () => {
  test('changes nothing when read: only a POST takes the steps', async () => {
    await post('/dev/scenarios/queue-paused');
    const before = (await get('/dev/state')).json();
    const page = await get('/dev/go/kicked');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Kicked, with a reason');
    expect(page.body).toContain('joins pesta-rakyat-bandung');
    expect((await get('/dev/state')).json().rooms).toEqual(before.rooms);
  });

  test('an unknown name is reported, not run', async () => {
    const page = await get('/dev/go/%3Cb%3E');
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('&lt;b&gt;');
    expect((await post('/dev/scenarios/tidak-ada')).statusCode).toBe(404);
    expect((await post('/dev/scenarios/constructor')).statusCode).toBe(404);
  });

  test('a link in a bug report opens; only its own site may set it up', async () => {
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const page = await get('/dev/go/kicked', followed);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('data-waits');
    expect((await get('/dev/go/kicked')).body).not.toContain('data-waits');
    expect((await get('/dev/mail', followed)).statusCode).toBe(403);
    const foreign = await app.fastify.inject({
      method: 'POST',
      url: '/dev/scenarios/kicked',
      headers: followed,
    });
    expect(foreign.statusCode).toBe(403);
  });
});

describe('/dev/scenarios', () => {
  test('returns the session cookie, the stored keys and the acts of the browser', async () => {
    const answer = await post('/dev/scenarios/voucher-refused');
    const { data } = answer.json();
    expect(data).toMatchObject({
      name: 'voucher-refused',
      lands_on: `/event/${concert}/seats`,
      storage_prefix: 'roetix:v1',
      entries: [{ area: 'local', name: expect.stringMatching(/^roetix:v1:.+:seats$/) }],
      acts: [
        { kind: 'see' },
        { kind: 'press-if', words: 'Lihat rincian' },
        { kind: 'fill', label: 'Kode voucher', value: 'TIDAKADA' },
        { kind: 'press', words: 'Pakai' },
      ],
    });
    const names = answer.cookies.map(({ name }) => name).sort();
    expect(names).toEqual(['roetix_desk', 'roetix_session']);
    expect(answer.cookies.find(({ name }) => name === 'roetix_session')).toMatchObject({
      httpOnly: true,
    });
    const played = await post('/dev/scenarios/voucher-refused/played');
    expect(played.cookies).toMatchObject([{ name: 'roetix_desk', value: '' }]);
  });

  test('of a visitor signs the browser out', async () => {
    const answer = await post('/dev/scenarios/fresh-visitor');
    expect(answer.cookies.find(({ name }) => name === 'roetix_session')?.value).toBe('');
  });

  test('a refused step is named, with the sentence of the API and a remedy', async () => {
    // The seminar is not seeded here.
    const answer = await post('/dev/scenarios/no-forms');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(
        /^Step 1, "pembeli@contoh.id joins seminar-gratis-yogya", was refused: POST .+ answered 404 "Event not found"$/,
      ),
      meta: { step: 0, hint: expect.stringContaining('Reset everything') },
    });
  });

  test('an act of an older run is refused', async () => {
    const older = (await post('/dev/scenarios/seat-taken-now')).json().data;
    await post('/dev/scenarios/seat-taken-now');
    const place = older.acts.findIndex((act: { kind: string }) => act.kind === 'meanwhile');
    const path = `/dev/scenarios/seat-taken-now/meanwhile/${place}`;
    expect((await post(path, { run: older.run })).statusCode).toBe(409);
    expect((await post(path, { run: 'x' })).statusCode).toBe(422);
    const other = '/dev/scenarios/seat-taken-now/meanwhile/0';
    expect((await post(other, { run: older.run })).statusCode).toBe(404);
  });
});

describe('the player', () => {
  const page = '<!doctype html><html><head><title>Roetix</title></head></html>';
  const player = '<script type="module" src="/dev/assets/play.js"></script>';

  test.each([
    ['1', true],
    ['0', false],
  ])('with DEV_TOOLS=%s, stands in a page asked for with its cookie: %s', async (tools, stands) => {
    const folder = mkdtempSync(join(tmpdir(), 'roetix-desk-'));
    writeFileSync(join(folder, 'index.html'), page);
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
      expect((await bodyOf(url)).replace(settings, '')).toBe(page);
      expect((await bodyOf(url, 'roetix_desk=1')).includes(player)).toBe(stands);
    }
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('without DEV_TOOLS the desk does not exist', async () => {
    const closed = await createTestApp({ env: { DEV_TOOLS: '0' }, events: 'none' });
    for (const url of [
      '/dev',
      '/dev/go/kicked',
      '/dev/state',
      '/dev/faults',
      '/dev/assets/go.js',
    ]) {
      expect((await closed.fastify.inject({ method: 'GET', url })).statusCode).toBe(404);
    }
    for (const url of ['/dev/scenarios/kicked', '/dev/faults', '/dev/mail']) {
      const answer = await closed.fastify.inject({ method: 'POST', url, payload: {} });
      expect(answer.statusCode).toBe(404);
    }
    await closed.close();
  });
});
