import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Waits before each further try, in milliseconds: half a minute of a lost connection in all. */
const waits = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Fetches code, and tries again while the connection is away: what stands in its place keeps standing meanwhile. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of waits) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load();
}

interface Code<P> {
  readonly default: ComponentType<P>;
}

/** A component whose code is fetched when it is first drawn, or ahead of that by `prepare`. */
export type Fetched<P extends object> = LazyExoticComponent<ComponentType<P>> & {
  /** Fetches the code; once it is there, the first drawing does not wait. */
  readonly prepare: () => Promise<unknown>;
};

// React reads a settled `then` at once; a promise would cost the first drawing a fallback, and a hydration its markup.
const settled = <T>(value: T): Promise<T> => {
  const known: Pick<PromiseLike<T>, 'then'> = {
    // biome-ignore lint/suspicious/noThenProperty: it is a thenable.
    then: (onValue) => {
      onValue?.(value);
      return known as never;
    },
  };
  return known as Promise<T>;
};

/** A component whose code is fetched when it is first drawn, in spite of a connection that comes and goes. */
export function fetched<P extends object>(load: () => Promise<Code<P>>): Fetched<P> {
  let code: Code<P> | null = null;
  const prepare = async () => {
    code ??= await fetchCode(load);
    return code;
  };
  return Object.assign(
    lazy(() => (code === null ? prepare() : settled(code))),
    { prepare },
  );
}
