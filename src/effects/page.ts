import { pressedAttribute } from '../../contract/stored/rendering.ts';

/** Milliseconds by which wall clock and monotonic clock may diverge before the device counts as having slept; also the interval of the comparison. */
const SLEPT_MS = 2_000;
const LOOK_MS = 2_000;

/**
 * Calls `onWake` when the page becomes visible, focused or online, returns from the back/forward cache, or the device has slept
 * (§4.13). Returns a function that stops it.
 */
export function watchPage(window: Window, onWake: () => void): () => void {
  const document = window.document;
  let last = Number.NEGATIVE_INFINITY;
  // One wake fires several of these events at once.
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
  // In most browsers the monotonic clock stops while the device sleeps, so deadlines would pass late.
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

/** Calls `onNear` when a link of the shop is hovered, touched or focused, because it may be followed next. */
export function watchLinks(document: Document, onNear: (pathname: string) => void): void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === document.location.origin) onNear(link.pathname);
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, look, { passive: true });
  }
}

/** Presses the button that a visitor pressed before the app ran: the server's page marked it, and its mark shows meanwhile. */
export function repeatEarlyPress(window: Window): void {
  window.onclick = null;
  const pressed = window.document.querySelector<HTMLElement>(`[${pressedAttribute}]`);
  pressed?.removeAttribute(pressedAttribute);
  pressed?.click();
}

/** Reports whether the page is hidden, now and at every change. Returns a function that stops it. */
export function watchHidden(document: Document, onChange: (hidden: boolean) => void): () => void {
  const tell = () => onChange(document.visibilityState === 'hidden');
  tell();
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/** Asks for confirmation before the tab is closed or reloaded while `held` returns true (§4.42). Returns a function that stops it. */
export function guardUnload(window: Window, held: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (held()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** A BroadcastChannel to the other tabs of this browser (F12); does nothing where the browser has none. */
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
