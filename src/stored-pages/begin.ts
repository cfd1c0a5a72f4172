import type { QueryClient } from '@tanstack/react-query';
import type { RootActor } from '../app/actor-context.tsx';
import type { BrowserStore } from '../effects/storage/storage.ts';
import { whenIdle } from '../effects/when-idle.ts';

/** Loads the code of the stored pages once the browser is idle: nothing of it is needed to show a page. */
export async function beginStoredPages(
  root: RootActor,
  queries: QueryClient,
  store: BrowserStore,
): Promise<void> {
  await whenIdle();
  // Without the code the shop needs the network, as before.
  const start = await import('./start.ts').catch(() => null);
  await start?.startStoredPages(root, queries, store);
}
