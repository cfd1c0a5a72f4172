/** Milliseconds the wall clock and the monotonic one may part before the device counts as having slept, and between two looks at them. */
const SLEPT_MS = 2_000;
const LOOK_MS = 2_000;

/**
 * Tells of a page that woke: visible, focused, online again, back from the page cache, or in front of somebody whose device slept
 * (ruling 1.4-K). Gives the stop.
 */
export function watchPage(window: Window, onWake: () => void): () => void {
  const document = window.document;
  let last = Number.NEGATIVE_INFINITY;
  // One wake fires several of these at once.
  const wake = () => {
    const now = window.performance.now();
    if (now - last < 500) return;
    last = now;
    onWake();
  };
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const whenRestored = (event: PageTransitionEvent) => {
    if (event.persisted) wake();
  };
  // In most browsers the monotonic clock stands still while the device sleeps, and deadlines would come late.
  const parted = () => Date.now() - window.performance.now();
  let known = parted();
  const look = () => {
    const before = known;
    known = parted();
    if (Math.abs(known - before) > SLEPT_MS) wake();
  };
  const looking = window.setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('focus', wake);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', whenRestored);
  return () => {
    window.clearInterval(looking);
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('focus', wake);
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', whenRestored);
  };
}

/** Tells of a link of ours that is pointed at, touched or reached by keyboard: it may be followed next. */
export function watchLinks(document: Document, onNear: (pathname: string) => void): void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === document.location.origin) onNear(link.pathname);
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, look, { passive: true });
  }
}

/** Says whether the page is hidden, now and at every change. Gives the stop. */
export function watchHidden(document: Document, onChange: (hidden: boolean) => void): () => void {
  const tell = () => onChange(document.visibilityState === 'hidden');
  tell();
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/** Asks before the tab is closed or reloaded while `held` says so (§4). Gives the stop. */
export function guardUnload(window: Window, held: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (held()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** A line to the other tabs of this browser (F12); silent where the browser has none. */
export function openTabLine(onWord: (word: 'signed-in' | 'signed-out') => void): {
  say(word: 'signed-in' | 'signed-out'): void;
} {
  if (typeof BroadcastChannel === 'undefined') return { say: () => undefined };
  const channel = new BroadcastChannel('roetix:v1:account');
  channel.addEventListener('message', (event) => {
    if (event.data === 'signed-in' || event.data === 'signed-out') onWord(event.data);
  });
  return { say: (word) => channel.postMessage(word) };
}
