import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  beforeEach(() => {
    mkdirSync(join(root, 'src', 'deep'), { recursive: true });
    mkdirSync(join(root, 'dist', 'client'), { recursive: true });
    for (const path of [
      'index.html',
      'src/deep/a.ts',
      'dist/client/index.html',
      'dist/client.stamp',
    ])
      writeFileSync(join(root, path), '');
    for (const path of ['index.html', 'src/deep/a.ts', 'src/deep', 'src']) age(path, 100);
    age('dist/client.stamp', 50);
  });

  it('accepts a build begun after the last change', () => {
    expect(isBuildFresh(root)).toBe(true);
  });

  it('refuses one older than a source file', () => {
    age('src/deep/a.ts', 10);
    expect(isBuildFresh(root)).toBe(false);
  });

  it('refuses one made before a file was deleted', () => {
    rmSync(join(root, 'src/deep/a.ts'));
    expect(isBuildFresh(root)).toBe(false);
  });

  it('checks the inputs of the build with the inspector too', () => {
    mkdirSync(join(root, 'dist', 'qa'), { recursive: true });
    for (const path of ['inspector.html', 'dist/qa/index.html', 'dist/qa.stamp'])
      writeFileSync(join(root, path), '');
    age('inspector.html', 100);
    age('dist/qa.stamp', 50);
    expect(isBuildFresh(root, 'qa')).toBe(true);
    age('inspector.html', 10);
    expect(isBuildFresh(root, 'qa')).toBe(false);
    expect(isBuildFresh(root)).toBe(true);
  });

  it('counts the entry that renders pages too', () => {
    expect(isBuildFresh(root, 'server')).toBe(false);
    mkdirSync(join(root, 'dist', 'server'));
    for (const path of ['dist/server/server-entry.js', 'dist/server.stamp'])
      writeFileSync(join(root, path), '');
    expect(isBuildFresh(root, 'server')).toBe(true);
    rmSync(join(root, 'dist/server/server-entry.js'));
    expect(isBuildFresh(root, 'server')).toBe(false);
    expect(isBuildFresh(root)).toBe(true);
  });

  it.each(['dist/client.stamp', 'dist/client/index.html'])('refuses one without %s', (path) => {
    rmSync(join(root, path));
    expect(isBuildFresh(root)).toBe(false);
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
