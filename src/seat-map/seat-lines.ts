import { availableCode, type Hall } from './hall/hall.ts';

/** Lines that Page Up and Page Down pass over. */
const pageLines = 10;

/** The lines of a hall that have seats, from front to back. */
export interface SeatLines {
  /** Index of the first seat of each, and the number of seats behind the last. */
  readonly starts: readonly number[];
  /** Line of the grid of each. */
  readonly lines: readonly number[];
}

/** Finds the lines with seats. */
export function seatLinesOf(hall: Hall): SeatLines {
  const starts: number[] = [];
  const lines: number[] = [];
  for (let index = 0; index < hall.count; index += 1) {
    const line = hall.lineOf[index] ?? 0;
    if (lines.at(-1) === line) continue;
    lines.push(line);
    starts.push(index);
  }
  return { starts: [...starts, hall.count], lines };
}

/** Place of a seat's line among the lines with seats. */
export function rankOf({ lines }: SeatLines, hall: Hall, index: number): number {
  const line = hall.lineOf[index] ?? 0;
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The seat of a line that is nearest to a column. */
function nearestIn(hall: Hall, { starts }: SeatLines, rank: number, column: number): number {
  const from = starts[rank] ?? 0;
  const to = starts[rank + 1] ?? 0;
  let best = from;
  const distance = (index: number) => Math.abs((hall.columnOf[index] ?? 0) - column);
  for (let index = from; index < to; index += 1) if (distance(index) < distance(best)) best = index;
  return best;
}

/** Next seat from one that can be chosen, round the end of the hall; the seat itself where there is no other. */
function nextAvailable(hall: Hall, from: number, direction: 1 | -1): number {
  for (let step = 1; step < hall.count; step += 1) {
    const index = (from + direction * step + hall.count * 2) % hall.count;
    if (hall.status[index] === availableCode) return index;
  }
  return from;
}

/** A key as the browser tells it. */
export interface MapKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The seat a key leads to from another; null for a key that moves nowhere in any hall. */
export function movedTo(
  hall: Hall,
  seatLines: SeatLines,
  from: number,
  { key, ctrlKey, metaKey }: MapKey,
): number | null {
  const { starts } = seatLines;
  const rank = rankOf(seatLines, hall, from);
  const first = starts[rank] ?? 0;
  const last = (starts[rank + 1] ?? 1) - 1;
  const isWhole = ctrlKey || metaKey;
  const inLine = (other: number) => {
    const bound = Math.min(seatLines.lines.length - 1, Math.max(0, other));
    return bound === rank ? from : nearestIn(hall, seatLines, bound, hall.columnOf[from] ?? 0);
  };
  switch (key) {
    case 'ArrowLeft':
      return Math.max(first, from - 1);
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'ArrowUp':
      return inLine(rank - 1);
    case 'ArrowDown':
      return inLine(rank + 1);
    case 'PageUp':
      return inLine(rank - pageLines);
    case 'PageDown':
      return inLine(rank + pageLines);
    case 'Home':
      return isWhole ? 0 : first;
    case 'End':
      return isWhole ? hall.count - 1 : last;
    case 'n':
      return isWhole ? null : nextAvailable(hall, from, 1);
    case 'N':
      return isWhole ? null : nextAvailable(hall, from, -1);
    default:
      return null;
  }
}
