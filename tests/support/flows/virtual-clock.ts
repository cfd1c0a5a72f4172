interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock for machines and effects that moves only when the test advances it. */
export interface VirtualClock {
  /** Milliseconds since the clock was made. */
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** Advances the time and runs due timers in order, each at its own time. */
  readonly advance: (ms: number) => void;
}

/** A clock that starts at 0 and moves only when the test advances it. */
export function virtualClock(): VirtualClock {
  const timers = new Map<number, Timer>();
  let now = 0;
  let made = 0;
  const nextUpTo = (end: number) =>
    [...timers]
      .filter(([, { at }]) => at <= end)
      .sort(([, one], [, other]) => one.at - other.at)[0];
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      made += 1;
      timers.set(made, { at: now + Math.max(0, ms), run });
      return made;
    },
    clearTimeout: (id) => timers.delete(id),
    advance: (ms) => {
      const end = now + ms;
      for (let due = nextUpTo(end); due !== undefined; due = nextUpTo(end)) {
        const [id, { at, run }] = due;
        timers.delete(id);
        now = at;
        run();
      }
      now = end;
    },
  };
}
