import { type ComponentType, createElement, lazy, useState } from 'react';

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
export type Fetched<P extends object> = ComponentType<P> & {
  /** Fetches the code; once it is there, the first drawing does not wait. */
  readonly prepare: () => Promise<unknown>;
};

/** A component whose code is fetched when it is first drawn, in spite of a connection that comes and goes. */
export function fetched<P extends object>(load: () => Promise<Code<P>>): Fetched<P> {
  let code: Code<P> | null = null;
  const prepare = async () => {
    code ??= await fetchCode(load);
    return code;
  };
  const Late = lazy(prepare);
  function draw(props: P) {
    return createElement(Content<P>, { choose: () => code?.default ?? Late, given: props });
  }
  return Object.assign(draw, { prepare });
}

/** Draws the component chosen at first for as long as it is shown: React would take another for a new one, and forget its state. */
function Content<P extends object>(props: {
  readonly choose: () => ComponentType<P>;
  readonly given: P;
}) {
  const [Chosen] = useState(props.choose);
  return createElement(Chosen, props.given);
}
