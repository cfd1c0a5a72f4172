// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseCell,
  boundView,
  contentSize,
  fitCell,
  maxCell,
  minCell,
  placeAt,
  steppedCell,
  wheeledCell,
  zoomedView,
} from '../../../src/seat-map/view.ts';

const extents = fc.record({
  lines: fc.integer({ min: 1, max: 400 }),
  columns: fc.integer({ min: 1, max: 400 }),
});
const boxes = fc.record({
  width: fc.integer({ min: 200, max: 1400 }),
  height: fc.integer({ min: 200, max: 600 }),
});
const cells = fc.double({ min: 2, max: maxCell, noNaN: true });
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const stadium = { lines: 230, columns: 260 };
const phone = { width: 326, height: 500 };

describe('the initial view', () => {
  it('shows the whole of a small hall and of a stadium, with cells of 40 px at most (§9.40)', () => {
    for (const extent of [{ lines: 20, columns: 15 }, stadium]) {
      const { width, height } = contentSize(extent, fitCell(extent, phone));
      expect(width).toBeLessThanOrEqual(phone.width);
      expect(height).toBeLessThanOrEqual(phone.height);
    }
    expect(fitCell({ lines: 3, columns: 4 }, phone)).toBe(baseCell);
  });
});

describe('zooming', () => {
  it('goes in steps of 20 from 30 to 200 percent (§9.40)', () => {
    const percents = [30];
    for (let cell = 12; cell < maxCell; ) {
      cell = steppedCell(cell, 1, 12);
      percents.push(Math.round((cell / baseCell) * 100));
    }
    expect(percents).toEqual([30, 50, 70, 90, 110, 130, 150, 170, 190, 200]);
  });

  const whole = minCell(stadium, phone);
  const some = minCell({ lines: 10, columns: 12 }, { width: 900, height: 600 });
  it.each([
    ['from 30 percent to the whole map', 20, -1, whole, 12],
    ['from 30 percent to the whole map', 12, -1, whole, fitCell(stadium, phone)],
    ['back to 30 percent', whole, 1, whole, 12],
    ['back to 30 percent', 3, 1, whole, 12],
    ['to 30 percent at least if the whole map fits before (§9.40)', 14, -1, some, 12],
    ['to 30 percent at least if the whole map fits before (§9.40)', 12, -1, some, 12],
  ] as const)('steps %s', (_, cell, way, least, next) => {
    expect(steppedCell(cell, way, least)).toBe(next);
  });

  it.each([
    [40, 1, 44],
    [40, -1, 36],
    [40, 7, 44],
    [4, 1, 4.8],
    [2.1, -1, 2],
    [79, 1, maxCell],
  ])(
    'by wheel goes in steps of 10 percent (§9.40), and evenly in the overview: %d by %d',
    (cell, turn, next) => {
      expect(wheeledCell(cell, turn, 2)).toBeCloseTo(next);
    },
  );

  it('keeps the position under the pointer, as far as the edges permit', () => {
    fc.assert(
      fc.property(extents, boxes, cells, cells, shares, shares, (extent, box, from, to, x, y) => {
        const { width, height } = contentSize(extent, from);
        const view = boundView({ cell: from, left: width * x, top: height * y }, extent, box);
        const anchor = { x: box.width * y, y: box.height * x };
        const next = zoomedView(view, to, anchor, extent, box);
        const size = contentSize(extent, to);
        const before = placeAt(view, anchor, extent, box);
        const after = placeAt(next, anchor, extent, box);
        const isFreeAcross = next.left > 0 && next.left < size.width - box.width;
        const isFreeDown = next.top > 0 && next.top < size.height - box.height;
        if (isFreeAcross) expect(after.column).toBeCloseTo(before.column, 5);
        if (isFreeDown) expect(after.line).toBeCloseTo(before.line, 5);
        expect(next.left).toBeGreaterThanOrEqual(0);
        expect(next.left).toBeLessThanOrEqual(Math.max(0, size.width - box.width));
      }),
    );
  });
});
