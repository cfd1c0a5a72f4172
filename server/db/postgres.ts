import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Db, Row } from './db.ts';
import { type Lane, type LaneLimits, laneLimits } from './lanes.ts';
import { isAnswerLate, refuseInsideTransaction, transactions } from './transaction.ts';
import { createTurns, type Turns } from './turns.ts';

const int8Oid = 20;
const connectMs = 3_000;
/** Beyond the server's own limit: ends the wait for a server that does not respond at all. */
const answerSlackMs = 1_000;
const keepAliveMs = 10_000;
/** The server closes a connection whose client has received nothing for this time; otherwise it would wait for hours for a stalled process. */
const peerGoneMs = 20_000;

/** Bigint columns as numbers, all other types as pg parses them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8Oid && format !== 'binary'
      ? (value: string) => Number(value)
      : pg.types.getTypeParser(oid, format),
};

/** Addresses of the database. */
export interface PostgresPlace {
  readonly url: string;
  /** A replica for the reads of the catalogue; the same server by default. */
  readonly readUrl?: string | null | undefined;
}

/** Connections with limits, and the turns to use them. */
interface Pool {
  readonly connections: pg.Pool;
  readonly turns: Turns;
}

/**
 * A database over a PostgreSQL server, with connections for each lane, opened on first use. Throws StartError if it does not respond; `onLost`
 * is called for idle connections that broke.
 */
export async function openPostgres(
  { url, readUrl }: PostgresPlace,
  onLost: (error: Error) => void = () => {},
): Promise<Db> {
  const make = (address: string, name: string, limits: LaneLimits) =>
    createPool(address, name, limits, onLost);
  const pools = {
    buy: make(url, 'buy', laneLimits.buy),
    read: make(url, 'read', laneLimits.read),
    tick: make(url, 'tick', laneLimits.tick),
    health: make(url, 'health', laneLimits.health),
    upkeep: make(url, 'upkeep', laneLimits.upkeep),
  };
  const copy = readUrl == null ? null : make(readUrl, 'catalogue', laneLimits.read);
  const poolOf = (lane: Lane) => (lane === 'catalogue' ? (copy ?? pools.read) : pools[lane]);
  let closing: Promise<void> | undefined;
  const close = () => {
    const all = [...Object.values(pools), ...(copy === null ? [] : [copy])];
    closing ??= Promise.all(all.map((pool) => pool.connections.end())).then(() => {});
    return closing;
  };
  try {
    await assertAnswers(pools.upkeep, 'DATABASE_URL');
    if (copy !== null) await assertAnswers(copy, 'DATABASE_READ_URL');
  } catch (error) {
    await close();
    throw error;
  }

  const through = (lane: Lane, share: string | undefined): Db => {
    const pool = poolOf(lane);
    return {
      kind: 'server',
      lane: through,
      query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
        refuseInsideTransaction();
        // One statement seldom waits for a row: it does not queue behind the transactions of its share.
        return inTurn(
          pool,
          undefined,
          async () => (await pool.connections.query<R>(sql, [...params])).rows,
        );
      },
      tx: transactions((work) => inTurn(pool, share, () => inBlock(pool.connections, work))),
      script: async (sql) => {
        refuseInsideTransaction();
        await inTurn(pools.upkeep, undefined, () => pools.upkeep.connections.query(sql));
      },
      close,
    };
  };
  return through('buy', undefined);
}

function createPool(
  url: string,
  name: string,
  limits: LaneLimits,
  onLost: (error: Error) => void,
): Pool {
  const { slots, lockMs, statementMs, idleInTransactionMs } = limits;
  const connections = new pg.Pool({
    connectionString: url,
    max: slots,
    connectionTimeoutMillis: connectMs,
    application_name: `roetix ${name}`,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(statementMs === 0 ? {} : { query_timeout: statementMs + answerSlackMs }),
    options: `-c tcp_user_timeout=${peerGoneMs}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types,
  });
  // Without a listener a restart of the database would end this process.
  connections.on('error', onLost);
  return { connections, turns: createTurns(limits) };
}

async function assertAnswers({ connections }: Pool, setting: string): Promise<void> {
  try {
    await connections.query('select 1');
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    throw new StartError(
      `The PostgreSQL server of ${setting} does not answer${typeof code === 'string' ? ` (${code})` : ''}. Check that it runs and that address, user and password are right.`,
    );
  }
}

async function inTurn<T>(
  pool: Pool,
  share: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = await pool.turns.take(share);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

async function inBlock<T>(
  pool: pg.Pool,
  work: (run: (sql: string, params: readonly unknown[]) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(
      async (sql, params) => (await client.query<Row>(sql, [...params])).rows,
    );
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot roll back is discarded, or the pool would reuse its open transaction; the first error explains the cause.
    if (isAnswerLate(error)) onError(error);
    else await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
