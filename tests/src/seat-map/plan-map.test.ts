// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { PlanShape } from '../../../contract/plan/plan.ts';
import { wheelchairPlaceFor } from '../../../src/seat-map/choice/access-places.ts';
import { bestAvailable, replacementFor } from '../../../src/seat-map/choice/best-available.ts';
import { loneSeatOf } from '../../../src/seat-map/choice/lone-seat.ts';
import { continuesRow } from '../../../src/seat-map/data/neighbours.ts';
import { memoryOf } from '../../../src/seat-map/data/parse-seat-map.ts';
import { mergeSeatMap } from '../../../src/seat-map/data/read-seat-map.ts';
import {
  codeOf,
  indexOf,
  numberOf,
  type SeatMapData,
  seatAt,
} from '../../../src/seat-map/data/seat-map-data.ts';
import { contrast, parseColour } from '../../../src/seat-map/paint/colour.ts';
import { shapeColours } from '../../../src/seat-map/paint/paint-shapes.ts';
import { paletteOf } from '../../../src/seat-map/paint/palette.ts';
import { seatAfterKey, seatLinesOf } from '../../../src/seat-map/seat-lines.ts';
import { arcs, drawable, placed, planned } from './seat-maps.ts';

const indexes = (seatMap: SeatMapData) => Array.from({ length: seatMap.count }, (_, at) => at);
const numbers = (seatMap: SeatMapData, found: readonly number[]) =>
  found.map((index) => numberOf(seatMap, index)).join(' ');
const look = { color: null, borderColor: null, text: null, rotation: 0 };

const hall = planned(arcs(4, 6));

/** One row along the x axis; `x` in units, a place for wheelchairs is marked by 'w', for companions by 'c', a taken seat by 'x'. */
function row(marks: string, xs: readonly number[] = [...marks].map((_, at) => at * 10)) {
  return planned(
    [...marks].map((mark, at) =>
      placed(['', 'A', String(at + 1)], [1, at + 1], [xs[at] ?? 0, 50], {
        status: mark === 'x' ? 'sold' : 'available',
        ...(mark === 'w' ? { access: 'wheelchair' as const } : {}),
        ...(mark === 'c' ? { access: 'companion' as const } : {}),
      }),
    ),
  );
}

describe('a plan (§2.207)', () => {
  it('finds each seat at its middle and near its corners, and none beside it', () => {
    for (const index of indexes(hall)) {
      const [x, y] = [(hall.x[index] ?? 0) + 0.5, (hall.y[index] ?? 0) + 0.5];
      const turn = ((hall.rotation?.[index] ?? 0) * Math.PI) / 180;
      const at = (right: number, down: number) =>
        seatAt(
          hall,
          y + right * Math.sin(turn) + down * Math.cos(turn),
          x + right * Math.cos(turn) - down * Math.sin(turn),
        );
      expect([at(0, 0), at(0.45, 0.45), at(-0.45, -0.45)]).toEqual([index, index, index]);
    }
    expect(seatAt(hall, hall.lines / 2, hall.columns / 2)).toBe(-1);
    expect([seatAt(hall, -5, 3), seatAt(hall, 3, 1e9)]).toEqual([-1, -1]);
  });

  it('moves between threads whole, as a grid does', () => {
    for (const seatMap of [hall, drawable(arcs(2, 3))]) {
      const copy = structuredClone(structuredClone(seatMap), {});
      const moved = structuredClone(copy, { transfer: memoryOf(copy) });
      expect(moved).toEqual(seatMap);
    }
  });

  it('is another map once a seat has moved', () => {
    const again = planned(arcs(4, 6));
    expect(mergeSeatMap(hall, again).indexes).toEqual([]);
    again.x[3] = 1;
    expect(mergeSeatMap(hall, again).indexes).toBeNull();
  });
});

