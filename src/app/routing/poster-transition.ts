import { flushSync } from 'react-dom';

/** Poster of the pressed card, for the next page transition. */
let pressed: HTMLElement | null = null;

/** Stores the poster of a pressed card, so that it grows into the banner of the event page. */
export function takePosterAlong(link: HTMLElement): void {
  pressed = link.closest('article')?.querySelector<HTMLElement>('img') ?? null;
  // The page changes in this task or not at all: the press may open a new tab or be refused.
  queueMicrotask(() => {
    pressed = null;
  });
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Renders a page change. With a pressed poster, and in a browser with view transitions, the poster animates to the element named `poster`
 * of the new page; the page itself renders in the next frame and stays usable during the animation.
 */
export function drawPage(draw: () => void): void {
  const poster = pressed;
  pressed = null;
  if (poster === null || !('startViewTransition' in document) || isStill()) {
    draw();
    return;
  }
  poster.style.setProperty('view-transition-name', 'poster');
  const change = document.startViewTransition(() => {
    poster.style.removeProperty('view-transition-name');
    flushSync(draw);
  });
  // A hidden page, or a further page change, cancels only the animation.
  change.ready.catch(() => undefined);
}
