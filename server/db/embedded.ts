import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { StartError } from '../start-error.ts';
import { startCheckpoints } from './checkpoints.ts';
import type { Db, Row } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { embeddedWaitMs, type Lane, type OnWait } from './lanes.ts';
import { SyncedFiles, type SyncedFilesOptions, syncedStartParams } from './synced-files.ts';
import { transactions } from './transaction.ts';
import { createTurns } from './turns.ts';

const int8Oid = 20;
/** Name of the database inside a data folder. */
export const databaseFolder = 'database';

/** Replacements in tests for the disk, the end of the process and the waiting times of the lanes. */
export type EmbeddedOptions = Partial<Pick<SyncedFilesOptions, 'sync' | 'onPanic'>> & {
  /** How long a caller of each lane waits for the connection, in milliseconds. */
  readonly waitMs?: LaneWaits;
  readonly onWait?: OnWait | undefined;
};

/**
 * The embedded database: PostgreSQL in this process, with one connection. Its commits are synced: a change that a response has confirmed
 * survives a loss of power, as far as the disk is reliable. `dataDir` is a folder, created if missing, or 'memory', which may start from
 * `image`, a dump of another database. Throws StartError for an unusable or locked folder. When the disk cannot store the log, the process
 * ends.
 */
export async function openEmbedded(
  dataDir: string,
  image?: Blob,
  options: EmbeddedOptions = {},
): Promise<Db> {
  const { waitMs = embeddedWaitMs, onWait } = options;
  if (dataDir === 'memory') {
    const engine = await createPGlite(image === undefined ? {} : { loadDataDir: image });
    return embeddedOver(engine, () => {}, waitMs, onWait);
  }
  const folder = usableFolder(dataDir);
  const unlock = lockFolder(folder);
  let engine: PGlite;
  const checkpoints = startCheckpoints(
    () => engine.exec('checkpoint'),
    (error) => process.emitWarning(`The database made no checkpoint (${reasonOf(error)}).`),
  );
  let files: SyncedFiles | undefined;
  try {
    files = new SyncedFiles(join(folder, databaseFolder), {
      ...(options.sync === undefined ? {} : { sync: options.sync }),
      onLogSynced: (path) => checkpoints.noteLog(path),
      onPanic: options.onPanic ?? leaveAtOnce,
    });
    engine = await createPGlite({ fs: files, startParams: [...syncedStartParams] });
    const db = embeddedOver(engine, unlock, waitMs, onWait);
    return {
      ...db,
      close: () => {
        checkpoints.stop();
        return db.close();
      },
    };
  } catch (error) {
    checkpoints.stop();
    unlock();
    throw new StartError(cannotOpen(folder, files?.lastFatal ?? reasonOf(error)));
  }
}

// A full disk is temporary: the message must not advise the operator to move the data away.
function cannotOpen(folder: string, reason: string): string {
  const help = /No space left|ENOSPC/.test(reason)
    ? 'Free space on its disk and start again: what was confirmed is still there.'
    : 'Restore a backup (npm run restore), move the folder away to start with a fresh one, or point DATA_DIR elsewhere.';
  return `The database in ${folder} cannot be opened (${reason}). ${help}`;
}

/** Ends the process in the middle of the statement: the engine would never return, and the server must not respond. */
function leaveAtOnce(reason: string): never {
  const full = /No space left/.test(reason) ? ' Free space on the disk of DATA_DIR, then' : ' Then';
  writeSync(
    2,
    `The database gave up, so the server stops at once: ${reason}. What was confirmed is kept.${full} start again.\n`,
  );
  process.exit(1);
}

/** An engine whose 64-bit integers are read as numbers. */
export function createPGlite(from: PGliteOptions): Promise<PGlite> {
  return PGlite.create({
    ...from,
    parsers: { [int8Oid]: (value: string) => Number(value) },
  });
}

type LaneWaits = Readonly<Partial<Record<Lane, number>>>;

/** The calls of the engine that a Db makes. */
export type Engine = Pick<PGlite, 'query' | 'transaction' | 'exec' | 'close'>;

/** The transaction in which the caller is; not for a database server, because it slows every promise of the process. */
const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Refuses a statement beside an open transaction of the same caller: on one connection it would wait for itself. */
function refuseInsideTransaction(): void {
  if (openTransaction.getStore()?.isOpen) {
    throw new Error(
      'The database was asked outside of its open transaction: use the tx given to the callback.',
    );
  }
}

/** A Db over an open engine, whose one connection the lanes use in turn; `onClosed` unlocks the folder. */
export function embeddedOver(
  engine: Engine,
  onClosed: () => void,
  waitMs: LaneWaits = embeddedWaitMs,
  onWait: OnWait = () => {},
): Db {
  const clean = (params: readonly unknown[]) => params.map((value) => value ?? null);
  const turns = createTurns({ slots: 1 });
  let closing: Promise<void> | undefined;
  const through = (lane: Lane): Db => {
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      const askedAt = performance.now();
      const giveBack = await turns
        .take(lane, waitMs[lane])
        .finally(() => onWait(lane, (performance.now() - askedAt) / 1000));
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
      tx: transactions(
        (work) => {
          refuseInsideTransaction();
          return inTurn(() =>
            engine.transaction((connection) =>
              work(async (sql, params) => (await connection.query<Row>(sql, clean(params))).rows),
            ),
          );
        },
        (open, work) => openTransaction.run(open, work),
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
