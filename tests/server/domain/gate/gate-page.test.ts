import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../../server/app.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { testConfig } from '../../support/test-app.ts';

const files = {
  'index.html': '<!doctype html><head><title>Roetix</title></head>',
  'gate.html': '<!doctype html><title>Pintu masuk</title><body></body>',
  'gate-worker.js': 'self.x = 1;',
  'kept-tickets.html': '<!doctype html><title>Tiket di perangkat ini</title><body></body>',
  'tickets-worker.js': 'self.y = 1;',
  'offline.html': '<!doctype html><title>Tidak ada jaringan</title><body></body>',
  'shop-worker.js': 'self.z = 1;',
  'staff.html': '<!doctype html><title>Meja kerja</title><body></body>',
};
const simulation = 'Simulasi: uang dan tiket tidak berlaku';
const folder = tempFolder();
let app: App;
let demo: App;

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const open = async (env: Record<string, string>) =>
    createApp(
      testConfig(env),
      { db: await openMigrated() },
      { ticker: false, seed: false, clientFolder: folder },
    );
  [app, demo] = [await open({}), await open({ ROETIX_MODE: 'demo' })];
});
afterAll(() => Promise.all([app.close(), demo.close()]));

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

describe('each page beside the app', () => {
  it.each([
    ['/gate', 'gate.html'],
    ['/kept-tickets', 'kept-tickets.html'],
    ['/offline', 'offline.html'],
    ['/staff', 'staff.html'],
    ['/desk', 'staff.html'],
    ['/control/konser-senja-jakarta', 'staff.html'],
  ] as const)('%s is one file that browsers revalidate each time (§2.10)', async (url, file) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([200, files[file]]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it.each(['/gate-worker.js', '/tickets-worker.js', '/shop-worker.js'])(
    'has a worker, %s, that connects to this server only and is never cached',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    '/gate/other',
    '/kept-tickets/other',
    '/offline/shelf.json',
    '/control',
    '/control/a/b',
    '/desk/x',
    '/staff/x',
    '/dev/gate?slug=tidak-ada',
  ])('leaves no page at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it('may not use the camera or run WebAssembly, but for the gate', async () => {
    const { headers } = await get('/gate', { cookie: 'roetix_desk=1' });
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['permissions-policy']).toContain('microphone=()');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    for (const url of ['/', '/my-tickets', '/gate-keeper', '/kept-tickets', '/offline']) {
      const other = (await get(url)).headers;
      expect(other['permissions-policy'], url).toContain('camera=()');
      expect(other['content-security-policy']).not.toContain('wasm');
    }
  });

  it.each(['/gate', '/kept-tickets', '/staff', '/desk', '/control/konser'])(
    'says on %s where money is simulated',
    async (url) => {
      expect((await demo.fastify.inject(url)).body).toContain(simulation);
    },
  );

  it('is stored again by a browser that stored it before money was simulated', async () => {
    const worker = (await demo.fastify.inject('/gate-worker.js')).body;
    expect(worker).toBe('self.x = 1;\n// Simulation\n');
  });
});

it('an installed app starts on its offline page, and otherwise on the home page', async () => {
  const { statusCode, headers } = await get('/start');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-cache']);
});
