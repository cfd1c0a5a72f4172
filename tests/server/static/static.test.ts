import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPageSettings } from '../../../contract/settings.ts';
import { type App, createApp } from '../../../server/app.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { testConfig } from '../support/test-app.ts';

const page = '<!doctype html><head><title>Roetix</title></head>';
const script = `console.log(${JSON.stringify('x'.repeat(200))});`;
let folder: string;
let app: App;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roetix-client-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
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

describe('the records of a build', () => {
  const records = [
    '.vite/manifest.json',
    '.vite/ssr-manifest.json',
    'ssr-manifest.json',
    'assets/main-abc123.js.map',
  ];
  test.each(records.flatMap((file) => [file, `${file}.br`, `${file}.gz`]))(
    'in %s is served to nobody',
    async (file) => {
      mkdirSync(join(folder, '.vite'), { recursive: true });
      writeFileSync(join(folder, file), '{"src/main.tsx":{}}');
      for (const path of [`/${file}`, `//${file}`, `/%2e${file.slice(1)}`]) {
        for (const accept of ['*/*', 'text/html', 'application/json']) {
          const response = await get(path, { accept, 'accept-encoding': 'br, gzip' });
          expect(response.body).not.toContain('src/main.tsx');
          expect([path, response.statusCode]).toEqual([path, path.startsWith('//') ? 403 : 404]);
        }
      }
      rmSync(join(folder, file));
    },
  );

  test('serves nothing from /.well-known, where clients expect files of the operator', async () => {
    mkdirSync(join(folder, '.well-known'), { recursive: true });
    writeFileSync(join(folder, '.well-known', 'security.txt'), 'Contact: mailto:a@contoh.id');
    const response = await get('/.well-known/security.txt', { accept: '*/*' });
    expect([response.statusCode, response.body]).toEqual([200, 'Contact: mailto:a@contoh.id']);
  });
});

describe('the built app', () => {
  test.each(['/', '/event/konser/seats', '/my-tickets?tab=active'])(
    '%s is the page, never cached blindly',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(page);
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  test('a server with its own product name passes it to its pages, whatever it contains', async () => {
    const env = {
      PRODUCT_NAME: '<b>"Tiket" & Co',
      MQTT_TOPIC_PREFIX: 'lain',
    };
    const options = { ticker: false, seed: false, clientFolder: folder } as const;
    const named = await createApp(testConfig(env), { db: await openMigrated() }, options);
    for (const url of ['/', '/my-tickets']) {
      const response = await named.fastify.inject({ url, headers: { accept: 'text/html' } });
      const content = /<meta name="roetix-settings" content="([^"]*)">/.exec(response.body)?.[1];
      expect(content).not.toContain('<b>');
      const plain = (content ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      expect(readPageSettings(plain)).toEqual({
        productName: '<b>"Tiket" & Co',
        topicPrefix: 'lain',
        organizerUrl: null,
        supportEmail: 'bantuan@roetix.example',
        social: {
          chat: 'https://www.whatsapp.com/',
          photos: 'https://www.instagram.com/',
          videos: 'https://www.youtube.com/',
        },
        demoFallback: false,
        paymentHosts: [],
        demo: 'off',
        payerRoot: '/dev/gateway',
        playedGateways: ['simulated'],
        google: true,
        pushKey: null,
      });
    }
    await named.close();
  });

  test('a hashed file is sent precompressed and cached permanently', async () => {
    const response = await get('/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.rawPayload).toEqual(brotliCompressSync(script));
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toContain('javascript');
  });

  test.each([
    ['/api/nothing', {}],
    ['/dev/nothing', {}],
    ['/assets/gone.js', {}],
    ['/media/posters/gone.svg', {}],
    ['/robots.csv', {}],
    ['/event/x', { accept: 'application/json' }],
    ['/..%2f..%2fpackage.json', {}],
  ])('%s is not answered with the page', async (url, headers) => {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('<title>Roetix');
  });

  test('an unknown call is refused in the envelope', async () => {
    const response = await app.fastify.inject({ method: 'POST', url: '/api/nothing', payload: {} });
    expect(response.json()).toEqual({
      status: 404,
      code: 'notFound',
      message: 'Not found',
      data: null,
    });
  });

  test('a broken address is refused in the envelope', async () => {
    expect((await get('/api/event/%E0%A4%A')).json()).toMatchObject({ status: 400, data: null });
  });
});

describe('security headers', () => {
  test('the page may run and load only its own files', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).not.toContain('unsafe');
  });

  test('a Host header cannot add to the policy', async () => {
    const open = await createApp(
      testConfig({ ROETIX_MODE: 'demo' }),
      { db: await openMigrated() },
      { ticker: false, seed: false, clientFolder: folder },
    );
    const headers = { accept: 'text/html', host: "evil.test; script-src 'unsafe-inline'" };
    const response = await open.fastify.inject({ url: '/', headers });
    expect(response.statusCode).toBe(200);
    expect(String(response.headers['content-security-policy'])).not.toContain('evil.test');
    await open.close();
  });

  test('a file of a page has only the headers that a file needs', async () => {
    const { headers } = await get('/assets/main-abc123.js');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeUndefined();
    expect(headers['permissions-policy']).toBeUndefined();
  });

  test.each(['/', '/api/health'])('%s carries the common headers', async (url) => {
    const { headers } = await get(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('only a build for QA may keep a reference to a window of another site, under the same policy', async () => {
    const opener = 'cross-origin-opener-policy';
    const { headers } = await get('/');
    expect(headers[opener]).toBe('same-origin');
    const options = { ticker: false, seed: false, clientFolder: folder } as const;
    const lab = await createApp(
      testConfig({ QA_BUILD: '1' }),
      { db: await openMigrated() },
      options,
    );
    const page = await lab.fastify.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(page.headers[opener]).toBe('same-origin-allow-popups');
    expect(page.headers['content-security-policy']).toBe(headers['content-security-policy']);
    await lab.close();
  });

  test('a build without the inspector has no page for it', async () => {
    expect((await get('/inspector.html')).statusCode).toBe(404);
  });

  test('https adds HSTS and a host-bound, secure cookie', async () => {
    const secure = await createApp(
      testConfig({ PUBLIC_URL: 'https://roetix.contoh.id' }),
      { db: await openMigrated() },
      {
        ticker: false,
        seed: { only: [] },
        clientFolder: folder,
      },
    );
    const response = await secure.fastify.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'pembeli@contoh.id', password: 'tiket1234' },
      headers: { 'x-requested-with': 'test', origin: 'https://roetix.contoh.id' },
    });
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-roetix_session=.*Secure/);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    const me = (value: string) =>
      secure.fastify.inject({ method: 'GET', url: '/api/auth/me', headers: { cookie: value } });
    expect((await me(cookie)).statusCode).toBe(200);
    // A neighbouring host could have planted a cookie with a plain name.
    expect((await me(cookie.replace('__Host-', ''))).statusCode).toBe(401);
    await secure.close();
  });
});

test('without a build the page names the command to run', async () => {
  const unbuilt = await createApp(
    testConfig(),
    { db: await openMigrated() },
    {
      ticker: false,
      seed: false,
      clientFolder: join(folder, 'nowhere'),
    },
  );
  const response = await unbuilt.fastify.inject({ method: 'GET', url: '/' });
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('npm run build');
  await unbuilt.close();
});

test('a long API response is compressed', async () => {
  const response = await get('/api/openapi.json', { 'accept-encoding': 'br', accept: '*/*' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-encoding']).toBe('br');
});
