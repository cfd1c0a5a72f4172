import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildFresh } from '../../scripts/build/build-stamp.ts';
import { precompressFolder } from '../../scripts/build/precompress.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roetix-build-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

function age(path: string, seconds: number): void {
  utimesSync(join(root, path), secondsAgo(seconds), secondsAgo(seconds));
}

describe('isBuildFresh', () => {
  /** Empty files, changed so many seconds ago. */
  const make = (seconds: number, ...paths: string[]) => {
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
      age(path, seconds);
    }
  };
  beforeEach(() => {
    make(100, 'index.html', 'src/deep/a.ts', 'dist/client/index.html');
    for (const path of ['src/deep', 'src']) age(path, 100);
    make(50, 'dist/client.stamp');
  });

  it.each([
    ['accepts a build begun after the last change', () => {}, true],
    ['refuses one older than a source file', () => age('src/deep/a.ts', 10), false],
    [
      'refuses one made before a file was deleted',
      () => rmSync(join(root, 'src/deep/a.ts')),
      false,
    ],
    ['refuses one without a stamp', () => rmSync(join(root, 'dist/client.stamp')), false],
    ['refuses one without a page', () => rmSync(join(root, 'dist/client/index.html')), false],
  ])('%s', (_, change, isFresh) => {
    change();
    expect(isBuildFresh(root)).toBe(isFresh);
  });
});

describe('precompressFolder', () => {
  it('writes files that unpack to the same bytes, and leaves fonts and incompressible files alone', async () => {
    const text = 'kursi '.repeat(500);
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'assets', 'app.js'), text);
    writeFileSync(join(root, 'assets', 'font.woff2'), text);
    writeFileSync(join(root, 'tiny.css'), 'a');
    const written = await precompressFolder(root);
    const app = join(root, 'assets', 'app.js');
    expect(written.toSorted()).toEqual([`${app}.br`, `${app}.gz`]);
    expect(brotliDecompressSync(readFileSync(`${app}.br`)).toString()).toBe(text);
    expect(gunzipSync(readFileSync(`${app}.gz`)).toString()).toBe(text);
  });
});
