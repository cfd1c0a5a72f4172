import type { SessionAnswer } from '../../../contract/session.ts';
import { idempotencyKey } from '../../../contract/stored/storage.ts';
import type { StoredValue } from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from './storage.ts';

/** Keys of calls that may have to be repeated after a refresh or a lost answer (ruling 1.7-B, F05, F28). */
export interface IdempotencyKeys {
  /** The key of this action with this request: the old one while the request is the same, else a fresh one. */
  keyFor(slug: string, action: string, request: unknown): string;
  /** True while the answer to a request of this action is not known: it may have been carried out. */
  isOpen(slug: string, action: string): boolean;
  /** The answer is known: the next request is a new one. */
  settle(slug: string, action: string): void;
}

const none: StoredValue<typeof idempotencyKey> = { session: null, keys: {} };

/** Keeps the keys in the session area; without storage a key lives as long as its call. */
export function createIdempotencyKeys(store: BrowserStore, newId: () => string): IdempotencyKeys {
  return {
    keyFor(slug, action, request) {
      const of = JSON.stringify(request);
      const { session, keys } = store.read(idempotencyKey, slug) ?? none;
      const known = keys[action];
      if (known !== undefined && known.of === of) return known.key;
      const key = newId();
      store.write(idempotencyKey, { session, keys: { ...keys, [action]: { key, of } } }, slug);
      return key;
    },
    isOpen: (slug, action) => store.read(idempotencyKey, slug)?.keys[action] !== undefined,
    settle(slug, action) {
      const { session, keys } = store.read(idempotencyKey, slug) ?? none;
      const { [action]: _settled, ...rest } = keys;
      store.write(idempotencyKey, { session, keys: rest }, slug);
    },
  };
}

const liveStates: readonly string[] = ['online', 'payment_selection', 'payment_processing'];

/** Drops the keys of another session of the event than the one that is told, and those of one that ended: its payment or draft is not the next one's. */
export function followSession(store: BrowserStore, { session, event }: SessionAnswer): void {
  if (session === null || event === null) return;
  const kept = store.read(idempotencyKey, event.slug);
  if (!liveStates.includes(session.state)) {
    if (kept !== null) store.remove(idempotencyKey, event.slug);
  } else if (kept?.session !== session.id) {
    store.write(idempotencyKey, { session: session.id, keys: {} }, event.slug);
  }
}
