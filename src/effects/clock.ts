/** Milliseconds of a clock that the system settings do not change; deadlines use it (§4.12). */
export type MonotonicClock = () => number;

/** A deadline `seconds` from now: its instant on the monotonic clock, and the remaining time. */
export function deadlineAfter(
  seconds: number | null,
  now: MonotonicClock,
): { readonly deadline: number | null; readonly remainingMs: number | null } {
  if (seconds === null) return { deadline: null, remainingMs: null };
  const remainingMs = Math.max(0, Math.round(seconds * 1000));
  return { deadline: now() + remainingMs, remainingMs };
}
