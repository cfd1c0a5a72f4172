interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only when it is told to, for the delays of machines and the clock of their effects. */
export interface VirtualClock {
  /** Milliseconds since the clock was made. */
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (id: number) => void;
  /** Lets time pass, and runs what falls due in its order, each at its own time. */
  readonly advance: (ms: number) => void;
}

/** A clock that begins at 0 and stands still until it is advanced. */
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
