import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../../server/app.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { testConfig } from '../../support/test-app.ts';

const page = '<!doctype html><title>Pintu masuk</title>';
const keptPage = '<!doctype html><title>Tiket di perangkat ini</title>';
const offlinePage = '<!doctype html><title>Tidak ada jaringan</title>';
const staffPage = '<!doctype html><title>Meja kerja</title>';
let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roetix-gate-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Roetix</title></head>');
  writeFileSync(join(folder, 'gate.html'), page);
  writeFileSync(join(folder, 'gate-worker.js'), 'self.x = 1;');
  writeFileSync(join(folder, 'kept-tickets.html'), keptPage);
  writeFileSync(join(folder, 'tickets-worker.js'), 'self.y = 1;');
  writeFileSync(join(folder, 'offline.html'), offlinePage);
  writeFileSync(join(folder, 'shop-worker.js'), 'self.z = 1;');
  writeFileSync(join(folder, 'staff.html'), staffPage);
  app = await createApp(
    testConfig(),
    { db: await openMigrated() },
    { ticker: false, seed: false, clientFolder: folder },
  );
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

describe('the gate page', () => {
  it('is a separate page that browsers revalidate each time', async () => {
    const answer = await get('/gate');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(page);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('is the only page that may use the camera and run WebAssembly', async () => {
    const gate = await get('/gate');
    expect(gate.headers['permissions-policy']).toContain('camera=(self)');
    expect(gate.headers['permissions-policy']).toContain('microphone=()');
    expect(gate.headers['content-security-policy']).toContain(
      "script-src 'self' 'wasm-unsafe-eval';",
    );
    expect(gate.headers['content-security-policy']).not.toContain('unsafe-inline');
    for (const url of ['/', '/my-tickets', '/gate-keeper']) {
      const other = await get(url);
      expect(other.headers['permissions-policy']).toContain('camera=()');
      expect(other.headers['content-security-policy']).not.toContain('wasm');
    }
  });

  it('has a worker that connects to this server only and is never cached', async () => {
    const { headers } = await get('/gate-worker.js');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('has no paths below it and no scenario', async () => {
    expect((await get('/gate/other')).statusCode).toBe(404);
    expect((await get('/gate', { cookie: 'roetix_desk=1' })).body).toBe(page);
  });
});

describe('the page of stored tickets', () => {
  it('is a separate public page without device permissions', async () => {
    const answer = await get('/kept-tickets');
    expect(answer.body).toBe(keptPage);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['permissions-policy']).toContain('camera=()');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect((await get('/kept-tickets/other')).statusCode).toBe(404);
  });

  it('has a worker that connects to this server only and is never cached', async () => {
    const { headers } = await get('/tickets-worker.js');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('is the offline start page of an installed app, which otherwise opens the home page', async () => {
    const answer = await get('/start');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });
});

describe('the page for addresses that are not stored', () => {
  it('is a separate public page, with a worker that connects to this server only', async () => {
    const answer = await get('/offline');
    expect(answer.body).toBe(offlinePage);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect((await get('/offline/shelf.json')).statusCode).toBe(404);
    const { headers } = await get('/shop-worker.js');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
  });
});

it('an unknown event gets no gate pass, and an unknown ticket is not voided', async () => {
  expect((await get('/dev/gate?slug=tidak-ada')).statusCode).toBe(404);
  for (const url of ['/dev/gate-pass/tidak-ada', '/dev/void-ticket/ZZZZ-9999']) {
    expect((await app.fastify.inject({ method: 'POST', url })).statusCode).toBe(404);
  }
});

describe('the pages of the staff', () => {
  it.each(['/staff', '/desk', '/control/konser-senja-jakarta'])(
    '%s is their one file',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([200, staffPage]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('there is no other page below them', async () => {
    for (const url of ['/control', '/control/a/b', '/desk/x', '/staff/x']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
  });
});

describe('where money is simulated', () => {
  it('each page beside the app says so, and a browser that stored it stores it again', async () => {
    const body = '<!doctype html><body><div></div></body>';
    for (const file of ['gate.html', 'kept-tickets.html', 'staff.html']) {
      writeFileSync(join(folder, file), body);
    }
    const demo = await createApp(
      testConfig({ ROETIX_MODE: 'demo' }),
      { db: await openMigrated() },
      { ticker: false, seed: false, clientFolder: folder },
    );
    const read = async (url: string) => (await demo.fastify.inject({ method: 'GET', url })).body;
    for (const url of ['/gate', '/kept-tickets', '/staff', '/desk', '/control/konser']) {
      expect(await read(url)).toContain('Simulasi: uang dan tiket tidak berlaku');
    }
    expect(await read('/gate-worker.js')).toBe('self.x = 1;\n// Simulation\n');
    await demo.close();
  });
});
