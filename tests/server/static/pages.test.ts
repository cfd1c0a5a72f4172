import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageParts, PageRenderer, PageRequest } from '../../../contract/stored/rendering.ts';
import { type App, createApp } from '../../../server/app.ts';
import { earlyPressScript } from '../../../server/pages/early-press.ts';
import { cleanPageHtml } from '../../../server/pages/pages.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testConfig } from '../support/test-app.ts';

const eventPath = '/event/konser-senja-jakarta';
const shell = `<!doctype html>
<html lang="id">
  <head>
    <title>Roetix</title>
    <meta
      name="description"
      content="Tiket"
    >
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <!-- A remark. -->
    <div id="root"><svg></svg></div>
  </body>
</html>
`;
const entryStyle = 'body{color:#222}';
const screenStyle = '.event{font:url(/assets/a.woff2)}';
const manifest = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, css: ['assets/index-1.css'] },
  '_card.js': { file: 'assets/card-1.js' },
  'src/event.tsx': {
    file: 'assets/event-1.js',
    imports: ['index.html', '_card.js'],
    css: ['assets/event-1.css'],
  },
};

const folder = tempFolder();
let app: App;
let requests: PageRequest[] = [];
let draw: (request: PageRequest) => Promise<Partial<PageParts>>;

const renderer: PageRenderer = {
  pathOf: (address) => {
    const path = address.split('?', 1)[0] ?? '';
    if (path === '/search') return address;
    return path === '/' || /^\/event\/[a-z-]+$/.test(path) ? path : null;
  },
  render: async (request) => {
    requests.push(request);
    const body = '<main>Konser <b>Senja</b></main>';
    const head =
      '<title>Konser &amp; Senja</title><meta name="description" content="a &quot;b&quot;">';
    const parts = { status: 200, head, body, data: '[{"a":"$&"}]' } as const;
    return { ...parts, sources: ['src/event.tsx'], ...(await draw(request)) };
  },
};

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, 'index.html'), shell);
  writeFileSync(join(folder, 'assets', 'index-1.css'), entryStyle);
  writeFileSync(join(folder, 'assets', 'event-1.css'), screenStyle);
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  const options = { ticker: false, seed: { only: ['konser-senja-jakarta'] } };
  app = await createApp(
    testConfig(),
    { db: await openMigrated() },
    { ...options, clientFolder: folder, renderer },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  requests = [];
  draw = async () => ({});
  // Any action of the development tools empties the cache.
  await app.fastify.inject({ method: 'DELETE', url: '/dev/faults' });
});

const get = (url: string, headers: Record<string, string> = {}, from = app) =>
  from.fastify.inject({ url, headers: { accept: 'text/html', ...headers } });

/** Another server of the same build, with other settings or services. */
async function serverOf(env: Record<string, string>, overrides = {}, clientFolder = folder) {
  const db = await openMigrated();
  const options = { ticker: false, seed: false, clientFolder, renderer } as const;
  return createApp(testConfig(env), { db, ...overrides }, options);
}

