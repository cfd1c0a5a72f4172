/** Milliseconds of a clock that no setting moves; deadlines are told in it (ruling 1.4-K). */
export type MonotonicClock = () => number;

/** A moment `seconds` from now: its instant on the monotonic clock, and what is left of it. */
export function deadlineAfter(
  seconds: number | null,
  now: MonotonicClock,
): { readonly deadline: number | null; readonly remainingMs: number | null } {
  if (seconds === null) return { deadline: null, remainingMs: null };
  const remainingMs = Math.max(0, Math.round(seconds * 1000));
  return { deadline: now() + remainingMs, remainingMs };
}
