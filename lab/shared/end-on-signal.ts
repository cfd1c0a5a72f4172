/**
 * Ends what a script starts when SIGINT or SIGTERM arrives, also while it is still starting, and exits with 2: its processes would outlive
 * it. A second signal does not interrupt the end.
 */
export function endOnSignal(started: Promise<{ close(): Promise<unknown> }>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void started
      .then((one) => one.close())
      .catch(() => undefined)
      .then(() => process.exit(2));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
