import type { QueryClient } from '@tanstack/react-query';
import { storedAtAttribute } from '../../contract/stored/stored-pages.ts';
import type { RootActor } from '../app/actor-context.tsx';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { whenIdle } from '../effects/when-idle.ts';

/** Pause before the code is loaded, in milliseconds: everything that the page itself needs comes first. */
const pauseMs = 3_000;

/** Loads the code of the stored pages long after the page is shown; a page that is a stored one waits for the browser alone. */
export async function beginStoredPages(
  root: RootActor,
  queries: QueryClient,
  store: BrowserStore,
): Promise<void> {
  if (document.querySelector(`[${storedAtAttribute}]`) === null) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await whenIdle();
  // Without the code the shop needs the network, as before.
  const start = await import('./start.ts').catch(() => null);
  await start?.startStoredPages(root, queries, store);
}
