// @vitest-environment node

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestAvailable, replacementFor } from '../../../src/seat-map/choice/best-available.ts';
import {
  buildSeatMapData,
  indexOf,
  numberOf,
  type SeatMapData,
} from '../../../src/seat-map/data/seat-map-data.ts';
import { seat, seatmap } from '../screens/purchase-data.tsx';

/**
 * A seat map drawn with letters: a capital is a free seat of its category, a small one a taken seat, '=' the stage, '.' nothing. The line names
 * the row.
 */
function drawn(...lines: readonly string[]): SeatMapData {
  const items = lines.flatMap((line, row) =>
    [...line].flatMap((cell, column) => {
      if (cell === '.') return [];
      const number = `${String.fromCharCode(65 + row)}-${column + 1}`;
      if (cell === '=') return [seat(number, row + 1, column + 1, 'block', null)];
      const status = cell === cell.toUpperCase() ? 'available' : 'sold';
      return [seat(number, row + 1, column + 1, status, cell.toUpperCase())];
    }),
  );
  const categories = ['V', 'F'].map((id, at) => ({
    ...{ id, name: id, color: '#c2410c', price: 2 - at, max_capacity: 1 },
    ...{ sold_tickets_count: 0, available_seats: null },
  }));
  const seatMap = buildSeatMapData({ ...seatmap(items), categories });
  if (seatMap === null) throw new Error('The seat map cannot be drawn.');
  return seatMap;
}

const named = (seatMap: SeatMapData, indexes: readonly number[]) =>
  indexes.map((index) => numberOf(seatMap, index)).join(' ');
describe('the best available seats (§2.210)', () => {
  it.each<[string, string, number, string, (string | null)?]>([
    ['are in front of the middle of the stage', '..===.. VVVVVVV VVVVVVV', 1, 'B-4'],
    ['are in front of the middle of the stage', '..===.. VVVVVVV VVVVVVV', 3, 'B-3 B-4 B-5'],
    ['are in the middle of the first row without a stage', 'VVVVVVV VVVVVVV', 3, 'A-3 A-4 A-5'],
    ['leave no seat alone where others leave none', 'VVVVV vvvvv', 3, 'A-1 A-2 A-3'],
    ['leave no seat alone where others leave none', 'VVV VVV', 1, 'A-1'],
    ['leave a seat alone rather than none', 'VVV vvv', 2, 'A-1 A-2'],
    ['may be beside a stage in the middle of the seat map', '..... VV=vv VV=vv VV=vv', 1, 'C-2'],
    ['may be further back rather than at the edge', '.=====. VVvvvvv vvvVVvv', 2, 'C-4 C-5'],
    ['are of the cheapest category that has them', '== VV FF', 2, 'C-1 C-2'],
    ['are of the cheapest category that has them', '== VV Ff', 2, 'B-1 B-2'],
    ['are of several categories if none has them', '== VF', 2, 'B-1 B-2'],
    ['are of the requested category', '== VV FF', 2, 'B-1 B-2', 'V'],
    ['are none of an unknown category', '== VV FF', 2, '', 'none such'],
    ['are not split by an aisle where a row has them side by side', '=== V.V VVv', 2, 'C-1 C-2'],
    ['are split across an aisle if necessary', 'VV.Vv', 3, 'A-1 A-2 A-4'],
    ['are split one behind the other if necessary', 'VVvv VVvv', 4, 'A-1 A-2 B-1 B-2'],
    ['are split one behind the other if necessary', 'vVvv VVvv', 3, 'A-2 B-1 B-2'],
    // Three blocks are nearer, two are fewer.
    ['are split into as few blocks as possible', 'VvV vVv VVv VVv', 4, 'C-1 C-2 D-1 D-2'],
    ['avoid single seats', 'VVVvv VVvvv', 4, 'A-1 A-2 B-1 B-2'],
    ['avoid single seats', 'VVVVv VVvvv', 5, 'A-1 A-2 A-3 B-1 B-2'],
    ['are none if the remaining seats are too far apart', 'Vvvvv vvvvV', 2, ''],
    ['are none if the remaining seats are too far apart', 'V.... ..... ..... V....', 2, ''],
    ['are none if there are too few', 'Vv vv', 2, ''],
    ...[0, 6, 1.5, Number.NaN, -1].map((count): [string, string, number, string] => [
      `are none for ${count}`,
      'VVVVV',
      count,
      '',
    ]),
  ])('%s: %s', (_, lines, count, numbers, id = null) => {
    const seatMap = drawn(...lines.split(' '));
    expect(named(seatMap, bestAvailable(seatMap, count, id))).toBe(numbers);
  });
});

