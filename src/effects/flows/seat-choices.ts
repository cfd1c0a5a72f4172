import type { SeatChoice, SeatNews } from '../../../machines/seat-draft/seat-draft.types.ts';
import { bestAvailable, replacementFor } from '../../seat-map/best-available.ts';
import {
  availableCode,
  categoryOf,
  indexOf,
  numberOf,
  type SeatMapData,
  statusOf,
} from '../../seat-map/data/seat-map-data.ts';

/** A seat of the seat map as it is offered to be toggled; its row and column are those of the grid, from 1. */
export function seatChoice(seatMap: SeatMapData, index: number): SeatChoice {
  const category = categoryOf(seatMap, index);
  return {
    seatNumber: numberOf(seatMap, index),
    row: String((seatMap.lineOf[index] ?? 0) + 1),
    column: (seatMap.columnOf[index] ?? 0) + 1,
    status: statusOf(seatMap, index),
    categoryId: category?.id ?? null,
    categoryName: category?.name ?? '',
    price: seatMap.price[index] ?? 0,
  };
}

/** The first seats of a seat map that can be chosen now, at most `count`. */
export function freeSeats(seatMap: SeatMapData, count: number): readonly SeatChoice[] {
  const seats: SeatChoice[] = [];
  for (let index = 0; index < seatMap.count && seats.length < count; index += 1) {
    if (seatMap.status[index] === availableCode) seats.push(seatChoice(seatMap, index));
  }
  return seats;
}

/** Places of the seats with these numbers, each once; numbers that the seat map does not know are left out. */
function placesOf(seatMap: SeatMapData, numbers: readonly string[]): readonly number[] {
  return [...new Set(numbers)].map((number) => indexOf(seatMap, number)).filter((at) => at >= 0);
}

const isAvailable = (seatMap: SeatMapData, index: number) =>
  seatMap.status[index] === availableCode;
const choices = (seatMap: SeatMapData, indexes: readonly number[]) =>
  indexes.map((index) => seatChoice(seatMap, index));

/** Seats by their numbers, as far as the seat map knows them. */
export function knownSeats(
  seatMap: SeatMapData,
  numbers: readonly string[],
): readonly SeatChoice[] {
  return choices(seatMap, placesOf(seatMap, numbers));
}

/** The best seats together; none where nothing is left together. */
export function bestSeats(
  seatMap: SeatMapData,
  count: number,
  categoryId: string | null,
): readonly SeatChoice[] {
  return choices(seatMap, bestAvailable(seatMap, count, categoryId));
}

/** Seats in place of lost ones (ruling 1.4-Q); none where even one of them cannot be made good. */
export function replacements(
  seatMap: SeatMapData,
  lost: readonly string[],
  kept: readonly string[],
): readonly SeatChoice[] {
  const places = placesOf(seatMap, lost);
  // A seat that is not in the seat map any more has no category to be made good in.
  if (places.length < lost.length) return [];
  return choices(seatMap, replacementFor(seatMap, places, placesOf(seatMap, kept)));
}

/**
 * Whose seats are that cannot be chosen, of those that changed and of a choice (ruling R22). Where the server does not say which are one's
 * own, nothing is said of a choice that may be held.
 */
export function seatNews(
  seatMap: SeatMapData,
  changed: Iterable<number>,
  chosen: readonly string[],
  isHeldPerhaps: boolean,
): SeatNews {
  const looked = new Set(changed);
  for (const index of placesOf(seatMap, chosen)) {
    if (seatMap.mine === null && isHeldPerhaps) looked.delete(index);
    else looked.add(index);
  }
  const own = seatMap.mine ?? [];
  const gone = [...looked]
    .filter((index) => !isAvailable(seatMap, index))
    .map((index) => numberOf(seatMap, index));
  return {
    taken: gone.filter((number) => !own.includes(number)),
    mine: gone.filter((number) => own.includes(number)),
  };
}

/** Seats by their numbers, as far as they can be chosen now or are one's own already. */
export function offeredOrOwnSeats(
  seatMap: SeatMapData,
  numbers: readonly string[],
): readonly SeatChoice[] {
  const own = seatMap.mine ?? [];
  return choices(
    seatMap,
    placesOf(seatMap, numbers).filter(
      (index) => isAvailable(seatMap, index) || own.includes(numberOf(seatMap, index)),
    ),
  );
}
