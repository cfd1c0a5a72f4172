/** Keeps what was made for a moment, so that a rush on one page costs one drawing. */
export interface KeptPages<T> {
  /**
   * The page of a key: a kept one while it is young or, while a new one is made, a little older; else the one being made, else a new one. A failure is not kept. Null when too
   * many are being made, or `mayMake`, asked only when one has to be made, says no.
   */
  get(key: string, make: () => Promise<T>, mayMake?: () => boolean): Promise<T> | null;
  /** Forgets all of them. */
  clear(): void;
}

export interface KeptPagesOptions {
  /** Milliseconds a page counts as young. */
  readonly forMs: number;
  /** Milliseconds an older one is still given, while a new one is made behind it. */
  readonly staleForMs: number;
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
  isRenewing: boolean;
}

/** Makes an empty store. */
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
    const page = make();
    page.then(
      () => {
        making -= 1;
        if (kept.get(key) === old) kept.set(key, { page, madeAt: now(), isRenewing: false });
      },
      () => {
        making -= 1;
        // Tried again by the next who asks; once the old page is too old, they hear of the failure.
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
