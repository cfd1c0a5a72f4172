import { maxSeatsPerOrder } from '../../../contract/limits.ts';
import type { PlanShape } from '../../../contract/plan/plan.ts';
import {
  isStanding as isStandingCategory,
  type Seat,
  type SeatCategory,
  type Seatmap,
  type SeatStatus,
  seatStatuses,
  type ZoneLayout,
} from '../../../contract/seatmap.ts';
import type { SeatName } from '../seat-name.ts';
import {
  companionPlace,
  emptyCell,
  maxCells,
  noCategory,
  stageCell,
  wheelchairPlace,
} from './codes.ts';
import { positionsOf } from './positions.ts';
import { type SeatRun, seatNamesOf } from './seat-names.ts';

/** The statuses that the codes of `SeatMapData.status` index. */
export const mapStatuses = [...seatStatuses, 'unknown'] as const satisfies readonly SeatStatus[];
const codes = new Map<SeatStatus, number>(mapStatuses.map((status, code) => [status, code]));
/** Code of a free seat. */
export const availableCode = 0;

/** A seat map as typed arrays by line and column, so that 50,000 seats need no objects; only `status` changes. */
export interface SeatMapData {
  /** Version of the constant part; null if the server provides none. */
  readonly layout: string | null;
  readonly eventStatus: string;
  /** The most tickets of one order: those of every order, or fewer where the event allows a person fewer. */
  readonly maxTickets: number;
  /** Numbers of the seats held by the reader's account; null if the server does not provide them (§3.33). */
  readonly mine: readonly string[] | null;
  /** Standing places held by the reader's account, by category id; absent for none. */
  readonly minePlaces?: Seatmap['mine_quantities'];
  readonly categories: readonly SeatCategory[];
  /** Null for a map without zones. */
  readonly zones: ZoneLayout | null;
  /** Height and width in cells: of the grid, or of a plan, whose cell is the usual distance of neighbours in a row. */
  readonly lines: number;
  readonly columns: number;
  /** Number of seats; indexes run from the first row to the last, and in their order in the row. */
  readonly count: number;
  /** First seat whose centre lies in the cell at `line * columns + column`, else `emptyCell` or `stageCell`. */
  readonly cells: Int32Array;
  /** The next seat in the same cell per seat, else `emptyCell`; null for a grid, where each cell has one seat. */
  readonly next: Int32Array | null;
  /** Left and upper edge per seat, in cells; for a grid these are `columnOf` and `lineOf`. */
  readonly x: Uint16Array | Float32Array;
  readonly y: Uint16Array | Float32Array;
  /** Degrees clockwise per seat; null if none is rotated. */
  readonly rotation: Float32Array | null;
  /** Drawn under the seats, in cells; empty for a grid. */
  readonly shapes: readonly PlanShape[];
  /** Line and column per seat in the order of the accessible grid, from 0. */
  readonly lineOf: Uint16Array;
  readonly columnOf: Uint16Array;
  /** Columns of the accessible grid. */
  readonly gridColumns: number;
  /** Index into `categories` per seat, or `noCategory`. */
  readonly category: Uint8Array;
  /** Whole rupiah. */
  readonly price: Float64Array;
  /** Index into `mapStatuses` per seat. */
  readonly status: Uint8Array;
  readonly runs: readonly SeatRun[];
  /** Index into `runs` per seat. */
  readonly runOf: Uint16Array;
  /** Concatenated seat numbers, split at `numberEnds`: one string transfers faster between threads than 50,000. */
  readonly numberText: string;
  readonly numberEnds: Uint32Array;
  /** Characters of section and row before the own part of each number: 6 for 'U01-A-12'. */
  readonly ownFrom: Uint16Array;
  /** `wheelchairPlace`, `companionPlace` or 0 per seat; null for a hall without such places. */
  readonly access: Uint8Array | null;
  /** Seat indexes ordered by number, for the search by number. */
  readonly byNumber: Uint32Array;
}

