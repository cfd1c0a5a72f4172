// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { documentOf, forVisitor } from '../../../server/pages/document.ts';
import { planOf } from '../../../src/rendering/page-plan.ts';
import {
  pathsOn,
  type Shelf,
  type ShelvedPage,
  withPage,
} from '../../../src/stored-pages/shelf.ts';
import { storedDocument, storedHeaders } from '../../../src/stored-pages/stored-document.ts';
import { isCode, isPicture, storedPath } from '../../../src/stored-pages/stored-path.ts';

const page = (path: string, files: ShelvedPage['files'] = [], at = 0): ShelvedPage => ({
  path,
  at,
  bytes: 10,
  files,
});
const code = (name: string, bytes = 100) => ({ path: `/assets/${name}.js`, bytes });
const pathsOf = (shelf: Shelf) => shelf.map(({ path }) => path);
const limits = { pages: 3, bytes: 330 };

describe('the shelf', () => {
  it('holds the newest pages, each once', () => {
    let shelf: Shelf = [];
    for (const path of ['/', '/event/a', '/search', '/'])
      shelf = withPage(shelf, page(path), limits);
    expect(pathsOf(shelf)).toEqual(['/', '/search', '/event/a']);
    expect(pathsOf(withPage(shelf, page('/event/b'), limits))).toEqual([
      '/event/b',
      '/',
      '/search',
    ]);
  });

  it('drops the oldest pages while it is too large, and a page that is too large by itself', () => {
    const shelf = withPage(
      [page('/', [code('old', 300)])],
      page('/event/a', [code('new')]),
      limits,
    );
    expect(pathsOf(shelf)).toEqual(['/event/a']);
    expect(withPage(shelf, page('/search', [code('huge', 1_000)]), limits)).toEqual([]);
  });

  it('keeps the code of a former release exactly as long as a page of it', () => {
    const before = withPage([], page('/', [code('app-1')]), limits);
    const both = withPage(before, page('/event/a', [code('app-2')]), limits);
    expect([...pathsOn(both)]).toEqual(['/event/a', '/assets/app-2.js', '/', '/assets/app-1.js']);
    const after = withPage(both, page('/', [code('app-2')]), limits);
    expect(pathsOn(after)).not.toContain('/assets/app-1.js');
  });
});

const pathOf = (address: string) => storedPath(new URL(address, 'https://toko.contoh.id'));

describe('the name of a stored page', () => {
  it.each([
    '/',
    '/?utm_source=pesan',
    '/search',
    '/search/',
    '/search?utm_medium=x&q=konser&fbclid=1',
    '/search?q=%20konser%20senja%20',
    '/search?page=2&q=a&province_id=34&time=today',
    '/event/konser-senja-jakarta',
    '/event/konser-senja-jakarta/?buy=1&utm_source=x',
  ])('is the one that the server renders: %s', (address) => {
    expect(pathOf(address)).toBe(planOf(address)?.path);
  });

  it.each([
    '/event/konser/seats',
    '/event/konser/queue',
    '/event/konser/order-form',
    '/event/konser/payment',
    '/event/konser/undian',
    '/event',
    '/event/Konser',
    '/event/a%2fb',
    '/login',
    '/my-tickets',
    '/e-ticket/1',
    '/gate',
    '/api/event/konser',
    '/searching',
    '//event/konser',
  ])('is none at %s', (address) => {
    expect(storedPath(new URL(`https://toko.contoh.id${address}`))).toBeNull();
  });

  it('knows its files by their folder', () => {
    expect(isCode('/assets/app-1.js')).toBe(true);
    expect(isPicture('/media/posters/a.svg')).toBe(true);
    for (const path of ['/api/event/a', '/dev/assets/play.js', '/shop-worker.js', '/']) {
      expect([isCode(path), isPicture(path)]).toEqual([false, false]);
    }
  });
});

const template =
  '<html lang="id"><head><title>Roetix</title><script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>';
const parts = { status: 200, head: '', body: '<main>Isi</main>', data: '[]', sources: [] } as const;
const rendered = documentOf(template, 'id', parts, {
  styles: [],
  scripts: ['/assets/event-1.js', '/assets/words-1.js'],
});

describe('a stored document', () => {
  it('is the same whether or not somebody was signed in, and says when it was stored', () => {
    const files = ['/assets/index-1.js'];
    const visitor = storedDocument(forVisitor(rendered), files, 1_234);
    expect(visitor).toEqual(storedDocument(rendered, files, 1_234));
    expect(visitor?.html).toContain(
      '<div id="root" data-drawn="anybody" data-stored-at="1234"><main>Isi</main></div>',
    );
  });

  it('keeps the content security policy, and nothing of the transfer', () => {
    const headers = storedHeaders(
      new Headers({
        'content-security-policy': "default-src 'none'",
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-length': '12',
        vary: 'Cookie',
        etag: 'W/"1"',
      }),
    );
    expect([...headers.keys()]).toEqual(['content-security-policy', 'content-type']);
  });
});
