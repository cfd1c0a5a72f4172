/** An event that a worker may take its time over. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page that the worker stands before. */
export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** What the browser asked for while the worker was starting, where that is switched on. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** What our workers use of theirs: the types of a page and of a worker do not stand in one program. */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: Pick<ServiceWorkerRegistration, 'navigationPreload'>;
  addEventListener(type: 'install' | 'activate', listen: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listen: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

/** The files one version of a worker keeps. Names of files change with what is in them, so nothing kept can be stale. */
export class KeptFiles {
  readonly #family: string;
  readonly #name: string;
  readonly #files: readonly string[];

  /** `family` begins the name of every version's cache. */
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

  /** A kept file; one that has been swept away is fetched and kept again. */
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
