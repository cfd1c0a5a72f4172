import { type StoredKey, storageName, storagePrefix } from '../../../contract/stored/stored-key.ts';

/** Keys kept in the browser: hints only, parsed on reading; a full, blocked or corrupt store counts as empty (F58). */
export interface BrowserStore {
  read<T>(key: StoredKey<T>, slug?: string): T | null;
  write<T>(key: StoredKey<T>, value: NoInfer<T>, slug?: string): void;
  remove(key: StoredKey, slug?: string): void;
  /** Drops everything of one event of the current user. */
  clearEvent(slug: string): void;
  /** Drops everything of every user except the given one; device settings stay (§3.91). */
  clearUsers(except?: string): void;
}

/** A store over the window's two storage areas, for the user whom `userId` returns at the time of each call. */
export function createBrowserStore(window: Window, userId: () => string | null): BrowserStore {
  function area(name: 'local' | 'session'): Storage | null {
    try {
      return name === 'local' ? window.localStorage : window.sessionStorage;
    } catch {
      return null;
    }
  }

  function nameOf(key: StoredKey, slug?: string): string | null {
    const user = userId();
    if (key.scope !== 'device' && user === null) return null;
    return storageName(key, user ?? undefined, slug);
  }

  function dropWhere(matches: (name: string) => boolean) {
    for (const store of [area('local'), area('session')]) {
      if (store === null) continue;
      const names = Array.from({ length: store.length }, (_, index) => store.key(index));
      for (const name of names) {
        if (name !== null && matches(name)) store.removeItem(name);
      }
    }
  }

  function remove(key: StoredKey, slug?: string) {
    const name = nameOf(key, slug);
    if (name !== null) area(key.area)?.removeItem(name);
  }

  return {
    read(key, slug) {
      const name = nameOf(key, slug);
      if (name === null) return null;
      try {
        const text = area(key.area)?.getItem(name) ?? null;
        if (text === null) return null;
        const parsed = key.schema.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
        remove(key, slug);
      } catch {
        remove(key, slug);
      }
      return null;
    },
    write(key, value, slug) {
      const name = nameOf(key, slug);
      if (name === null) return;
      try {
        area(key.area)?.setItem(name, JSON.stringify(value));
      } catch {
        // Storage is full or blocked: the hint is lost, the purchase goes on.
      }
    },
    remove,
    clearEvent(slug) {
      const user = userId();
      if (user !== null) dropWhere((name) => name.startsWith(`${storagePrefix}:${user}:${slug}:`));
    },
    clearUsers(except) {
      const kept = except === undefined ? null : `${storagePrefix}:${except}:`;
      // A key of the device has one part after the prefix, a key of a user more.
      dropWhere(
        (name) =>
          name.startsWith(`${storagePrefix}:`) &&
          name.split(':').length > 3 &&
          (kept === null || !name.startsWith(kept)),
      );
    },
  };
}
