/** Service worker that shows public pages without network (decision 102). */
export const shopWorkerPath = '/shop-worker.js';
/** Page that it shows at an address of which it has stored nothing. */
export const offlinePagePath = '/offline';
/** Prefix of the names of the caches with the files of that page, one for each version. */
export const offlineCacheFamily = 'roetix-offline-';
/** Cache of the stored pages with their code and pictures; its number changes with the shape of its content. */
export const pagesCache = 'roetix-pages-1';

/** Attribute of the container of a stored page: when it was stored, in epoch milliseconds. */
export const storedAtAttribute = 'data-stored-at';

/** Message of a page to the worker: store this page, which a visitor has just seen. The worker replies to its port: false where a later try may succeed. */
export interface PageToStore {
  /** Its address as `storedPath` writes it. */
  readonly path: string;
  /** Paths of the files that the page has loaded. */
  readonly files: readonly string[];
  /** The browser loaded it as a document, so its HTTP cache has it. */
  readonly isDocument: boolean;
}
