import pg from 'pg';
import type { Row } from './db.ts';
import type { Lane, LaneLimits, OnWait } from './lanes.ts';
import { isAnswerLate, isPlanStale, type RunStatement } from './transaction.ts';
import { createTurns, type Turns } from './turns.ts';

const int8Oid = 20;
const connectMs = 3_000;
/** Beyond the server's own limit: ends the wait for a server that does not respond at all. */
const answerSlackMs = 1_000;
const keepAliveMs = 10_000;
/** The server closes a connection whose client has received nothing for this time; otherwise it would wait for hours for a stalled process. */
const peerGoneMs = 20_000;

/** Bigint columns as numbers, all other types as pg parses them. */
export const parsedTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8Oid && format !== 'binary'
      ? (value: string) => Number(value)
      : pg.types.getTypeParser(oid, format),
};

/** Connections with limits, and the turns to use them. */
export interface Pool {
  readonly connections: pg.Pool;
  readonly turns: Turns;
  /** Called after each wait for a turn. */
  readonly onWait: (seconds: number) => void;
  /** Starts a transaction. */
  readonly begin: string;
  /** The form in which the driver sends a statement to have its plan kept, where it can be. */
  prepared(sql: string, params: readonly unknown[]): pg.QueryConfig;
}

/** Where connections lead. */
export interface PoolTarget {
  readonly url: string;
  /** True for a pooler in transaction mode: it keeps no setting from one transaction to the next. */
  readonly isPooler: boolean;
}

/** Creates the connections of a lane, each opened on first use. `onLost` is called for idle connections that broke. */
export function createPool(
  { url, isPooler }: PoolTarget,
  name: Lane,
  limits: LaneLimits,
  onLost: (error: Error) => void,
  onWait: OnWait = () => {},
): Pool {
  const { slots, statementMs } = limits;
  const timeouts = {
    lock_timeout: limits.lockMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  };
  const connections = new pg.Pool({
    connectionString: url,
    max: slots,
    connectionTimeoutMillis: connectMs,
    application_name: `roetix ${name}`,
    ...(isPooler ? {} : { ...timeouts, options: `-c tcp_user_timeout=${peerGoneMs} -c jit=off` }),
    ...(statementMs === 0 ? {} : { query_timeout: statementMs + answerSlackMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // A transaction sends statements without waiting for the one before.
    pipeline: true,
    types: parsedTypes,
  });
  // Without a listener a restart of the database would end this process.
  connections.on('error', onLost);
  // Compiling a statement takes longer than any of ours runs.
  const settings = { ...timeouts, jit: 'off' };
  const local = Object.entries(settings).map(([key, value]) => `; set local ${key} = ${value}`);
  return {
    connections,
    turns: createTurns(limits),
    onWait: (seconds) => onWait(name, seconds),
    // One round trip, as without a pooler.
    begin: isPooler ? `begin${local.join('')}` : 'begin',
    // Behind a pooler the next statement may run on a connection that did not prepare it; a lane without a time limit runs each seldom.
    prepared: isPooler || statementMs === 0 ? plain : prepared,
  };
}

const plain: Pool['prepared'] = (text, params) => ({ text, values: [...params] });

/** The most statements prepared on a connection: each holds its plan in the server's memory. */
const mostPrepared = 500;
const names = new Map<string, string>();

/** Has the server parse and plan a statement once per connection instead of once per call. */
const prepared: Pool['prepared'] = (text, params) => {
  let name = names.get(text);
  if (name === undefined && names.size < mostPrepared) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { text, values: [...params], ...(name === undefined ? {} : { name }) };
};

/** Waits for a turn of the pool, and gives it back when `work` has ended. */
export async function inTurn<T>(
  pool: Pool,
  share: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const askedAt = performance.now();
  const giveBack = await pool.turns
    .take(share)
    .finally(() => pool.onWait((performance.now() - askedAt) / 1000));
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** Runs one statement; once more without a kept plan where that one is stale: its connection is then discarded. */
export async function runOne<R extends Row>(
  { connections, prepared }: Pool,
  sql: string,
  params: readonly unknown[],
): Promise<R[]> {
  const once = async (form: Pool['prepared']) =>
    (await connections.query<R>(form(sql, params))).rows;
  return once(prepared).catch((error: unknown) => {
    if (isPlanStale(error)) return once(plain);
    throw error;
  });
}

/** Runs `work` in one transaction on one connection. Its begin travels with the first statement, its commit with those that are not awaited. */
export async function inBlock<T>(
  { connections, begin, prepared }: Pool,
  work: (run: RunStatement) => Promise<T>,
  isPrepared: boolean,
): Promise<T> {
  const client = await connections.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  const giveBack = () => {
    client.off('error', onError);
    client.release(broken);
  };
  client.on('error', onError);
  try {
    const began = client.query(begin);
    // If it fails, so does the first statement.
    began.catch(() => {});
    const result = await work(async (sql, params) => {
      try {
        return (await client.query<Row>((isPrepared ? prepared : plain)(sql, params))).rows;
      } catch (error) {
        // Its plans would fail every later transaction.
        if (isPlanStale(error)) broken = error;
        throw error;
      }
    });
    await Promise.all([began, client.query('commit')]);
    giveBack();
    return result;
  } catch (error) {
    // A connection that cannot roll back is discarded, or the pool would reuse its open transaction; the first error explains the cause.
    if (isAnswerLate(error)) {
      onError(error);
      giveBack();
    } else {
      // The caller need not wait for it.
      void client.query('rollback').catch(onError).then(giveBack);
    }
    throw error;
  }
}
