import { createHash } from 'node:crypto';
import { createClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { performOn } from '../../server/operator/perform.ts';
import { seed as laySeed } from '../../server/seed/insert.ts';

/** People laid in one statement; an embedded database should not build a larger result. */
const batch = 10_000;

/** The signed-in people of a rush, derived from its seed and their index. */
export interface People {
  /** The Cookie header of a person. */
  cookieOf(index: number): string;
  accountOf(index: number): string;
}

/** Names of the people of a seed; nothing is written. */
export function peopleOf(seed: number): People {
  return {
    cookieOf: (index) => `roetix_session=${seed}-${index}-rush`,
    accountOf: (index) => {
      const hash = createHash('md5').update(`${seed}-${index}-account`).digest('hex');
      return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

/**
 * Writes `count` verified, signed-in accounts: a rush does not wait for password hashes. Each has a phone number of its own, because tickets
 * are counted per phone, and a domain, because a domain has few lots of a waiting room.
 */
export async function layPeople(db: Db, seed: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    const to = Math.min(count, from + batch) - 1;
    await db.query(
      `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
       select md5($1 || '-' || n || '-account')::uuid, 'rush-' || $1 || '-' || n || '@r' || n || '.contoh.id', 'Pembeli', 'Gladi',
              '+6281' || lpad(n::text, 9, '0'), true, clock_timestamp()
       from generate_series($2::int, $3::int) n`,
      [String(seed), from, to],
    );
    await db.query(
      `insert into auth_sessions (id_hash, account_id, created_at, last_seen_at, expires_at)
       select encode(sha256(($1 || '-' || n || '-rush')::bytea), 'hex'), md5($1 || '-' || n || '-account')::uuid,
              clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '12 hours'
       from generate_series($2::int, $3::int) n`,
      [String(seed), from, to],
    );
  }
  if (db.kind === 'server') await db.query('analyze accounts, auth_sessions');
}

/** Applies an event folder, whose name is the slug of its first show, opens its sale, and sets the capacity. Sample events are left out. */
export async function layEvent(
  db: Db,
  config: Config,
  { folder, slug, capacity }: { readonly folder: string; slug: string; capacity: number },
): Promise<void> {
  await performOn(db, config, { task: 'event-list' });
  await laySeed(db, createClock(), { only: [], accounts: false });
  await performOn(db, config, { task: 'event-folder', verb: 'apply', folder, confirmed: [] });
  // The folder of a sale that is still to come is rehearsed as it is.
  await db.query(
    `update events set status = 'active', sale_starts_at = null, sale_ends_at = null, sale_room_opens_at = null,
       presale_room_opens_at = null, presale_starts_at = null, presale_ends_at = null where slug = $1`,
    [slug],
  );
  await performOn(db, config, { task: 'sale', verb: 'capacity', slug, count: capacity });
}
