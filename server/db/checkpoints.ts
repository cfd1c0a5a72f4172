/** Segments of the write-ahead log, of 16 MB each, after which the engine is asked for a checkpoint. */
const segmentsBetween = 4;
/** Longest time between two checkpoints while anything is written; what a start after a crash works through. */
const everyMs = 300_000;

/** Asks for checkpoints as a PostgreSQL server does in the background. */
export interface Checkpoints {
  /** A segment of the log was synced. */
  noteLog(path: string): void;
  stop(): void;
}

/**
 * The embedded engine runs alone and never makes a checkpoint by itself: its log would grow until the server is stopped, and a start
 * after a crash would take as long as all of it. `run` makes one; what it throws is given to `onFailed`.
 */
export function startCheckpoints(
  run: () => Promise<unknown>,
  onFailed: (error: unknown) => void,
): Checkpoints {
  const segments = new Set<string>();
  let isRunning = false;
  let isStopped = false;
  const checkpoint = () => {
    if (isStopped || isRunning || segments.size === 0) return;
    isRunning = true;
    run()
      .catch(onFailed)
      .finally(() => {
        isRunning = false;
      });
    segments.clear();
  };
  const timer = setInterval(checkpoint, everyMs);
  timer.unref();
  return {
    noteLog: (path) => {
      segments.add(path);
      // Not in the middle of the statement that synced: it holds the connection.
      if (segments.size > segmentsBetween && !isRunning) setImmediate(checkpoint);
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
