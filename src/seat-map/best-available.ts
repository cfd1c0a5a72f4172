import { noCategory, stageCell } from './data/codes.ts';
import { availableCode, type SeatMapData } from './data/seat-map-data.ts';
import { type Offer, seatsTogether } from './together.ts';

/** Bounds of the stage in lines and columns. */
interface Stage {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const stages = new WeakMap<Int32Array, Stage>();

/** Returns the bounds of the stage, or the front edge of a map without a stage. */
function stageOf(seatMap: SeatMapData): Stage {
  const known = stages.get(seatMap.cells);
  if (known !== undefined) return known;
  let top = seatMap.lines;
  let bottom = -1;
  let left = seatMap.columns;
  let right = -1;
  for (let cell = seatMap.cells.indexOf(stageCell); cell >= 0; ) {
    const column = cell % seatMap.columns;
    const line = (cell - column) / seatMap.columns;
    top = Math.min(top, line);
    bottom = Math.max(bottom, line);
    left = Math.min(left, column);
    right = Math.max(right, column);
    cell = seatMap.cells.indexOf(stageCell, cell + 1);
  }
  const stage =
    bottom < 0
      ? { top: -1, bottom: -1, left: 0, right: seatMap.columns - 1 }
      : { top, bottom, left, right };
  stages.set(seatMap.cells, stage);
  return stage;
}

/** Cost per seat: rows from the stage plus half the seats from its middle, so that good seats are near in both directions. */
function viewCosts(seatMap: SeatMapData): Float32Array {
  const { top, bottom, left, right } = stageOf(seatMap);
  const middleLine = (top + bottom) / 2;
  const middleColumn = (left + right) / 2;
  const costs = new Float32Array(seatMap.count);
  for (let index = 0; index < seatMap.count; index += 1) {
    const line = seatMap.lineOf[index] ?? 0;
    const column = seatMap.columnOf[index] ?? 0;
    const down = Math.max(0, top - line, line - bottom);
    const along = Math.max(0, left - column, column - right);
    // In front of the stage the distance to the middle counts in columns, beside it in lines.
    const aside = down >= along ? Math.abs(column - middleColumn) : Math.abs(line - middleLine);
    costs[index] = Math.sqrt(down * down + along * along) + aside / 2;
  }
  return costs;
}

/** Returns 1 for each free seat of one category (null: any). */
function freeSeats(seatMap: SeatMapData, category: number | null): Uint8Array {
  const isFree = new Uint8Array(seatMap.count);
  for (let index = 0; index < seatMap.count; index += 1) {
    const isOffered = category === null || seatMap.category[index] === category;
    if (isOffered && seatMap.status[index] === availableCode) isFree[index] = 1;
  }
  return isFree;
}

/**
 * Returns the best free seats that are adjacent and near the middle of the stage. `categoryId` null accepts any category. Indexes in the
 * order of the map; empty if no adjacent seats are free.
 */
export function bestAvailable(
  seatMap: SeatMapData,
  count: number,
  categoryId: string | null,
): readonly number[] {
  const category =
    categoryId === null ? null : seatMap.categories.findIndex(({ id }) => id === categoryId);
  if (category !== null && category < 0) return [];
  return seatsTogether(seatMap, count, {
    isFree: freeSeats(seatMap, category),
    cost: viewCosts(seatMap),
  });
}

/** A row counts as two seats: neighbours in a row want to stay in one. */
const rowWeight = 2;

function nearCosts(
  seatMap: SeatMapData,
  isFree: Uint8Array,
  anchors: readonly number[],
): Float32Array {
  const costs = new Float32Array(seatMap.count);
  for (let index = 0; index < seatMap.count; index += 1) {
    if (isFree[index] !== 1) continue;
    let least = Number.POSITIVE_INFINITY;
    for (const anchor of anchors) {
      const lines = (seatMap.lineOf[index] ?? 0) - (seatMap.lineOf[anchor] ?? 0);
      const columns = (seatMap.columnOf[index] ?? 0) - (seatMap.columnOf[anchor] ?? 0);
      least = Math.min(least, Math.hypot(columns, lines * rowWeight));
    }
    costs[index] = least;
  }
  return costs;
}

/**
 * Returns replacements for lost seats (ruling 1.4-Q): the same number per category, adjacent, next to the kept seats, else where the lost
 * ones were. Empty if one of them cannot be replaced.
 */
export function replacementFor(
  seatMap: SeatMapData,
  lost: readonly number[],
  kept: readonly number[],
): readonly number[] {
  const groups = new Map<number, number[]>();
  for (const index of lost) {
    const category = seatMap.category[index] ?? noCategory;
    groups.set(category, [...(groups.get(category) ?? []), index]);
  }
  const found: number[] = [];
  for (const [category, group] of groups) {
    const isFree = freeSeats(seatMap, category);
    const held = [...kept, ...found];
    for (const index of [...held, ...lost]) isFree[index] = 0;
    const cost = nearCosts(seatMap, isFree, held.length > 0 ? held : group);
    const block = seatsTogether(seatMap, group.length, { isFree, cost } satisfies Offer);
    if (block.length === 0) return [];
    found.push(...block);
  }
  return found.sort((a, b) => a - b);
}
