import { createActor, waitFor } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { type RootSystem, runningActor } from '../../../machines/root/root.system.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { pathOf } from '../../../src/app/routing/paths.ts';
import { wireRoot } from '../../../src/app/wire.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import type { BrowserStore } from '../../../src/effects/storage/storage.ts';
import { pageParts } from './parts.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Longest wait of a virtual buyer for a screen or a state, generous for a busy machine. */
const patienceMs = 30_000;

/** A storage that lives as long as its buyer, unless a refresh or another tab shares it. */
export function memoryStore(): BrowserStore {
  const kept = new Map<string, unknown>();
  const nameOf = (name: string, slug?: string) => `${slug ?? ''}:${name}`;
  return {
    read: (key, slug) => {
      const parsed = key.schema.safeParse(kept.get(nameOf(key.name, slug)));
      return parsed.success ? parsed.data : null;
    },
    write: (key, value, slug) => kept.set(nameOf(key.name, slug), value),
    remove: (key, slug) => kept.delete(nameOf(key.name, slug)),
    clearEvent: (slug) => {
      for (const name of [...kept.keys()]) if (name.startsWith(`${slug}:`)) kept.delete(name);
    },
    clearUsers: (except) => {
      if (except === undefined) kept.clear();
    },
  };
}

/** How a virtual buyer connects to the server. */
export interface VirtualBuyerOptions {
  /** Origin of a listening server. */
  readonly origin: string;
  /** A Cookie header of a signed-in account, or an empty string. */
  readonly cookie?: string;
  readonly screen: Screen;
  /** False: without the broker, only polling drives the buyer. */
  readonly realtime?: boolean;
  /** Wraps fetch, to lose or delay responses. */
  readonly network?: (send: typeof fetch) => typeof fetch;
  /** The browser's storage: the same across a refresh and in every tab. */
  readonly store?: BrowserStore;
  /** Clock of the machines and effects; by default the time of this process. */
  readonly clock?: VirtualClock;
  /** How often a read is retried within its call; as in a browser by default. */
  readonly retries?: number;
}

/** The app's machines on its real effects, without a screen: all that a buyer's browser runs except React. */
export function virtualBuyer(options: VirtualBuyerOptions) {
  let cookie = options.cookie ?? '';
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    headers.set('sec-fetch-site', 'same-origin');
    const response = await fetch(new Request(request, { headers }));
    const given = response.headers.get('set-cookie');
    if (given !== null) cookie = given.split(';', 1)[0] ?? '';
    return response;
  };
  const network = options.network?.(send) ?? send;
  const { clock, retries } = options;
  const api = createApi({
    root: `${options.origin}/api`,
    fetch: network,
    ...(retries === undefined ? {} : { retries }),
  });
  const openedAt = Date.now();
  const store = options.store ?? memoryStore();
  const now = clock?.now ?? (() => performance.now());
  const wallNow = clock === undefined ? Date.now : () => openedAt + clock.now();
  const parts = pageParts({ api, store, now, wallNow });
  const { seatmaps } = parts;
  const socket =
    options.realtime === false ? 'ws://127.0.0.1:1/off' : options.origin.replace('http', 'ws');
  const wired = wireRoot(parts, {
    url: `${socket}/mqttws`,
    topicPrefix: 'roetix',
    random: Math.random,
    whenIdle: async () => undefined,
    headers: () => ({ cookie, origin: options.origin }),
  });
  const root = createActor(wired as typeof rootMachine, {
    input: { screen: options.screen, random: Math.random },
    ...(clock === undefined ? {} : { clock }),
  });
  root.start();

  const flow = <K extends keyof RootSystem>(name: K): RootSystem[K] => {
    const ref = runningActor(root.system, name);
    if (ref === undefined) throw new Error(`No "${name}" runs; the root is at ${where()}.`);
    return ref;
  };
  const where = () => `${JSON.stringify(root.getSnapshot().value.place)} on ${path()}`;
  const path = () => pathOf(root.getSnapshot().context.screen);

  return {
    root,
    api,
    store,
    seatmaps,
    flow,
    path,
    where,
    /** Waits until the buyer is on a page and its flow runs. */
    async reaches(wanted: string, place: unknown) {
      await waitFor(
        root,
        (snapshot) =>
          pathOf(snapshot.context.screen) === wanted && snapshot.matches({ place } as never),
        { timeout: patienceMs },
      ).catch(() => {
        throw new Error(`Not at ${wanted} (${JSON.stringify(place)}) but ${where()}.`);
      });
    },
    leave() {
      root.stop();
    },
  };
}
