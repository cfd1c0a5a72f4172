import { cellAt, type Hall } from '../hall/hall.ts';
import { sectionAreasOf } from '../hall/hall-areas.ts';
import { emptyCell } from '../hall/hall-codes.ts';
import type { PaintedName } from '../scene.ts';

/** Returns the names of rows and sections that fit into empty cells. */
export function paintedNamesOf(hall: Hall): readonly PaintedName[] {
  const isEmpty = (line: number, column: number) => cellAt(hall, line, column) === emptyCell;
  const rows = hall.runs.flatMap(({ from, row }): PaintedName[] => {
    const line = hall.lineOf[from] ?? 0;
    const column = (hall.columnOf[from] ?? 0) - 1;
    return isEmpty(line, column) ? [{ line, column, span: 1, text: row }] : [];
  });
  const sections = [...sectionAreasOf(hall)].flatMap(([text, { top, left, right }]) =>
    isEmpty(top - 1, left) ? [{ line: top - 1, column: left, span: right - left, text }] : [],
  );
  return [...rows, ...sections];
}
