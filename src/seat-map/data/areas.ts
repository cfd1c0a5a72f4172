import { stageCell } from './codes.ts';
import type { SeatMapData } from './seat-map-data.ts';

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
export function stageAreaOf(seatMap: SeatMapData): Area | null {
  let area: Area | undefined;
  for (let cell = seatMap.cells.indexOf(stageCell); cell >= 0; ) {
    const column = cell % seatMap.columns;
    area = widened(area, (cell - column) / seatMap.columns, column);
    cell = seatMap.cells.indexOf(stageCell, cell + 1);
  }
  return area ?? null;
}

/** Returns the areas of the sections by name; empty for a map without sections. */
export function sectionAreasOf(seatMap: SeatMapData): ReadonlyMap<string, Area> {
  const areas = new Map<string, Area>();
  for (const { section, from, to } of seatMap.runs) {
    if (section === '') continue;
    const line = seatMap.lineOf[from] ?? 0;
    const first = seatMap.columnOf[from] ?? 0;
    const last = seatMap.columnOf[to - 1] ?? 0;
    areas.set(section, widened(areas.get(section), line, first, last - first + 1));
  }
  return areas;
}
