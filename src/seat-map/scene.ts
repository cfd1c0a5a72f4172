import type { Hall } from './hall/hall.ts';
import { noCategory } from './hall/hall-codes.ts';
import type { Palette } from './paint/palette.ts';

/** A name that stands in empty cells: of a row before its first seat, of a section over its first row. */
export interface PaintedName {
  readonly line: number;
  readonly column: number;
  /** Cells it may take to the right. */
  readonly span: number;
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
  readonly names: readonly PaintedName[];
  readonly look: SceneLook;
}

/** What may change of a scene beside the seats. */
export interface SceneLook {
  readonly palette: Palette;
  /** Place of the category that alone stands out; -1 for all. */
  readonly highlight: number;
}

/** The scene of a hall. */
export function sceneOf(
  hall: Hall,
  shown: Uint8Array,
  names: readonly PaintedName[],
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
    names,
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
