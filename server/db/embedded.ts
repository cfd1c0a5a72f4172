import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { StartError } from '../start-error.ts';
import type { Db, Row } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { embeddedWaitMs, type Lane } from './lanes.ts';
import { refuseInsideTransaction, transactions } from './transaction.ts';
import { createTurns } from './turns.ts';

const int8Oid = 20;
/** Name of the database inside a data folder. */
export const databaseFolder = 'database';

/**
 * The embedded database: PostgreSQL in this process, one connection, writes durable when the call returns.
 * `dataDir` is a folder, made when missing, or 'memory', which may start as a copy of `image`, a dump of another. `waitMs` is how long a
 * caller of each lane waits for the connection. Throws StartError for a folder that cannot be used or is in use.
 */
export async function openEmbedded(
  dataDir: string,
  image?: Blob,
  waitMs: LaneWaits = embeddedWaitMs,
): Promise<Db> {
  if (dataDir === 'memory') {
    const engine = await createPGlite(image === undefined ? {} : { loadDataDir: image });
    return embeddedOver(engine, () => {}, waitMs);
  }
  const folder = usableFolder(dataDir);
  const unlock = lockFolder(folder);
  try {
    const engine = await createPGlite({ dataDir: join(folder, databaseFolder) });
    return embeddedOver(engine, unlock, waitMs);
  } catch (error) {
    unlock();
    throw new StartError(
      `The database in ${folder} cannot be opened (${reasonOf(error)}). Move the folder away to start with a fresh one, or point DATA_DIR elsewhere.`,
    );
  }
}

function createPGlite(from: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  return PGlite.create({
    ...from,
    relaxedDurability: false,
    parsers: { [int8Oid]: (value: string) => Number(value) },
  });
}

type LaneWaits = Readonly<Partial<Record<Lane, number>>>;

/** A Db over an engine that is open already, its one connection lent to the lanes in turn; `onClosed` gives the folder free. */
export function embeddedOver(
  engine: PGlite,
  onClosed: () => void,
  waitMs: LaneWaits = embeddedWaitMs,
): Db {
  const clean = (params: readonly unknown[]) => params.map((value) => value ?? null);
  const turns = createTurns({ slots: 1 });
  let closing: Promise<void> | undefined;
  const through = (lane: Lane): Db => {
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      const giveBack = await turns.take(lane, waitMs[lane]);
      try {
        return await work();
      } finally {
        giveBack();
      }
    };
    return {
      kind: 'embedded',
      lane: through,
      query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
        refuseInsideTransaction();
        return inTurn(async () => (await engine.query<R>(sql, clean(params))).rows);
      },
      tx: transactions((work) =>
        inTurn(() =>
          engine.transaction((connection) =>
            work(async (sql, params) => (await connection.query<Row>(sql, clean(params))).rows),
          ),
        ),
      ),
      script: async (sql) => {
        refuseInsideTransaction();
        await inTurn(() => engine.exec(sql));
      },
      close: () => {
        closing ??= engine.close().finally(onClosed);
        return closing;
      },
    };
  };
  return through('buy');
}

function usableFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    readdirSync(dataDir);
    return dataDir;
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reasonOf(error)}). Make it a folder this user can write to, or set DATA_DIR to another one.`,
    );
  }
}

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error
    ? (error.message.split('\n')[0] ?? 'unknown error')
    : 'unknown error';
}