describe('a drawn page (§18.7)', () => {
  test.each(['/', '/search', eventPath])('%s carries its content, head and data', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(body).toContain(
      '<div id="root" data-drawn="visitor"><main>Konser <b>Senja</b></main></div>',
    );
    expect(body).toContain('<title>Konser &amp; Senja</title>');
    expect(body).toContain('<meta name="description" content="a &quot;b&quot;">');
    expect(body.match(/<title>|name="description"/g)).toHaveLength(2);
    expect(body).toContain('<script type="application/json" id="page-data">[{"a":"$&"}]</script>');
    expect(body).not.toContain('A remark');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('has its styles in it, let in by their hashes and nothing else', async () => {
    const { body, headers } = await get(eventPath);
    const styles = [...body.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text]) => text ?? '');
    expect(styles).toEqual([entryStyle, screenStyle]);
    const policy = String(headers['content-security-policy']);
    const hashes = (texts: readonly string[]) =>
      texts
        .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
        .join(' ');
    expect(policy).toContain(`style-src 'self' ${hashes(styles)};`);
    const scripts = [...body.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => text ?? '');
    expect(scripts).toEqual([earlyPressScript]);
    expect(policy).toContain(`script-src 'self' ${hashes(scripts)};`);
    expect(policy).not.toContain('unsafe');
    // The app finds the links and does not fetch the same styles again; neither does the browser.
    expect(body.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/index-1.css" disabled>',
      '<link rel="stylesheet" href="/assets/event-1.css" disabled>',
    ]);
  });

  test('preloads the code of its screen, except for what the entry contains', async () => {
    const { body } = await get(eventPath);
    const ahead = [...body.matchAll(/<link rel="modulepreload"[^>]*href="([^"]*)"/g)];
    expect(ahead.map(([, href]) => href)).toEqual(['/assets/card-1.js', '/assets/event-1.js']);
    // None of them takes bandwidth from the poster.
    for (const [script] of body.matchAll(
      /<(?:script type="module"|link rel="modulepreload")[^>]*>/g,
    ))
      expect(script).toContain('fetchpriority="low"');
  });

  test('says whether the browser sent a session cookie, and nothing about the account', async () => {
    const [visitor, somebody] = await Promise.all([
      get('/'),
      get('/', { cookie: 'roetix_session=sebuah-rahasia' }),
    ]);
    expect(visitor.body).toContain('data-drawn="visitor"');
    expect(somebody.body).toContain('data-drawn="anybody"');
    expect(somebody.body.replace('data-drawn="anybody"', 'data-drawn="visitor"')).toBe(
      visitor.body,
    );
    expect(somebody.headers.etag).not.toBe(visitor.headers.etag);
  });

  test('missing events have status 404 and share one rendering per language, whatever their slug', async () => {
    draw = async () => ({ status: 404 });
    const names = Array.from({ length: 30 }, (_, index) => `hilang-${'x'.repeat(index)}y`);
    const answers = await Promise.all(
      names.map((name, port) => get(`/event/${name}?utm=${name}`, { host: `localhost:${port}` })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    const bodies = new Set(answers.map(({ body }) => body));
    expect([...bodies]).toEqual([expect.stringContaining('data-drawn')]);
    await get('/event/hilang', { cookie: 'roetix_locale=en' });
    expect(requests.map(({ locale }) => locale)).toEqual(['id', 'en']);
  });

  test('an event created while its absence is rendered is not shown under every slug', async () => {
    // Rendered as if it existed: the database was read earlier.
    draw = async () => ({ status: 200, head: '<title>Baru dibuka</title>' });
    const log = vi.spyOn(app.fastify.log, 'error').mockImplementation(() => {});
    const first = await get('/event/baru-dibuka');
    expect([first.statusCode, first.body]).toEqual([200, shell]);
    log.mockRestore();
    draw = async () => ({ status: 404 });
    const other = await get('/event/hilang');
    expect(other.statusCode).toBe(404);
    expect(other.body).not.toContain('Baru dibuka');
  });

  test('has the language of the cookie, and reads no other cookie', async () => {
    const { body, headers } = await get(eventPath, {
      cookie: 'roetix_session=geheim; roetix_locale=en',
    });
    expect(body).toContain('<html lang="en">');
    expect(headers.vary).toContain('Cookie');
    expect(requests).toHaveLength(1);
    const told = { ...requests[0], read: undefined, cleanHtml: undefined };
    expect(JSON.stringify(told)).not.toContain('geheim');
    expect(told).toMatchObject({ path: eventPath, locale: 'en', origin: 'http://localhost:80' });
  });

  test('has the theme of the cookie, under a tag of its own and from the same rendering', async () => {
    const plain = await get(eventPath);
    const dark = await get(eventPath, { cookie: 'roetix_theme=dark' });
    expect(plain.body).toContain('<html lang="id">');
    expect(dark.body).toContain('<html data-theme="dark" lang="id">');
    expect(dark.headers.etag).not.toBe(plain.headers.etag);
    const invented = await get(eventPath, { cookie: 'roetix_theme="><script>' });
    expect(invented.body).toBe(plain.body);
    expect(requests).toHaveLength(1);
    const { body } = await get('/profile', { cookie: 'roetix_theme=light' });
    expect(body).toBe(shell.replace('<html', '<html data-theme="light"'));
  });

  test('reads the catalogue through the contract, as a visitor', async () => {
    const answers: unknown[] = [];
    draw = async (request) => {
      answers.push((await request.read('/auth/me')).status);
      answers.push(JSON.parse((await request.read(eventPath)).body));
      return {};
    };
    const login = await app.fastify.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'pembeli@contoh.id', password: 'tiket1234' },
      headers: { 'x-requested-with': 'test' },
    });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    expect((await get('/api/auth/me', { cookie })).statusCode).toBe(200);
    await get(eventPath, { cookie });
    expect(answers).toMatchObject([401, { status: 200, data: { slug: 'konser-senja-jakarta' } }]);
  });
});

