import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/db.ts';

/** A device that is the one that moves to the seats automatically, and until when it counts as present. */
export interface DeviceContact {
  readonly id: string;
  readonly until: Date;
}

/** Collects which accounts made contact, and writes them by statements for many: a poll is a read, not a write. */
export interface Contacts {
  /** An account made contact about its active session. */
  ofSession(sessionId: string, at: Date, device: DeviceContact | null): void;
  /** A sign-in was used. */
  ofSignIn(idHash: string, at: Date): void;
  /** Writes what was collected. Rows that another transaction holds are left out: the next contact writes them. */
  flush(): Promise<void>;
}

/** Rows written by one statement. */
const writtenAtOnce = 1_000;
/** Beyond so many of a kind, which a database that is away may cause, the oldest are dropped. */
const mostKept = 200_000;

interface SessionContact {
  readonly at: Date;
  readonly device: DeviceContact | null;
}

/** Creates the collection of one process. */
export function createContacts(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Contacts {
  const sessions = new Map<string, SessionContact>();
  const signIns = new Map<string, Date>();
  let running: Promise<void> = Promise.resolve();

  const writeSessions = (rows: readonly (readonly [string, SessionContact])[]) =>
    db.query(
      `with given as (
         select g.id, g.at, g.device, g.until
           from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::timestamptz[]) g (id, at, device, until)),
       free as (
         select s.id from purchase_sessions s join given g on g.id = s.id for no key update of s skip locked)
       update purchase_sessions s set last_contact_at = g.at,
         device_until = case when s.device_id = g.device then g.until else s.device_until end
       from given g join free f on f.id = g.id where s.id = g.id`,
      [
        rows.map(([id]) => id),
        rows.map(([, { at }]) => at),
        rows.map(([, { device }]) => device?.id ?? null),
        rows.map(([, { device }]) => device?.until ?? null),
      ],
    );
  const writeSignIns = (rows: readonly (readonly [string, Date])[]) =>
    db.query(
      `with given as (select g.id_hash, g.at from unnest($1::text[], $2::timestamptz[]) g (id_hash, at)),
       free as (
         select s.id_hash from auth_sessions s join given g on g.id_hash = s.id_hash
         for no key update of s skip locked)
       update auth_sessions s set last_seen_at = g.at
       from given g join free f on f.id_hash = g.id_hash where s.id_hash = g.id_hash`,
      [rows.map(([idHash]) => idHash), rows.map(([, at]) => at)],
    );
  const writeAll = async <K, V>(
    kept: Map<K, V>,
    write: (rows: readonly (readonly [K, V])[]) => Promise<unknown>,
  ) => {
    const rows = [...kept];
    for (let start = 0; start < rows.length; start += writtenAtOnce) {
      const part = rows.slice(start, start + writtenAtOnce);
      await write(part);
      for (const [key, value] of part) if (kept.get(key) === value) kept.delete(key);
    }
  };
  const flush = async () => {
    try {
      await writeAll(sessions, writeSessions);
      await writeAll(signIns, writeSignIns);
    } catch (error) {
      log.warn({ err: error }, 'contacts of buyers could not be written; they are tried again');
    }
  };

  return {
    ofSession(sessionId, at, device) {
      keep(sessions, sessionId, { at, device });
    },
    ofSignIn(idHash, at) {
      keep(signIns, idHash, at);
    },
    flush() {
      if (sessions.size + signIns.size > 0) running = running.then(flush);
      return running;
    },
  };
}

function keep<K, V>(kept: Map<K, V>, key: K, value: V): void {
  kept.set(key, value);
  if (kept.size <= mostKept) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
