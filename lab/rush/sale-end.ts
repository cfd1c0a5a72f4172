/** The end of the sale, for which everybody listens: an AbortSignal would search through a hundred thousand listeners to drop one. */
export interface SaleEnd {
  readonly isOver: boolean;
  end(): void;
  /** Resolves true after `ms`, or false at once when the sale ends; `wake` receives a function that resolves it true before. */
  pause(ms: number, wake?: (resolveNow: () => void) => void): Promise<boolean>;
}

/** A sale that goes on. */
export function createSaleEnd(): SaleEnd {
  const listeners = new Set<() => void>();
  let isOver = false;
  return {
    get isOver() {
      return isOver;
    },
    end() {
      isOver = true;
      for (const listener of [...listeners]) listener();
    },
    pause: (ms, wake) =>
      new Promise((resolve) => {
        if (isOver) {
          resolve(false);
          return;
        }
        const finish = () => {
          clearTimeout(timer);
          listeners.delete(finish);
          resolve(!isOver);
        };
        const timer = setTimeout(finish, ms);
        listeners.add(finish);
        wake?.(finish);
      }),
  };
}
