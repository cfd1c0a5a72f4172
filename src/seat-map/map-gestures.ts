import type { MapView } from './map-view.ts';
import type { Point } from './view.ts';

/** CSS pixels that a mouse may move during a press; further movement is a drag. */
const dragSlack = 4;
/** Pixels of one notch of a wheel; touchpads report a pinch as a wheel event with Ctrl. */
const notch = 100;
const pinchNotch = 20;
/** Pixels of one line, for wheel events in lines. */
const lineHeight = 33;

interface Touches {
  readonly middle: Point;
  readonly spread: number;
}

function touchesOf({ touches }: TouchEvent, view: MapView): Touches | null {
  const [first, second] = touches;
  if (first === undefined || second === undefined) return null;
  return {
    middle: view.pointOf(
      (first.clientX + second.clientX) / 2,
      (first.clientY + second.clientY) / 2,
    ),
    spread: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
  };
}

/**
 * Handles the wheel, two-finger gestures and dragging with the mouse. The browser handles one finger: it scrolls the map, then the page.
 * Returns the stop function.
 */
export function followGestures(viewport: HTMLElement, view: MapView): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  const onWheel = (event: WheelEvent) => {
    // Scrolling the page across the map must not zoom the map (§2.205).
    if (!event.ctrlKey && !viewport.contains(document.activeElement)) return;
    if (event.shiftKey || event.deltaY === 0) return;
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
    const before = view.seen.cell;
    const at = view.pointOf(event.clientX, event.clientY);
    view.wheel(-pixels / (event.ctrlKey ? pinchNotch : notch), at);
    // With Ctrl the browser would zoom the page; at the limit of the zoom the wheel scrolls the page again.
    if (event.ctrlKey || view.seen.cell !== before) event.preventDefault();
  };

  let last: Touches | null = null;
  const onTouch = (event: TouchEvent) => {
    const now = event.touches.length === 2 ? touchesOf(event, view) : null;
    const before = last;
    last = now;
    if (now === null) return;
    if (event.cancelable) event.preventDefault();
    if (before === null || event.type !== 'touchmove' || before.spread === 0) return;
    const { box } = view.seen;
    view.zoomTo((view.seen.cell * now.spread) / before.spread, before.middle);
    view.pan(
      (before.middle.x - now.middle.x) / box.width,
      (before.middle.y - now.middle.y) / box.height,
    );
  };

  let drag: { x: number; y: number; isFar: boolean } | null = null;
  const onDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button === 0) {
      drag = { x: event.clientX, y: event.clientY, isFar: false };
    }
  };
  const onMove = (event: PointerEvent) => {
    if (drag === null) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.isFar && Math.hypot(x, y) < dragSlack) return;
    // Captured from here only: a press of a seat is no drag and keeps its target.
    if (!drag.isFar) viewport.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, isFar: true };
    viewport.dataset.dragged = '';
    const { box } = view.seen;
    view.pan(-x / box.width, -y / box.height);
  };
  const onUp = () => {
    if (drag?.isFar) {
      const swallow = (event: Event) => event.stopPropagation();
      viewport.addEventListener('click', swallow, { capture: true, once: true });
      // A drag that ends outside produces no click.
      setTimeout(() => viewport.removeEventListener('click', swallow, { capture: true }));
    }
    delete viewport.dataset.dragged;
    drag = null;
  };

  viewport.addEventListener('wheel', onWheel, { passive: false, signal });
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
    viewport.addEventListener(type, onTouch, { passive: false, signal });
  }
  viewport.addEventListener('pointerdown', onDown, { signal });
  viewport.addEventListener('pointermove', onMove, { signal });
  viewport.addEventListener('pointerup', onUp, { signal });
  viewport.addEventListener('pointercancel', onUp, { signal });
  return () => stop.abort();
}
