/** Identifies a page's own content: elements, with their text if known. */
export interface OwnContent {
  readonly selector: string;
  readonly words: string | null;
}

/** The observations so far; times in milliseconds since the navigation started, null for pending ones. */
export interface Seen {
  firstPaint: number | null;
  firstContent: number | null;
  ownContent: number | null;
  largestContent: number | null;
  layoutShift: number;
  blocking: number;
  /** When the last task over 50 ms ended. */
  lastLongTask: number;
}

/** A layout-shift entry, which TypeScript's types lack. */
interface Shift extends PerformanceEntry {
  readonly value: number;
}

/** An entry of the Element Timing API, which they lack too. */
interface ElementPaint extends PerformanceEntry {
  readonly renderTime: number;
  readonly intersectionRect: DOMRectReadOnly;
}

export type Watched = typeof globalThis & { benchSeen: Seen };

/**
 * Observes the page from before its first byte. Sent to the browser as text, so it contains no named inner function:
 * the loader would wrap one in a call that the page does not have.
 */
export function watchPage({ selector, words }: OwnContent): void {
  const longTaskMs = 50;
  const seen: Seen = {
    firstPaint: null,
    firstContent: null,
    ownContent: null,
    largestContent: null,
    layoutShift: 0,
    blocking: 0,
    lastLongTask: 0,
  };
  Object.assign(globalThis, { benchSeen: seen });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === 'first-paint') seen.firstPaint = startTime;
      if (name === 'first-contentful-paint') seen.firstContent = startTime;
    }
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestContent = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.layoutShift += (entry as Shift).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.blocking += Math.max(0, duration - longTaskMs);
      seen.lastLongTask = startTime + duration;
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { renderTime, intersectionRect } = entry as ElementPaint;
      // Content below the fold is not on screen.
      if (intersectionRect.width * intersectionRect.height > 0) seen.ownContent ??= renderTime;
    }
  }).observe({ type: 'element', buffered: true });
  // Observers run before the next frame, so that an element is marked before it is painted.
  new MutationObserver((_changes, observer) => {
    if (seen.ownContent !== null) {
      observer.disconnect();
      return;
    }
    for (const element of document.querySelectorAll(selector)) {
      const isOwn = words === null || element.textContent?.trim() === words;
      if (isOwn && !element.hasAttribute('elementtiming'))
        element.setAttribute('elementtiming', 'own-content');
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
