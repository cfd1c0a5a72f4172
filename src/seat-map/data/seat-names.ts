import type { Seat } from '../../../contract/seatmap.ts';
import { seatName } from '../seat-name.ts';

/** A run of adjacent seats in one row of one section; `to` is exclusive. */
export interface SeatRun {
  /** Empty for a map without sections. */
  readonly section: string;
  readonly row: string;
  readonly from: number;
  readonly to: number;
}

/** Names of the seats: section and row by run, and the own part of each number. */
export interface SeatNames {
  readonly runs: readonly SeatRun[];
  readonly runOf: Uint16Array;
  readonly ownFrom: Uint16Array;
}

/** Section, row and own part of a seat, as the server says them, else as its number does. */
function nameParts(seat: Seat, line: number) {
  const { seat_number: number, section = '', row_label: rowLabel } = seat;
  if (rowLabel === undefined && section === '') return seatName(number, line + 1);
  const known = [section, rowLabel ?? ''].filter((part) => part !== '').join('-');
  const own = number.startsWith(`${known}-`) ? number.slice(known.length + 1) : number;
  if (rowLabel !== undefined) return { section, row: rowLabel, number: own };
  return { ...seatName(own, line + 1), section };
}

/** Names the seats of a map, which stand in the order of its lines and columns; `lineOf` gives the line of each, from 0. */
export function seatNamesOf(seats: readonly Seat[], lineOf: ArrayLike<number>): SeatNames {
  const runs: { section: string; row: string; from: number; to: number; line: number }[] = [];
  const runOf = new Uint16Array(seats.length);
  const ownFrom = new Uint16Array(seats.length);
  for (const [index, seat] of seats.entries()) {
    const line = lineOf[index] ?? 0;
    const { section, row, number } = nameParts(seat, line);
    const last = runs.at(-1);
    if (last?.section === section && last.row === row && last.line === line) last.to = index + 1;
    else runs.push({ section, row, from: index, to: index + 1, line });
    runOf[index] = runs.length - 1;
    ownFrom[index] = seat.seat_number.length - number.length;
  }
  return {
    runs: runs.map(({ section, row, from, to }): SeatRun => ({ section, row, from, to })),
    runOf,
    ownFrom,
  };
}
