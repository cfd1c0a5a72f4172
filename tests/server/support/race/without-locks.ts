import type { Db, Row, Tx } from '../../../../server/db/db.ts';

/** A barrier for two. */
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
 * The same database without row locks, and with every statement in its own transaction. Two callers wait for each other after the
 * statement that `looked` matches, so both have read before either writes, and the race happens every time.
 */
export function withoutLocks(db: Db, looked: RegExp): Db {
  const strip = (sql: string) => sql.replace(/for update( of \w+)?( skip locked)?/g, '');
  const bothLooked = rendezvous();
  const query = async <R extends Row>(sql: string, params?: readonly unknown[]) => {
    const rows = await db.query<R>(strip(sql), params);
    if (looked.test(sql)) await bothLooked();
    return rows;
  };
  const bare: Db = {
    ...db,
    lane: () => bare,
    query,
    tx: async (work) => {
      const writes: Promise<unknown>[] = [];
      // One after the other, as on the connection of a transaction.
      let last: Promise<unknown> = Promise.resolve();
      const inOrder = <R extends Row>(sql: string, params?: readonly unknown[]): Promise<R[]> => {
        const rows = last.then(() => query<R>(sql, params));
        last = rows.catch(() => {});
        return rows;
      };
      const withCommit: Tx['withCommit'] = (...given) => writes.push(...given);
      const result = await work({
        query: inOrder,
        afterCommit: (effect) => effect(),
        withCommit,
      });
      await Promise.all(writes);
      return result;
    },
  };
  return bare;
}
