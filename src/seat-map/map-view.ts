import type { Area } from './data/areas.ts';
import {
  type Box,
  boundView,
  centredView,
  contentSize,
  dotCell,
  type Extent,
  fitCell,
  maxCell,
  minCell,
  offsetOf,
  type Point,
  placeAt,
  readableCell,
  revealingView,
  steppedCell,
  targetCell,
  type View,
  wheeledCell,
  zoomedView,
} from './view.ts';

/** Milliseconds without movement after which tiles are drawn for the current size. */
const settleMs = 80;

/** The visible part of the map. */
export interface Seen extends View {
  readonly box: Box;
  /** Cell size for which the layers are laid out, in CSS pixels; during a zoom they are only stretched. */
  readonly settledCell: number;
}

/** The DOM elements of a map. */
export interface MapElements {
  /** The scroll container: the browser's own scrolling handles touch, wheel, keyboard and handing over to the page. */
  readonly viewport: HTMLElement;
  /** As large as the scrollable content. */
  readonly sheet: HTMLElement;
  /** Contains all layers; stretched during a zoom. */
  readonly world: HTMLElement;
}

/** The state of the view; buttons, wheel and fingers change it, and it updates the elements synchronously. */
export interface MapView {
  readonly seen: Seen;
  /** Minimum and maximum cell size. */
  readonly limits: { readonly least: number; readonly most: number };
  /** Starts on laid-out elements; returns the stop function. */
  attach(elements: MapElements): () => void;
  step(direction: 1 | -1): void;
  wheel(turn: number, at: Point): void;
  zoomTo(cell: number, at?: Point): void;
  /** Shows the whole map. */
  fit(): void;
  /** Pans by shares of the viewport. */
  pan(right: number, down: number): void;
  /** Scrolls to a cell as little as needed, and zooms in if it is too small to read, unless `keepsSize`. */
  reveal(line: number, column: number, keepsSize?: boolean): void;
  /** Centres a point of the map, in cells. */
  centre(line: number, column: number): void;
  /** Zooms and scrolls to an area; a small one is not enlarged beyond 100 %. */
  frame(area: Area): void;
  /** Returns the position in the map of a point of the screen, in cells. */
  placeOf(clientX: number, clientY: number): { readonly line: number; readonly column: number };
  /** Converts a point of the screen to the viewport. */
  pointOf(clientX: number, clientY: number): Point;
  /** Notifies of every move, and of the end of a movement. */
  subscribe(listener: () => void): () => void;
}

/** How seats of a cell size appear: as dots, too small to press, or in full. */
function seatSizeOf(cell: number): 'dots' | 'small' | 'full' {
  if (cell < dotCell) return 'dots';
  return cell < targetCell ? 'small' : 'full';
}

