import type { SessionResponse } from '../../../contract/session.ts';
import { idempotencyKey } from '../../../contract/stored/storage.ts';
import type { StoredValue } from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from './storage.ts';

/** Idempotency keys of calls that may be repeated after a reload or a lost response (§7.5, F05, F28). */
export interface IdempotencyKeys {
  /** The key of this action with this request: the stored one for an unchanged request, else a new one. */
  keyFor(slug: string, action: string, request: unknown): string;
  /** True while the result of a request of this action is unknown: the server may have carried it out. */
  isOpen(slug: string, action: string): boolean;
  /** Drops the key after a final result: the next request is a new one. */
  settle(slug: string, action: string): void;
}

const none: StoredValue<typeof idempotencyKey> = { session: null, keys: {} };

/** Stores the keys in sessionStorage; without storage a key lasts for one call. */
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

/** Drops the keys of earlier sessions of the event and of an ended session: its payment or draft does not belong to the next one. */
export function followSession(store: BrowserStore, { session, event }: SessionResponse): void {
  if (session === null || event === null) return;
  const kept = store.read(idempotencyKey, event.slug);
  if (!liveStates.includes(session.state)) {
    if (kept !== null) store.remove(idempotencyKey, event.slug);
  } else if (kept?.session !== session.id) {
    store.write(idempotencyKey, { session: session.id, keys: {} }, event.slug);
  }
}
