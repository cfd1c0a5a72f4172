import { setTimeout as sleep } from 'node:timers/promises';

/** The pause lasts four times as long as a long read took: reads never use more than a fifth of the time. */
const restFactor = 4;
/** Shorter reads follow each other without a pause. */
const longReadMs = 10;
const longestRestMs = 1_000;

export interface SharedReadOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly rest?: (ms: number) => Promise<unknown>;
}

/**
 * Lets simultaneous callers share one read. Callers during a read wait for the next one, so that no caller gets data from before its call; a
 * long read is followed by a proportional pause. A failed read fails for all callers that waited for it.
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
      // Later callers need the next read.
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
