import { type PageToStore, pagesCache } from '../../contract/stored/stored-pages.ts';
import { pathsOn, type Shelf, type ShelvedPage, withoutPage, withPage } from './shelf.ts';
import { isRendered, storedDocument, storedHeaders } from './stored-document.ts';
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

  /** Stores a page that was just seen, unless it is of another release; false if it, or its code, cannot be had now. */
  store(page: PageToStore): Promise<boolean> {
    return this.#next(async (cache, shelf) => {
      const now = Date.now();
      const known = shelf.find(({ path }) => path === page.path);
      if (!page.isDocument && known !== undefined && now - known.at < freshForMs) return shelf;
      const stored = await fetchPage(cache, page, now);
      return stored === null ? shelf : withPage(shelf, stored);
    });
  }

  /** Removes a page that the server no longer has. */
  drop(path: string): Promise<boolean> {
    return this.#next(async (_cache, shelf) => withoutPage(shelf, path));
  }

  /** Resolves with whether the change succeeded. */
  #next(change: (cache: Cache, shelf: Shelf) => Promise<Shelf>): Promise<boolean> {
    const run = async () => {
      const cache = await caches.open(pagesCache);
      const before = await readShelf(cache);
      const changed = await change(cache, before).catch(() => null);
      const shelf = changed ?? before;
      await cache.put(shelfPath, new Response(JSON.stringify(shelf)));
      const wanted = pathsOn(shelf);
      for (const { url } of await cache.keys()) {
        const path = pathOf(url);
        if (path !== shelfPath && !wanted.has(path)) await cache.delete(path, anyForm);
      }
      return changed !== null;
    };
    const done = this.#last.then(run).catch(() => false);
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
  const fetchFrom = (from: RequestCache) =>
    fetch(path, { headers: { accept: 'text/html' }, cache: from });
  // The HTTP cache has the document that the browser has just loaded: nothing is transferred.
  let response = await fetchFrom(isDocument ? 'force-cache' : 'no-cache');
  let html = await response.text();
  if (isDocument && response.ok && !isRendered(html)) {
    // A server that was too slow sent the plain page, and has rendered it since.
    response = await fetchFrom('no-cache');
    html = await response.text();
  }
  if (response.status >= 500 || (response.ok && !isRendered(html))) {
    throw new Error(`${path} cannot be had now: ${response.status}`);
  }
  if (response.status !== 200 || response.redirected) return null;
  const document = storedDocument(html, files, at);
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
