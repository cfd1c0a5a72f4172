/** Sockets written to before other work of the process gets its turn. */
const perTurn = 250;

/** Runs what it is given soon and once, so many at a time: a message to thousands of sockets never keeps a call waiting for long. */
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
