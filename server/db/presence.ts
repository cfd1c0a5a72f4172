import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './db.ts';

/** First key of the advisory lock that a process holds during its life; the second is its id. */
export const presenceLock = 7_205_515;
const lockSql = 'select pg_advisory_lock($1::int, $2::int)';
const unlockSql = 'select pg_advisory_unlock($1::int, $2::int)';
const connectTimeoutMs = 5_000;
const retryMs = 1_000;

/** The sign of this process for other processes over the same database: an advisory lock, which ends with its connection. */
export interface Presence {
  /** Random, from 1 to 2³¹ - 1. */
  readonly id: number;
  close(): Promise<void>;
}

/** SQL that is true if the process with the id of the SQL expression `id` lives. */
export const isPresentSql = (id: string) => `exists (
  select 1 from pg_locks l join pg_database d on d.oid = l.database
   where d.datname = current_database() and l.locktype = 'advisory' and l.granted
     and l.classid = ${presenceLock} and l.objid::bigint = ${id})`;

/**
 * Marks this process as alive. On a PostgreSQL server the lock belongs to a connection of its own, which is opened again when it is lost; on
 * the embedded database, to the only connection. Rejects if the server does not respond.
 */
export async function openPresence(db: Db, databaseUrl: string | null): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1);
  if (db.kind === 'server' && databaseUrl !== null) return onServer(databaseUrl, id);
  await db.query(lockSql, [presenceLock, id]);
  return {
    id,
    // A closed database has already released it.
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
