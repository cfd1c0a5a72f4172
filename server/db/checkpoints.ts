/** Segments of the write-ahead log, of 16 MB each, after which a checkpoint is requested. */
const segmentsBetween = 4;
/** Longest time between two checkpoints while there are writes; a start after a crash replays the log of this time. */
const everyMs = 300_000;

/** Requests checkpoints as a PostgreSQL server does in the background. */
export interface Checkpoints {
  /** A segment of the log was synced. */
  noteLog(path: string): void;
  stop(): void;
}

/**
 * The embedded engine never makes a checkpoint by itself: its log would grow until the server stops, and a start after a crash would replay
 * all of it. `run` makes one; `onFailed` receives its errors.
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
      // Not during the statement that synced: it holds the connection.
      if (segments.size > segmentsBetween && !isRunning) setImmediate(checkpoint);
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
