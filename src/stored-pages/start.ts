import type { QueryClient } from '@tanstack/react-query';
import { storedAtAttribute } from '../../contract/stored/stored-pages.ts';
import type { RootActor } from '../app/actor-context.tsx';
import { pathOf } from '../app/routing/paths.ts';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { followLiveSession } from './follow-live-session.ts';
import { reportPage } from './report-page.ts';
import { isCode, isPicture, storedPath } from './stored-path.ts';

/** Time for which a page within the app is shown before it is stored, in milliseconds: one that is only passed through is not. */
const seenForMs = 2_000;

/** Stores the public pages that a visitor sees for a time without network (decision 102). A dev server builds no worker, and the demo needs no server. */
export async function startStoredPages(
  root: RootActor,
  queries: QueryClient,
  store: BrowserStore,
): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined) return;
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo') return;
  followLiveSession(root, store, window);
  const container = document.querySelector(`[${storedAtAttribute}]`);
  const storedAt = Number(container?.getAttribute(storedAtAttribute) ?? 0);
  // Loaded with the network too, or it would not be stored; by itself, so that the first load need not name its styles.
  const note = await import('./stored-note.ts').catch(() => null);
  if (storedAt > 0) await note?.showStoredNote(root, queries, storedAt);
  storeVisits(root, workers, storedAt === 0);
}

/** Reports every public page to the worker, once it has been shown. */
function storeVisits(root: RootActor, workers: ServiceWorkerContainer, isLoaded: boolean): void {
  let isDocument = isLoaded;
  let shown: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = ({ context: { screen } }: ReturnType<RootActor['getSnapshot']>) => {
    const path =
      screen.name === 'not-found' ? null : storedPath(new URL(pathOf(screen), location.origin));
    if (path === shown) return;
    shown = path;
    clearTimeout(timer);
    const isOwn = isDocument;
    isDocument = false;
    if (path === null) return;
    timer = setTimeout(
      () => {
        const describe = () => ({ path, files: loadedFiles(), isDocument: isOwn });
        void reportPage(workers, describe, () => path === shown);
      },
      isOwn ? 0 : seenForMs,
    );
  };
  look(root.getSnapshot());
  root.subscribe(look);
}

/** Code and pictures of this server that the page has loaded. */
function loadedFiles(): readonly string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const paths = urls
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin && (isCode(pathname) || isPicture(pathname)),
    )
    .map(({ pathname, search }) => pathname + search);
  return [...new Set(paths)];
}
