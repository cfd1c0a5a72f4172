import type { Lane } from './lanes.ts';

/** A row as the driver gives it: bigint columns come as numbers (all amounts here are below 2^53), timestamptz as Date, jsonb parsed. */
export type Row = Record<string, unknown>;

/** Runs one statement with `$1` parameters and gives its rows. */
export interface Queryable {
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}

/** A running transaction. */
export interface Tx extends Queryable {
  /** Runs after the commit, in order, never when the transaction fails: messages to the broker leave this way. */
  afterCommit(effect: () => void): void;
}

/** The database, embedded or a server: one dialect, PostgreSQL. */
export interface Db extends Queryable {
  readonly kind: 'embedded' | 'server';
  /**
   * The same database through the connections of a lane; `share` names what transactions may spend only a part of them on, as an event. A
   * caller that gets none in time, or waits too long for a lock, meets an error of `isDatabaseBusy`. Closing it closes all.
   */
  lane(lane: Lane, share?: string): Db;
  /** Runs `work` in one READ COMMITTED transaction; on a throw everything is undone and the error passed on. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs several statements in one go, without parameters and without a limit of time: migrations only. */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}
