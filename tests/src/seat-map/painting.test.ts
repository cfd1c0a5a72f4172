// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seatStatuses } from '../../../contract/seatmap.ts';
import { shownStatuses } from '../../../src/seat-map/data/codes.ts';
import {
  type Colour,
  contrast,
  edgeColour,
  parseColour,
} from '../../../src/seat-map/paint/colour.ts';
import { faceOf } from '../../../src/seat-map/paint/paint-seat.ts';
import { paletteOf } from '../../../src/seat-map/paint/palette.ts';
import { safeColour, shownCodesOf, shownStatus } from '../../../src/seat-map/seat-look.ts';
import { seatmap } from '../screens/purchase-data.tsx';
import { smallSeatMap } from './seat-maps.ts';

const white: Colour = [255, 255, 255];
const ink: Colour = [36, 18, 31];
const named: Readonly<Record<string, Colour>> = {
  surface: white,
  ink,
  inkSoft: [101, 80, 95],
  line: [147, 128, 140],
  faint: [238, 229, 222],
  chosen: [179, 15, 88],
  chosenEdge: [140, 8, 67],
  onChosen: white,
  alert: [255, 185, 56],
  alertEdge: [138, 75, 0],
  onAlert: [58, 35, 0],
  night: [42, 19, 48],
};
const { categories } = seatmap([]);
const palette = paletteOf((name) => named[name] ?? null, categories, false);
const colours = fc.tuple(
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
);

describe('a colour', () => {
  it.each([
    ['#b30f58', [179, 15, 88]],
    ['#FFF', [255, 255, 255]],
    ['#11223380', [17, 34, 51]],
    ['rgb(1, 2, 3)', [1, 2, 3]],
    ['rgba(1 2 3 / 50%)', [1, 2, 3]],
    ...['', 'red', '#12345', 'url(https://evil.example)', 'var(--x)'].map((text) => [text, null]),
  ] as [string, Colour | null][])('%j is read as %j', (text, colour) => {
    expect(parseColour(text)).toEqual(colour);
  });

  it('is used for a seat only if it is one', () => {
    expect(safeColour('#c2410c')).toBe('#c2410c');
    expect(safeColour('url(https://evil.example)')).toBe('var(--color-line-strong)');
    expect(safeColour(undefined)).toBe('var(--color-line-strong)');
  });

  it('of an edge reaches 3:1 for every category colour, and is unchanged if it does already (WCAG 1.4.11)', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const edge = edgeColour(colour, white, ink);
        expect(contrast(edge, white)).toBeGreaterThanOrEqual(3);
        if (contrast(colour, white) >= 3) expect(edge).toEqual(colour);
      }),
    );
  });
});

describe('the face of a seat', () => {
  const category = palette.categories[0] ?? { edge: ink, fill: white };
  const face = (status: (typeof shownStatuses)[number]) =>
    faceOf(shownStatuses.indexOf(status), palette, category);

  it('is distinguishable without its colours (WCAG 1.4.1)', () => {
    const shapes = shownStatuses.map((status) => {
      const { strokes, edge } = face(status);
      return JSON.stringify({ strokes, hasEdge: edge !== null });
    });
    expect(new Set(shapes).size).toBe(4);
  });

  it('is one look for every seat that another buyer has (§2.202)', () => {
    const taken = ['sold', 'booked', 'reserved', 'in_transaction', 'unknown'] as const;
    expect(new Set(taken.map((status) => JSON.stringify(face(status)))).size).toBe(1);
  });

  it('has the category’s edge if available, and a tick if selected, each with a contrast of 3:1', () => {
    expect(face('available').edge).toEqual(category.edge);
    expect(contrast(category.edge, white)).toBeGreaterThanOrEqual(3);
    const { fill, sign, strokes } = face('selected');
    expect(strokes.length).toBe(1);
    expect(contrast(fill, sign)).toBeGreaterThanOrEqual(3);
    expect(contrast(fill, white)).toBeGreaterThanOrEqual(3);
  });

  it('uses the reader’s colours under forced colours', () => {
    const forced = paletteOf((name) => named[name] ?? null, categories, true);
    for (const { edge, fill } of forced.categories)
      expect([edge, fill]).toEqual([forced.ink, white]);
  });

  it('is one of a few statuses; only a selected seat is shown as selected', () => {
    const plain = [
      'available',
      'booked',
      'sold',
      'in_transaction',
      'reserved',
      'almost',
      'unknown',
    ];
    expect(seatStatuses.map((status) => shownStatus(status, false))).toEqual(plain);
    expect(shownStatus('available', true)).toBe('selected');
    const shown = shownCodesOf(smallSeatMap(), new Set([4]));
    expect(Array.from(shown, (code) => shownStatuses[code])).toEqual([
      ...['available', 'sold', 'booked', 'reserved'],
      ...['selected', 'almost', 'in_transaction'],
    ]);
  });
});
