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

/** Distance of two seats to the left or right in a grid, on the plane in a plan. */
function distanceOf({ next, x, y }: SeatMapData, a: number, b: number): number {
  const across = (x[a] ?? 0) - (x[b] ?? 0);
  return next === null ? Math.abs(across) : Math.hypot(across, (y[a] ?? 0) - (y[b] ?? 0));
}

/** Returns the seat of a line nearest to another seat. */
function nearestIn(
  seatMap: SeatMapData,
  { starts }: SeatLines,
  rank: number,
  seat: number,
): number {
  const from = starts[rank] ?? 0;
  const to = starts[rank + 1] ?? 0;
  let best = from;
  for (let index = from + 1; index < to; index += 1) {
    if (distanceOf(seatMap, index, seat) < distanceOf(seatMap, best, seat)) best = index;
  }
  return best;
}

/** Returns the section of a seat; empty for a map without sections. */
function sectionOf({ runs, runOf }: SeatMapData, index: number): string {
  return runs[runOf[index] ?? 0]?.section ?? '';
}

/** Cells by which the next row has to lie above this one to count as the row above. */
const stepAbove = 0.3;

/** Returns the rank of the row above or below. The rows of a plan are in the order of its file, which may begin at the back. */
function rankBeside(
  seatMap: SeatMapData,
  seatLines: SeatLines,
  rank: number,
  from: number,
  steps: number,
): number {
  const last = seatLines.lines.length - 1;
  const bound = (other: number) => Math.min(last, Math.max(0, other));
  if (seatMap.next === null) return bound(rank + steps);
  // Positive if the row lies below; 0 beyond the section.
  const below = (other: number) => {
    if (other < 0 || other > last) return 0;
    const near = nearestIn(seatMap, seatLines, other, from);
    if (sectionOf(seatMap, near) !== sectionOf(seatMap, from)) return 0;
    return (seatMap.y[near] ?? 0) - (seatMap.y[from] ?? 0);
  };
  const isUpsideDown = below(rank + 1) < -stepAbove || below(rank - 1) > stepAbove;
  return bound(rank + (isUpsideDown ? -steps : steps));
}

/** Returns the first free seat of a section, else its first seat; 0 for an unknown section. */
export function firstOf(seatMap: SeatMapData, section: string): number {
  let first = -1;
  for (let index = 0; index < seatMap.count; index += 1) {
    if (sectionOf(seatMap, index) !== section) continue;
    if (seatMap.status[index] === availableCode) return index;
    if (first < 0) first = index;
  }
  return Math.max(0, first);
}

/** Returns the first seat of the next section, wrapping around. */
function nextSection(seatMap: SeatMapData, from: number, direction: 1 | -1): number {
  const sections = [...new Set(seatMap.runs.map(({ section }) => section))];
  const at = sections.indexOf(sectionOf(seatMap, from)) + direction + sections.length;
  return sections.length < 2 ? from : firstOf(seatMap, sections[at % sections.length] ?? '');
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
  const inLine = (steps: number) => {
    const other = rankBeside(seatMap, seatLines, rank, from, steps);
    return other === rank ? from : nearestIn(seatMap, seatLines, other, from);
  };
  // The seats of a plan's row may be numbered from right to left.
  const isMirrored = seatMap.next !== null && (seatMap.x[last] ?? 0) < (seatMap.x[first] ?? 0);
  const [left, right] = isMirrored ? [from + 1, from - 1] : [from - 1, from + 1];
  const within = (index: number) => Math.min(last, Math.max(first, index));
  switch (key) {
    case 'ArrowLeft':
      return within(left);
    case 'ArrowRight':
      return within(right);
    case 'ArrowUp':
      return inLine(-1);
    case 'ArrowDown':
      return inLine(1);
    case 'PageUp':
      return inLine(-pageLines);
    case 'PageDown':
      return inLine(pageLines);
    case 'Home':
      return isWhole ? 0 : first;
    case 'End':
      return isWhole ? seatMap.count - 1 : last;
    case 'n':
      return isWhole ? null : nextAvailable(seatMap, from, 1);
    case 'N':
      return isWhole ? null : nextAvailable(seatMap, from, -1);
    case 's':
      return isWhole ? null : nextSection(seatMap, from, 1);
    case 'S':
      return isWhole ? null : nextSection(seatMap, from, -1);
    default:
      return null;
  }
}
