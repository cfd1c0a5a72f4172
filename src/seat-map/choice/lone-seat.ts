import { continuesRow } from '../data/neighbours.ts';
import { availableCode, type SeatMapData } from '../data/seat-map-data.ts';

/** A free seat that the choice leaves alone, and the seats that would avoid it. */
export interface LoneSeat {
  readonly index: number;
  /** Chosen seats to give back and seats to take instead, both equally many; null if no shift within the row avoids it. */
  readonly shift: { readonly from: readonly number[]; readonly to: readonly number[] } | null;
}

/** True for a free seat that anybody may choose: a place for wheelchairs or companions may stay alone. */
function isOpen({ status, access }: SeatMapData, index: number): boolean {
  return status[index] === availableCode && (access?.[index] ?? 0) === 0;
}

/** True if a seat is left alone between taken or chosen seats, aisles and ends of its row, and was not before the choice. */
function isLeftAlone(
  seatMap: SeatMapData,
  selected: Pick<ReadonlySet<number>, 'has'>,
  index: number,
): boolean {
  if (!isOpen(seatMap, index) || selected.has(index)) return false;
  const beside = [
    ...(continuesRow(seatMap, index) ? [index - 1] : []),
    ...(continuesRow(seatMap, index + 1) ? [index + 1] : []),
  ];
  return (
    beside.some((near) => selected.has(near)) &&
    beside.every((near) => selected.has(near) || !isOpen(seatMap, near))
  );
}

/** True if taking the seats from `from` to before `to`, side by side, leaves a seat alone beside them. */
export function leavesSeatAlone(seatMap: SeatMapData, from: number, to: number): boolean {
  const taken = { has: (index: number) => index >= from && index < to };
  return isLeftAlone(seatMap, taken, from - 1) || isLeftAlone(seatMap, taken, to);
}

/** Chosen seats side by side; `to` is exclusive. */
interface Block {
  readonly from: number;
  readonly to: number;
}

function blockAround(seatMap: SeatMapData, selected: ReadonlySet<number>, seat: number): Block {
  let [from, to] = [seat, seat + 1];
  while (continuesRow(seatMap, from) && selected.has(from - 1)) from -= 1;
  while (continuesRow(seatMap, to) && selected.has(to)) to += 1;
  return { from, to };
}

/** Returns the seats of a row that the choice leaves alone, in the order of the map. */
function leftAlone(seatMap: SeatMapData, selected: ReadonlySet<number>): readonly number[] {
  const near = new Set([...selected].flatMap((index) => [index - 1, index + 1]));
  return [...near].filter((index) => isLeftAlone(seatMap, selected, index)).sort((a, b) => a - b);
}

/** Moves a block along its row by a number of seats; null if a seat there is taken, beyond an aisle or of another price. */
function moved(
  seatMap: SeatMapData,
  selected: ReadonlySet<number>,
  { from, to }: Block,
  by: number,
): ReadonlySet<number> | null {
  const [first, last] = [Math.min(from, from + by), Math.max(to, to + by) - 1];
  const next = new Set(selected);
  for (let index = from; index < to; index += 1) next.delete(index);
  for (let index = first; index <= last; index += 1) {
    if (index > first && !continuesRow(seatMap, index)) return null;
    const isSame =
      seatMap.category[index] === seatMap.category[from] &&
      seatMap.price[index] === seatMap.price[from];
    if (!isOpen(seatMap, index) || !isSame || next.has(index)) return null;
  }
  for (let index = from; index < to; index += 1) next.add(index + by);
  return next;
}

/**
 * Returns the first seat that the choice leaves alone in its row, with the least shift of a chosen block that leaves none alone; null if the
 * choice leaves no seat alone that was not alone before.
 */
export function loneSeatOf(seatMap: SeatMapData, selected: ReadonlySet<number>): LoneSeat | null {
  const [index] = leftAlone(seatMap, selected);
  if (index === undefined) return null;
  const near = [index - 1, index + 1]
    .filter((beside) => selected.has(beside))
    .filter((beside) => continuesRow(seatMap, Math.max(beside, index)));
  for (let distance = 1; distance <= selected.size + 1; distance += 1) {
    for (const beside of near) {
      const block = blockAround(seatMap, selected, beside);
      // Onto the lone seat first: that leaves the others together.
      for (const by of [distance * (index - beside), distance * (beside - index)]) {
        const next = moved(seatMap, selected, block, by);
        if (next === null || leftAlone(seatMap, next).length > 0) continue;
        return {
          index,
          shift: {
            from: [...selected].filter((seat) => !next.has(seat)),
            to: [...next].filter((seat) => !selected.has(seat)),
          },
        };
      }
    }
  }
  return { index, shift: null };
}
