import type { SeatChoice, SeatNews } from '../../../machines/seat-draft/seat-draft.types.ts';
import { bestAvailable, replacementFor } from '../../seat-map/best-available.ts';
import {
  availableCode,
  categoryOf,
  type Hall,
  indexOf,
  numberOf,
  statusOf,
} from '../../seat-map/hall/hall.ts';

/** A seat as the grid offers it for toggling; row and column count from 1. */
export function seatChoice(hall: Hall, index: number): SeatChoice {
  const category = categoryOf(hall, index);
  return {
    seatNumber: numberOf(hall, index),
    row: String((hall.lineOf[index] ?? 0) + 1),
    column: (hall.columnOf[index] ?? 0) + 1,
    status: statusOf(hall, index),
    categoryId: category?.id ?? null,
    categoryName: category?.name ?? '',
    price: hall.price[index] ?? 0,
  };
}

/** The first available seats of a seat map, at most `count`. */
export function freeSeats(hall: Hall, count: number): readonly SeatChoice[] {
  const seats: SeatChoice[] = [];
  for (let index = 0; index < hall.count && seats.length < count; index += 1) {
    if (hall.status[index] === availableCode) seats.push(seatChoice(hall, index));
  }
  return seats;
}

/** Indexes of the seats with these numbers, without duplicates; unknown numbers are left out. */
function placesOf(hall: Hall, numbers: readonly string[]): readonly number[] {
  return [...new Set(numbers)].map((number) => indexOf(hall, number)).filter((at) => at >= 0);
}

const isAvailable = (hall: Hall, index: number) => hall.status[index] === availableCode;
const choices = (hall: Hall, indexes: readonly number[]) =>
  indexes.map((index) => seatChoice(hall, index));

/** Seats by their numbers; unknown numbers are left out. */
export function knownSeats(hall: Hall, numbers: readonly string[]): readonly SeatChoice[] {
  return choices(hall, placesOf(hall, numbers));
}

/** The best adjacent seats; none where no adjacent seats are available. */
export function bestSeats(
  hall: Hall,
  count: number,
  categoryId: string | null,
): readonly SeatChoice[] {
  return choices(hall, bestAvailable(hall, count, categoryId));
}

/** Replacements for lost seats (ruling 1.4-Q); none if even one of them has no replacement. */
export function replacements(
  hall: Hall,
  lost: readonly string[],
  kept: readonly string[],
): readonly SeatChoice[] {
  const places = placesOf(hall, lost);
  // A seat that is no longer on the map has no category in which to look for a replacement.
  if (places.length < lost.length) return [];
  return choices(hall, replacementFor(hall, places, placesOf(hall, kept)));
}

/**
 * Sorts the changed and chosen seats that are unavailable into our own and lost ones (ruling R22). Where the server does not mark our own
 * seats, a choice that we may hold is left out.
 */
export function seatNews(
  hall: Hall,
  changed: Iterable<number>,
  chosen: readonly string[],
  isHeldPerhaps: boolean,
): SeatNews {
  const looked = new Set(changed);
  for (const index of placesOf(hall, chosen)) {
    if (hall.mine === null && isHeldPerhaps) looked.delete(index);
    else looked.add(index);
  }
  const own = hall.mine ?? [];
  const gone = [...looked]
    .filter((index) => !isAvailable(hall, index))
    .map((index) => numberOf(hall, index));
  return {
    taken: gone.filter((number) => !own.includes(number)),
    mine: gone.filter((number) => own.includes(number)),
  };
}

/** Seats by their numbers that are available or already held by this buyer. */
export function offeredOrOwnSeats(hall: Hall, numbers: readonly string[]): readonly SeatChoice[] {
  const own = hall.mine ?? [];
  return choices(
    hall,
    placesOf(hall, numbers).filter(
      (index) => isAvailable(hall, index) || own.includes(numberOf(hall, index)),
    ),
  );
}
