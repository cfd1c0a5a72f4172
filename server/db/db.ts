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
  /** Runs `work` in one READ COMMITTED transaction; on a throw everything is undone and the error passed on. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs several statements in one go, without parameters: migrations only. */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}
