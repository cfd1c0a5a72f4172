// @vitest-environment node

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seat, Seatmap, SeatStatus } from '../../../contract/seatmap.ts';
import { bestAvailable, replacementFor } from '../../../src/seat-map/choice/best-available.ts';
import {
  buildSeatMapData,
  indexOf,
  numberOf,
  type SeatMapData,
} from '../../../src/seat-map/data/seat-map-data.ts';

const category = (id: string) => ({
  id,
  name: id,
  color: '#c2410c',
  price: 1,
  max_capacity: 1,
  sold_tickets_count: 0,
  available_seats: null,
});

/**
 * A seat map drawn with letters: a capital is a free seat of its category, a small one a taken seat, '=' the stage, '.' nothing. The line names
 * the row.
 */
function drawn(...lines: readonly string[]): SeatMapData {
  const items = lines.flatMap((line, row): Seat[] =>
    [...line].flatMap((cell, column): Seat[] => {
      if (cell === '.') return [];
      const isStage = cell === '=';
      const isFree = cell === cell.toUpperCase();
      const status: SeatStatus = isStage ? 'block' : isFree ? 'available' : 'sold';
      const seat_number = `${String.fromCharCode(65 + row)}-${column + 1}`;
      return [
        {
          id: seat_number,
          seat_number,
          row: row + 1,
          column: column + 1,
          ticket_type: isStage ? 'stage' : null,
          price: 1,
          status,
          category: isStage ? null : cell.toUpperCase(),
        },
      ];
    }),
  );
  const map: Seatmap = {
    event_status: 'active',
    categories: [category('V'), category('F')],
    seatLayout: { totalRows: lines.length, totalCols: lines[0]?.length ?? 0, items },
  };
  const seatMap = buildSeatMapData(map);
  if (seatMap === null) throw new Error('The seat map cannot be drawn.');
  return seatMap;
}

const named = (seatMap: SeatMapData, indexes: readonly number[]) =>
  indexes.map((index) => numberOf(seatMap, index)).join(' ');
const best = (seatMap: SeatMapData, count: number, id: string | null = null) =>
  named(seatMap, bestAvailable(seatMap, count, id));
const replaced = (seatMap: SeatMapData, lost: string, kept = '') => {
  const places = (numbers: string) =>
    numbers
      .split(' ')
      .filter(Boolean)
      .map((number) => indexOf(seatMap, number));
  return named(seatMap, replacementFor(seatMap, places(lost), places(kept)));
};

describe('the best available seats', () => {
  it('are in front of the middle of the stage', () => {
    const seatMap = drawn('..===..', 'VVVVVVV', 'VVVVVVV');
    expect(best(seatMap, 1)).toBe('B-4');
    expect(best(seatMap, 3)).toBe('B-3 B-4 B-5');
  });

  it('are in the middle of the first row without a stage', () => {
    expect(best(drawn('VVVVV', 'VVVVV'), 3)).toBe('A-2 A-3 A-4');
  });

  it('may be beside a stage in the middle of the seat map', () => {
    expect(best(drawn('.....', 'VV=vv', 'VV=vv', 'VV=vv'), 1)).toBe('C-2');
  });

  it('may be a row further back rather than at the edge of the first', () => {
    expect(best(drawn('.=====.', 'VVvvvvv', 'vvvVVvv'), 2)).toBe('C-4 C-5');
  });

  it('are of the requested category', () => {
    const seatMap = drawn('==', 'VV', 'FF');
    expect(best(seatMap, 2)).toBe('B-1 B-2');
    expect(best(seatMap, 2, 'F')).toBe('C-1 C-2');
    expect(best(seatMap, 2, 'none such')).toBe('');
  });

  it('are not split by an aisle while a row has them side by side', () => {
    expect(best(drawn('===', 'V.V', 'VVv'), 2)).toBe('C-1 C-2');
  });

  it('are split if necessary: across an aisle, or one behind the other', () => {
    expect(best(drawn('VV.Vv'), 3)).toBe('A-1 A-2 A-4');
    expect(best(drawn('VVvv', 'VVvv'), 4)).toBe('A-1 A-2 B-1 B-2');
    expect(best(drawn('vVvv', 'VVvv'), 3)).toBe('A-2 B-1 B-2');
  });

  it('are split into as few blocks as possible', () => {
    // Three blocks are nearer, two are fewer.
    expect(best(drawn('VvV', 'vVv', 'VVv', 'VVv'), 4)).toBe('C-1 C-2 D-1 D-2');
  });

  it('avoid single seats', () => {
    expect(best(drawn('VVVvv', 'VVvvv'), 4)).toBe('A-1 A-2 B-1 B-2');
    expect(best(drawn('VVVVv', 'VVvvv'), 5)).toBe('A-1 A-2 A-3 B-1 B-2');
  });

  it('are none if the remaining seats are too far apart', () => {
    expect(best(drawn('Vvvvv', 'vvvvV'), 2)).toBe('');
    expect(best(drawn('V....', '.....', '.....', 'V....'), 2)).toBe('');
    expect(best(drawn('Vv', 'vv'), 2)).toBe('');
  });

  it.each([0, 6, 1.5, Number.NaN, -1])('are none for %d of them', (count) => {
    expect(bestAvailable(drawn('VVVVV'), count, null)).toEqual([]);
  });
});

