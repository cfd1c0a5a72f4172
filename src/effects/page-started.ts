/** Tells `start-notice.js` that the page runs, so that it says nothing, or takes away what it said while the page was slow. */
export function pageStarted(): void {
  document.documentElement.dataset.started = '';
}
