import type { Db, Row, Tx } from '../../../server/db/db.ts';

/** Lets nobody pass before both have come. */
function rendezvous(): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => {};
  const bothHere = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === 2) open();
    return bothHere;
  };
}

/**
 * The same database without what protects its rows: no row locks, and every statement its own transaction. Two who race wait for each
 * other after the statement that `looked` matches, so both have looked before either takes, and the race is run every time.
 */
export function withoutLocks(db: Db, looked: RegExp): Db {
  const strip = (sql: string) => sql.replace(/for update( of \w+)?( skip locked)?/g, '');
  const bothLooked = rendezvous();
  const tx: Omit<Tx, 'afterCommit'> = {
    query: async <R extends Row>(sql: string, params?: readonly unknown[]) => {
      const rows = await db.query<R>(strip(sql), params);
      if (looked.test(sql)) await bothLooked();
      return rows;
    },
  };
  const bare: Db = {
    ...db,
    lane: () => bare,
    query: tx.query,
    tx: (work) => work({ ...tx, afterCommit: (effect) => effect() }),
  };
  return bare;
}
