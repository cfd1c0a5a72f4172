import type { Seat, SeatCategory, Seatmap, SeatStatus } from '../../../contract/seatmap.ts';
import { seatsLeft } from '../../../contract/seatmap.ts';
import { categoryOf, type Hall, numberOf, statusOf } from '../../seat-map/hall.ts';
import { stageCell } from '../../seat-map/hall-codes.ts';

/** A hall as the parts below read it. */
export function drawnMap(hall: Hall): Seatmap {
  const items = Array.from({ length: hall.count }, (_, index): Seat => {
    const category = categoryOf(hall, index);
    return {
      id: numberOf(hall, index),
      seat_number: numberOf(hall, index),
      row: (hall.lineOf[index] ?? 0) + 1,
      column: (hall.columnOf[index] ?? 0) + 1,
      ticket_type: category?.name ?? null,
      price: hall.price[index] ?? 0,
      status: statusOf(hall, index),
      category: category?.id ?? null,
    };
  });
  hall.cells.forEach((cell, at) => {
    if (cell !== stageCell) return;
    items.push({
      id: `stage-${at}`,
      seat_number: `stage-${at}`,
      row: Math.floor(at / hall.columns) + 1,
      column: (at % hall.columns) + 1,
      ticket_type: 'stage',
      price: 0,
      status: 'block',
      category: null,
    });
  });
  return {
    event_status: hall.eventStatus,
    categories: [...hall.categories],
    seatLayout: { totalRows: hall.lines, totalCols: hall.columns, items },
  };
}

/** Cells one grid may draw; a larger map is shown a part at a time. */
export const maxDrawnSeats = 1_500;

/** A seat as people read it: 'U01-A-12' is seat 12 of row A in section U01. */
export interface SeatName {
  readonly section: string;
  readonly row: string;
  readonly number: string;
}

/** Takes a seat number apart; one in another form is its own number in the row the map gives it. */
export function seatName(seatNumber: string, mapRow: number | string = ''): SeatName {
  const match = /^(?:(.+)-)?([^-\d]+)-?(\d+)$/.exec(seatNumber);
  if (match?.[2] === undefined || match[3] === undefined) {
    return { section: '', row: String(mapRow), number: seatNumber };
  }
  return { section: match[1] ?? '', row: match[2], number: match[3] };
}

/** A row as it is read out: with its section, where the map has sections. */
export function rowLabel({ section, row }: SeatName): string {
  return section === '' ? row : `${section} ${row}`;
}

/** One seat in its place. */
export interface MapSeat {
  readonly seat: Seat;
  readonly name: SeatName;
}

/** One line of the grid. */
export interface MapRow {
  readonly line: number;
  /** What stands before it; empty for a line of the stage. */
  readonly label: string;
  readonly seats: readonly MapSeat[];
  /** Columns of the stage in this line. */
  readonly stage: readonly number[];
}

/** A part of the map that is drawn at once. */
export interface MapPart {
  readonly key: string;
  readonly label: string;
  readonly rows: readonly MapRow[];
  readonly seatCount: number;
  readonly available: number;
  /** Lines and columns of the grid, from the first to the last that is used. */
  readonly firstLine: number;
  readonly firstColumn: number;
  readonly columns: number;
}

const isSeat = (seat: Seat) => seat.status !== 'block';
const isStage = (seat: Seat) => seat.status === 'block' && seat.ticket_type === 'stage';
const lineOf = (seat: Seat) =>
  typeof seat.row === 'number' ? seat.row : Number.parseInt(seat.row, 36) || 0;

function partOf(key: string, label: string, seats: readonly MapSeat[], stage: readonly Seat[]) {
  const lines = new Map<number, { seats: MapSeat[]; stage: number[] }>();
  const lineAt = (line: number) => {
    const known = lines.get(line);
    if (known !== undefined) return known;
    const made = { seats: [], stage: [] };
    lines.set(line, made);
    return made;
  };
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let available = 0;
  for (const entry of seats) {
    lineAt(lineOf(entry.seat)).seats.push(entry);
    first = Math.min(first, entry.seat.column);
    last = Math.max(last, entry.seat.column);
    if (entry.seat.status === 'available') available += 1;
  }
  for (const seat of stage) {
    lineAt(lineOf(seat)).stage.push(seat.column);
    first = Math.min(first, seat.column);
    last = Math.max(last, seat.column);
  }
  const rows = [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, cells]): MapRow => {
      const sorted = cells.seats.sort((a, b) => a.seat.column - b.seat.column);
      return { line, label: sorted[0]?.name.row ?? '', seats: sorted, stage: cells.stage };
    });
  return {
    key,
    label,
    rows,
    seatCount: seats.length,
    available,
    firstLine: rows[0]?.line ?? 1,
    firstColumn: Number.isFinite(first) ? first : 1,
    columns: Math.max(1, last - (Number.isFinite(first) ? first : 1) + 1),
  } satisfies MapPart;
}

