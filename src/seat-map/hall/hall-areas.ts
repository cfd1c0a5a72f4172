import type { Hall } from './hall.ts';
import { stageCell } from './hall-codes.ts';

/** A rectangle of lines and columns; the ends are exclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

function widened(area: Area | undefined, line: number, column: number, columns = 1): Area {
  return {
    top: Math.min(area?.top ?? line, line),
    left: Math.min(area?.left ?? column, column),
    bottom: Math.max(area?.bottom ?? 0, line + 1),
    right: Math.max(area?.right ?? 0, column + columns),
  };
}

/** Returns the area of the stage; null for a map without a stage. */
export function stageAreaOf(hall: Hall): Area | null {
  let area: Area | undefined;
  for (let cell = hall.cells.indexOf(stageCell); cell >= 0; ) {
    const column = cell % hall.columns;
    area = widened(area, (cell - column) / hall.columns, column);
    cell = hall.cells.indexOf(stageCell, cell + 1);
  }
  return area ?? null;
}

/** Returns the areas of the sections by name; empty for a map without sections. */
export function sectionAreasOf(hall: Hall): ReadonlyMap<string, Area> {
  const areas = new Map<string, Area>();
  for (const { section, from, to } of hall.runs) {
    if (section === '') continue;
    const line = hall.lineOf[from] ?? 0;
    const first = hall.columnOf[from] ?? 0;
    const last = hall.columnOf[to - 1] ?? 0;
    areas.set(section, widened(areas.get(section), line, first, last - first + 1));
  }
  return areas;
}
