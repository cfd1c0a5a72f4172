import { KeptFiles, type WorkerScope } from '../workers/kept-files.ts';

/** Files of this build, the page first; inserted by the build. */
declare const __KEPT_FILES__: readonly string[];
/** Changes with any of the files; inserted by the build. */
declare const __KEPT_VERSION__: string;

const worker = self as unknown as WorkerScope;
const files = new KeptFiles('roetix-gate-', __KEPT_VERSION__, __KEPT_FILES__);
const [page = '/'] = __KEPT_FILES__;

worker.addEventListener('install', (event) => {
  event.waitUntil(files.fetchAll());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(files.dropOtherVersions().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && url.pathname === page) event.respondWith(files.answer(page));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(files.answer(request));
});
