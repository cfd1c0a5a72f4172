import { companionPlace, wheelchairPlace } from '../data/codes.ts';
import { distanceOf } from '../data/neighbours.ts';
import { availableCode, type SeatMapData } from '../data/seat-map-data.ts';
import { viewCosts } from './best-available.ts';

/** Farthest place of a companion from the wheelchair, in cells. */
const companionReach = 3.5;

/** Free places for companions around a place for a wheelchair, nearest first. */
function companionsOf(seatMap: SeatMapData, index: number, taken: ReadonlySet<number>): number[] {
  const found: number[] = [];
  for (let other = 0; other < seatMap.count; other += 1) {
    const isFree = seatMap.status[other] === availableCode && !taken.has(other);
    const isCompanion = seatMap.access?.[other] === companionPlace;
    if (isFree && isCompanion && distanceOf(seatMap, index, other) <= companionReach) {
      found.push(other);
    }
  }
  return found.sort((a, b) => distanceOf(seatMap, index, a) - distanceOf(seatMap, index, b));
}

/** True if the hall marks places for wheelchairs. */
export function hasWheelchairPlaces({ access }: SeatMapData): boolean {
  return access?.includes(wheelchairPlace) ?? false;
}

/** True if the hall marks places for companions. */
export function hasCompanionPlaces({ access }: SeatMapData): boolean {
  return access?.includes(companionPlace) ?? false;
}

/**
 * Returns the free place for a wheelchair that is nearest to the chosen seats, else the one with the best view, followed by that many free
 * places for companions beside it. Empty if there is none.
 */
export function wheelchairPlaceFor(
  seatMap: SeatMapData,
  companions: number,
  chosen: ReadonlySet<number>,
): readonly number[] {
  const { access, status } = seatMap;
  if (access === null) return [];
  const costs = chosen.size === 0 ? viewCosts(seatMap) : null;
  const costOf = (index: number) =>
    costs?.[index] ?? Math.min(...[...chosen].map((other) => distanceOf(seatMap, index, other)));
  const free = [...access.keys()]
    .filter((index) => access[index] === wheelchairPlace)
    .filter((index) => status[index] === availableCode && !chosen.has(index))
    .sort((a, b) => costOf(a) - costOf(b));
  for (const index of free) {
    const beside = companionsOf(seatMap, index, chosen).slice(0, companions);
    if (beside.length === companions) return [index, ...beside];
  }
  return [];
}
