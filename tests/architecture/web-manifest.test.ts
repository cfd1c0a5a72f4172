import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appStartPath } from '../../contract/stored/kept-tickets.ts';
import { parsePlace } from '../../src/app/routing/paths.ts';
import { read as text } from './sources.ts';

const root = join(import.meta.dirname, '../..');

interface Icon {
  readonly src: string;
  readonly type: string;
  readonly sizes: string;
  readonly purpose?: string;
}

const manifest = JSON.parse(text('public/manifest.webmanifest')) as {
  readonly start_url: string;
  readonly theme_color: string;
  readonly background_color: string;
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Icon[] }[];
};
const html = text('index.html');

/** Width and height of a PNG, from its first chunk. */
function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(join(root, 'public', file));
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const pictures = [
  ...manifest.icons
    .filter(({ type }) => type === 'image/png')
    .map(({ src, sizes }) => [src, sizes]),
  ['/icons/apple-touch-icon.png', '180x180'],
  ['/icons/favicon-32.png', '32x32'],
] as [string, string][];

describe('the web manifest', () => {
  it.each(pictures)('%s is %s pixels, and small', (src, sizes) => {
    const { width, height } = sizeOf(src);
    expect(`${width}x${height}`).toBe(sizes);
    expect(readFileSync(join(root, 'public', src)).byteLength).toBeLessThan(16_000);
  });

  it('has the icons that a phone needs: 192 and 512 pixels, plain and maskable', () => {
    const named = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
    expect(named).toEqual(
      expect.arrayContaining([
        '192x192 any',
        '512x512 any',
        '192x192 maskable',
        '512x512 maskable',
      ]),
    );
  });

  it('starts at a page that works offline, and its shortcuts lead to existing pages', () => {
    expect(manifest.start_url).toBe(appStartPath);
    const names = manifest.shortcuts.map(
      ({ url }) => parsePlace(url, null, 'https://tiket.example').name,
    );
    expect(names).toEqual(['search', 'my-tickets', 'transaction-history']);
  });

  it('has the colours of the tokens and of the page', () => {
    const tokens = text('src/ui/tokens.css');
    expect(tokens).toContain(`--color-brand: var(--light, ${manifest.theme_color})`);
    expect(tokens).toContain(`--color-page: var(--light, ${manifest.background_color})`);
    expect(html).toContain(`<meta name="theme-color" content="${manifest.theme_color}">`);
    expect(html).toContain(`fill="${manifest.theme_color}"`);
    expect(text('public/icons/icon.svg')).toContain(`fill="${manifest.theme_color}"`);
  });

  it('is linked by the page, with the icons of browser and home screen', () => {
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">');
    expect(html).toContain('href="/icons/favicon-32.png"');
  });
});

it('the page contains nothing inline that the content security policy refuses', () => {
  expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
  for (const [script] of html.matchAll(/<script[^>]*>[^<]*/g))
    expect(script).toMatch(/src="[^"]+">$/);
});