/** Returns the server's number of a seat. */
export function numberOf(seatMap: SeatMapData, index: number): string {
  return seatMap.numberText.slice(seatMap.numberEnds[index - 1] ?? 0, seatMap.numberEnds[index]);
}

/** Returns the index of a seat number; -1 if the map has no such seat. */
export function indexOf(seatMap: SeatMapData, seatNumber: string): number {
  let low = 0;
  let high = seatMap.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const index = seatMap.byNumber[middle] ?? 0;
    const number = numberOf(seatMap, index);
    if (number === seatNumber) return index;
    if (number < seatNumber) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Returns the status of a seat. */
export function statusOf(seatMap: SeatMapData, index: number): SeatStatus {
  return mapStatuses[seatMap.status[index] ?? 0] ?? 'unknown';
}

/** Returns the code of a status in `SeatMapData.status`. */
export function codeOf(status: SeatStatus): number {
  return codes.get(status) ?? codes.get('unknown') ?? 0;
}

/** Returns the category of a seat, or null. */
export function categoryOf(seatMap: SeatMapData, index: number): SeatCategory | null {
  return seatMap.categories[seatMap.category[index] ?? noCategory] ?? null;
}

/** Returns the display name of a seat. */
export function nameOf(seatMap: SeatMapData, index: number): SeatName {
  const { section = '', row = '' } = seatMap.runs[seatMap.runOf[index] ?? 0] ?? {};
  return { section, row, number: numberOf(seatMap, index).slice(seatMap.ownFrom[index]) };
}

/** Returns the value of a cell; `emptyCell` outside the map. */
export function cellAt(seatMap: SeatMapData, line: number, column: number): number {
  if (line < 0 || column < 0 || line >= seatMap.lines || column >= seatMap.columns)
    return emptyCell;
  return seatMap.cells[line * seatMap.columns + column] ?? emptyCell;
}

/** Returns the seat at a point, given in cells; negative if there is none. */
export function seatAt(seatMap: SeatMapData, line: number, column: number): number {
  const { next, x, y, rotation } = seatMap;
  const [down, right] = [Math.floor(line), Math.floor(column)];
  if (next === null) return cellAt(seatMap, down, right);
  let found = emptyCell;
  let least = Number.POSITIVE_INFINITY;
  // The corner of a rotated seat may lie in a cell beside that of its centre.
  for (let near = 0; near < 9; near += 1) {
    const cell = cellAt(seatMap, down - 1 + Math.floor(near / 3), right - 1 + (near % 3));
    for (let index = cell; index >= 0; index = next[index] ?? emptyCell) {
      const across = column - (x[index] ?? 0) - 0.5;
      const below = line - (y[index] ?? 0) - 0.5;
      const turn = ((rotation?.[index] ?? 0) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      const isInside =
        Math.abs(across * cos + below * sin) <= 0.5 && Math.abs(below * cos - across * sin) <= 0.5;
      const distance = Math.hypot(across, below);
      if (!isInside || distance >= least) continue;
      least = distance;
      found = index;
    }
  }
  return found;
}

const lineNumber = (seat: Seat) =>
  typeof seat.row === 'number' ? seat.row : Number.parseInt(seat.row, 36);

/** Returns the marked places; null if there are none. */
function accessOf(seats: readonly Seat[]): Uint8Array | null {
  const codes = { wheelchair: wheelchairPlace, companion: companionPlace, unknown: 0 };
  const access = Uint8Array.from(seats, (seat) => codes[seat.access ?? 'unknown']);
  return access.some((code) => code !== 0) ? access : null;
}

/**
 * Converts a response to a map; null if it cannot be drawn: neither seats nor standing places, a seat without a position, two seats in one cell, too many cells
 * (§2.209). A plan draws the seats by their positions; the grid is its fallback, and remains the order of its rows.
 */
export function buildSeatMapData(map: Seatmap): SeatMapData | null {
  const { items } = map.seatLayout;
  const isStanding = (seat: Seat) => {
    const line = lineNumber(seat);
    return Number.isInteger(line) && Number.isInteger(seat.column) && line >= 0 && seat.column >= 0;
  };
  const seats = items.filter((seat) => seat.status !== 'block');
  const stage = items.filter(
    (seat) => seat.status === 'block' && seat.ticket_type === 'stage' && isStanding(seat),
  );
  const hasPlaces = map.categories.some(isStandingCategory);
  if ((seats.length === 0 && !hasPlaces) || !seats.every(isStanding)) return null;
  let firstLine = Number.POSITIVE_INFINITY;
  let firstColumn = Number.POSITIVE_INFINITY;
  let lastLine = 0;
  let lastColumn = 0;
  for (const of of [seats, stage]) {
    for (const seat of of) {
      firstLine = Math.min(firstLine, lineNumber(seat));
      firstColumn = Math.min(firstColumn, seat.column);
      lastLine = Math.max(lastLine, lineNumber(seat));
      lastColumn = Math.max(lastColumn, seat.column);
    }
  }
  const isDrawn = Number.isFinite(firstLine);
  const lines = isDrawn ? lastLine - firstLine + 1 : 0;
  const columns = isDrawn ? lastColumn - firstColumn + 1 : 0;
  if (lines * columns > maxCells || lines > 65_535 || columns > 65_535) return null;

  seats.sort((a, b) => lineNumber(a) - lineNumber(b) || a.column - b.column);
  const count = seats.length;
  const places = new Map(map.categories.map(({ id }, at) => [id, at]));
  const cells = new Int32Array(lines * columns).fill(emptyCell);
  const lineOf = new Uint16Array(count);
  const columnOf = new Uint16Array(count);
  const category = new Uint8Array(count);
  const price = new Float64Array(count);
  const status = new Uint8Array(count);
  const numberEnds = new Uint32Array(count);
  let end = 0;
  for (const seat of stage) {
    cells[(lineNumber(seat) - firstLine) * columns + seat.column - firstColumn] = stageCell;
  }
  for (const [index, seat] of seats.entries()) {
    const line = lineNumber(seat) - firstLine;
    const column = seat.column - firstColumn;
    const cell = line * columns + column;
    if ((cells[cell] ?? emptyCell) >= 0) return null;
    cells[cell] = index;
    lineOf[index] = line;
    columnOf[index] = column;
    category[index] = Math.min(noCategory, places.get(seat.category ?? '') ?? noCategory);
    price[index] = seat.price;
    status[index] = codeOf(seat.status);
    end += seat.seat_number.length;
    numberEnds[index] = end;
  }
  const names = seatNamesOf(seats, lineOf);
  const positions = positionsOf(seats, map.seatLayout.plan, names.runOf);
  const numbers = seats.map((seat) => seat.seat_number);
  const byNumber = Uint32Array.from(numbers.keys()).sort((a, b) => {
    const left = numbers[a] ?? '';
    const right = numbers[b] ?? '';
    return left < right ? -1 : left > right ? 1 : 0;
  });
  return {
    layout: map.seatLayout.version ?? null,
    eventStatus: map.event_status,
    maxTickets: Math.min(maxSeatsPerOrder, map.max_tickets ?? maxSeatsPerOrder),
    mine: map.mine ?? null,
    minePlaces: map.mine_quantities ?? [],
    categories: map.categories,
    zones: map.zoneLayout ?? null,
    ...(positions ?? {
      lines,
      columns,
      cells,
      next: null,
      x: columnOf,
      y: lineOf,
      rotation: null,
      shapes: [],
    }),
    count,
    lineOf,
    columnOf,
    gridColumns: columns,
    category,
    price,
    status,
    ...names,
    numberText: numbers.join(''),
    numberEnds,
    access: accessOf(seats),
    byNumber,
  };
}
