import { isStanding, seatsLeft } from '../../../contract/seatmap.ts';
import type {
  PlaceOffer,
  QuantityChoice,
  QuantityWish,
  SeatChanges,
  SeatChoice,
} from '../../../machines/seat-draft/seat-draft.types.ts';
import { bestAvailable, replacementFor } from '../../seat-map/choice/best-available.ts';
import {
  availableCode,
  categoryOf,
  indexOf,
  numberOf,
  type SeatMapData,
  statusOf,
} from '../../seat-map/data/seat-map-data.ts';

/** A seat as the grid offers it for toggling; row and column count from 1. */
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

/** The first available seats of a seat map, at most `count`. */
export function freeSeats(seatMap: SeatMapData, count: number): readonly SeatChoice[] {
  const seats: SeatChoice[] = [];
  for (let index = 0; index < seatMap.count && seats.length < count; index += 1) {
    if (seatMap.status[index] === availableCode) seats.push(seatChoice(seatMap, index));
  }
  return seats;
}

/** Indexes of the seats with these numbers, without duplicates; unknown numbers are left out. */
function placesOf(seatMap: SeatMapData, numbers: readonly string[]): readonly number[] {
  return [...new Set(numbers)].map((number) => indexOf(seatMap, number)).filter((at) => at >= 0);
}

const isAvailable = (seatMap: SeatMapData, index: number) =>
  seatMap.status[index] === availableCode;
const choices = (seatMap: SeatMapData, indexes: readonly number[]) =>
  indexes.map((index) => seatChoice(seatMap, index));

/** Seats by their numbers; unknown numbers are left out. */
export function knownSeats(
  seatMap: SeatMapData,
  numbers: readonly string[],
): readonly SeatChoice[] {
  return choices(seatMap, placesOf(seatMap, numbers));
}

/** The best adjacent seats; none where no adjacent seats are available. */
export function bestSeats(
  seatMap: SeatMapData,
  count: number,
  categoryId: string | null,
): readonly SeatChoice[] {
  return choices(seatMap, bestAvailable(seatMap, count, categoryId));
}

/** Replacements for lost seats (§4.57); none if even one of them has no replacement. */
export function replacements(
  seatMap: SeatMapData,
  lost: readonly string[],
  kept: readonly string[],
): readonly SeatChoice[] {
  const places = placesOf(seatMap, lost);
  // A seat that is no longer on the map has no category in which to look for a replacement.
  if (places.length < lost.length) return [];
  return choices(seatMap, replacementFor(seatMap, places, placesOf(seatMap, kept)));
}

/**
 * Sorts the changed and chosen seats that are unavailable into our own and lost ones (§2.216). Where the server does not mark our own
 * seats, a choice that we may hold is left out.
 */
export function seatNews(
  seatMap: SeatMapData,
  changed: Iterable<number>,
  chosen: readonly string[],
  isHeldPerhaps: boolean,
): SeatChanges {
  const candidates = new Set(changed);
  for (const index of placesOf(seatMap, chosen)) {
    if (seatMap.mine === null && isHeldPerhaps) candidates.delete(index);
    else candidates.add(index);
  }
  const own = seatMap.mine ?? [];
  const unavailableNumbers = [...candidates]
    .filter((index) => !isAvailable(seatMap, index))
    .map((index) => numberOf(seatMap, index));
  return {
    taken: unavailableNumbers.filter((number) => !own.includes(number)),
    mine: unavailableNumbers.filter((number) => own.includes(number)),
    left: placeOffers(seatMap).map(({ categoryId, left }) => ({ categoryId, left })),
  };
}

/** Seats by their numbers that are available or already held by this buyer. */
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

/** The standing categories of a map; places that this buyer holds already count as left. */
export function placeOffers({ categories, minePlaces = [] }: SeatMapData): readonly PlaceOffer[] {
  return categories.filter(isStanding).map((category) => ({
    categoryId: category.id,
    categoryName: category.name,
    price: category.price,
    left:
      seatsLeft(category) + (minePlaces.find((held) => held.category === category.id)?.count ?? 0),
  }));
}

/** Standing places as a map still offers them, beside so many seats: as many as are left, and as one order may have. */
export function offeredQuantities(
  seatMap: SeatMapData,
  wishes: readonly QuantityWish[],
  seats: number,
): readonly QuantityChoice[] {
  let room = seatMap.maxTickets - seats;
  return placeOffers(seatMap).flatMap(({ left, ...place }) => {
    const wanted = wishes.find(({ categoryId }) => categoryId === place.categoryId)?.count ?? 0;
    const count = Math.max(0, Math.min(wanted, left, room));
    room -= count;
    return count > 0 ? [{ ...place, count }] : [];
  });
}
