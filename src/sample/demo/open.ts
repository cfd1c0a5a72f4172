import { apiRoot } from '../../../contract/limits.ts';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { createBackEnd } from './back-end.ts';
import { busConnection, createBus } from './bus.ts';
import { tabShelf } from './state.ts';

/** How long an answer takes: long enough to see a page load, in milliseconds. */
const latencyMs = 150;

/** A running demo. */
export interface Demo {
  /** Answers calls in place of the browser's own. */
  readonly fetch: typeof fetch;
  /** The same machine, its real-time connection within the page. */
  readonly connect: (machine: typeof rootMachine) => typeof rootMachine;
}

/** The demo in a window: calls answered in its memory, and the product's machines listening to it in place of a broker. */
export function openDemo(window: Window): Demo {
  const bus = createBus();
  const now = () => Date.now();
  const backEnd = createBackEnd({ root: apiRoot, now, shelf: tabShelf(window), bus, latencyMs });
  return {
    fetch: backEnd.fetch,
    connect: (machine) =>
      machine.provide({
        actors: {
          realtime: realtimeMachine.provide({ actors: { connection: busConnection(bus) } }),
        },
      }),
  };
}