/** Creates the view of a map, which first shows it whole. */
export function createMapView(extent: Extent): MapView {
  const emptyBox = { width: 0, height: 0 };
  const start = fitCell(extent, emptyBox);
  let seen: Seen = { cell: start, left: 0, top: 0, box: emptyBox, settledCell: start };
  let elements: MapElements | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** The seat that was shown last, until the map is moved: a window that makes the map lower must not hide it. */
  let revealed: { readonly line: number; readonly column: number } | null = null;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };

  function place() {
    if (elements === null) return;
    const { viewport, sheet, world } = elements;
    const { cell, box, settledCell } = seen;
    const size = contentSize(extent, cell);
    const offset = offsetOf(extent, cell, box);
    sheet.style.width = `${Math.max(size.width, box.width)}px`;
    sheet.style.height = `${Math.max(size.height, box.height)}px`;
    world.style.transform = `translate(${offset.x}px, ${offset.y}px) scale(${cell / settledCell})`;
    // Browsers round the scroll position, so a difference below one pixel is no move.
    if (Math.abs(viewport.scrollLeft - seen.left) >= 1) viewport.scrollLeft = seen.left;
    if (Math.abs(viewport.scrollTop - seen.top) >= 1) viewport.scrollTop = seen.top;
  }

  function layOut() {
    if (elements === null) return;
    const size = contentSize(extent, seen.settledCell);
    elements.world.style.setProperty('--cell', `${seen.settledCell}px`);
    elements.world.dataset.seats = seatSizeOf(seen.settledCell);
    elements.world.style.width = `${size.width}px`;
    elements.world.style.height = `${size.height}px`;
  }

  function settle() {
    seen = { ...seen, settledCell: seen.cell };
    layOut();
    place();
    notify();
  }

  function show(view: View) {
    const isResized = view.cell !== seen.cell;
    revealed = null;
    seen = { ...seen, ...boundView(view, extent, seen.box) };
    place();
    if (isResized) {
      clearTimeout(settling);
      settling = setTimeout(settle, settleMs);
    }
    notify();
  }

  const limits = () => ({ least: minCell(extent, seen.box), most: maxCell });
  const middle = () => ({ x: seen.box.width / 2, y: seen.box.height / 2 });
  const zoomTo = (cell: number, at: Point = middle()) => {
    const { least, most } = limits();
    const bound = Math.min(most, Math.max(least, cell));
    show(zoomedView(seen, bound, at, extent, seen.box));
  };

  function measure() {
    if (elements === null) return;
    const { clientWidth: width, clientHeight: height } = elements.viewport;
    const { box } = seen;
    if (width === box.width && height === box.height) return;
    if (box.width === 0) {
      const box = { width, height };
      const cell = fitCell(extent, box);
      seen = { cell, left: 0, top: 0, box, settledCell: cell };
    } else if (Math.abs(seen.cell - fitCell(extent, box)) < 0.01) {
      // A map that was seen whole stays so, also when the sheet below it grows.
      seen = { ...seen, box: { width, height } };
      seen = {
        ...seen,
        ...boundView({ ...seen, cell: fitCell(extent, seen.box) }, extent, seen.box),
      };
    } else {
      // After a rotation or resize the same point stays in the middle.
      const at = placeAt(seen, middle(), extent, box);
      seen = { ...seen, box: { width, height } };
      const least = minCell(extent, seen.box);
      const cell = Math.max(seen.cell, least);
      const { line, column } = at;
      seen = { ...seen, ...centredView(cell, line - 0.5, column - 0.5, extent, seen.box) };
    }
    if (revealed !== null) {
      const view = revealingView(seen, revealed.line, revealed.column, extent, seen.box);
      seen = { ...seen, ...boundView(view, extent, seen.box) };
    }
    settle();
  }

  return {
    get seen() {
      return seen;
    },
    get limits() {
      return limits();
    },
    attach(given) {
      elements = given;
      layOut();
      measure();
      const scrolled = () => {
        const { scrollLeft: left, scrollTop: top } = given.viewport;
        if (Math.abs(left - seen.left) < 1 && Math.abs(top - seen.top) < 1) return;
        seen = { ...seen, left, top };
        revealed = null;
        notify();
      };
      given.viewport.addEventListener('scroll', scrolled, { passive: true });
      const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
      watch?.observe(given.viewport);
      return () => {
        given.viewport.removeEventListener('scroll', scrolled);
        watch?.disconnect();
        clearTimeout(settling);
        elements = null;
      };
    },
    step: (direction) => zoomTo(steppedCell(seen.cell, direction, limits().least)),
    wheel: (turn, at) => zoomTo(wheeledCell(seen.cell, turn, limits().least), at),
    zoomTo,
    fit: () => zoomTo(fitCell(extent, seen.box)),
    pan(right, down) {
      const { left, top, box } = seen;
      show({ ...seen, left: left + right * box.width, top: top + down * box.height });
    },
    reveal(line, column, keepsSize = false) {
      if (!keepsSize && seen.cell < targetCell)
        show(centredView(readableCell, line, column, extent, seen.box));
      else show(revealingView(seen, line, column, extent, seen.box));
      revealed = { line, column };
    },
    centre: (line, column) =>
      show(centredView(seen.cell, line - 0.5, column - 0.5, extent, seen.box)),
    frame({ top, left, bottom, right }) {
      const { least } = limits();
      const cell = Math.max(
        least,
        fitCell({ lines: bottom - top, columns: right - left }, seen.box),
      );
      const [line, column] = [(top + bottom - 1) / 2, (left + right - 1) / 2];
      show(centredView(cell, line, column, extent, seen.box));
    },
    placeOf(clientX, clientY) {
      return placeAt(seen, this.pointOf(clientX, clientY), extent, seen.box);
    },
    pointOf(clientX, clientY) {
      const box = elements?.viewport.getBoundingClientRect();
      return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
