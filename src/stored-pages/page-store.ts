import { type PageToStore, pagesCache } from '../../contract/stored/stored-pages.ts';
import { pathsOn, type Shelf, type ShelvedPage, withoutPage, withPage } from './shelf.ts';
import { storedDocument, storedHeaders } from './stored-document.ts';
import { isCode, isPicture } from './stored-path.ts';

/** Name of the shelf in its own cache; no page or file has it. */
const shelfPath = '/offline/shelf.json';
/** A page that is opened again within the app is not fetched again so soon. */
const freshForMs = 5 * 60_000;
// The server varies its documents by their cookies, which a worker does not see.
const anyForm = { ignoreVary: true };

/** The stored pages in the browser's cache. Changes run one after the other, or two pages at once would lose one. */
export class PageStore {
  #last: Promise<unknown> = Promise.resolve();

  async find(path: string): Promise<Response | undefined> {
    return (await caches.open(pagesCache)).match(path, anyForm);
  }

  /** Stores a page that was just seen; does nothing if it, or its code, cannot be had. */
  store(page: PageToStore): Promise<void> {
    return this.#next(async (cache, shelf) => {
      const now = Date.now();
      const known = shelf.find(({ path }) => path === page.path);
      if (!page.isDocument && known !== undefined && now - known.at < freshForMs) return shelf;
      const stored = await fetchPage(cache, page, now);
      return stored === null ? shelf : withPage(shelf, stored);
    });
  }

  /** Removes a page that the server no longer has. */
  drop(path: string): Promise<void> {
    return this.#next(async (_cache, shelf) => withoutPage(shelf, path));
  }

  #next(change: (cache: Cache, shelf: Shelf) => Promise<Shelf>): Promise<void> {
    const run = async () => {
      const cache = await caches.open(pagesCache);
      const before = await readShelf(cache);
      const shelf = await change(cache, before).catch(() => before);
      await cache.put(shelfPath, new Response(JSON.stringify(shelf)));
      const wanted = pathsOn(shelf);
      for (const { url } of await cache.keys()) {
        const path = pathOf(url);
        if (path !== shelfPath && !wanted.has(path)) await cache.delete(path, anyForm);
      }
    };
    const done = this.#last.then(run).catch(() => undefined);
    this.#last = done;
    return done;
  }
}

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function readShelf(cache: Cache): Promise<Shelf> {
  const found = await cache.match(shelfPath);
  return found === undefined ? [] : ((await found.json()) as Shelf);
}

async function fetchPage(cache: Cache, page: PageToStore, at: number): Promise<ShelvedPage | null> {
  const { path, files, isDocument } = page;
  const response = await fetch(path, {
    headers: { accept: 'text/html' },
    // The HTTP cache has the document that the browser has just loaded: nothing is transferred.
    cache: isDocument ? 'force-cache' : 'no-cache',
  });
  if (response.status !== 200 || response.redirected) return null;
  const document = storedDocument(await response.text(), files, at);
  if (document === null) return null;
  // A picture that the document does not name belongs to the account: the poster of a purchase, for instance.
  const isPublic = (file: string) => isPicture(file) && document.html.includes(file);
  const sizes = [...new Set([...document.scripts, ...files])]
    .filter((file) => isCode(file) || isPublic(file))
    .map(async (file) => ({ path: file, bytes: await storeFile(cache, file) }));
  const stored = await Promise.all(sizes);
  const headers = storedHeaders(response.headers);
  await cache.put(path, new Response(document.html, { headers }));
  return { path, at, bytes: document.html.length, files: stored.filter(({ bytes }) => bytes > 0) };
}

/** Stores a file from the HTTP cache; returns its bytes, 0 for a picture that cannot be had. Rejects for code, without which a page is not whole. */
async function storeFile(cache: Cache, path: string): Promise<number> {
  const known = await cache.match(path, anyForm);
  if (known !== undefined) return (await known.blob()).size;
  try {
    const response = await fetch(path, { cache: 'force-cache' });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const copy = response.clone();
    await cache.put(path, copy);
    return (await response.blob()).size;
  } catch (error) {
    if (isCode(path)) throw error;
    return 0;
  }
}
