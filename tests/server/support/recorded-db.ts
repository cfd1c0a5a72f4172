import type { Db, Tx } from '../../../server/db/db.ts';

/** The same database; `note` receives the text of every statement, in any lane or transaction. */
export function recordedDb(db: Db, note: (sql: string) => void): Db {
  const recorded = <Q extends Pick<Db, 'query'>>(q: Q): Q['query'] =>
    ((sql, params) => {
      note(sql);
      return q.query(sql, params);
    }) as Q['query'];
  return {
    ...db,
    lane: (lane, share) => recordedDb(db.lane(lane, share), note),
    query: recorded(db),
    tx: (work) => db.tx((tx: Tx) => work({ ...tx, query: recorded(tx) })),
  };
}
