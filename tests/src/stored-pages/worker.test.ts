import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaches } from './fake-caches.ts';

const origin = 'https://toko.contoh.id';
const posters = ['/media/posters/a.svg', '/media/posters/bought.svg'];
const files = ['/assets/index-1.js', ...posters, '/api/auth/me'];
const document = (text: string, release = 1) =>
  `<html><script type="module" src="/assets/index-${release}.js"></script><div id="root" data-drawn="visitor">${text}<img src="/media/posters/a.svg"></div>`;
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

type Answer = (path: string) => Promise<Response>;
type Listener = (event: object) => void;

let network: Answer;
/** Reads the response of the navigation preload. */
let preloaded: () => Promise<Response | undefined>;
let browser: ReturnType<typeof fakeCaches>;
let listeners: Map<string, Listener>;

const reply =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status });
/** A server that renders each page, and has every file. */
const online: Answer = async (path) =>
  new Response(path.startsWith('/assets/') || path.startsWith('/media/') ? path : document(path));

beforeEach(async () => {
  browser = fakeCaches();
  listeners = new Map();
  network = online;
  preloaded = async () => undefined;
  vi.resetModules();
  vi.stubGlobal('__KEPT_FILES__', ['/offline', '/assets/offline-1.js']);
  vi.stubGlobal('__KEPT_VERSION__', 'v1');
  vi.stubGlobal('caches', browser.caches);
  vi.stubGlobal('fetch', (asked: string | { url: string }) => {
    const { pathname, search } = new URL(typeof asked === 'string' ? asked : asked.url, origin);
    return network(pathname + search);
  });
  vi.stubGlobal('self', {
    location: new URL(origin),
    registration: {},
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listen: Listener) => listeners.set(type, listen),
  });
  await import('../../../src/stored-pages/worker.ts');
  await send('install');
});

/** Sends an event to the worker and waits for the work that extends it. */
async function send(type: string, more: object = {}): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)?.({ waitUntil: (one: Promise<unknown>) => work.push(one), ...more });
  await Promise.all(work);
}

/** The worker's response to a request; undefined if it leaves the request to the browser. */
async function ask(path: string, more: object = {}): Promise<Response | undefined> {
  let answer: Promise<Response> | undefined;
  const request = { method: 'GET', mode: 'navigate', url: new URL(path, origin).href, ...more };
  const respondWith = (one: Promise<Response>) => {
    answer = one;
  };
  const work: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request,
    respondWith,
    waitUntil: (one: never) => work.push(one),
    get preloadResponse() {
      return preloaded();
    },
  });
  const response = await answer;
  await Promise.all(work);
  return response;
}

/** Reports a page; resolves with the worker's response. */
async function store(path: string, more: object = {}): Promise<unknown> {
  const answer = { postMessage: vi.fn() };
  await send('message', { data: { path, files, isDocument: true, ...more }, ports: [answer] });
  return answer.postMessage.mock.calls[0]?.[0];
}
const pages = () => browser.pathsIn('roetix-pages-1');

