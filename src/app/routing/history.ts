import type { EntryState, Place } from './paths.ts';

/** How the address changed: a link or a call of ours, or Back and Forward. */
export type Move = 'push' | 'replace' | 'pop';

/** Decides whether the address may change; called before React renders. */
export type Gate = (place: Place, move: Move) => boolean;

interface Entry {
  readonly index: number;
  readonly own: EntryState | null;
}

function entryOf(state: unknown): Entry | null {
  if (typeof state !== 'object' || state === null || !('roetix' in state)) return null;
  const index = (state as { roetix: unknown }).roetix;
  const own = (state as { own?: EntryState | null }).own ?? null;
  return typeof index === 'number' ? { index, own } : null;
}

/** The browser's history behind a gate: a refused Back is undone with the opposite step, never with a dummy entry (§2.314). */
export interface GuardedHistory {
  readonly place: Place;
  /** True when the previous entry belongs to the shop (§2.404). */
  readonly canGoBack: boolean;
  /** Asks the gate, then navigates. */
  visit(
    path: string,
    options?: { readonly replace?: boolean; readonly state?: EntryState | null },
  ): void;
  /** Navigates without asking the gate; its owner uses it. */
  settle(place: Place, move: 'push' | 'replace'): void;
  back(): void;
  setGate(gate: Gate): void;
  subscribe(listener: () => void): () => void;
  /** Removes the listeners from the window. */
  close(): void;
}

/** Wraps the history of a window. */
export function createGuardedHistory(window: Window): GuardedHistory {
  const listeners = new Set<() => void>();
  let gate: Gate = () => true;
  const read = (): Place => ({
    path: window.location.pathname + window.location.search,
    state: entryOf(window.history.state)?.own ?? null,
  });
  let index = entryOf(window.history.state)?.index ?? 0;
  let place = read();
  let undoing = false;
  if (entryOf(window.history.state) === null) {
    window.history.replaceState({ roetix: index, own: null }, '');
  }

  const settle: GuardedHistory['settle'] = (next, move) => {
    if (move === 'push') index += 1;
    const state = { roetix: index, own: next.state };
    if (move === 'push') window.history.pushState(state, '', next.path);
    else window.history.replaceState(state, '', next.path);
    place = next;
    for (const listener of listeners) listener();
  };

  const whenPopped = () => {
    if (undoing) {
      undoing = false;
      return;
    }
    const target = entryOf(window.history.state)?.index ?? 0;
    const next = read();
    const moved = target - index;
    if (gate(next, 'pop')) {
      index = target;
      place = next;
      for (const listener of listeners) listener();
    } else if (moved !== 0) {
      undoing = true;
      window.history.go(-moved);
    }
  };
  window.addEventListener('popstate', whenPopped);

  return {
    get place() {
      return place;
    },
    get canGoBack() {
      return index > 0;
    },
    visit(path, options = {}) {
      const next: Place = { path, state: options.state ?? null };
      const move = options.replace === true ? 'replace' : 'push';
      if (gate(next, move)) settle(next, move);
    },
    settle,
    back: () => window.history.back(),
    setGate: (next) => {
      gate = next;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => window.removeEventListener('popstate', whenPopped),
  };
}

/** A history with one fixed address, for server rendering. */
export function createFixedHistory(path: string): GuardedHistory {
  const nothing = () => undefined;
  return {
    place: { path, state: null },
    canGoBack: false,
    visit: nothing,
    settle: nothing,
    back: nothing,
    setGate: nothing,
    subscribe: () => nothing,
    close: nothing,
  };
}
