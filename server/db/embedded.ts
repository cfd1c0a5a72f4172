import { mkdirSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { StartError } from '../start-error.ts';
import { startCheckpoints } from './checkpoints.ts';
import type { Db, Row } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { embeddedWaitMs, type Lane } from './lanes.ts';
import { SyncedFiles, type SyncedFilesOptions, syncedStartParams } from './synced-files.ts';
import { refuseInsideTransaction, transactions } from './transaction.ts';
import { createTurns } from './turns.ts';

const int8Oid = 20;
/** Name of the database inside a data folder. */
export const databaseFolder = 'database';

/** What a test may put in the place of the disk, of the end of the process and of the patience of each lane. */
export type EmbeddedOptions = Partial<Pick<SyncedFilesOptions, 'sync' | 'onPanic'>> & {
  /** How long a caller of each lane waits for the connection, milliseconds. */
  readonly waitMs?: LaneWaits;
};

/**
 * The embedded database: PostgreSQL in this process, one connection. Its commits are synced: what a call has answered survives a loss of
 * power, as far as the disk keeps its word. `dataDir` is a folder, made when missing, or 'memory', which may start as a copy of `image`, a
 * dump of another. Throws StartError for a folder that cannot be used or is in use. A disk that takes no log ends the process.
 */
export async function openEmbedded(
  dataDir: string,
  image?: Blob,
  options: EmbeddedOptions = {},
): Promise<Db> {
  const waitMs = options.waitMs ?? embeddedWaitMs;
  if (dataDir === 'memory') {
    const engine = await createPGlite(image === undefined ? {} : { loadDataDir: image });
    return embeddedOver(engine, () => {}, waitMs);
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
    const db = embeddedOver(engine, unlock, waitMs);
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

// A full disk passes: nobody should be told to move away what it keeps.
function cannotOpen(folder: string, reason: string): string {
  const help = /No space left|ENOSPC/.test(reason)
    ? 'Free space on its disk and start again: what was confirmed is still there.'
    : 'Restore a backup (npm run restore), move the folder away to start with a fresh one, or point DATA_DIR elsewhere.';
  return `The database in ${folder} cannot be opened (${reason}). ${help}`;
}

/** Ends the process in the middle of the statement: the engine would never come back from it, and nothing may be answered. */
function leaveAtOnce(reason: string): never {
  const full = /No space left/.test(reason) ? ' Free space on the disk of DATA_DIR, then' : ' Then';
  writeSync(
    2,
    `The database gave up, so the server stops at once: ${reason}. What was confirmed is kept.${full} start again.\n`,
  );
  process.exit(1);
}

function createPGlite(from: PGliteOptions): Promise<PGlite> {
  return PGlite.create({
    ...from,
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
