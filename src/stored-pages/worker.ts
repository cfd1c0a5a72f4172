import { appStartPath } from '../../contract/stored/kept-tickets.ts';
import {
  offlineCacheFamily,
  offlinePagePath,
  type PageToStore,
} from '../../contract/stored/stored-pages.ts';
import {
  fetchPage,
  KeptFiles,
  preloadPages,
  type WorkerFetchEvent,
  type WorkerScope,
} from '../workers/kept-files.ts';
import { PageStore } from './page-store.ts';
import { isCode, isPicture, storedPath } from './stored-path.ts';

/** Files of the page for addresses that are not stored; inserted by the build. */
declare const __KEPT_FILES__: readonly string[];
/** Changes with any of the files; inserted by the build. */
declare const __KEPT_VERSION__: string;

/** Time to wait for the network before a stored page is shown: in a crowd a connection may exist without data. */
const networkTimeoutMs = 4_000;

/** Requests that the worker may see. Browsers that know routes start no worker for any other one, such as a page of the purchase or a call. */
const seenPaths = [
  '/',
  '/search',
  '/search/',
  '/event/:slug',
  '/event/:slug/',
  '/assets/*',
  '/media/*',
  '/placeholders/*',
  '/icons/*',
  offlinePagePath,
  appStartPath,
];

const worker = self as unknown as WorkerScope;
const files = new KeptFiles(offlineCacheFamily, __KEPT_VERSION__, __KEPT_FILES__);
const pages = new PageStore();

worker.addEventListener('install', (event) => {
  const seen = { or: seenPaths.map((pathname) => ({ urlPattern: { pathname } })) };
  event.waitUntil(
    Promise.all([
      // A browser that refuses our routes installs no worker: the shop needs the network there, as before.
      event.addRoutes?.({ condition: { not: seen }, source: 'network' }),
      // Activates at once: an open page has loaded its files, and stored ones have their own.
      files.fetchAll().then(() => worker.skipWaiting()),
    ]),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      files.dropOtherVersions(),
      // Without routes, a page that the worker leaves alone would be requested twice.
      preloadPages(worker.registration, knowsRoutes()),
    ]),
  );
});

worker.addEventListener('message', (event) => {
  const stored = pages.store(event.data as PageToStore);
  event.waitUntil(stored.then((isDone) => event.ports[0]?.postMessage(isDone)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    const path = storedPath(url);
    if (path !== null) event.respondWith(pageFromNetworkFirst(event, path));
    else if (url.pathname === offlinePagePath) event.respondWith(files.answer(offlinePagePath));
    else if (url.pathname === appStartPath) event.respondWith(startFromNetworkFirst(event));
  } else if (files.has(url.pathname)) event.respondWith(files.answer(url.pathname));
  else if (isCode(url.pathname)) event.respondWith(codeFromStoreFirst(event, url.pathname));
  else if (isPicture(url.pathname)) event.respondWith(pictureFromNetworkFirst(event, url));
});

function knowsRoutes(): boolean {
  const { InstallEvent } = self as { InstallEvent?: { prototype: object } };
  return InstallEvent !== undefined && 'addRoutes' in InstallEvent.prototype;
}

/** A refusal and an error of the server are responses: only a network without one leads to the stored page. */
async function pageFromNetworkFirst(event: WorkerFetchEvent, path: string): Promise<Response> {
  const asked = fetchPage(event);
  const answer = await inTime(asked);
  if (answer?.status === 404) event.waitUntil(pages.drop(path));
  if (answer !== null) return answer;
  // Without a stored page a slow network is better than none.
  return (await pages.find(path)) ?? asked.catch(() => files.answer(offlinePagePath));
}

/** An installed app without tickets opens the home page; one with tickets has a worker of its own there (decision 020). */
async function startFromNetworkFirst(event: WorkerFetchEvent): Promise<Response> {
  const home = () => Response.redirect(new URL('/', worker.location.origin));
  return (await inTime(fetchPage(event))) ?? home();
}

/** The response of the network; null if there is none, or none in time. */
function inTime(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), networkTimeoutMs);
  });
  return Promise.race([asked.catch(() => null), late]);
}

/** A name contains a hash of its content, so the stored file is the right one; the server may have lost it with a release. */
async function codeFromStoreFirst(event: WorkerFetchEvent, pathname: string): Promise<Response> {
  return (await pages.find(pathname)) ?? fetch(event.request);
}

async function pictureFromNetworkFirst(event: WorkerFetchEvent, url: URL): Promise<Response> {
  try {
    return await fetch(event.request);
  } catch (error) {
    const stored = await pages.find(url.pathname + url.search);
    if (stored === undefined) throw error;
    return stored;
  }
}
