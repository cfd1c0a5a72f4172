import { setTimeout as sleep } from 'node:timers/promises';

const stepMs = 50;

/**
 * Ends each of `all` once, evenly over `ms` milliseconds: clients that lose their connections at one moment come back at one moment, and the process
 * that gets them all would be the next to stall.
 */
export async function endSpread<T>(
  all: readonly T[],
  ms: number,
  end: (one: T) => void,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const steps = Math.max(1, Math.round(ms / stepMs));
  let ended = 0;
  for (let step = 1; step <= steps && ended < all.length; step += 1) {
    const due = Math.ceil((all.length * step) / steps);
    for (const one of all.slice(ended, due)) end(one);
    ended = due;
    if (ended < all.length) await wait(stepMs);
  }
}
