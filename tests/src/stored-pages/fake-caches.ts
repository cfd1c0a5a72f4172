const origin = 'https://toko.contoh.id';
const urlOf = (name: string) => new URL(name, origin).href;

/** The caches of a browser, as far as our workers use them. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: async (path: string) => entries.get(urlOf(path))?.clone(),
      put: async (path: string, response: Response) => void entries.set(urlOf(path), response),
      delete: async (path: string) => entries.delete(urlOf(path)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      addAll: async (paths: readonly string[]) => {
        for (const path of paths) entries.set(urlOf(path), new Response(`file ${path}`));
      },
    };
  };
  const pathsIn = (name: string) =>
    [...(all.get(name)?.keys() ?? [])].map((url) => url.slice(origin.length)).toSorted();
  return {
    caches: {
      open,
      keys: async () => [...all.keys()],
      delete: async (name: string) => all.delete(name),
    },
    pathsIn,
  };
}
