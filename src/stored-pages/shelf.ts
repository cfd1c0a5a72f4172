/** A stored page and the files without which it is not whole. */
export interface ShelvedPage {
  readonly path: string;
  /** Epoch milliseconds at which it was stored. */
  readonly at: number;
  readonly bytes: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** The stored pages, the newest first. Each keeps its own files, so that a release leaves no page without its code. */
export type Shelf = readonly ShelvedPage[];

/** How much is stored: pages that share their files cost little each, so their number rarely decides. */
export const shelfLimits = { pages: 8, bytes: 12_000_000 };

/** Bytes of the pages; a file that several of them use counts once. */
function bytesOf(shelf: Shelf): number {
  const files = new Map(
    shelf.flatMap((page) => page.files.map(({ path, bytes }) => [path, bytes])),
  );
  return [...files.values(), ...shelf.map(({ bytes }) => bytes)].reduce((sum, n) => sum + n, 0);
}

/** The shelf with a page in the place of its older self; the oldest ones leave as long as a limit is exceeded. */
export function withPage(shelf: Shelf, page: ShelvedPage, limits = shelfLimits): Shelf {
  const all = [page, ...withoutPage(shelf, page.path)].slice(0, limits.pages);
  while (bytesOf(all) > limits.bytes) all.pop();
  return all;
}

/** The shelf without a page. */
export function withoutPage(shelf: Shelf, path: string): Shelf {
  return shelf.filter((page) => page.path !== path);
}

/** Paths of everything on the shelf. */
export function pathsOn(shelf: Shelf): ReadonlySet<string> {
  return new Set(shelf.flatMap(({ path, files }) => [path, ...files.map((file) => file.path)]));
}
