import { apiRoot } from '../../../contract/limits.ts';
import { createBackEnd } from './back-end.ts';
import { busConnection, createBus } from './bus.ts';
import { tabShelf } from './state.ts';

/** How long an answer takes: long enough to see a page load, in milliseconds. */
const latencyMs = 150;

/** A running demo. */
export interface Demo {
  /** Answers calls in place of the browser's own. */
  readonly fetch: typeof fetch;
  /** The real-time connection, within the page. */
  readonly connection: ReturnType<typeof busConnection>;
}

/** The demo in a window: calls answered in its memory, and the product's machines listening to it in place of a broker. */
export function openDemo(window: Window): Demo {
  const bus = createBus();
  const now = () => Date.now();
  const backEnd = createBackEnd({ root: apiRoot, now, shelf: tabShelf(window), bus, latencyMs });
  return {
    fetch: backEnd.fetch,
    connection: busConnection(bus),
  };
}
