import {
  ticketsCacheFamily,
  ticketsDatabase,
  ticketsWorkerPath,
} from '../../../contract/stored/kept-tickets.ts';
import { ticketsOfKey } from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from '../storage/storage.ts';

/**
 * Removes the stored tickets and the service worker that shows them, unless they belong to `except`. It loads no further code, so that a
 * sign-out without network removes them too. A browser that refuses the removal also refused the storing.
 */
export async function forgetTickets(
  page: Window & typeof globalThis,
  store: BrowserStore,
  except: string | null,
): Promise<void> {
  const owner = store.read(ticketsOfKey);
  if (owner === null || owner === except) return;
  await Promise.allSettled([dropDatabase(page), dropWorkers(page), dropCaches(page)]);
  store.remove(ticketsOfKey);
}

function dropDatabase({ indexedDB }: typeof globalThis): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(ticketsDatabase);
    // Blocked by a tab that is reading: the browser deletes it when that tab closes the connection.
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

async function dropWorkers({ navigator }: Window): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  const ours = all.filter(({ installing, waiting, active }) =>
    (active ?? waiting ?? installing)?.scriptURL.endsWith(ticketsWorkerPath),
  );
  await Promise.all(ours.map((registration) => registration.unregister()));
}

async function dropCaches({ caches }: typeof globalThis): Promise<void> {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith(ticketsCacheFamily));
  await Promise.all(ours.map((name) => caches.delete(name)));
}
