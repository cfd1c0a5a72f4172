// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seat } from '../../../contract/seatmap.ts';
import { sectionAreasOf, stageAreaOf } from '../../../src/seat-map/data/areas.ts';
import { emptyCell, stageCell } from '../../../src/seat-map/data/codes.ts';
import { parseSeatMap } from '../../../src/seat-map/data/parse-seat-map.ts';
import { buildSeatMapData, cellAt } from '../../../src/seat-map/data/seat-map-data.ts';
import { seatName } from '../../../src/seat-map/seat-name.ts';
import { seat, seatmap, seatMap as small } from '../screens/purchase-data.tsx';
import { smallSeatMap, twoSections } from './seat-maps.ts';

describe('a seat map', () => {
  it('stores its seats by line and column, with stage and gaps', () => {
    const seatMap = smallSeatMap();
    expect([seatMap.lines, seatMap.columns, seatMap.count]).toEqual([4, 5, 7]);
    expect(Array.from(seatMap.cells)).toEqual([
      ...[emptyCell, stageCell, stageCell, emptyCell, emptyCell],
      ...[emptyCell, emptyCell, emptyCell, emptyCell, emptyCell],
      ...[0, 1, emptyCell, 2, 3],
      ...[emptyCell, 4, emptyCell, 5, 6],
    ]);
    expect(cellAt(seatMap, 2, 1)).toBe(1);
    expect([cellAt(seatMap, -1, 0), cellAt(seatMap, 0, 5), cellAt(seatMap, 4, 0)]).toEqual([
      -1, -1, -1,
    ]);
    expect(stageAreaOf(seatMap)).toEqual({ top: 0, left: 1, bottom: 1, right: 3 });
  });

  it('has runs of one row of one section each, and areas of its sections', () => {
    const seatMap = twoSections(2, 3);
    expect(seatMap.runs).toEqual([
      { section: 'U01', row: 'A', from: 0, to: 3 },
      { section: 'U02', row: 'A', from: 3, to: 6 },
      { section: 'U01', row: 'B', from: 6, to: 9 },
      { section: 'U02', row: 'B', from: 9, to: 12 },
    ]);
    expect(Array.from(seatMap.runOf)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(Object.fromEntries(sectionAreasOf(seatMap))).toEqual({
      U01: { top: 0, left: 0, bottom: 2, right: 3 },
      U02: { top: 0, left: 5, bottom: 2, right: 8 },
    });
  });

  it.each([
    ['no seats', []],
    ['only a stage', [seat('stage', 1, 1, 'block', null)]],
    ['two seats in one place', [seat('A-1', 1, 1), seat('A-2', 1, 1)]],
    ['a seat without a place', [seat('A-1', 1, 1), seat('A-2', 1, Number.NaN)]],
    ['a seat before the first column', [seat('A-1', 1, -1)]],
    ['a row that is no row', [{ ...seat('A-1', 1, 1), row: '-' }]],
    ['cells without end', [seat('A-1', 1, 1), seat('A-2', 60_000, 60_000)]],
  ])('is none for a map with %s (§2.209)', (_, items) => {
    expect(buildSeatMapData(seatmap(items))).toBeNull();
  });
});

describe('a seat number', () => {
  it.each([
    ['B-12', { section: '', row: 'B', number: '12' }],
    ['B12', { section: '', row: 'B', number: '12' }],
    ['U01-AA-3', { section: 'U01', row: 'AA', number: '3' }],
    ['kursi', { section: '', row: '7', number: 'kursi' }],
  ])('%s is taken apart', (number, name) => {
    expect(seatName(number, 7)).toEqual(name);
  });
});

describe('bytes of a response', () => {
  const parsed = (body: unknown) => parseSeatMap(new Blob([JSON.stringify(body)]));

  it('yield the map of every known shape (§2.209)', async () => {
    const items = small.seatLayout.items.map(({ seat_number, category, column, ...seat }: Seat) => {
      const named = { seatNumber: seat_number, category_id: category, column: String(column) };
      return { ...seat, ...named };
    });
    const seatLayout = { total_rows: 4, totalRows: '4', totalColumns: 6, items };
    const { seatMap } = await parsed({ data: { ...small, seatLayout } });
    expect(seatMap).toEqual((await parsed({ data: small })).seatMap);
  });

  it('yield no map if invalid, and never the invalid values', async () => {
    expect(await parseSeatMap(new Blob(['<html>']))).toEqual({
      seatMap: null,
      flaw: 'missing',
      faults: ['The answer is not JSON.'],
    });
    const secret = await parsed({ data: { ...small, categories: [{ id: 'rahasia@contoh.id' }] } });
    expect(secret.seatMap).toBeNull();
    expect(JSON.stringify(secret)).not.toContain('rahasia');
  });

  it('never throw', async () => {
    const some = { requiredKeys: [] };
    const place = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double());
    const keys = Object.keys(seat('A-1', 1, 1)).map((key) => [key, fc.anything()]);
    const row = fc.oneof(place, fc.string());
    const items = fc.array(fc.record({ ...Object.fromEntries(keys), row, column: place }, some));
    const totalRows = fc.oneof(fc.integer(), fc.string());
    const layout = fc.record({ totalRows, totalCols: fc.integer(), items });
    const broken = fc.record(
      {
        event_status: fc.anything(),
        categories: fc.oneof(fc.constant(small.categories), fc.anything()),
        seatLayout: fc.oneof(layout, fc.anything()),
      },
      some,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, fc.jsonValue()), async (data) => {
        let body: string;
        try {
          body = JSON.stringify({ data });
        } catch {
          return;
        }
        const { seatMap } = await parseSeatMap(new Blob([body]));
        if (seatMap !== null) expect(seatMap.count).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});
