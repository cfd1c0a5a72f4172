import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/db.ts';

/** Milliseconds an answer counts: an event that is laid or taken away is noticed after them at the latest. */
const keptForMs = 5_000;
const keptAtMost = 2_000;

/** Which names are those of events, so that nothing is drawn for a made-up one. */
export interface KnownEvents {
  has(slug: string): Promise<boolean>;
  /** Forgets what it knows. */
  clear(): void;
}

/** Asks the database, once for all who ask at a time; a failure is not kept. */
export function createKnownEvents(q: Queryable): KnownEvents {
  const kept = new LRUCache<string, boolean>({
    max: keptAtMost,
    ttl: keptForMs,
    // Who has asked is answered, although so many ask meanwhile that the answer is not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (slug) => {
      const rows = await q.query('select 1 from events where slug = $1', [slug]);
      return rows.length > 0;
    },
  });
  return { has: (slug) => kept.forceFetch(slug), clear: () => kept.clear() };
}
