import { describe, expect, it } from 'vitest';
import {
  pathsOn,
  type Shelf,
  type ShelvedPage,
  withPage,
} from '../../../src/stored-pages/shelf.ts';

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
