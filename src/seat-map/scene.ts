import { noCategory } from './data/codes.ts';
import type { SeatMapData } from './data/seat-map-data.ts';
import type { Palette } from './paint/palette.ts';

/** A name drawn in empty cells: of a row before its first seat, of a section above its first row. Cells of a plan may be fractions. */
export interface PaintedName {
  readonly line: number;
  readonly column: number;
  /** Available cells to the right. */
  readonly span: number;
  readonly text: string;
}

/** The data that painters need, transferable to a worker; `shown` is updated in place. The fields are those of `SeatMapData`. */
export interface Scene
  extends Pick<
    SeatMapData,
    | 'lines'
    | 'columns'
    | 'cells'
    | 'next'
    | 'x'
    | 'y'
    | 'rotation'
    | 'shapes'
    | 'category'
    | 'access'
    | 'numberText'
    | 'numberEnds'
    | 'ownFrom'
  > {
  /** Indexes into `shownStatuses`. */
  readonly shown: Uint8Array;
  readonly names: readonly PaintedName[];
  readonly look: SceneLook;
}

/** The changing properties of a scene other than the seats. */
export interface SceneLook {
  readonly palette: Palette;
  /** Index of the highlighted category; -1 for all. */
  readonly highlight: number;
}

/** Creates the scene of a map. */
export function sceneOf(
  seatMap: SeatMapData,
  shown: Uint8Array,
  names: readonly PaintedName[],
  look: SceneLook,
): Scene {
  const { lines, columns, cells, next, x, y, rotation, shapes } = seatMap;
  const { category, access, numberText, numberEnds, ownFrom } = seatMap;
  return {
    ...{ lines, columns, cells, next, x, y, rotation, shapes },
    ...{ category, access, numberText, numberEnds, ownFrom },
    ...{ shown, names, look },
  };
}

/** Returns the colours of a seat's category. */
export function categoryColours({ category, look: { palette } }: Scene, index: number) {
  const { categories } = palette;
  const place = Math.min(category[index] ?? noCategory, categories.length - 1);
  return { place, colours: categories[place] ?? { edge: palette.line, fill: palette.surface } };
}

/** True for a seat outside the highlighted category. */
export function isDimmed({ category, look }: Scene, index: number): boolean {
  return look.highlight >= 0 && category[index] !== look.highlight;
}