/** The parts of a map: one for a small map, one a section, else as many rows as fit. */
export function partsOf(map: Seatmap): readonly MapPart[] {
  const seats: MapSeat[] = [];
  const stage: Seat[] = [];
  for (const seat of map.seatLayout.items) {
    if (isSeat(seat)) seats.push({ seat, name: seatName(seat.seat_number, seat.row) });
    else if (isStage(seat)) stage.push(seat);
  }
  if (seats.length <= maxDrawnSeats) return [partOf('all', '', seats, stage)];
  const groups = new Map<string, MapSeat[]>();
  for (const entry of seats) {
    const key = entry.name.section === '' ? `${lineOf(entry.seat)}` : entry.name.section;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  if (seats.some(({ name }) => name.section === '')) return rowWindows(groups);
  return [...groups].map(([key, group]) => partOf(key, key, group, []));
}

function rowWindows(rows: ReadonlyMap<string, readonly MapSeat[]>): readonly MapPart[] {
  const windows: MapSeat[][] = [[]];
  for (const row of rows.values()) {
    const current = windows.at(-1) ?? [];
    if (current.length > 0 && current.length + row.length > maxDrawnSeats) windows.push([...row]);
    else current.push(...row);
  }
  return windows.map((window, index) => {
    const from = window[0]?.name.row ?? '';
    const to = window.at(-1)?.name.row ?? '';
    return partOf(String(index), from === to ? from : `${from}–${to}`, window, []);
  });
}

/** States that have words and a sign of their own; any other cannot be chosen and reads 'unknown'. */
export type ShownStatus = Exclude<SeatStatus, 'block' | 'hampir_habis'> | 'almost' | 'selected';

/** How a seat is shown: chosen ones first, `reserved` like booked (ruling 1.2-X). */
export function shownStatus(status: SeatStatus, isSelected: boolean): ShownStatus {
  if (isSelected) return 'selected';
  switch (status) {
    case 'hampir_habis':
      return 'almost';
    case 'block':
      return 'unknown';
    default:
      return status;
  }
}

/** Almost full: 5 or fewer left on a phone, a tenth of the capacity or less on a desktop (§9, ruling 1.2-Y). */
export function isAlmostFull(category: SeatCategory, isDesktop: boolean): boolean {
  const left = seatsLeft(category);
  if (left === 0) return false;
  return isDesktop ? left <= category.max_capacity * 0.1 : left <= 5;
}

/** A colour of the server, if it is one. */
export function safeColour(colour: string | undefined): string {
  return colour !== undefined && /^#[0-9a-f]{3,8}$/i.test(colour)
    ? colour
    : 'var(--color-line-strong)';
}

/** Where an arrow leads from a seat: along the row, or to the nearest column of the next row that has seats. */
export function neighbour(part: MapPart, from: string, key: string, isWhole: boolean) {
  const rows = part.rows.filter((row) => row.seats.length > 0);
  const at = rows.findIndex((row) => row.seats.some(({ seat }) => seat.seat_number === from));
  const row = rows[at];
  if (row === undefined) return rows[0]?.seats[0] ?? null;
  const index = row.seats.findIndex(({ seat }) => seat.seat_number === from);
  const column = row.seats[index]?.seat.column ?? 0;
  switch (key) {
    case 'ArrowLeft':
      return row.seats[index - 1] ?? null;
    case 'ArrowRight':
      return row.seats[index + 1] ?? null;
    case 'ArrowUp':
      return nearest(rows[at - 1], column);
    case 'ArrowDown':
      return nearest(rows[at + 1], column);
    case 'Home':
      return (isWhole ? rows[0] : row)?.seats[0] ?? null;
    case 'End':
      return (isWhole ? rows.at(-1) : row)?.seats.at(-1) ?? null;
    default:
      return null;
  }
}

function nearest(row: MapRow | undefined, column: number): MapSeat | null {
  let best: MapSeat | null = null;
  for (const entry of row?.seats ?? []) {
    const isNearer =
      best === null || Math.abs(entry.seat.column - column) < Math.abs(best.seat.column - column);
    if (isNearer) best = entry;
  }
  return best;
}
