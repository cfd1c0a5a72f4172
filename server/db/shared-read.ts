import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses four times as long as a long read took: however many ask, it fills a fifth of the time at most. */
const restFactor = 4;
/** Shorter reads follow each other at once. */
const longReadMs = 10;
const longestRestMs = 1_000;

export interface SharedReadOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly rest?: (ms: number) => Promise<unknown>;
}

/**
 * Lets all who ask at a time share one read. Those who ask while one runs wait for the next, so that nobody is given what was read
 * before they asked; after a long one there is a pause in proportion. A failed read fails those who waited for it.
 */
export function sharedRead<T>(
  read: () => Promise<T>,
  options: SharedReadOptions = {},
): () => Promise<T> {
  const now = options.now ?? (() => performance.now());
  const rest = options.rest ?? ((ms: number) => sleep(ms, undefined, { ref: false }));
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  const turnAfter = (before: Promise<unknown>) => {
    let restMs = 0;
    const run = async () => {
      await before;
      // Who asks from here on comes too late for this one.
      next = null;
      const startedAt = now();
      try {
        return await read();
      } finally {
        const tookMs = now() - startedAt;
        if (tookMs >= longReadMs) restMs = Math.min(longestRestMs, Math.round(restFactor * tookMs));
      }
    };
    const value = run();
    const pause = () => (restMs > 0 ? rest(restMs) : undefined);
    return { value, over: value.then(pause, pause) };
  };

  return () => {
    if (next !== null) return next;
    const turn = turnAfter(last);
    next = turn.value;
    last = turn.over;
    return turn.value;
  };
}
