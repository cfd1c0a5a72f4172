import type { Lane } from './lanes.ts';

/** A row of the driver: bigint columns come as numbers (all amounts here are below 2^53), timestamptz as Date, jsonb parsed. */
export type Row = Record<string, unknown>;

/** Runs one statement with `$1` parameters and returns its rows. */
export interface Queryable {
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}

/** A running transaction. */
export interface Tx extends Queryable {
  /** Runs after the commit, in order, never after a rollback: messages to the broker are sent this way. */
  afterCommit(effect: () => void): void;
  /**
   * Leaves writes unawaited, so that they travel with the commit in one round trip. Each is a promise of one statement that was sent already; the
   * transaction fails if one of them fails.
   */
  withCommit(...writes: readonly Promise<unknown>[]): void;
}

/** The database, embedded or a server, in the PostgreSQL dialect. */
export interface Db extends Queryable {
  readonly kind: 'embedded' | 'server';
  /**
   * The same database through the connections of a lane; transactions with one `share`, such as an event, may use only a part of them. A
   * caller that gets no connection in time, or waits too long for a lock, receives an error of `isDatabaseBusy`. Closing it closes all lanes.
   */
  lane(lane: Lane, share?: string): Db;
  /** Runs `work` in one READ COMMITTED transaction; if it throws, rolls back and throws the error again. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs several statements at once, without parameters and without a time limit: for migrations only. */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}
