/** CSS pixels of a cell at 100 % (§9.40). */
export const baseCell = 40;
/** CSS pixels of the viewport before layout (§9.40). */
const fitSize = 500;
/** Minimum seat size that a finger may choose, in CSS pixels (accessibility). */
export const targetCell = 24;
/** Minimum seat size that a mouse may choose, whose pointer covers no neighbours. */
export const pointedCell = 9;
/** Cell size in CSS pixels below which sections are shapes that replace their seats. */
export const dotCell = 8;
/** Cell size to which revealing a smaller seat zooms, in CSS pixels. */
export const readableCell = 32;
/** Zoom factors relative to `baseCell` (§9.40). */
const zoom = { least: 0.3, most: 2, button: 0.2, wheel: 0.1 } as const;
/** Empty cells around the map. */
export const margin = 1;

/** Lines and columns of a map. */
export interface Extent {
  readonly lines: number;
  readonly columns: number;
}

/** The viewport in CSS pixels; 0 by 0 before layout. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The visible part of a map: CSS pixels per cell and scroll position. */
export interface View {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
}

/** A point in the viewport, in CSS pixels from its corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** Returns the cell size at which the whole map is visible, with which a map starts. */
export function fitCell({ lines, columns }: Extent, box: Box): number {
  const width = box.width || fitSize;
  const height = box.height || fitSize;
  return Math.min(baseCell, width / (columns + 2 * margin), height / (lines + 2 * margin));
}

/** Returns the minimum cell size: the 30 % of §9.40, or smaller if the whole map needs it. */
export function minCell(extent: Extent, box: Box): number {
  return Math.min(zoom.least * baseCell, fitCell(extent, box));
}

/** The maximum cell size (§9.40). */
export const maxCell = zoom.most * baseCell;

/** Returns the cell size after one press of a zoom button; below 30 % the only step is the whole map. */
export function steppedCell(cell: number, direction: 1 | -1, least: number): number {
  const share = cell / baseCell;
  // A size within a rounding error of a step counts as on it.
  const next = Math.round((share + direction * zoom.button) * 1000) / 1000;
  if (direction === 1 && share < zoom.least - 0.001) return zoom.least * baseCell;
  if (next >= zoom.least) return within(next * baseCell, least, maxCell);
  return share > zoom.least + 0.001 ? zoom.least * baseCell : least;
}

/**
 * Returns the cell size after a turn of the wheel; `turn` is 1 for one notch inwards. Below 30 % a step is relative to the current size.
 */
export function wheeledCell(cell: number, turn: number, least: number): number {
  const step = zoom.wheel * within(turn, -1, 1);
  const next = cell < zoom.least * baseCell ? cell * (1 + 2 * step) : cell + step * baseCell;
  return within(next, least, maxCell);
}

/** Returns the size of the map with its margin. */
export function contentSize({ lines, columns }: Extent, cell: number): Box {
  return { width: (columns + 2 * margin) * cell, height: (lines + 2 * margin) * cell };
}

/** Returns the offset of the map in the scrolled content: a small map is centred. */
export function offsetOf(extent: Extent, cell: number, box: Box): Point {
  const { width, height } = contentSize(extent, cell);
  return { x: Math.max(0, (box.width - width) / 2), y: Math.max(0, (box.height - height) / 2) };
}

/** Limits the scroll position of a view to the content. */
export function boundView(view: View, extent: Extent, box: Box): View {
  const { width, height } = contentSize(extent, view.cell);
  return {
    cell: view.cell,
    left: within(view.left, 0, Math.max(0, width - box.width)),
    top: within(view.top, 0, Math.max(0, height - box.height)),
  };
}

/** Returns the position in the map of a point of the viewport, in cells; the whole parts identify the cell. */
export function placeAt(view: View, { x, y }: Point, extent: Extent, box: Box) {
  const offset = offsetOf(extent, view.cell, box);
  return {
    line: (y + view.top - offset.y) / view.cell - margin,
    column: (x + view.left - offset.x) / view.cell - margin,
  };
}

/** Changes the cell size; the position under `anchor` stays, as far as the edges permit. */
export function zoomedView(
  view: View,
  cell: number,
  anchor: Point,
  extent: Extent,
  box: Box,
): View {
  const { line, column } = placeAt(view, anchor, extent, box);
  const offset = offsetOf(extent, cell, box);
  return boundView(
    {
      cell,
      left: (column + margin) * cell + offset.x - anchor.x,
      top: (line + margin) * cell + offset.y - anchor.y,
    },
    extent,
    box,
  );
}

/** Centres a view on a cell. */
export function centredView(
  cell: number,
  line: number,
  column: number,
  extent: Extent,
  box: Box,
): View {
  const offset = offsetOf(extent, cell, box);
  return boundView(
    {
      cell,
      left: (column + margin + 0.5) * cell + offset.x - box.width / 2,
      top: (line + margin + 0.5) * cell + offset.y - box.height / 2,
    },
    extent,
    box,
  );
}

/** Scrolls a view as little as needed to show a cell and its neighbours. */
export function revealingView(
  view: View,
  line: number,
  column: number,
  extent: Extent,
  box: Box,
): View {
  const { cell } = view;
  const offset = offsetOf(extent, cell, box);
  const nearest = (scrolled: number, from: number, size: number) => {
    // One more cell on each side shows that the map continues.
    const reach = Math.min(cell, Math.max(0, (size - cell) / 2));
    return within(scrolled, from + cell + reach - size, from - reach);
  };
  return boundView(
    {
      cell,
      left: nearest(view.left, (column + margin) * cell + offset.x, box.width),
      top: nearest(view.top, (line + margin) * cell + offset.y, box.height),
    },
    extent,
    box,
  );
}
