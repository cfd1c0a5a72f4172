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
