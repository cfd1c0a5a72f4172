import { setImmediate as nextTurn } from 'node:timers/promises';

/** Caches pages for a moment, so that many requests for one page cost one rendering. */
export interface KeptPages<T> {
  /**
   * The page of a key: the cached one while it is fresh, or slightly stale while a new one is being rendered; else the one being rendered, else a
   * new one. A failure is not cached. Null when too many are being rendered, or when `mayMake`, called only before a rendering, returns false.
   */
  get(key: string, make: () => Promise<T>, mayMake?: () => boolean): Promise<T> | null;
  /** Empties the cache. */
  clear(): void;
}

export interface KeptPagesOptions {
  /** Milliseconds for which a page is fresh. */
  readonly forMs: number;
  /** Further milliseconds for which a stale page is sent while a new one is being rendered. */
  readonly staleForMs: number;
  /** The most cached pages; the least recently used one is dropped first. */
  readonly atMost: number;
  /** The most renderings at a time. */
  readonly makingAtMost: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Kept<T> {
  readonly page: Promise<T>;
  /** Monotonic milliseconds; null during the rendering. */
  madeAt: number | null;
  isRenewing: boolean;
}

/** Creates an empty cache. */
export function createKeptPages<T>(options: KeptPagesOptions): KeptPages<T> {
  const { forMs, staleForMs, atMost, makingAtMost, now } = options;
  const kept = new Map<string, Kept<T>>();
  let making = 0;

  const start = (key: string, make: () => Promise<T>): Promise<T> => {
    making += 1;
    const entry: Kept<T> = { page: make(), madeAt: null, isRenewing: false };
    kept.set(key, entry);
    entry.page.then(
      () => {
        making -= 1;
        entry.madeAt = now();
      },
      () => {
        making -= 1;
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    for (const [oldest, { madeAt }] of kept) {
      if (kept.size <= atMost) break;
      if (madeAt !== null) kept.delete(oldest);
    }
    return entry.page;
  };

  const renew = (key: string, old: Kept<T>, make: () => Promise<T>): void => {
    making += 1;
    old.isRenewing = true;
    // The old page leaves first: a rendering keeps the processor for a while.
    const page = nextTurn().then(make);
    page.then(
      () => {
        making -= 1;
        if (kept.get(key) === old) kept.set(key, { page, madeAt: now(), isRenewing: false });
      },
      () => {
        making -= 1;
        // The next request tries again; once the old page is too old, requests receive the failure.
        old.isRenewing = false;
      },
    );
  };

  return {
    get(key, make, mayMake = () => true) {
      const known = kept.get(key);
      const age = known === undefined || known.madeAt === null ? 0 : now() - known.madeAt;
      if (known !== undefined && (known.madeAt === null || age < forMs || age < staleForMs)) {
        if (age >= forMs && !known.isRenewing && making < makingAtMost && mayMake())
          renew(key, known, make);
        kept.delete(key);
        kept.set(key, known);
        return known.page;
      }
      kept.delete(key);
      return making >= makingAtMost || !mayMake() ? null : start(key, make);
    },
    clear: () => kept.clear(),
  };
}
