import { appStartPath, ticketsCacheFamily } from '../../contract/stored/kept-tickets.ts';
import {
  fetchPage,
  KeptFiles,
  preloadPages,
  type WorkerFetchEvent,
  type WorkerScope,
} from '../workers/kept-files.ts';

/** Files of this build, the page first; inserted by the build. */
declare const __KEPT_FILES__: readonly string[];
/** Changes with any of the files; inserted by the build. */
declare const __KEPT_VERSION__: string;

/** Time to wait for the network before the stored tickets are shown: at a crowded gate a connection may exist without data. */
const networkTimeoutMs = 4_000;

const worker = self as unknown as WorkerScope;
const files = new KeptFiles(ticketsCacheFamily, __KEPT_VERSION__, __KEPT_FILES__);
const [page = '/'] = __KEPT_FILES__;

worker.addEventListener('install', (event) => {
  // Activates at once: an open page of the previous version has loaded all of its files.
  event.waitUntil(files.fetchAll().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([files.dropOtherVersions(), preloadPages(worker.registration)]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Ignores all other requests, API calls above all: the worker never stores server responses.
  if (request.mode === 'navigate' && pathname === page) event.respondWith(files.answer(page));
  else if (request.mode === 'navigate') event.respondWith(fromNetworkFirst(event, pathname));
  else if (files.has(pathname)) event.respondWith(files.answer(request));
});

async function fromNetworkFirst(event: WorkerFetchEvent, pathname: string): Promise<Response> {
  const asked = fetchPage(event).catch(() => null);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), networkTimeoutMs);
  });
  const answer = await Promise.race([asked, late]);
  if (answer !== null && answer.status < 500) return answer;
  return pathname === appStartPath ? Response.redirect('/my-tickets') : files.answer(page);
}
