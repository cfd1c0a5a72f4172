/** Limits of simultaneous users of a resource, and of the callers that wait for it. */
export interface TurnLimits {
  /** The most simultaneous turns. */
  readonly slots: number;
  /** The most simultaneous turns of callers with one name; `slots` by default. */
  readonly slotsPerName?: number;
  /** Milliseconds for which a caller waits; without limit by default. */
  readonly waitMs?: number;
  /** The most waiting callers; unlimited by default. */
  readonly waiting?: number;
}

/** Thrown to a caller that got no turn: nothing was done, and a later retry may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** Hands out turns. */
export interface Turns {
  /** Resolves to a function that gives the turn back. Throws BusyError if too many callers wait, or none became free in time. */
  take(name?: string, waitMs?: number): Promise<() => void>;
}

interface Waiter {
  readonly timer: NodeJS.Timeout | undefined;
  start(): void;
}

/** Turns for callers with names: in order within a name, and round robin over the names, so that no name starves another. */
export function createTurns(limits: TurnLimits): Turns {
  const { slots, slotsPerName = slots, waiting = Number.POSITIVE_INFINITY } = limits;
  const queues = new Map<string, Set<Waiter>>();
  const running = new Map<string, number>();
  let used = 0;
  let waiters = 0;

  const mayStart = (name: string) => used < slots && (running.get(name) ?? 0) < slotsPerName;
  const start = (name: string) => {
    used += 1;
    running.set(name, (running.get(name) ?? 0) + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      used -= 1;
      const left = (running.get(name) ?? 1) - 1;
      if (left === 0) running.delete(name);
      else running.set(name, left);
      serveNext();
    };
  };
  const remove = (name: string, waiter: Waiter) => {
    const queue = queues.get(name);
    if (queue?.delete(waiter) !== true) return;
    waiters -= 1;
    if (queue.size === 0) queues.delete(name);
  };
  const serveNext = () => {
    for (const [name, queue] of [...queues]) {
      if (used >= slots) return;
      const [waiter] = queue;
      if (waiter === undefined || !mayStart(name)) continue;
      remove(name, waiter);
      // Moved to the end, so that the next free turn goes to the other names.
      if (queues.delete(name)) queues.set(name, queue);
      clearTimeout(waiter.timer);
      waiter.start();
    }
  };

  return {
    take(name = '', waitMs = limits.waitMs) {
      if (mayStart(name)) return Promise.resolve(start(name));
      if (waiters >= waiting) return Promise.reject(new BusyError('Too many wait already.'));
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          start: () => resolve(start(name)),
          timer:
            waitMs === undefined
              ? undefined
              : setTimeout(() => {
                  remove(name, waiter);
                  reject(new BusyError(`No turn came free within ${waitMs} ms.`));
                }, waitMs),
        };
        const queue = queues.get(name) ?? new Set();
        queues.set(name, queue.add(waiter));
        waiters += 1;
      });
    },
  };
}
