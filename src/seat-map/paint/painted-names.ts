import { sectionAreasOf } from '../data/areas.ts';
import { emptyCell } from '../data/codes.ts';
import { cellAt, type SeatMapData, seatAt } from '../data/seat-map-data.ts';
import type { PaintedName } from '../scene.ts';

/** Returns the names of rows and sections that fit into empty cells. */
export function paintedNamesOf(seatMap: SeatMapData): readonly PaintedName[] {
  return seatMap.next === null ? namesOfGrid(seatMap) : namesOfPlan(seatMap);
}

function namesOfGrid(seatMap: SeatMapData): readonly PaintedName[] {
  const isEmpty = (line: number, column: number) => cellAt(seatMap, line, column) === emptyCell;
  const rows = seatMap.runs.flatMap(({ from, row }): PaintedName[] => {
    const line = seatMap.lineOf[from] ?? 0;
    const column = (seatMap.columnOf[from] ?? 0) - 1;
    return isEmpty(line, column) ? [{ line, column, span: 1, text: row }] : [];
  });
  const sections = [...sectionAreasOf(seatMap)].flatMap(([text, { top, left, right }]) =>
    isEmpty(top - 1, left) ? [{ line: top - 1, column: left, span: right - left, text }] : [],
  );
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
      if (seatAt(seatMap, line + 0.5, column + 0.5) < 0)
        return [{ line, column, span: 1, text: row }];
    }
    return [];
  });
}
