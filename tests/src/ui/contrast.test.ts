// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8');
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
);

/** WCAG 2.2 relative luminance. */
function luminance(name: string): number {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`no token --color-${name}`);
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const LIGHT = ['page', 'surface', 'sunken'];
const STATES = ['info', 'success', 'warning', 'danger'];

const TEXT: [string, string][] = [
  ...['ink', 'ink-soft', 'brand', 'brand-strong', 'danger'].flatMap((text) =>
    LIGHT.map((surface): [string, string] => [text, surface]),
  ),
  ...STATES.map((state): [string, string] => [state, `${state}-soft`]),
  ...STATES.map((state): [string, string] => ['ink', `${state}-soft`]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['brand-strong', 'brand-soft'],
  ['ink', 'brand-soft'],
  ['ink-soft', 'brand-soft'],
  ['ink-soft', 'danger-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-soft'],
  ['on-night', 'night'],
  ['on-night', 'night-soft'],
  ['on-night-soft', 'night'],
];

describe('colour tokens', () => {
  it.each(TEXT)('%s on %s is readable (4.5:1)', (text, surface) => {
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    ['line-strong', 'focus', 'brand', 'danger'].flatMap((edge) =>
      LIGHT.map((surface): [string, string] => [edge, surface]),
    ),
  )('%s against %s shows an edge (3:1)', (edge, surface) => {
    expect(contrast(edge, surface)).toBeGreaterThanOrEqual(3);
  });
});
