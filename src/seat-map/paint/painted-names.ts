import { sectionAreasOf } from '../data/areas.ts';
import { emptyCell } from '../data/codes.ts';
import { cellAt, type SeatMapData, seatAt } from '../data/seat-map-data.ts';
import type { PaintedName } from '../scene.ts';

/** Returns the names of rows and sections that fit into empty cells. */
export function paintedNamesOf(seatMap: SeatMapData): readonly PaintedName[] {
  return seatMap.next === null ? namesOfGrid(seatMap) : namesOfPlan(seatMap);
}

/** Width of a letter and half the height of capitals as `paintTile` draws them, in cells. */
const letter = { section: 0.58, row: 0.36, rise: 0.19 } as const;

/** True if no seat of a plan lies under a row name whose middle is at a point, in cells. */
function isFree(seatMap: SeatMapData, line: number, column: number, text: string): boolean {
  const half = Math.min(1, text.length * letter.row) / 2;
  const steps = [-1, 0, 1];
  return steps.every((down) =>
    steps.every((right) => seatAt(seatMap, line + down * letter.rise, column + right * half) < 0),
  );
}

function namesOfGrid(seatMap: SeatMapData): readonly PaintedName[] {
  const isEmpty = (line: number, column: number) => cellAt(seatMap, line, column) === emptyCell;
  const rows = seatMap.runs.flatMap(({ from, row }): PaintedName[] => {
    const line = seatMap.lineOf[from] ?? 0;
    const column = (seatMap.columnOf[from] ?? 0) - 1;
    return isEmpty(line, column) ? [{ line, column, span: 1, text: row }] : [];
  });
  const sections = [...sectionAreasOf(seatMap)].flatMap(([text, { top, left, right }]) => {
    const line = top - 1;
    let end = left;
    while (end < right && isEmpty(line, end)) end += 1;
    // In fewer cells the letters would be squeezed, and a single cell is that of a row.
    const needed = Math.min(right - left, Math.max(2, Math.ceil(text.length * letter.section)));
    return end - left < needed ? [] : [{ line, column: left, span: end - left, text }];
  });
  return [...rows, ...sections];
}

/** Row names one cell before the first seat in the direction of the row, or after the last one. */
function namesOfPlan(seatMap: SeatMapData): readonly PaintedName[] {
  const { x, y } = seatMap;
  return seatMap.runs.flatMap(({ from, to, row }): PaintedName[] => {
    const ends: readonly (readonly [end: number, inner: number])[] = [
      [from, Math.min(from + 1, to - 1)],
      [to - 1, Math.max(to - 2, from)],
    ];
    for (const [end, inner] of ends) {
      const right = (x[end] ?? 0) - (x[inner] ?? 0);
      const down = (y[end] ?? 0) - (y[inner] ?? 0);
      const length = Math.hypot(right, down);
      // A single seat has its name on the left.
      const column = (x[end] ?? 0) + (length > 0 ? right / length : -1);
      const line = (y[end] ?? 0) + (length > 0 ? down / length : 0);
      if (isFree(seatMap, line + 0.5, column + 0.5, row))
        return [{ line, column, span: 1, text: row }];
    }
    return [];
  });
}
