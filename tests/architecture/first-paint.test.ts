import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('has the brand colour of the design system before any CSS loads', () => {
  const brand = /--color-brand:\s*var\(--light, (#[0-9a-f]{6})/.exec(
    read('src/ui/tokens.css'),
  )?.[1];
  expect(brand).toBeDefined();
  expect(read('index.html')).toContain(`<meta name="theme-color" content="${brand}"`);
  expect(read('index.html')).toContain(`fill="${brand}"`);
  expect(read('public/icons/icon.svg')).toContain(`fill="${brand}"`);
});

it('contains nothing inline that the content security policy refuses', () => {
  const html = read('index.html');
  expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
  for (const [script] of html.matchAll(/<script[^>]*>[^<]*/g))
    expect(script).toMatch(/src="[^"]+">$/);
});
