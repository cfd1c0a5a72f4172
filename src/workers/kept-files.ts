/** An event that a worker may extend. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A condition of a route, of those that our workers use. */
interface RouteCondition {
  readonly urlPattern?: { readonly pathname: string };
  readonly or?: readonly RouteCondition[];
  readonly not?: RouteCondition;
}

/** The event of an installation. */
export interface WorkerInstallEvent extends WorkerEvent {
  /** Keeps requests away from the worker; not in every browser. */
  addRoutes?(route: { condition: RouteCondition; source: 'network' }): Promise<void>;
}

/** A fetch event of a page that the worker controls. */
export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The response of the navigation preload, if switched on. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** The part of the worker scope that our workers use: TypeScript cannot load DOM and worker types in one program. */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: Pick<ServiceWorkerRegistration, 'navigationPreload'>;
  addEventListener(type: 'install', listen: (event: WorkerInstallEvent) => void): void;
  addEventListener(type: 'activate', listen: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listen: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'message', listen: (event: WorkerEvent & MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

/** Firefox drops a navigation whose handler reads a failed preload, even where the failure is caught. */
const canPreload = !navigator.userAgent.includes('Firefox/');

/** Lets the browser request a page while the worker starts, so that online visitors lose no time; an earlier version may have switched it on in Firefox. */
export async function preloadPages(
  { navigationPreload }: WorkerScope['registration'],
  isWanted = true,
): Promise<void> {
  if (canPreload && isWanted) await navigationPreload?.enable();
  else await navigationPreload?.disable();
}

/** The response of the network to a navigation, preloaded or not. */
export async function fetchPage(event: WorkerFetchEvent): Promise<Response> {
  const preloaded = canPreload ? await event.preloadResponse : undefined;
  return preloaded ?? (await fetch(event.request));
}

/** The files that one version of a worker stores. File names contain content hashes, so no stored file can be stale. */
export class KeptFiles {
  readonly #family: string;
  readonly #name: string;
  readonly #files: readonly string[];

  /** `family` is the prefix of every version's cache name. */
  constructor(family: string, version: string, files: readonly string[]) {
    this.#family = family;
    this.#name = family + version;
    this.#files = files;
  }

  has(path: string): boolean {
    return this.#files.includes(path);
  }

  /** Fetches all of them, or none. */
  async fetchAll(): Promise<void> {
    const cache = await caches.open(this.#name);
    await cache.addAll([...this.#files]);
  }

  /** A stored file; one that the browser has evicted is fetched and stored again. */
  async answer(request: Request | string): Promise<Response> {
    const cache = await caches.open(this.#name);
    const found = await cache.match(request);
    if (found !== undefined) return found;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  }

  async dropOtherVersions(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(this.#family) && name !== this.#name) await caches.delete(name);
    }
  }
}
