import type { DrawnPlan } from '../../../contract/plan/drawn-plan.ts';
import type { Seat, SeatStatus } from '../../../contract/seatmap.ts';
import { buildSeatMapData, type SeatMapData } from '../../../src/seat-map/data/seat-map-data.ts';
import { seat, seatmap, seatMap as small } from '../screens/purchase-data.tsx';

/** The seat map of a map that can be drawn. */
export function drawable(items: readonly Seat[]): SeatMapData {
  const seatMap = buildSeatMapData(seatmap(items));
  if (seatMap === null) throw new Error('The seat map cannot be drawn.');
  return seatMap;
}

/** A stage, then A 1 2 _ 3 4 and B 1 _ 2 3. */
export const smallSeatMap = () => drawable(small.seatLayout.items);

/** `rows` rows of `seats` seats without gaps, named A, B, C…; every one of a state. */
export function rectangle(
  rows: number,
  seats: number,
  status: SeatStatus = 'available',
): SeatMapData {
  const name = (row: number) => String.fromCharCode(65 + row);
  return drawable(
    Array.from({ length: rows * seats }, (_, at) => {
      const row = Math.floor(at / seats);
      return seat(`${name(row)}-${(at % seats) + 1}`, row + 1, (at % seats) + 1, status);
    }),
  );
}

/** Two sections side by side over an aisle, each of `rows` rows of `seats`: too many for one grid from 20 by 40 on. */
export function twoSections(rows: number, seats: number): SeatMapData {
  const aisle = 2;
  return drawable(
    ['U01', 'U02'].flatMap((section, side) =>
      Array.from({ length: rows * seats }, (_, at) => {
        const row = Math.floor(at / seats);
        const place = (at % seats) + 1;
        return seat(
          `${section}-${String.fromCharCode(65 + row)}-${place}`,
          row + 1,
          side * (seats + aisle) + place,
        );
      }),
    ),
  );
}

/** A seat of a plan: row and column are its place on the grid, x and y its centre. */
export function placed(
  [section, row, number]: readonly [section: string, row: string, number: string],
  [line, column]: readonly [line: number, column: number],
  [x, y]: readonly [x: number, y: number],
  more: Partial<Seat> = {},
): Seat {
  const name = [section, row, number].filter((part) => part !== '').join('-');
  return { ...seat(name, line, column), section, row_label: row, x, y, ...more };
}

/** A map with positions in units of `pitch`. */
export function planned(items: readonly Seat[], plan: Partial<DrawnPlan> = {}): SeatMapData {
  const map = seatmap(items);
  const seatMap = buildSeatMapData({
    ...map,
    seatLayout: { ...map.seatLayout, plan: { width: 1_000, height: 1_000, shapes: [], ...plan } },
  });
  if (seatMap === null) throw new Error('The seat map cannot be drawn.');
  return seatMap;
}

/**
 * Two sections of arcs around a point, 20 units a seat: 'Kiri' and 'Kanan', each with `rows` rows of `seats`; numeric row names, and an aisle in
 * the middle between the sections.
 */
export function arcs(rows: number, seats: number): readonly Seat[] {
  const pitch = 20;
  return ['Kiri', 'Kanan'].flatMap((section, side) =>
    Array.from({ length: rows * seats }, (_, at) => {
      const row = Math.floor(at / seats);
      const place = at % seats;
      const radius = 300 + row * 30;
      const steps = side === 0 ? place - seats - 1 : place + 2;
      const angle = (steps * pitch) / radius;
      return placed(
        [section, String(row + 1), String(place + 1)],
        [side * (rows + 1) + row + 1, place + 1],
        [500 + radius * Math.sin(angle), radius * Math.cos(angle)],
        { rotation: (-angle * 180) / Math.PI },
      );
    }),
  );
}
