import { onTestFinished, vi } from 'vitest';

/** Stops the monotonic clock for the rest of a test and returns it, in milliseconds: on a busy machine a second may pass before a view is drawn. */
export function standStill(): number {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
  return now;
}