describe('replacements for lost seats', () => {
  it('are next to the kept seats', () => {
    expect(replaced(drawn('VVVVVvv', 'VVVVVVV'), 'A-6 A-7', 'A-4 A-5')).toBe('A-2 A-3');
  });

  it('are near the lost seats if none is kept', () => {
    expect(replaced(drawn('VVVVVVVV', 'vvvvvvvv', 'vvVVvvvv'), 'B-3 B-4')).toBe('A-3 A-4');
  });

  it('have the same number and categories', () => {
    const seatMap = drawn('vvVV', 'ffFF');
    expect(replaced(seatMap, 'A-1 A-2')).toBe('A-3 A-4');
    expect(replaced(seatMap, 'A-1 B-1')).toBe('A-3 B-3');
    expect(replaced(seatMap, 'A-1 A-2 B-1 B-2')).toBe('A-3 A-4 B-3 B-4');
  });

  it('are never the lost or the kept ones', () => {
    expect(replaced(drawn('VVV'), 'A-1', 'A-2')).toBe('A-3');
    expect(replaced(drawn('VV'), 'A-1', 'A-2')).toBe('');
  });

  it('are none if one category has no replacement', () => {
    expect(replaced(drawn('vVv', 'fff'), 'A-1 B-1')).toBe('');
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
const ids = fc.constantFrom('V', 'F', null);

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

/** Every set of `count` free seats, tried one by one. */
function sets(free: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return free.flatMap((index, at) =>
    sets(free.slice(at + 1), count - 1).map((rest) => [index, ...rest]),
  );
}

const isFree = (seatMap: SeatMapData, id: string | null) => (index: number) =>
  seatMap.status[index] === 0 &&
  (id === null || seatMap.categories[seatMap.category[index] ?? 255]?.id === id);

describe('in every seat map', () => {
  it('returns the requested number of distinct free seats of the category, or none', () => {
    fc.assert(
      fc.property(small, counts, ids, (lines, count, id) => {
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

  it('uses no more blocks than the best of all connected sets', () => {
    fc.assert(
      fc.property(small, fc.integer({ min: 2, max: 4 }), (lines, count) => {
        const seatMap = drawn(...lines);
        const found = bestAvailable(seatMap, count, null);
        const free = Array.from({ length: seatMap.count }, (_, index) => index).filter(
          isFree(seatMap, null),
        );
        fc.pre(free.length <= 14);
        const least = Math.min(
          ...sets(free, count)
            .filter((set) => hangsTogether(seatMap, set))
            .map((set) => blocksOf(seatMap, set)),
        );
        if (found.length === 0) expect(least).toBe(Number.POSITIVE_INFINITY);
        else expect(blocksOf(seatMap, found)).toBeLessThanOrEqual(least);
      }),
    );
  });
});

/** Each seat touches another: next to it, across at most two columns of its line, or straight behind within two lines without seats between. */
function hangsTogether(seatMap: SeatMapData, set: readonly number[]): boolean {
  const [first] = set;
  if (first === undefined) return false;
  const lines = [...new Set(seatMap.lineOf)];
  const touch = (a: number, b: number) => {
    const [up, down] = [seatMap.lineOf[a] ?? 0, seatMap.lineOf[b] ?? 0];
    const columns = Math.abs((seatMap.columnOf[a] ?? 0) - (seatMap.columnOf[b] ?? 0));
    if (up === down) return columns <= 3;
    const between = Math.abs(lines.indexOf(up) - lines.indexOf(down));
    return between === 1 && Math.abs(up - down) <= 2 && columns === 0;
  };
  const reached = new Set([first]);
  for (let grew = true; grew; ) {
    const next = set.filter((b) => !reached.has(b) && [...reached].some((a) => touch(a, b)));
    for (const index of next) reached.add(index);
    grew = next.length > 0;
  }
  return reached.size === set.length;
}
