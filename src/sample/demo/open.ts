import { apiRoot } from '../../../contract/limits.ts';
import { createBackEnd } from './back-end.ts';
import { busConnection, createBus } from './bus.ts';
import { tabShelf } from './state.ts';

/** Delay of a response in milliseconds: long enough to see a page load. */
const latencyMs = 150;

/** A running demo. */
export interface Demo {
  /** Replaces the browser's fetch. */
  readonly fetch: typeof fetch;
  /** The real-time connection, within the page. */
  readonly connection: ReturnType<typeof busConnection>;
}

/** Opens the demo in a window: it handles calls in memory and connects the machines to its message bus. */
export function openDemo(window: Window): Demo {
  const bus = createBus();
  const now = () => Date.now();
  const backEnd = createBackEnd({ root: apiRoot, now, shelf: tabShelf(window), bus, latencyMs });
  return {
    fetch: backEnd.fetch,
    connection: busConnection(bus),
  };
}
