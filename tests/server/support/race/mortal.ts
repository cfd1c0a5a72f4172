import type { Db, Tx } from '../../../../server/db/db.ts';

/** A process that can die at a chosen await: before or after any statement, commit or call of a gateway. */
export interface Life {
  /** Begins to count; the process dies at the nth point, never with null. */
  begin(diesAt: number | null): void;
  /** True once it has died; whatever it still tries fails, as nothing of a killed process arrives. */
  isDead(): boolean;
  /** Work of the process that somebody else does for it. */
  step<T>(work: () => Promise<T>): Promise<T>;
}

/** A process that lives until `begin` says otherwise. */
export function createLife(): Life {
  let point = 0;
  let last: number | null = null;
  let dead = false;
  const pass = () => {
    point += 1;
    if (point === last) dead = true;
    if (dead) throw new Error('The process is dead.');
  };
  return {
    begin(diesAt) {
      point = 0;
      last = diesAt;
      dead = false;
    },
    isDead: () => dead,
    async step(work) {
      pass();
      const result = await work();
      pass();
      return result;
    },
  };
}

/** The database of a mortal process. A transaction that the process did not live to commit is rolled back, one that it committed stays. */
export function mortalDb(db: Db, life: Life): Db {
  const mortal = <Q extends Pick<Db, 'query'>>(q: Q): Q['query'] =>
    ((sql, params) => life.step(() => q.query(sql, params))) as Q['query'];
  return {
    ...db,
    lane: (lane, share) => mortalDb(db.lane(lane, share), life),
    query: mortal(db),
    tx: (work) => life.step(() => db.tx((tx: Tx) => work({ ...tx, query: mortal(tx) }))),
  };
}
