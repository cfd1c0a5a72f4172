import type { Failure, Result } from './result.ts';
import { timings } from './timings.ts';

/** How a call that failed is made again by itself (§4.110). */
export interface Healing {
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Failures in a row, counted as far as they lengthen the pause. */
  readonly tries: number;
  /** Milliseconds the server asked to be left alone for; 0 where it did not. */
  readonly retryAfterMs: number;
  /** False once the newest failure was a refusal, which another try does not change. */
  readonly passes: boolean;
}

/** A wake, or a line that is back: what waits to be tried again is tried now (§4.110). */
export interface HastenEvent {
  readonly type: 'call.hasten';
}

const middle = () => 0.5;

/** Nothing has failed. Without `random` the pauses have no jitter. */
export function unharmed(random: () => number = middle): Healing {
  return { random, tries: 0, retryAfterMs: 0, passes: true };
}

/** The same after a call that worked: the next failure is tried again quickly. */
export function mended({ random }: Healing): Healing {
  return unharmed(random);
}

/** The same after one more failure; null stands for a call that crashed. */
export function failedAgain(healing: Healing, failure: Failure | null): Healing {
  const wanted = failure !== null && 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
  return {
    random: healing.random,
    tries: Math.min(healing.tries + 1, timings.healingPauses.length),
    retryAfterMs: Math.min(wanted, timings.longestRetryAfter),
    passes: failure === null || isPassing(failure),
  };
}

/** The same after any result. */
export function healedBy(healing: Healing, result: Result<unknown>): Healing {
  return result.ok ? mended(healing) : failedAgain(healing, result.failure);
}

/** True for a failure that may pass by itself; false for a server that clearly said no. */
export function isPassing(failure: Failure): boolean {
  return failure.kind !== 'refused' || failure.isMomentary === true;
}

/** True for a result that leaves open what the server did, so that the same call has to be made again. */
export function hasNoResponse(result: Result<unknown>): boolean {
  return !result.ok && isPassing(result.failure);
}

/** Milliseconds before the next try: growing, ± 20 %, and never earlier than the server asked for (§4.110). */
export function healingPause({ random, tries, retryAfterMs }: Healing): number {
  const pauses = timings.healingPauses;
  const pause = pauses[Math.min(Math.max(tries, 1), pauses.length) - 1] ?? pauses[0];
  const share = timings.healingJitter * (2 * random() - 1);
  return Math.max(pause * (1 + share), retryAfterMs * (1 + timings.healingJitter * random()));
}
