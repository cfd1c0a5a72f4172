import type { Clock } from '../clock.ts';

/** How a call to a gateway went: it responded well or with an error, it said that it is asked too often, or it did not respond in time. */
export type CallOutcome = 'answered' | 'failed' | 'tooOften' | 'silent';

/** Jobs of one gateway and one kind that run at once. */
export interface Lane {
  /** How many more jobs may start now. */
  room(): number;
  /** Jobs have started. */
  started(count: number): void;
  /** A job has ended; `outcome` is the worst of its calls, null where it made none. True if the gateway responds again after a silence. */
  ended(outcome: CallOutcome | null): boolean;
  /** True while its breaker is open: the gateway does not respond. */
  isShut(): boolean;
}

const atOnceToBegin = 4;
const silencesToOpen = 5;
const openMs = 30_000;

/**
 * A lane of four jobs at once, growing by one with each good response to `most`, halved when the gateway is silent or asked too often. After five silences
 * in a row nothing starts for 30 s, then one job alone tries whether it responds again.
 */
export function createLane(clock: Pick<Clock, 'now'>, most: number): Lane {
  const least = Math.min(atOnceToBegin, most);
  let atOnce = least;
  let running = 0;
  let silences = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  const isShut = () => silences >= silencesToOpen;
  return {
    isShut,
    room() {
      if (!isShut()) return Math.max(0, atOnce - running);
      // A clock that is set back must not keep it shut.
      const isOver = Math.abs(clock.now().getTime() - openedAt) >= openMs;
      return isOver && running === 0 ? 1 : 0;
    },
    started(count) {
      running += count;
    },
    ended(outcome) {
      running -= 1;
      if (outcome === null) return false;
      if (outcome === 'answered' || outcome === 'failed') {
        const isBack = isShut();
        silences = 0;
        if (isBack) atOnce = least;
        else if (outcome === 'answered') atOnce = Math.min(most, atOnce + 1);
        return isBack;
      }
      atOnce = Math.max(1, Math.floor(atOnce / 2));
      if (outcome === 'tooOften') silences = 0;
      else {
        silences += 1;
        if (isShut()) openedAt = clock.now().getTime();
      }
      return false;
    },
  };
}
