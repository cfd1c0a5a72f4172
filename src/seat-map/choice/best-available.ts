import { stageShapeOf } from '../../../contract/plan/stage.ts';
import type { SeatCategory } from '../../../contract/seatmap.ts';
import { stageAreaOf } from '../data/areas.ts';
import { noCategory } from '../data/codes.ts';
import { distanceOf } from '../data/neighbours.ts';
import { availableCode, type SeatMapData } from '../data/seat-map-data.ts';
import { shapeBounds } from '../data/shapes.ts';
import { seatsTogether } from '../together.ts';

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
  const shape = stageShapeOf(seatMap.shapes);
  const stage = (shape === undefined ? stageAreaOf(seatMap) : shapeBounds(shape)) ?? {
    top: -1,
    bottom: 0,
    left: 0,
    right: seatMap.columns,
  };
  // Seats are compared by the edges of their cells, whose own ends are one cell further.
  const facing = { ...stage, bottom: stage.bottom - 1, right: stage.right - 1 };
  stages.set(seatMap.cells, facing);
  return facing;
}

/** Cost per seat: rows from the stage plus half the seats from its middle, so that good seats are near in both directions. */
export function viewCosts(seatMap: SeatMapData): Float32Array {
  const { top, bottom, left, right } = stageOf(seatMap);
  const middleLine = (top + bottom) / 2;
  const middleColumn = (left + right) / 2;
  const costs = new Float32Array(seatMap.count);
  for (let index = 0; index < seatMap.count; index += 1) {
    const line = seatMap.y[index] ?? 0;
    const column = seatMap.x[index] ?? 0;
    // An arc bends around the middle of the stage: from its edge, the ends of the row would be nearer than its middle.
    const isPlan = seatMap.next !== null;
    const down = isPlan ? Math.abs(line - middleLine) : Math.max(0, top - line, line - bottom);
    const along = isPlan
      ? Math.abs(column - middleColumn)
      : Math.max(0, left - column, column - right);
    // In front of the stage the distance to the middle counts in columns, beside it in lines.
    const aside = down >= along ? Math.abs(column - middleColumn) : Math.abs(line - middleLine);
    costs[index] = Math.sqrt(down * down + along * along) + aside / 2;
  }
  return costs;
}

const priceOf = (category: SeatCategory | undefined) => category?.price ?? 0;

/** Returns 1 for each free seat of one category (null: any) and one kind of place; ordinary seats are kind 0. */
function freeSeats(seatMap: SeatMapData, category: number | null, kind = 0): Uint8Array {
  const { status, access } = seatMap;
  const isFree = new Uint8Array(seatMap.count);
  for (let index = 0; index < seatMap.count; index += 1) {
    const isOffered = category === null || seatMap.category[index] === category;
    const isKind = (access?.[index] ?? 0) === kind;
    if (isOffered && isKind && status[index] === availableCode) isFree[index] = 1;
  }
  return isFree;
}

/**
 * Returns the best free seats that are adjacent and near the middle of the stage, never a place for wheelchairs or companions. `categoryId`
 * null takes the cheapest category that has them, else several categories. Indexes in the order of the map; empty if no adjacent seats are
 * free.
 */
export function bestAvailable(
  seatMap: SeatMapData,
  count: number,
  categoryId: string | null,
): readonly number[] {
  const { categories } = seatMap;
  const cost = viewCosts(seatMap);
  const search = (category: number | null) =>
    seatsTogether(seatMap, count, {
      isFree: freeSeats(seatMap, category),
      cost,
      sparesLone: true,
    });
  const wanted =
    categoryId === null
      ? [...categories.keys()].sort((a, b) => priceOf(categories[a]) - priceOf(categories[b]))
      : [...categories.keys()].filter((at) => categories[at]?.id === categoryId);
  for (const category of wanted) {
    const found = search(category);
    if (found.length > 0) return found;
  }
  return categoryId === null ? search(null) : [];
}

/** A row counts as two seats: neighbours in a row want to stay in one. */
const rowWeight = 2;

function nearCost(seatMap: SeatMapData, index: number, anchor: number): number {
  const { next, x, y, runOf } = seatMap;
  if (next !== null) {
    const isSameRow = runOf[index] === runOf[anchor];
    return distanceOf(seatMap, index, anchor) * (isSameRow ? 1 : rowWeight);
  }
  const lines = (y[index] ?? 0) - (y[anchor] ?? 0);
  return Math.hypot((x[index] ?? 0) - (x[anchor] ?? 0), lines * rowWeight);
}

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
      least = Math.min(least, nearCost(seatMap, index, anchor));
    }
    costs[index] = least;
  }
  return costs;
}

/**
 * Returns replacements for lost seats (§4.57): the same number per category and kind of place, adjacent, next to the kept seats, else
 * where the lost ones were. A place for wheelchairs replaces only such a place. Empty if one of the seats cannot be replaced.
 */
export function replacementFor(
  seatMap: SeatMapData,
  lost: readonly number[],
  kept: readonly number[],
): readonly number[] {
  const groups = new Map<number, { category: number; kind: number; members: number[] }>();
  for (const index of lost) {
    const category = seatMap.category[index] ?? noCategory;
    const kind = seatMap.access?.[index] ?? 0;
    const key = kind * 256 + category;
    const group = groups.get(key) ?? { category, kind, members: [] };
    group.members.push(index);
    groups.set(key, group);
  }
  const found: number[] = [];
  for (const { category, kind, members } of groups.values()) {
    const isFree = freeSeats(seatMap, category, kind);
    const held = [...kept, ...found];
    for (const index of [...held, ...lost]) isFree[index] = 0;
    const cost = nearCosts(seatMap, isFree, held.length > 0 ? held : members);
    const block = seatsTogether(seatMap, members.length, { isFree, cost, sparesLone: false });
    if (block.length === 0) return [];
    found.push(...block);
  }
  return found.sort((a, b) => a - b);
}
