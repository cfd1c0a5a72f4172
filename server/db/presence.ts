import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './db.ts';

/** First half of the advisory lock that a process holds as long as it lives; the second is its id. */
export const presenceLock = 7_205_515;
const lockSql = 'select pg_advisory_lock($1::int, $2::int)';
const unlockSql = 'select pg_advisory_unlock($1::int, $2::int)';
const connectTimeoutMs = 5_000;
const retryMs = 1_000;

/** What other processes over one database see of this one: whatever ends it, its mark goes with its connection. */
export interface Presence {
  /** Random, from 1 to 2³¹ - 1. */
  readonly id: number;
  close(): Promise<void>;
}

/** SQL that is true where the process named by the SQL expression `id` lives. */
export const isPresentSql = (id: string) => `exists (
  select 1 from pg_locks l join pg_database d on d.oid = l.database
   where d.datname = current_database() and l.locktype = 'advisory' and l.granted
     and l.classid = ${presenceLock} and l.objid::bigint = ${id})`;

/**
 * Marks this process as living. On a PostgreSQL server the mark stands on a connection of its own, which is made again when it is
 * lost; on the embedded database it stands on the only one there is. Rejects when the server does not answer.
 */
export async function openPresence(db: Db, databaseUrl: string | null): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1);
  if (db.kind === 'server' && databaseUrl !== null) return onServer(databaseUrl, id);
  await db.query(lockSql, [presenceLock, id]);
  return {
    id,
    // A database that is closed already has let go of it.
    close: () =>
      db.query(unlockSql, [presenceLock, id]).then(
        () => undefined,
        () => undefined,
      ),
  };
}

async function onServer(connectionString: string, id: number): Promise<Presence> {
  let isClosed = false;
  let current = await marked();

  async function marked(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    // Without a listener a restart of the database would end this process; 'end' follows.
    client.on('error', () => {});
    await client.connect();
    await client.query(lockSql, [presenceLock, id]);
    client.once('end', () => void markAgain());
    return client;
  }

  async function markAgain(): Promise<void> {
    while (!isClosed) {
      try {
        current = await marked();
        if (isClosed) await current.end();
        return;
      } catch {
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  return {
    id,
    close: async () => {
      isClosed = true;
      await current.end().catch(() => {});
    },
  };
}
