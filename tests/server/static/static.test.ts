import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPageSettings } from '../../../contract/settings.ts';
import { type App, createApp } from '../../../server/app.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testConfig } from '../support/test-app.ts';

const page = '<!doctype html><head><title>Roetix</title></head>';
const script = `console.log(${JSON.stringify('x'.repeat(200))});`;
const folder = tempFolder();
let app: App;

/** A server of the built app, of which only the settings matter. */
const serverOf = async (env: Record<string, string> = {}, clientFolder = folder) =>
  createApp(
    testConfig(env),
    { db: await openMigrated() },
    { ticker: false, seed: false, clientFolder },
  );
const get = (url: string, headers: Record<string, string> = {}, from = app) =>
  from.fastify.inject({ url, headers: { accept: 'text/html', ...headers } });

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), script);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(script));
  app = await serverOf();
});
afterAll(() => app.close());

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
    const named = await serverOf({ PRODUCT_NAME: '<b>"Tiket" & Co', MQTT_TOPIC_PREFIX: 'lain' });
    for (const url of ['/', '/my-tickets']) {
      const response = await get(url, {}, named);
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
        // No link to pages that are not the shop's own.
        social: { chat: null, photos: null, videos: null },
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
    ...['/api/nothing', '/dev/nothing', '/assets/gone.js', '/media/posters/gone.svg'],
    ...['/robots.csv', '/event/x', '/..%2f..%2fpackage.json', '/inspector.html'],
  ])('%s is not answered with the page', async (url) => {
    const response = await get(url, url === '/event/x' ? { accept: 'application/json' } : {});
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('<title>Roetix');
  });

  test('an unknown call and a broken address are refused in the envelope', async () => {
    const response = await app.fastify.inject({ method: 'POST', url: '/api/nothing', payload: {} });
    const refusal = { status: 404, code: 'notFound', message: 'Not found', data: null };
    expect(response.json()).toEqual(refusal);
    expect((await get('/api/event/%E0%A4%A')).json()).toMatchObject({ status: 400, data: null });
  });
});

test('only a build for QA may keep a reference to a window of another site, under the same policy', async () => {
  const lab = await serverOf({ QA_BUILD: '1' });
  const [ours, theirs] = [(await get('/')).headers, (await get('/', {}, lab)).headers];
  expect(ours['cross-origin-opener-policy']).toBe('same-origin');
  expect(theirs['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(theirs['content-security-policy']).toBe(ours['content-security-policy']);
  await lab.close();
});

test('without a build the page names the command to run', async () => {
  const unbuilt = await serverOf({}, join(folder, 'nowhere'));
  const response = await unbuilt.fastify.inject('/');
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('npm run build');
  await unbuilt.close();
});
