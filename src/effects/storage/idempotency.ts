import { idempotencyKey } from '../../../contract/storage.ts';
import type { BrowserStore } from './storage.ts';

/** Keys of POSTs that may have to be repeated after a refresh or a lost answer (ruling 1.7-B, F05, F28). */
export interface IdempotencyKeys {
  /** The key of this action with this request: the old one while the request is the same, else a fresh one. */
  keyFor(slug: string, action: string, request: unknown): string;
  /** True while the answer to a request of this action is not known: it may have been carried out. */
  isOpen(slug: string, action: string): boolean;
  /** The answer is known: the next request is a new one. */
  settle(slug: string, action: string): void;
}

/** Keeps the keys in the session area; without storage a key lives as long as its call. */
export function createIdempotencyKeys(store: BrowserStore, newId: () => string): IdempotencyKeys {
  return {
    keyFor(slug, action, request) {
      const of = JSON.stringify(request);
      const kept = store.read(idempotencyKey, slug) ?? {};
      const known = kept[action];
      if (known !== undefined && known.of === of) return known.key;
      const key = newId();
      store.write(idempotencyKey, { ...kept, [action]: { key, of } }, slug);
      return key;
    },
    isOpen: (slug, action) => store.read(idempotencyKey, slug)?.[action] !== undefined,
    settle(slug, action) {
      const { [action]: _settled, ...rest } = store.read(idempotencyKey, slug) ?? {};
      store.write(idempotencyKey, rest, slug);
    },
  };
}
