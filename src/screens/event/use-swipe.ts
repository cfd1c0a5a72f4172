import { useCallback } from 'react';

/** Horizontal distance of a swipe in pixels. */
const reach = 48;

type Watch = (element: HTMLElement | null) => (() => void) | undefined;

/**
 * Returns a ref for a swipeable element: it follows the finger, and calls `onSwipe` with 1 (next) or -1 (previous). Its `touch-action` must
 * leave horizontal moves to the page. A mouse selects text instead. `onSwipe` should be stable.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void): Watch {
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      let from: { readonly x: number; readonly y: number } | null = null;

      const across = (event: PointerEvent): number => {
        if (from === null) return 0;
        const x = event.clientX - from.x;
        return Math.abs(x) > 1.5 * Math.abs(event.clientY - from.y) ? x : 0;
      };
      const letGo = () => {
        from = null;
        element.style.removeProperty('translate');
      };
      const onDown = (event: PointerEvent) => {
        letGo();
        // The second finger of a pinch ends the swipe of the first.
        if (event.isPrimary && event.pointerType !== 'mouse') {
          from = { x: event.clientX, y: event.clientY };
        }
      };
      const onMove = (event: PointerEvent) => {
        if (from !== null) element.style.setProperty('translate', `${across(event)}px`);
      };
      const onUp = (event: PointerEvent) => {
        const x = across(event);
        letGo();
        if (Math.abs(x) >= reach) onSwipe(x < 0 ? 1 : -1);
      };

      const stop = new AbortController();
      const { signal } = stop;
      element.addEventListener('pointerdown', onDown, { signal });
      element.addEventListener('pointermove', onMove, { signal });
      element.addEventListener('pointerup', onUp, { signal });
      element.addEventListener('pointercancel', letGo, { signal });
      return () => stop.abort();
    },
    [onSwipe],
  );
}
