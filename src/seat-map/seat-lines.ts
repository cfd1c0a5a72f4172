import { availableCode, type SeatMapData } from './data/seat-map-data.ts';

/** Lines that Page Up and Page Down skip. */
const pageLines = 10;

/** The lines of a map that have seats, front to back. */
export interface SeatLines {
  /** Index of each line's first seat, then the number of seats. */
  readonly starts: readonly number[];
  /** Grid line of each. */
  readonly lines: readonly number[];
}

/** Collects the lines with seats. */
export function seatLinesOf(seatMap: SeatMapData): SeatLines {
  const starts: number[] = [];
  const lines: number[] = [];
  for (let index = 0; index < seatMap.count; index += 1) {
    const line = seatMap.lineOf[index] ?? 0;
    if (lines.at(-1) === line) continue;
    lines.push(line);
    starts.push(index);
  }
  return { starts: [...starts, seatMap.count], lines };
}

/** Returns the index of a seat's line among the lines with seats. */
export function rankOf({ lines }: SeatLines, seatMap: SeatMapData, index: number): number {
  const line = seatMap.lineOf[index] ?? 0;
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the seat of a line nearest to a column. */
function nearestIn(
  seatMap: SeatMapData,
  { starts }: SeatLines,
  rank: number,
  column: number,
): number {
  const from = starts[rank] ?? 0;
  const to = starts[rank + 1] ?? 0;
  let best = from;
  const distance = (index: number) => Math.abs((seatMap.columnOf[index] ?? 0) - column);
  for (let index = from; index < to; index += 1) if (distance(index) < distance(best)) best = index;
  return best;
}

/** Returns the next free seat, wrapping around; the seat itself if there is no other. */
function nextAvailable(seatMap: SeatMapData, from: number, direction: 1 | -1): number {
  for (let step = 1; step < seatMap.count; step += 1) {
    const index = (from + direction * step + seatMap.count * 2) % seatMap.count;
    if (seatMap.status[index] === availableCode) return index;
  }
  return from;
}

/** The fields of a keyboard event that the map uses. */
export interface MapKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Returns the seat to which a key moves the focus; null for other keys. */
export function seatAfterKey(
  seatMap: SeatMapData,
  seatLines: SeatLines,
  from: number,
  { key, ctrlKey, metaKey }: MapKey,
): number | null {
  const { starts } = seatLines;
  const rank = rankOf(seatLines, seatMap, from);
  const first = starts[rank] ?? 0;
  const last = (starts[rank + 1] ?? 1) - 1;
  const isWhole = ctrlKey || metaKey;
  const inLine = (other: number) => {
    const bound = Math.min(seatLines.lines.length - 1, Math.max(0, other));
    return bound === rank
      ? from
      : nearestIn(seatMap, seatLines, bound, seatMap.columnOf[from] ?? 0);
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
      return isWhole ? seatMap.count - 1 : last;
    case 'n':
      return isWhole ? null : nextAvailable(seatMap, from, 1);
    case 'N':
      return isWhole ? null : nextAvailable(seatMap, from, -1);
    default:
      return null;
  }
}
