/** Sockets flushed per turn of the event loop. */
const perTurn = 250;

/** Returns a scheduler that runs each flush once, soon, in batches, so that a message to thousands of sockets does not delay calls. */
export function createFlushes(): (flush: () => void) => void {
  const due = new Set<() => void>();
  let isScheduled = false;
  const run = () => {
    for (const flush of [...due].slice(0, perTurn)) {
      due.delete(flush);
      flush();
    }
    isScheduled = due.size > 0;
    if (isScheduled) setImmediate(run);
  };
  return (flush) => {
    due.add(flush);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(run);
  };
}
