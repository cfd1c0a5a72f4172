import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/db.ts';

/** Milliseconds for which a result is valid: a new or deleted event is noticed after them at the latest. */
const keptForMs = 5_000;
const keptAtMost = 2_000;

/** Tells slugs of events from invented ones, so that no page is rendered for the latter. */
export interface KnownEvents {
  has(slug: string): Promise<boolean>;
  /** Empties the cache. */
  clear(): void;
}

/** Queries the database, once for all simultaneous callers; a failure is not cached. */
export function createKnownEvents(q: Queryable): KnownEvents {
  const kept = new LRUCache<string, boolean>({
    max: keptAtMost,
    ttl: keptForMs,
    // A caller gets its result even if other entries have pushed it out of the cache meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (slug) => {
      const rows = await q.query('select 1 from events where slug = $1', [slug]);
      return rows.length > 0;
    },
  });
  return { has: (slug) => kept.forceFetch(slug), clear: () => kept.clear() };
}
