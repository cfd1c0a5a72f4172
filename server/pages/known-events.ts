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

/** Asks the database, once for all who ask at a time; a failure is not kept. `now` gives monotonic milliseconds. */
export function createKnownEvents(q: Queryable, now = () => performance.now()): KnownEvents {
  const kept = new Map<string, { readonly isThere: Promise<boolean>; readonly until: number }>();

  const ask = async (slug: string) => {
    const rows = await q.query('select 1 from events where slug = $1', [slug]);
    return rows.length > 0;
  };

  return {
    has(slug) {
      const known = kept.get(slug);
      if (known !== undefined && known.until > now()) return known.isThere;
      const isThere = ask(slug);
      kept.delete(slug);
      kept.set(slug, { isThere, until: now() + keptForMs });
      isThere.catch(() => kept.delete(slug));
      const oldest = kept.keys().next().value;
      if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
      return isThere;
    },
    clear: () => kept.clear(),
  };
}
