/** CSS pixels of a cell at 100 % (§9). */
export const baseCell = 40;
/** CSS pixels a hall is fitted into at first (§9). */
const fitSize = 500;
/** Smallest seat that a press may choose, in CSS pixels (accessibility). */
export const targetCell = 24;
/** Size a seat is shown in when a smaller one is asked for, in CSS pixels. */
export const readableCell = 32;
/** Zoom in shares of `baseCell` (§9). */
const zoom = { least: 0.3, most: 2, button: 0.2, wheel: 0.1 } as const;
/** Cells left free round the hall; the names of rows stand in them. */
export const margin = 1;

/** Lines and columns of a hall. */
export interface Extent {
  readonly lines: number;
  readonly columns: number;
}

/** The window a hall is seen through, in CSS pixels; 0 by 0 before it is laid out. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** What of a hall is seen: CSS pixels a cell, and how far the window is scrolled. */
export interface View {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
}

/** A place in the window, in CSS pixels from its corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** Size of a cell at which the whole hall is seen. */
export function fitCell({ lines, columns }: Extent, box: Box): number {
  const width = box.width || fitSize;
  const height = box.height || fitSize;
  return Math.min(baseCell, width / (columns + 2 * margin), height / (lines + 2 * margin));
}

/**
 * Size of a cell at first: the hall in 500 px (§9). One that is drawn in full starts with seats that can be pressed; a larger one is seen
 * whole, whatever the size of its seats.
 */
export function firstCell(extent: Extent, box: Box, isLarge: boolean): number {
  const fitted = fitSize / Math.max(extent.columns, extent.lines);
  if (isLarge) return Math.min(fitted, fitCell(extent, box));
  return within(fitted, targetCell, baseCell);
}

/** The 30 % of §9, or as small as it takes to see the whole hall. */
export function leastCell(extent: Extent, box: Box): number {
  return Math.min(zoom.least * baseCell, fitCell(extent, box));
}

/** The largest size of a cell (§9). */
export const mostCell = zoom.most * baseCell;

/** Size of a cell one press of a button further; below 30 % there is the whole hall alone. */
export function steppedCell(cell: number, direction: 1 | -1, least: number): number {
  const share = cell / baseCell;
  // What is a hair's breadth beside a step counts as on it.
  const next = Math.round((share + direction * zoom.button) * 1000) / 1000;
  if (direction === 1 && share < zoom.least - 0.001) return zoom.least * baseCell;
  if (next >= zoom.least) return within(next * baseCell, least, mostCell);
  return share > zoom.least + 0.001 ? zoom.least * baseCell : least;
}

/** Size of a cell after a turn of the wheel; `turn` is 1 for a notch inwards. Below 30 % a step is a share of what is seen. */
export function wheeledCell(cell: number, turn: number, least: number): number {
  const step = zoom.wheel * within(turn, -1, 1);
  const next = cell < zoom.least * baseCell ? cell * (1 + 2 * step) : cell + step * baseCell;
  return within(next, least, mostCell);
}

/** Size of the hall with its margin. */
export function contentSize({ lines, columns }: Extent, cell: number): Box {
  return { width: (columns + 2 * margin) * cell, height: (lines + 2 * margin) * cell };
}

/** Where the hall begins in what is scrolled: a small one stands in the middle of its window. */
export function offsetOf(extent: Extent, cell: number, box: Box): Point {
  const { width, height } = contentSize(extent, cell);
  return { x: Math.max(0, (box.width - width) / 2), y: Math.max(0, (box.height - height) / 2) };
}

/** A view that is scrolled no further than there is something to see. */
export function boundView(view: View, extent: Extent, box: Box): View {
  const { width, height } = contentSize(extent, view.cell);
  return {
    cell: view.cell,
    left: within(view.left, 0, Math.max(0, width - box.width)),
    top: within(view.top, 0, Math.max(0, height - box.height)),
  };
}

/** Place in the hall of a point of the window, in cells from the first line and column; whole parts name the cell. */
export function placeAt(view: View, { x, y }: Point, extent: Extent, box: Box) {
  const offset = offsetOf(extent, view.cell, box);
  return {
    line: (y + view.top - offset.y) / view.cell - margin,
    column: (x + view.left - offset.x) / view.cell - margin,
  };
}

/** The view with another size of a cell; what is under `anchor` stays there, as far as the edges allow. */
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

/** The view with a cell in its middle. */
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

/** The view moved as little as it takes to see a cell and the ones beside it. */
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
    // One more cell on each side shows that the hall goes on.
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
