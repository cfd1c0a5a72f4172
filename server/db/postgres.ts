import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Db, Row } from './db.ts';
import { refuseInsideTransaction, transactions } from './transaction.ts';

const int8Oid = 20;
const poolSize = 16;
const connectTimeoutMs = 5_000;

/** Bigint columns as numbers, everything else as pg has it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8Oid && format !== 'binary'
      ? (value: string) => Number(value)
      : pg.types.getTypeParser(oid, format),
};

/** A database over a PostgreSQL server. Throws StartError when it does not answer; `onLost` hears of idle connections that broke. */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void = () => {},
): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
  });
  // Without a listener a restart of the database would end this process.
  pool.on('error', onLost);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const code = (error as { code?: unknown }).code;
    throw new StartError(
      `The PostgreSQL server of DATABASE_URL does not answer${typeof code === 'string' ? ` (${code})` : ''}. Check that it runs and that address, user and password are right.`,
    );
  }
  let closing: Promise<void> | undefined;
  return {
    kind: 'server',
    query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
      refuseInsideTransaction();
      return (await pool.query<R>(sql, [...params])).rows;
    },
    tx: transactions((work) => inBlock(pool, work)),
    script: async (sql) => {
      refuseInsideTransaction();
      await pool.query(sql);
    },
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
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
    // One that cannot roll back is thrown away, or the pool would hand on its open transaction; the first error is the one that tells.
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
