import type { Hall } from './hall.ts';
import { emptyCell, noCategory } from './hall-codes.ts';
import type { Palette } from './palette.ts';

/** The name of a row, in the empty cell before its first seat. */
export interface RowName {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** All that a map is drawn from, in a form that another thread can be given; `shown` is written in place. */
export interface Scene {
  readonly lines: number;
  readonly columns: number;
  readonly cells: Int32Array;
  readonly lineOf: Uint16Array;
  readonly columnOf: Uint16Array;
  readonly category: Uint8Array;
  /** Places in `shownStatuses`. */
  readonly shown: Uint8Array;
  readonly numberText: string;
  readonly numberEnds: Uint32Array;
  readonly rowNames: readonly RowName[];
  readonly look: SceneLook;
}

/** What may change of a scene beside the seats. */
export interface SceneLook {
  readonly palette: Palette;
  /** Place of the category that alone stands out; -1 for all. */
  readonly highlight: number;
}

/** Names for every row of a large hall; those of a small one stand in the page itself. */
export function rowNamesOf(hall: Hall): readonly RowName[] {
  return hall.runs.flatMap((run) => {
    const line = hall.lineOf[run.from] ?? 0;
    const column = (hall.columnOf[run.from] ?? 0) - 1;
    const isFree = column < 0 || hall.cells[line * hall.columns + column] === emptyCell;
    // The section stands in the names over the overview; beside a seat there is room for a letter or two.
    return isFree ? [{ line, column, text: run.row }] : [];
  });
}

/** The scene of a hall. */
export function sceneOf(
  hall: Hall,
  shown: Uint8Array,
  rowNames: readonly RowName[],
  look: SceneLook,
): Scene {
  const { lines, columns, cells, lineOf, columnOf, category, numberText, numberEnds } = hall;
  return {
    lines,
    columns,
    cells,
    lineOf,
    columnOf,
    category,
    shown,
    numberText,
    numberEnds,
    rowNames,
    look,
  };
}

/** Colours of a seat's category. */
export function categoryColours({ category, look: { palette } }: Scene, index: number) {
  const { categories } = palette;
  const place = Math.min(category[index] ?? noCategory, categories.length - 1);
  return { place, colours: categories[place] ?? { edge: palette.line, fill: palette.surface } };
}

/** True for a seat of another category than the one that stands out. */
export function isDimmed({ category, look }: Scene, index: number): boolean {
  return look.highlight >= 0 && category[index] !== look.highlight;
}
