import { appStartPath, ticketsCacheFamily } from '../../contract/stored/kept-tickets.ts';
import { KeptFiles, type WorkerFetchEvent, type WorkerScope } from '../workers/kept-files.ts';

/** Files of this build, with the page itself first; the build writes them in. */
declare const __KEPT_FILES__: readonly string[];
/** Changes with any of them. */
declare const __KEPT_VERSION__: string;

/** How long the network is waited for before what is kept is shown: at a crowded gate it may be there and bring nothing. */
const patienceMs = 4_000;

const worker = self as unknown as WorkerScope;
const files = new KeptFiles(ticketsCacheFamily, __KEPT_VERSION__, __KEPT_FILES__);
const [page = '/'] = __KEPT_FILES__;

worker.addEventListener('install', (event) => {
  // At once: an open page of the version before has all of its files already.
  event.waitUntil(files.fetchAll().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      files.dropOtherVersions(),
      // The network is asked while the worker starts, so that it costs nobody who has one.
      worker.registration.navigationPreload?.enable(),
    ]),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Everything else goes by, calls of the API before all: no answer of the server is ever kept here.
  if (request.mode === 'navigate' && pathname === page) event.respondWith(files.answer(page));
  else if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(event, pathname));
  else if (files.has(pathname)) event.respondWith(files.answer(request));
});

async function fromNetworkFirst(event: WorkerFetchEvent, pathname: string): Promise<Response> {
  const asked = fetchPage(event).catch(() => null);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), patienceMs);
  });
  const answer = await Promise.race([asked, late]);
  if (answer !== null && answer.status < 500) return answer;
  return pathname === appStartPath ? Response.redirect('/my-tickets') : files.answer(page);
}

async function fetchPage(event: WorkerFetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}
