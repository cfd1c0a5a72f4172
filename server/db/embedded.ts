import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartError } from '../start-error.ts';
import type { Db, Row } from './db.ts';
import { lockFolder } from './folder-lock.ts';
import { embeddedWaitMs, type Lane, type OnWait } from './lanes.ts';
import { transactions } from './transaction.ts';
import { createTurns } from './turns.ts';

const int8Oid = 20;
/** Name of the database inside a data folder. */
export const databaseFolder = 'database';
/** The engine makes no checkpoint by itself: its log would grow until the server stops. */
const checkpointEveryMs = 300_000;

/** How the lanes wait for the one connection. */
export interface EmbeddedOptions {
  /** How long a caller of each lane waits for the connection, in milliseconds. */
  readonly waitMs?: LaneWaits;
  readonly onWait?: OnWait | undefined;
}

/**
 * The embedded database of development and demo: PostgreSQL in this process, with one connection. A killed process loses no confirmed change;
 * a power cut may lose the last seconds. `dataDir` is a folder, created if missing, or 'memory', which may start from `image`, a dump of
 * another database. Throws StartError for an unusable or locked folder. When the disk cannot store the log, the process ends.
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
  const path = join(folder, databaseFolder);
  const unfinished = `${path}.unfinished`;
  let files: EndingFiles | undefined;
  try {
    if (existsSync(unfinished)) rmSync(path, { recursive: true, force: true });
    if (!existsSync(join(path, 'PG_VERSION'))) writeFileSync(unfinished, '');
    files = new EndingFiles(path);
    const engine = await createPGlite({ fs: files });
    rmSync(unfinished, { force: true });
    const checkpoints = setInterval(() => {
      engine
        .exec('checkpoint')
        .catch((error: unknown) =>
          process.emitWarning(`The database made no checkpoint (${reasonOf(error)}).`),
        );
    }, checkpointEveryMs).unref();
    const onClosed = () => {
      clearInterval(checkpoints);
      unlock();
    };
    return embeddedOver(engine, onClosed, waitMs, onWait);
  } catch (error) {
    unlock();
    throw new StartError(cannotOpen(folder, files?.lastFatal ?? reasonOf(error)));
  }
}

/** The files of a folder; the process ends when the engine gives up, because it would never respond again. */
class EndingFiles extends NodeFS {
  /** The engine's last log line with the reason of a failure, without any value of a row. */
  lastFatal: string | undefined;

  override async init(
    ...[engine, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const made = await super.init(engine, options);
    made.emscriptenOpts.printErr = (line: string) => {
      this.lastFatal = /\b(?:PANIC|FATAL): +(.+)$/.exec(line)?.[1] ?? this.lastFatal;
    };
    made.emscriptenOpts.onAbort = (what: unknown) =>
      leaveAtOnce(this.lastFatal ?? `aborted: ${String(what)}`);
    return made;
  }
}

// A full disk is temporary: the message must not advise the operator to move the data away.
function cannotOpen(folder: string, reason: string): string {
  const help = /No space left|ENOSPC/.test(reason)
    ? 'Free space on its disk and start again: every confirmed change is still there.'
    : 'Restore a backup (npm run restore), move the folder away to start with a fresh one, or point DATA_DIR elsewhere.';
  return `The database in ${folder} cannot be opened (${reason}). ${help}`;
}

/** Ends the process in the middle of the statement: the engine would never return, and the server must not respond. */
function leaveAtOnce(reason: string): never {
  const full = /No space left/.test(reason) ? ' Free space on the disk of DATA_DIR, then' : ' Then';
  writeSync(
    2,
    `The database gave up, so the server stops at once: ${reason}. Every confirmed change is stored.${full} start again.\n`,
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