describe('a shape', () => {
  it.each(['#ffffff', '#000000', '#ffee00', 'javascript:alert(1)'])(
    'of colour %s has a readable text in the dark',
    (color) => {
      const dark: Readonly<Record<string, string>> = { surface: '#1c1420', ink: '#f6eef3' };
      const palette = paletteOf((name) => parseColour(dark[name] ?? '#888888'), [], false);
      for (const kind of ['rect', 'text'] as const) {
        const sized = { width: 9, height: 9, size: 2 };
        const { fill, text } = shapeColours(
          { ...look, ...sized, kind, x: 0, y: 0, color, text: 'Panggung' } as PlanShape,
          palette,
        );
        expect(contrast(text, fill ?? palette.surface)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});

describe('neighbours in a plan', () => {
  it('are in the same row and not beyond an aisle', () => {
    const seatMap = row('-----', [0, 10, 20, 37, 47]);
    expect(indexes(seatMap).map((index) => continuesRow(seatMap, index))).toEqual([
      ...[false, true, true],
      ...[false, true],
    ]);
    expect(continuesRow(hall, 6)).toBe(false);
  });

  // The first row of the file of the hall is its upper one; the other file begins at the back and at the right.
  const backwards = planned(
    ['C', 'B', 'A'].flatMap((name, line) =>
      [3, 2, 1].map((number, at) =>
        placed(['', name, String(number)], [line + 1, at + 1], [number * 10, 90 - line * 10]),
      ),
    ),
  );
  it.each([
    [hall, 'Kiri-2-6', 'ArrowDown', /^Kiri-3-6$/],
    [hall, 'Kiri-2-6', 'ArrowUp', /^Kiri-1-6$/],
    [hall, 'Kiri-2-3', 'ArrowRight', /^Kiri-2-4$/],
    [hall, 'Kiri-2-6', 'ArrowRight', /^Kiri-2-6$/],
    [hall, 'Kiri-4-1', 'ArrowDown', /^Kanan-1-/],
    [hall, 'Kiri-2-3', 's', /^Kanan-1-1$/],
    [hall, 'Kanan-2-3', 's', /^Kiri-1-1$/],
    [hall, 'Kiri-2-3', 'S', /^Kanan-1-1$/],
    [backwards, 'B-2', 'ArrowUp', /^A-2$/],
    [backwards, 'B-2', 'ArrowDown', /^C-2$/],
    [backwards, 'B-2', 'ArrowRight', /^B-3$/],
    [backwards, 'B-3', 'ArrowRight', /^B-3$/],
    [backwards, 'B-2', 'ArrowLeft', /^B-1$/],
  ])('are found by position: %#, from %s by %s', (seatMap, from, key, to) => {
    const pressed = { key, ctrlKey: false, metaKey: false };
    const next = seatAfterKey(seatMap, seatLinesOf(seatMap), indexOf(seatMap, from), pressed);
    expect(numberOf(seatMap, next ?? -1)).toMatch(to);
  });
});

describe('the best seats of a plan', () => {
  const stage: PlanShape = { ...look, kind: 'circle', x: 500, y: 40, radius: 40, text: 'PANGGUNG' };

  it('are side by side without an aisle, near the stage', () => {
    const seatMap = planned(arcs(4, 6), { shapes: [stage] });
    expect(numbers(seatMap, bestAvailable(seatMap, 3, null))).toMatch(
      /^(Kiri-1-4 Kiri-1-5 Kiri-1-6|Kanan-1-1 Kanan-1-2 Kanan-1-3)$/,
    );
    expect(bestAvailable(row('x-----', [0, 10, 27, 37, 47, 57]), 4, null)).toEqual([2, 3, 4, 5]);
  });

  it('are in the middle of an arc, whose ends are nearer to the edge of the stage', () => {
    const sized = { x: 340, y: 0, width: 320, height: 60 };
    const wide: PlanShape = { ...look, kind: 'rect', ...sized, text: 'Stage' };
    const seats = Array.from({ length: 21 }, (_, at) => {
      const angle = ((at - 10) * 20) / 200;
      const place = [500 + 200 * Math.sin(angle), 60 + 200 * Math.cos(angle)] as const;
      return placed(['', 'A', String(at + 1)], [1, at + 1], place);
    });
    const arc = planned(seats, { shapes: [wide] });
    expect(numbers(arc, bestAvailable(arc, 3, null))).toBe('A-10 A-11 A-12');
  });

  it('are across an aisle or one behind the other if necessary', () => {
    const aisle = row('xxx--x--', [0, 10, 20, 30, 40, 50, 80, 90]);
    expect(bestAvailable(aisle, 4, null)).toEqual([]);
    const near = row('xxxx----', [0, 10, 20, 30, 40, 50, 70, 80]);
    expect(bestAvailable(near, 4, null)).toEqual([4, 5, 6, 7]);
    const seatMap = planned(arcs(2, 6));
    for (const index of indexes(seatMap)) {
      const isOpen = ['Kiri-1-5', 'Kiri-1-6', 'Kiri-2-5', 'Kiri-2-6'].includes(
        numberOf(seatMap, index),
      );
      if (!isOpen) seatMap.status[index] = codeOf('sold');
    }
    expect(numbers(seatMap, bestAvailable(seatMap, 4, null))).toBe(
      'Kiri-1-5 Kiri-1-6 Kiri-2-5 Kiri-2-6',
    );
  });

  it('are never places for wheelchairs or companions, which are replaced by their like only', () => {
    const seatMap = row('wc-w-');
    expect(bestAvailable(seatMap, 1, null)).not.toEqual([0]);
    expect(bestAvailable(row('wcwc'), 1, null)).toEqual([]);
    expect(bestAvailable(row('-w-'), 2, null)).not.toContain(1);
    expect(replacementFor(seatMap, [0], [])).toEqual([3]);
    expect(replacementFor(seatMap, [2], [])).toEqual([4]);
    expect(replacementFor(seatMap, [1], [])).toEqual([]);
  });
});

describe('a place for a wheelchair (§2.210)', () => {
  it.each([
    ['-wc--', 1, '', 'A-2 A-3'],
    ['-wc--', 0, '', 'A-2'],
    ['-wc--', 2, '', ''],
    ['cw-c-', 2, '', 'A-2 A-1 A-4'],
    ['-wx-wc', 1, '', 'A-5 A-6'],
    ['w---w-', 0, 'A-6', 'A-5'],
    ['w---w-', 0, 'A-2', 'A-1'],
    ['-----', 0, '', ''],
  ])('in %s with %d companions near %j is %j', (marks, companions, chosen, found) => {
    const seatMap = row(marks);
    const near = new Set(chosen === '' ? [] : [indexOf(seatMap, chosen)]);
    expect(numbers(seatMap, wheelchairPlaceFor(seatMap, companions, near))).toBe(found);
  });
});

describe('a seat left alone (§2.211)', () => {
  // '-' free, 'x' taken, 'o' chosen, 'w' a place for a wheelchair, '|' an aisle.
  it.each([
    ['o----', '', ''],
    ['-o---', 'A-1', 'A-1'],
    ['x-o--x', 'A-2', 'A-2'],
    ['x-oo-x', 'A-2', 'A-2'],
    ['oo-x', 'A-3', ''],
    ['xo-x', 'A-3', ''],
    ['x--oo-x', 'A-6', 'A-6'],
    ['x-x', '', ''],
    ['ox-xo', '', ''],
    ['o-o', 'A-2', ''],
    ['xoo--o-x', 'A-7', 'A-7'],
    ['-w', '', ''],
    ['-o|o--', 'A-1', ''],
    ['---o|', '', ''],
    ['ow', '', ''],
    ['--w-o-', 'A-4', 'A-4'],
  ])('in %s is %j and avoided by %j', (marks, lone, taken) => {
    let x = 0;
    const xs: number[] = [];
    for (const mark of marks) {
      x += 10;
      if (mark !== '|') xs.push(x);
    }
    const seatMap = row(marks.replaceAll('o', '-').replaceAll('|', ''), xs);
    const chosen = [...marks.replaceAll('|', '')].flatMap((mark, at) => (mark === 'o' ? [at] : []));
    const found = loneSeatOf(seatMap, new Set(chosen));
    expect(found === null ? '' : numberOf(seatMap, found.index)).toBe(lone);
    const to = found?.shift?.to ?? [];
    expect(numbers(seatMap, to)).toBe(taken);
  });
});