describe('the worker of the stored pages (§18.8)', () => {
  it('stores a page with its code and its own pictures, and nothing of the account', async () => {
    expect(await store('/event/konser')).toBe(true);
    expect(pages()).toEqual([
      '/assets/index-1.js',
      '/event/konser',
      '/media/posters/a.svg',
      '/offline/shelf.json',
    ]);
  });

  it('shows a stored page only without network', async () => {
    await store('/');
    network = reply('new');
    expect(await (await ask('/'))?.text()).toBe('new');
    network = offline;
    expect(await (await ask('/?utm_source=pesan'))?.text()).toContain('data-stored-at="');
    expect(await (await ask('/assets/index-1.js', { mode: 'cors' }))?.text()).toContain('index-1');
    expect(await (await ask('/media/posters/a.svg', { mode: 'no-cors' }))?.text()).toContain(
      'a.svg',
    );
  });

  it.each([
    ['Chrome/120.0 Safari/537.36', 'preloaded', ['enable']],
    // Firefox drops a navigation whose handler reads a preload that failed.
    ['Gecko/20100101 Firefox/128.0', 'from the network', ['disable']],
  ])('takes the navigation preload in %s: %s', async (userAgent, text, calls) => {
    const called: string[] = [];
    vi.stubGlobal('navigator', { userAgent });
    Object.assign(self, {
      InstallEvent: { prototype: { addRoutes: null } },
      registration: {
        navigationPreload: {
          enable: async () => called.push('enable'),
          disable: async () => called.push('disable'),
        },
      },
    });
    vi.resetModules();
    await import('../../../src/stored-pages/worker.ts');
    await send('activate');
    preloaded = async () => new Response('preloaded');
    network = reply('from the network');
    expect(await (await ask('/'))?.text()).toBe(text);
    expect(called).toEqual(calls);
  });

  it('passes refusals and errors of the server through', async () => {
    await store('/event/konser');
    network = reply('away', 503);
    expect((await ask('/event/konser'))?.status).toBe(503);
    expect(pages()).toContain('/event/konser');
    network = reply('gone', 404);
    expect((await ask('/event/konser'))?.status).toBe(404);
    expect(pages()).toEqual(['/offline/shelf.json']);
  });

  it('shows its own page at an address that is not stored', async () => {
    network = offline;
    expect(await (await ask('/event/lain'))?.text()).toBe('file /offline');
    expect(await (await ask('/assets/offline-1.js', { mode: 'cors' }))?.text()).toContain(
      'offline',
    );
  });

  it('waits four seconds for a silent network, and on if it has nothing to show', async () => {
    await store('/');
    vi.useFakeTimers();
    network = () =>
      new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 9_000));
    const stored = ask('/');
    const missing = ask('/event/lain');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await (await stored)?.text()).toContain('data-stored-at="');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await (await missing)?.text()).toBe('late');
  });

  it.each([
    ...['seats', 'queue', 'payment'].map((page) => [`/event/konser/${page}`, {}] as const),
    ...['/my-tickets', '/gate', '/login', 'https://lain.contoh.id/'].map((at) => [at, {}] as const),
    ['/api/session', { mode: 'cors' }],
    ['/', { method: 'POST' }],
  ] as const)('leaves %s to the browser: %j', async (path, more) => {
    expect(await ask(path, more)).toBeUndefined();
  });

  it('stores neither a refusal nor a page of another release, nor one without its code', async () => {
    network = reply('gone', 404);
    expect(await store('/event/konser')).toBe(true);
    network = reply(document('', 2));
    expect(await store('/')).toBe(true);
    // What may be had later is asked for again.
    network = (path) => (path.startsWith('/assets/') ? offline() : online(path));
    expect(await store('/search')).toBe(false);
    network = reply('away', 503);
    expect(await store('/')).toBe(false);
    expect(pages().filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline/shelf.json']);
  });

  it('stores a page of which a slow server sent the plain form at first', async () => {
    const plain = document('').replace(' data-drawn="visitor"', '');
    network = async (path) => (path.startsWith('/assets/') ? online(path) : new Response(plain));
    expect(await store('/')).toBe(false);
    expect(pages()).toEqual(['/offline/shelf.json']);
    const sent = [plain, document('drawn since')];
    network = async (path) => (path === '/' ? new Response(sent.shift() ?? plain) : online(path));
    expect(await store('/')).toBe(true);
    expect(pages()).toContain('/');
  });

  it('replaces a page and its code after a release', async () => {
    await store('/');
    network = async (path) => new Response(path === '/' ? document('new', 2) : path);
    await store('/', { files: ['/assets/index-2.js'] });
    expect(pages()).toEqual(['/', '/assets/index-2.js', '/offline/shelf.json']);
  });
});
