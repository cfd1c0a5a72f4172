import { type ComponentType, lazy } from 'react';

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

/** A component whose code is fetched when it is first drawn, in spite of a connection that comes and goes. */
export function fetched<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) {
  return lazy(() => fetchCode(load));
}
