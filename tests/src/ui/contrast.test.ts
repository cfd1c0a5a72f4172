// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8');
type Theme = 'light' | 'dark';
/** The opaque colours of a theme: those of a pair, and those that are the same in both. */
const tokensIn = (part: string, theme: Theme) =>
  [...part.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].flatMap(([, name, value]) => {
    const pair = /^var\(--light, (.+)\) var\(--dark, (.+)\)$/.exec(value ?? '');
    const colour = pair === null ? value : pair[theme === 'light' ? 1 : 2];
    return /^#[0-9a-f]{6}$/.test(colour ?? '') ? [[name, colour] as const] : [];
  });
const asked = /@media \(prefers-contrast: more\) \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';
const coloursOf = (theme: Theme) => {
  const plain = new Map(tokensIn(css.replace(asked, ''), theme));
  /** The colours under increased contrast. */
  const strong = new Map([...plain, ...tokensIn(asked, theme)]);
  return { plain, strong };
};
type Colours = ReturnType<typeof coloursOf>['plain'];

/** WCAG 2.2 relative luminance. */
function luminance(name: string, colours: Colours): number {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`no token --color-${name}`);
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, colours: Colours): number {
  const [low, high] = [luminance(one, colours), luminance(other, colours)].sort(
    (a, b) => a - b,
  ) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['page', 'surface', 'sunken'];
const STATES = ['info', 'success', 'warning', 'danger'];
const on = (colours: string, grounds: readonly string[]) =>
  colours.split(' ').flatMap((colour) => grounds.map((ground) => [colour, ground] as const));

const TEXT = [
  ...on('ink ink-soft brand brand-strong danger', GROUNDS),
  ...STATES.flatMap((state) => on(`${state} ink`, [`${state}-soft`])),
  ...on('on-brand', ['brand', 'brand-strong']),
  ...on('brand-strong ink ink-soft', ['brand-soft']),
  ...on('ink-soft', ['danger-soft']),
  // With the hero's main button under the pointer.
  ...on('on-accent', ['accent', 'accent-soft']),
  // The gradients behind the hero, the event page and the head of a ticket span these colours.
  ...on('on-night', ['night', 'night-soft', 'dusk', 'dusk-deep']),
  ...on('on-night-soft', ['night', 'night-soft']),
  ...on('paper', ['night', 'dusk-deep']),
  // The verdicts at the gate.
  ...on('on-brand', STATES),
  ...on('surface', ['ink']),
  ...on('print', ['paper']),
];

describe.each(['light', 'dark'] as const)('colour tokens, %s', (theme) => {
  const { plain, strong } = coloursOf(theme);

  it.each(TEXT)('%s on %s is readable (4.5:1)', (text, ground) => {
    expect(contrast(text, ground, plain)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ...on('line-strong focus brand danger', GROUNDS),
    // The outline of a control on the night ground.
    ...on('on-night-soft', ['night']),
  ])('%s against %s shows an edge (3:1)', (edge, ground) => {
    expect(contrast(edge, ground, plain)).toBeGreaterThanOrEqual(3);
  });

  it.each(['accent-soft', 'brand-soft', 'night', 'brand', 'accent'])(
    'the outline or the ring under it shows where the focus is against %s (3:1)',
    (ground) => {
      const shown = ['focus', 'surface'].map((ring) => contrast(ring, ground, plain));
      expect(Math.max(...shown)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ...on('ink-soft brand brand-strong', GROUNDS),
    ...on('on-brand', ['brand']),
    ...on('on-night-soft', ['night']),
  ])('%s on %s reaches 7:1 where more contrast is asked for', (text, ground) => {
    expect(contrast(text, ground, strong)).toBeGreaterThanOrEqual(7);
  });

  it.each(GROUNDS)('hairlines against %s reach 3:1 under increased contrast', (ground) => {
    expect(contrast('line', ground, strong)).toBeGreaterThanOrEqual(3);
  });
});

it('every pair of the tokens has a value for each theme (§18.3)', () => {
  expect(css.match(/var\(--light,/g)?.length).toBe(css.match(/\) var\(--dark,/g)?.length);
  expect([...coloursOf('dark').plain.keys()]).toEqual([...coloursOf('light').plain.keys()]);
});
