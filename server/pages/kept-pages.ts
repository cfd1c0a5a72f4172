/** Keeps what was made for a moment, so that a rush on one page costs one drawing. */
export interface KeptPages<T> {
  /**
   * The page of a key: a kept one while it is young, else the one being made, else a new one. A failure is not kept. Null when too
   * many are being made.
   */
  get(key: string, make: () => Promise<T>): Promise<T> | null;
  /** Forgets all of them. */
  clear(): void;
}

export interface KeptPagesOptions {
  /** Milliseconds a page is kept. */
  readonly forMs: number;
  /** Pages kept at most; the one unused for longest goes first. */
  readonly atMost: number;
  /** Pages in the making at most. */
  readonly makingAtMost: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Kept<T> {
  readonly page: Promise<T>;
  /** Monotonic milliseconds; null while it is being made. */
  madeAt: number | null;
}

/** Makes an empty store. */
export function createKeptPages<T>(options: KeptPagesOptions): KeptPages<T> {
  const { forMs, atMost, makingAtMost, now } = options;
  const kept = new Map<string, Kept<T>>();
  let making = 0;

  const start = (key: string, make: () => Promise<T>): Promise<T> => {
    making += 1;
    const entry: Kept<T> = { page: make(), madeAt: null };
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

  return {
    get(key, make) {
      const known = kept.get(key);
      if (known !== undefined && (known.madeAt === null || now() - known.madeAt < forMs)) {
        kept.delete(key);
        kept.set(key, known);
        return known.page;
      }
      kept.delete(key);
      return making >= makingAtMost ? null : start(key, make);
    },
    clear: () => kept.clear(),
  };
}
