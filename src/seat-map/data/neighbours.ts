import type { SeatMapData } from './seat-map-data.ts';

/** Distance of two neighbours of a row beyond which an aisle separates them, in cells. */
const aisleFrom = 1.6;

/** Returns the distance of the centres of two seats, in cells. */
export function distanceOf({ x, y }: SeatMapData, a: number, b: number): number {
  return Math.hypot((x[a] ?? 0) - (x[b] ?? 0), (y[a] ?? 0) - (y[b] ?? 0));
}

/** True if a seat is beside the previous one: in the same row of the same section, without an aisle between them. */
export function continuesRow(seatMap: SeatMapData, index: number): boolean {
  if (index <= 0 || index >= seatMap.count) return false;
  if (seatMap.runOf[index] !== seatMap.runOf[index - 1]) return false;
  return seatMap.next === null
    ? seatMap.columnOf[index] === (seatMap.columnOf[index - 1] ?? 0) + 1
    : distanceOf(seatMap, index, index - 1) <= aisleFrom;
}
