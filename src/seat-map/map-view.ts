import {
  type Box,
  boundView,
  centredView,
  contentSize,
  type Extent,
  firstCell,
  fitCell,
  leastCell,
  mostCell,
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

/** Milliseconds of rest after which a size of the map is worth drawing for. */
const settleMs = 80;
/** CSS pixels below which a section is told by its name rather than by its seats. */
const dotCell = 8;

/** What is seen now. */
export interface Seen extends View {
  readonly box: Box;
  /** Size of a cell that the layers are laid out for, in CSS pixels; between two rests they are only stretched. */
  readonly settledCell: number;
}

/** The elements a map is moved by. */
export interface MapElements {
  /** Scrolls: the browser's own panning knows touch, wheel, keyboard and when to hand on to the page. */
  readonly viewport: HTMLElement;
  /** As large as what is scrolled. */
  readonly sheet: HTMLElement;
  /** Holds all that is drawn; stretched while the size changes. */
  readonly world: HTMLElement;
}

/** Moves a map: what is seen, changed by buttons, wheel and fingers, written to the elements at once. */
export interface MapView {
  readonly seen: Seen;
  /** Sizes of a cell between which it can be zoomed. */
  readonly limits: { readonly least: number; readonly most: number };
  /** Starts on elements that are laid out; gives the stop. */
  attach(elements: MapElements): () => void;
  step(direction: 1 | -1): void;
  wheel(turn: number, at: Point): void;
  zoomTo(cell: number, at?: Point): void;
  /** Shows the whole hall. */
  fit(): void;
  /** Moves by shares of the window. */
  pan(right: number, down: number): void;
  /** Shows a cell, moving as little as it takes; larger, where it is too small to be read. */
  reveal(line: number, column: number): void;
  /** Place in the hall of a point of the screen, in whole cells. */
  placeOf(clientX: number, clientY: number): { readonly line: number; readonly column: number };
  /** Point of the window of a point of the screen. */
  pointOf(clientX: number, clientY: number): Point;
  /** Told at every move, and whether the size rests. */
  subscribe(listener: () => void): () => void;
}

/** What a seat is at a size: a dot among others, too small to press, or a seat. */
function seatSizeOf(cell: number): 'dots' | 'small' | 'full' {
  if (cell < dotCell) return 'dots';
  return cell < targetCell ? 'small' : 'full';
}

/** A view of a hall that nobody has moved yet. `isLarge` as in `firstCell`. */
export function createMapView(extent: Extent, isLarge: boolean): MapView {
  const noBox = { width: 0, height: 0 };
  const start = firstCell(extent, noBox, isLarge);
  let seen: Seen = { cell: start, left: 0, top: 0, box: noBox, settledCell: start };
  let elements: MapElements | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
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
    // What lies within the pixel that the browser has rounded to is no move.
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
    tell();
  }

  function show(view: View) {
    const isResized = view.cell !== seen.cell;
    seen = { ...seen, ...boundView(view, extent, seen.box) };
    place();
    if (isResized) {
      clearTimeout(settling);
      settling = setTimeout(settle, settleMs);
    }
    tell();
  }

  const limits = () => ({ least: leastCell(extent, seen.box), most: mostCell });
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
      // The first look: the middle of the hall, whose left edge says nothing.
      const next = { width, height };
      const cell = firstCell(extent, next, isLarge);
      seen = { ...seen, box: next, cell, settledCell: cell };
      const { lines, columns } = extent;
      const top = isLarge ? lines / 2 : 0;
      seen = { ...seen, ...centredView(cell, top, (columns - 1) / 2, extent, next) };
    } else {
      // Turned or resized: what was in the middle stays there.
      const at = placeAt(seen, middle(), extent, box);
      seen = { ...seen, box: { width, height } };
      const least = leastCell(extent, seen.box);
      const cell = Math.max(seen.cell, least);
      const { line, column } = at;
      seen = { ...seen, ...centredView(cell, line - 0.5, column - 0.5, extent, seen.box) };
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
        tell();
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
    reveal(line, column) {
      if (seen.cell < targetCell) show(centredView(readableCell, line, column, extent, seen.box));
      else show(revealingView(seen, line, column, extent, seen.box));
    },
    placeOf(clientX, clientY) {
      const { line, column } = placeAt(seen, this.pointOf(clientX, clientY), extent, seen.box);
      return { line: Math.floor(line), column: Math.floor(column) };
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
