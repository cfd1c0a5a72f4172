import { flushSync } from 'react-dom';

/** The poster that goes along with the next change of page; set by the press of its card. */
let pressed: HTMLElement | null = null;

/** Notes the poster of a pressed card, so that it grows into the banner of the page it leads to. */
export function takePosterAlong(link: HTMLElement): void {
  pressed = link.closest('article')?.querySelector<HTMLElement>('img') ?? null;
  // The change of page follows at once or not at all: the press may mean a new tab, or be refused.
  queueMicrotask(() => {
    pressed = null;
  });
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Draws a change of page. With a pressed poster, and where the browser can, the poster is carried over to what bears the name
 * `poster` on the new page; the page itself is drawn in the very next frame and can be used while the poster is under way.
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
  // A hidden page, or another change before this one is over, ends only the motion.
  change.ready.catch(() => undefined);
}
