// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../src/seat-map/data/seat-map-data.ts';
import { rowNamesSeen, runsOfLines } from '../../../src/seat-map/row-gutter.ts';
import { sectionFactsOf } from '../../../src/seat-map/section-facts.ts';
import { seat } from '../screens/purchase-data.tsx';
import { drawable, rectangle, twoSections } from './seat-maps.ts';

describe('the gutter', () => {
  const names = (
    seatMap: ReturnType<typeof rectangle>,
    seen: { cell: number; left?: number; top?: number; width?: number; height?: number },
  ) => {
    const { cell, left = 0, top = 0, width = 200, height = 100 } = seen;
    const runsOf = runsOfLines(seatMap) ?? new Map();
    return rowNamesSeen(seatMap, runsOf, { cell, left, top, box: { width, height } });
  };
  const texts = (...of: Parameters<typeof names>) => names(...of).map(({ text }) => text);

  it('names the rows in view and no others', () => {
    const hall = rectangle(20, 20);
    expect(texts(hall, { cell: 20 })).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(texts(hall, { cell: 20, top: 200 })).toEqual(['J', 'K', 'L', 'M', 'N', 'O']);
    expect(names(hall, { cell: 20, top: 340 }).at(-1)).toEqual({ line: 19, text: 'T' });
  });

  it('names the row of the first seats in view where two sections share a line', () => {
    const seats = ['U01-A', 'U02-Z'].flatMap((row, side) =>
      [1, 2, 3].map((at) => seat(`${row}-${at}`, 1, side * 5 + at)),
    );
    const hall = drawable(seats);
    expect(texts(hall, { cell: 40, width: 80 })).toEqual(['A']);
    expect(texts(hall, { cell: 40, width: 80, left: 4 * 40 + 1 })).toEqual(['Z']);
    // Beyond the last seat its row is still the one of the line.
    expect(texts(hall, { cell: 40, width: 80, left: 9 * 40 + 1 })).toEqual(['Z']);
  });
});

describe('the facts of a section', () => {
  it('count its free seats and say their lowest price', () => {
    const hall = twoSections(1, 3);
    hall.price.set([900, 300, 500]);
    hall.status[1] = codeOf('sold');
    const [first, second] = sectionFactsOf(hall);
    expect(first).toMatchObject({ name: 'U01', left: 2, price: 500, isFrom: true });
    expect(second).toMatchObject({ name: 'U02', left: 3, price: 750_000, isFrom: false });
  });

  it('take price and category of the first free seat, and of any seat once none is free', () => {
    const hall = drawable([
      seat('U01-A-1', 1, 1, 'sold', 'vip'),
      seat('U01-A-2', 1, 2, 'available', 'festival'),
    ]);
    expect(sectionFactsOf(hall)).toMatchObject([
      { left: 1, price: 250_000, isFrom: false, categoryId: 'festival', colour: '#15803d' },
    ]);
    hall.status[1] = codeOf('in_transaction');
    expect(sectionFactsOf(hall)).toMatchObject([{ left: 0, price: 750_000, categoryId: 'vip' }]);
  });
});
