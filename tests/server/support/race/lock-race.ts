import type { Db, Queryable, Row, Tx } from '../../../../server/db/db.ts';
import type { Services } from '../../../../server/services.ts';

/** Two operations that compete for one lock. */
export interface Race {
  /** Matches the statements that take the lock. */
  readonly lock: RegExp;
  /** The first operation pauses in an open transaction after the first statement that matches; default `lock`. */
  readonly stopAfter?: RegExp;
  readonly first: (services: Services) => Promise<unknown>;
  readonly second: (services: Services) => Promise<unknown>;
}

/** The result of a race. */
export interface RaceEnd {
  readonly first: PromiseSettledResult<unknown>;
  readonly second: PromiseSettledResult<unknown>;
  /** True where the second operation waited for a lock of the first. */
  readonly secondWaited: boolean;
}

/**
 * Runs the second operation while the first pauses in its transaction, until the second has finished or waits for a lock; then both
 * finish. With `isTaken` false, every statement of both that matches `lock` runs without its lock; all else is the same.
 * Needs a PostgreSQL server. Throws if no statement of the first operation matches.
 */
export async function raceOverLock(
  services: Services,
  { lock, stopAfter = lock, first, second }: Race,
  isTaken: boolean,
): Promise<RaceEnd> {
  const bare = isTaken ? null : lock;
  const stopped = latch();
  const goOn = latch();
  let hasStopped = false;
  const stop = async (sql: string) => {
    if (hasStopped || !stopAfter.test(sql)) return;
    hasStopped = true;
    stopped.open();
    await goOn.opened;
  };
  const firstEnd = settled(first({ ...services, db: raced(services.db, bare, stopAfter, stop) }));
  await Promise.race([stopped.opened, firstEnd]);
  if (!hasStopped) {
    const end = await firstEnd;
    throw new Error(`The first operation was over before it came to ${stopAfter}.`, {
      cause: end.status === 'rejected' ? end.reason : end.value,
    });
  }
  let secondEnd: PromiseSettledResult<unknown> | null = null;
  const secondDone = settled(second({ ...services, db: raced(services.db, bare, null, never) }));
  void secondDone.then((end) => {
    secondEnd = end;
  });
  let secondWaited = false;
  while (secondEnd === null && !secondWaited) secondWaited = await anyWaits(services.db);
  goOn.open();
  return { first: await firstEnd, second: await secondDone, secondWaited };
}

function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const never = async () => {};

async function settled(work: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const [end] = await Promise.allSettled([work]);
  return end;
}

/** The same database without the lock that `bare` matches; calls `stop` after each statement. */
function raced(
  db: Db,
  bare: RegExp | null,
  opened: RegExp | null,
  stop: (sql: string) => Promise<void>,
): Db {
  const through = (q: Queryable): Queryable['query'] => {
    return async <R extends Row>(sql: string, params?: readonly unknown[]) => {
      const rows = await q.query<R>(bare?.test(sql) ? withoutLock(sql) : sql, params);
      await stop(sql);
      return rows;
    };
  };
  const own: Db = {
    ...db,
    lane: (lane, share) => raced(db.lane(lane, share), bare, opened, stop),
    // A single statement keeps its locks only inside a transaction.
    query: (sql, params) => own.tx((tx) => tx.query(sql, params)),
    tx: (work) =>
      db.tx(async (tx: Tx) => {
        await tx.query(unlimited);
        return work({ ...tx, query: through(tx) });
      }),
  };
  return own;
}

/** How long one operation waits for the other is the race's, whatever the speed of the machine. */
const unlimited = `select set_config(name, '0', true) from unnest(array['lock_timeout',
  'statement_timeout', 'idle_in_transaction_session_timeout']) as name`;

function withoutLock(sql: string): string {
  const without = sql
    .replaceAll(/\sfor (no key )?update( of \w+)?( skip locked)?/g, ' ')
    .replaceAll('pg_advisory_xact_lock', '');
  if (without === sql) throw new Error(`This statement takes no lock: ${sql}`);
  return without;
}

async function anyWaits(db: Db): Promise<boolean> {
  const rows = await db.lane('health').query(
    `select 1 as one from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' limit 1`,
  );
  return rows.length > 0;
}
