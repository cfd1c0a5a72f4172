import { timings } from '../shared/timings.ts';

/** Milliseconds before a fresh client is started once one gave up for the `rounds`-th time; `random` is from 0 to 1 (§4.92). */
export function reconnectPause(rounds: number, random: number): number {
  const pauses = timings.reconnectPauses;
  const pause = pauses[Math.min(Math.max(rounds, 1), pauses.length) - 1] ?? pauses[0];
  return pause * (1 + timings.healingJitter * (2 * random - 1));
}
