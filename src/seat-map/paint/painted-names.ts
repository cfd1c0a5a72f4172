import { sectionAreasOf } from '../data/areas.ts';
import { emptyCell } from '../data/codes.ts';
import { cellAt, type SeatMapData } from '../data/seat-map-data.ts';
import type { PaintedName } from '../scene.ts';

/** Returns the names of rows and sections that fit into empty cells. */
export function paintedNamesOf(seatMap: SeatMapData): readonly PaintedName[] {
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