describe('the cache', () => {
  test('a rush on one page costs one rendering per language', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => get(eventPath)),
      get(eventPath, { cookie: 'roetix_locale=en' }),
    ]);
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(requests.map(({ locale }) => locale).toSorted()).toEqual(['en', 'id']);
    await get(eventPath);
    expect(requests).toHaveLength(2);
  });

  test('a conditional request gets 304, and a page is sent compressed', async () => {
    const first = await get(eventPath);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await get(eventPath, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(eventPath, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const packed = await get(eventPath, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(first.body);
  });
});

describe('when a page cannot be rendered', () => {
  const isPlain = ({ statusCode, body }: { statusCode: number; body: string }) => {
    expect(statusCode).toBe(200);
    expect(body).toBe(shell);
  };

  test.each(['/my-tickets', `${eventPath}/seats`])('%s is the plain page', async (url) => {
    isPlain(await get(url));
    expect(requests).toEqual([]);
  });

  test('a failed rendering leaves the plain page and a log line, and is retried', async () => {
    const logged: unknown[] = [];
    const { log } = app.fastify;
    const { error } = log;
    log.error = ((...words: unknown[]) => logged.push(words)) as typeof error;
    draw = async () => {
      throw new Error('broken');
    };
    isPlain(await get(`${eventPath}?q=budi@contoh.id`));
    log.error = error;
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('could not be drawn');
    expect(JSON.stringify(logged)).not.toContain('contoh.id');
    draw = async () => ({});
    expect((await get(eventPath)).body).toContain('data-drawn');
  });

  test('beyond the limit of renderings the plain page is sent, and cached ones still are', async () => {
    let mayDraw = true;
    const budget = { take: () => (mayDraw ? () => {} : 1), clear: () => {} };
    const limited = await serverOf({ RATE_LIMITS: 'on' }, { budget });
    expect((await get('/', {}, limited)).body).toContain('data-drawn');
    mayDraw = false;
    isPlain(await get('/search', {}, limited));
    expect((await get('/?utm=x', {}, limited)).body).toContain('data-drawn');
    expect(requests).toHaveLength(1);
    await limited.close();
  });

  test('searches push no other page out of the cache', async () => {
    await get(eventPath);
    const drawn = requests.length;
    for (let index = 0; index < 150; index += 1) await get(`/search?q=acak-${index}`);
    expect(requests.length).toBe(drawn + 150);
    await get(eventPath);
    expect(requests.length).toBe(drawn + 150);
  });

  test('an invalid host gets the plain page, and adds nothing to its policy', async () => {
    const open = await serverOf({ ROETIX_MODE: 'demo' });
    for (const host of ['evil"><script>', "evil.test; script-src 'unsafe-inline'"]) {
      const { statusCode, body, headers } = await get('/', { host }, open);
      expect(statusCode).toBe(200);
      expect(body + String(headers['content-security-policy'])).not.toContain('evil');
    }
    expect(requests).toEqual([]);
    await open.close();
  });
});

test('organiser HTML of a rendered page opens its links in a new tab and loses scripts', () => {
  const html = '<p onclick="x()">a</p><script>x</script><a href="https://a.id">b</a>';
  const link = '<a rel="noopener noreferrer nofollow" target="_blank" href="https://a.id">b</a>';
  expect(cleanPageHtml(html)).toBe(`<p>a</p>${link}`);
});

describe('for search engines (§2.7)', () => {
  test('robots.txt names the sitemap and excludes private pages', async () => {
    const { body, headers } = await get('/robots.txt', { host: 'localhost:3000' });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    for (const path of ['/my-tickets', '/e-ticket/*', '/event/*/seats', '/verify-code']) {
      expect(body).toContain(`Disallow: ${path}\n`);
    }
    expect(body).not.toMatch(/^Disallow: (?:\/|\/event\/\*|\/contact-us)$/m);
  });
});
