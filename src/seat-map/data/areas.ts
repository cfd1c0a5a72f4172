import { stageCell } from './codes.ts';
import type { SeatMapData } from './seat-map-data.ts';

/** A rectangle of lines and columns; the ends are exclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The area of a section. */
export interface SectionArea extends Area {
  /** Mean place of its seats, for the name: the middle of an arc's area may lie in another section. Absent on a grid. */
  readonly middle?: { readonly line: number; readonly column: number };
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
export function sectionAreasOf(seatMap: SeatMapData): ReadonlyMap<string, SectionArea> {
  return seatMap.next === null ? areasOfGrid(seatMap) : areasOfPlan(seatMap);
}

/** Returns the section at a point, given in cells: the nearest one whose area contains it; null for none. */
export function sectionAt(seatMap: SeatMapData, line: number, column: number): string | null {
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [name, { top, left, bottom, right, middle }] of sectionAreasOf(seatMap)) {
    if (line < top || line > bottom || column < left || column > right) continue;
    const across = column - (middle?.column ?? (left + right) / 2);
    const distance = Math.hypot(across, line - (middle?.line ?? (top + bottom) / 2));
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

function areasOfGrid(seatMap: SeatMapData): ReadonlyMap<string, Area> {
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

function areasOfPlan(seatMap: SeatMapData): ReadonlyMap<string, SectionArea> {
  const { x, y } = seatMap;
  const sums = new Map<string, { area: Area; line: number; column: number; count: number }>();
  for (const { section, from, to } of seatMap.runs) {
    if (section === '') continue;
    let { area, line, column, count } = sums.get(section) ?? { area: undefined, ...nothing };
    for (let index = from; index < to; index += 1) {
      area = widened(area, y[index] ?? 0, x[index] ?? 0);
      line += y[index] ?? 0;
      column += x[index] ?? 0;
      count += 1;
    }
    if (area !== undefined) sums.set(section, { area, line, column, count });
  }
  return new Map(
    [...sums].map(([section, { area, line, column, count }]) => {
      const middle = { line: line / count + 0.5, column: column / count + 0.5 };
      return [section, { ...area, middle }];
    }),
  );
}

const nothing = { line: 0, column: 0, count: 0 } as const;
