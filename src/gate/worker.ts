/** Files of this build, with the page itself first; the build writes them in. */
declare const __KEPT_FILES__: readonly string[];
/** Changes with any of them. */
declare const __KEPT_VERSION__: string;

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  addEventListener(type: 'install' | 'activate', listen: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listen: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

// The types of a page and of a worker do not stand in one program; these few are all that is used.
const worker = self as unknown as WorkerScope;
const cacheFamily = 'roetix-gate-';
const cacheName = cacheFamily + __KEPT_VERSION__;
const [page = '/'] = __KEPT_FILES__;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...__KEPT_FILES__])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherVersions().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && url.pathname === page) event.respondWith(kept(page));
  // Files of a build are named after what is in them: what is kept under a name is what the server has.
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request));
});

async function kept(request: Request | string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const found = await cache.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function dropOtherVersions(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheFamily) && name !== cacheName) await caches.delete(name);
  }
}
