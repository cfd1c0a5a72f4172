/** The result of one call of a batch: `ok` resolves its caller, `error` rejects that caller alone. */
export type BatchResult<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly error: unknown };

/** Limits of a batch. */
export interface BatchLimits {
  /** The most calls of one batch. */
  readonly most: number;
  /** The most batches that run at once; the order of arrival holds over all batches only with 1. */
  readonly running?: number;
  /** Milliseconds for which the first call of a batch waits for others while nothing runs; 0 starts at the end of the current turn of the event loop. */
  readonly gatherMs?: number;
}

interface Waiter<I, R> {
  readonly input: I;
  resolve(value: R): void;
  reject(error: unknown): void;
}

/**
 * Lets simultaneous callers share one statement: calls gather while earlier batches run, and leave together in the order of their arrival. `run`
 * returns one result for each input, in their order; if it throws, every call of that batch is rejected with its error.
 */
export function createBatch<I, R>(
  run: (inputs: readonly I[]) => Promise<readonly BatchResult<R>[]>,
  { most, running: slots = 1, gatherMs = 0 }: BatchLimits,
): (input: I) => Promise<R> {
  let waiting: Waiter<I, R>[] = [];
  let running = 0;
  let isPlanned = false;

  const plan = () => {
    if (isPlanned || running >= slots || waiting.length === 0) return;
    isPlanned = true;
    // A batch that ended has gathered already.
    if (gatherMs > 0 && running === 0 && waiting.length < most) setTimeout(start, gatherMs);
    else setImmediate(start);
  };
  const start = () => {
    isPlanned = false;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    void settle(batch).finally(() => {
      running -= 1;
      plan();
    });
    plan();
  };
  const settle = async (batch: readonly Waiter<I, R>[]) => {
    try {
      const results = await run(batch.map(({ input }) => input));
      for (const [index, waiter] of batch.entries()) {
        const result = results[index];
        if (result?.ok === true) waiter.resolve(result.value);
        else waiter.reject(result?.error ?? new Error('A batch left a call without a result.'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      plan();
    });
}