describe('replacements for lost seats (§4.57)', () => {
  it.each([
    ['are next to the kept seats', 'VVVVVvv VVVVVVV', 'A-6 A-7', 'A-4 A-5', 'A-2 A-3'],
    [
      'are near the lost seats if none is kept',
      'VVVVVVVV vvvvvvvv vvVVvvvv',
      'B-3 B-4',
      '',
      'A-3 A-4',
    ],
    ['have the same categories', 'vvVV ffFF', 'A-1 A-2', '', 'A-3 A-4'],
    ['have the same categories', 'vvVV ffFF', 'A-1 B-1', '', 'A-3 B-3'],
    ['have the same categories', 'vvVV ffFF', 'A-1 A-2 B-1 B-2', '', 'A-3 A-4 B-3 B-4'],
    ['are never the lost or the kept ones', 'VVV', 'A-1', 'A-2', 'A-3'],
    ['are never the lost or the kept ones', 'VV', 'A-1', 'A-2', ''],
    ['are none if one category has no replacement', 'vVv fff', 'A-1 B-1', '', ''],
  ])('%s: %s without %s beside %j', (_, lines, lost, kept, numbers) => {
    const seatMap = drawn(...lines.split(' '));
    const places = (text: string) =>
      text.split(' ').flatMap((number) => (number === '' ? [] : [indexOf(seatMap, number)]));
    expect(named(seatMap, replacementFor(seatMap, places(lost), places(kept)))).toBe(numbers);
  });
});

const small = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 7 }))
  .chain(([lines, columns]) =>
    fc.array(
      fc.string({
        unit: fc.constantFrom('V', 'v', 'F', '.', '='),
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: lines, maxLength: lines },
    ),
  )
  .filter((lines) => /[VvF]/.test(lines.join('')));
const counts = fc.integer({ min: 1, max: 5 });
const ids = fc.constantFrom('V', 'F');

/** Groups seats into blocks: side by side in one row. */
function blocksOf(seatMap: SeatMapData, indexes: readonly number[]) {
  return indexes.filter((index, at) => {
    const before = indexes[at - 1];
    return (
      before === undefined ||
      seatMap.runOf[before] !== seatMap.runOf[index] ||
      (seatMap.columnOf[before] ?? 0) + 1 !== seatMap.columnOf[index]
    );
  }).length;
}

const isFree = (seatMap: SeatMapData, id: string | null) => (index: number) =>
  seatMap.status[index] === 0 &&
  (id === null || seatMap.categories[seatMap.category[index] ?? 255]?.id === id);

describe('in every seat map', () => {
  it('returns the requested number of distinct free seats of the category, or none', () => {
    fc.assert(
      fc.property(small, counts, fc.option(ids), (lines, count, id) => {
        const seatMap = drawn(...lines);
        const found = bestAvailable(seatMap, count, id);
        expect([0, count]).toContain(found.length);
        expect(found.every(isFree(seatMap, id))).toBe(true);
        expect([...found]).toEqual([...new Set(found)].sort((a, b) => a - b));
      }),
    );
  });

  it('splits no group that fits into one row', () => {
    fc.assert(
      fc.property(small, counts, ids, (lines, count, id) => {
        const seatMap = drawn(...lines);
        const free = Array.from({ length: seatMap.count }, (_, index) => index).filter(
          isFree(seatMap, id),
        );
        const hasRow = free.some(
          (_, at) =>
            at + count <= free.length && blocksOf(seatMap, free.slice(at, at + count)) === 1,
        );
        expect(blocksOf(seatMap, bestAvailable(seatMap, count, id)) === 1).toBe(hasRow);
      }),
    );
  });
});
