import type { SeatMapData } from './data/seat-map-data.ts';
import type { Seen } from './map-view.ts';
import { type Extent, margin, offsetOf } from './view.ts';

/** Cell size in CSS pixels from which rows are named: the height of the smallest letters. */
const namedCell = 11;

/** A row name beside the map. */
export interface RowName {
  readonly line: number;
  readonly text: string;
}

/** Index of the runs of each grid line, front to back. */
export type RunsOfLines = ReadonlyMap<number, readonly number[]>;

/** Collects the runs by line; null for a plan, whose rows are no lines and have their names painted beside them. */
export function runsOfLines({ next, runs, lineOf }: SeatMapData): RunsOfLines | null {
  if (next !== null) return null;
  const lines = new Map<number, number[]>();
  for (const [at, { from }] of runs.entries()) {
    const line = lineOf[from] ?? 0;
    const known = lines.get(line);
    if (known === undefined) lines.set(line, [at]);
    else known.push(at);
  }
  return lines;
}

/** Returns the names of the rows in the visible part: in each line that of the first seats seen. Empty while the rows are too low for letters. */
export function rowNamesSeen(
  seatMap: SeatMapData,
  runsOf: RunsOfLines,
  { cell, left, top, box }: Pick<Seen, 'cell' | 'left' | 'top' | 'box'>,
): readonly RowName[] {
  if (cell < namedCell) return [];
  const extent: Extent = seatMap;
  const offset = offsetOf(extent, cell, box);
  const first = Math.max(0, Math.floor((top - offset.y) / cell) - margin);
  const height = box.height > 0 ? box.height : Number.POSITIVE_INFINITY;
  const last = Math.min(seatMap.lines - 1, Math.ceil((top - offset.y + height) / cell) - margin);
  const column = (left - offset.x) / cell - margin;
  const names: RowName[] = [];
  for (let line = first; line <= last; line += 1) {
    const ofLine = runsOf.get(line) ?? [];
    const seen =
      ofLine.find((at) => {
        const end = seatMap.columnOf[(seatMap.runs[at]?.to ?? 1) - 1] ?? 0;
        return end >= column;
      }) ?? ofLine.at(-1);
    const text = seen === undefined ? undefined : seatMap.runs[seen]?.row;
    if (text !== undefined && text !== '') names.push({ line, text });
  }
  return names;
}
