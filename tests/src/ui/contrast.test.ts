// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8');
const tokensIn = (part: string) =>
  [...part.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map(
    ([, name, hex]) => [name, hex] as const,
  );
const asked = /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';
const plain = new Map(tokensIn(css.replace(asked, '')));
/** The colours under increased contrast. */
const strong = new Map([...plain, ...tokensIn(asked)]);

/** WCAG 2.2 relative luminance. */
function luminance(name: string, colours = plain): number {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`no token --color-${name}`);
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, colours = plain): number {
  const [low, high] = [luminance(one, colours), luminance(other, colours)].sort(
    (a, b) => a - b,
  ) as [number, number];
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
  // The gradient behind the hero and the event page spans these two colours.
  ['on-night', 'brand-strong'],
  ['on-night-soft', 'night-soft'],
  // The hero's main button under the pointer; a disabled button.
  ['on-accent', 'accent-soft'],
  ['ink-soft', 'sunken'],
  ['print', 'paper'],
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

  it.each([
    ['focus', 'accent-soft'],
    ['focus', 'brand-soft'],
    // On dark surfaces the light ring under the outline is visible.
    ['surface', 'night'],
    ['surface', 'brand'],
    ['on-night-soft', 'night'],
  ])('%s shows where the focus is against %s (3:1)', (ring, ground) => {
    expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ...['ink-soft', 'brand', 'brand-strong'].flatMap((text) => LIGHT.map((on) => [text, on])),
    ['on-brand', 'brand'],
    ['on-night-soft', 'night'],
  ] as [string, string][])('%s on %s reaches 7:1 where more contrast is asked for', (text, on) => {
    expect(contrast(text, on, strong)).toBeGreaterThanOrEqual(7);
  });

  it.each(LIGHT)('hairlines against %s reach 3:1 under increased contrast', (on) => {
    expect(contrast('line', on, strong)).toBeGreaterThanOrEqual(3);
  });
});
