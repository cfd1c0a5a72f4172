import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { openEmbedded } from '../db/embedded.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDb } from '../db/open.ts';
import { StartError } from '../start-error.ts';
import { type Verdict, verifyDb } from '../upkeep/verify.ts';
import {
  checkArchive,
  megabytes,
  type ReportProgress,
  sizeOf,
  syncFolder,
  syncPath,
  unpack,
} from './archive.ts';
import { dataPart, dumpPart } from './backup.ts';
import { isEmpty, requireFreeSpace } from './data-folder.ts';
import { runPostgresTool } from './postgres-tools.ts';

/** Result of a restore. */
export interface RestoreResult {
  readonly createdAt: string;
  readonly verdict: Verdict;
  /** The retained previous data: a folder, or a schema of the PostgreSQL server. */
  readonly kept: readonly string[];
}

/**
 * Replaces the installation's data, in the configured engine, by a backup. A failed restore leaves the previous data unchanged. Existing
 * data is retained under another name, and replaced only with `replace`. Migrates a backup of an older version, then checks the twelve
 * invariants. Throws StartError.
 */
export async function restore(
  config: Config,
  file: string,
  replace: boolean,
  say: ReportProgress,
): Promise<RestoreResult> {
  const { dataDir } = config;
  // Dumps need a session of their own, which a pooler does not keep.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (databaseUrl === null && dataDir === 'memory') {
    throw new StartError('DATA_DIR is "memory", which keeps nothing. Set it to a folder.');
  }
  say('Checking the file');
  const manifest = await checkArchive(file);
  const isForServer = databaseUrl !== null;
  if (isForServer !== (manifest.engine === 'postgresql')) {
    throw new StartError(
      isForServer
        ? `${file} is a backup of an embedded database. Unset DATABASE_URL to restore it.`
        : `${file} is a backup of a PostgreSQL server. Set DATABASE_URL to an empty database to restore it into.`,
    );
  }
  const hasData = manifest.files.some(({ path }) => path.startsWith(`${dataPart}/`));
  const folder = dataDir !== 'memory' && hasData ? resolve(dataDir) : null;
  if (folder !== null && !replace && !(await isEmpty(folder))) {
    throw new StartError(
      `The data folder ${folder} holds something already. Set DATA_DIR to another one, or add --replace, which keeps what is there beside it.`,
    );
  }
  const beside = folder === null ? dirname(resolve(file)) : dirname(folder);
  await mkdir(beside, { recursive: true });
  await requireFreeSpace(beside, sizeOf(manifest));
  const made = await mkdtemp(join(beside, '.roetix-restore-'));
  const unlock = folder === null ? () => {} : await lockTarget(folder);
  try {
    say(`Unpacking ${megabytes(sizeOf(manifest))}`);
    await unpack(file, made);
    const result =
      databaseUrl === null
        ? await verifyFolder(config, join(made, dataPart), say)
        : await restoreServer(config, databaseUrl, join(made, dumpPart), replace, say);
    const kept = [...result.kept];
    if (folder !== null) kept.push(...(await swap(join(made, dataPart), folder)));
    return { createdAt: manifest.created_at, verdict: result.verdict, kept };
  } finally {
    unlock();
    await rm(made, { recursive: true, force: true });
  }
}

async function lockTarget(folder: string): Promise<() => void> {
  const isNew = !existsSync(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return lockFolder(folder);
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function verifyFolder(config: Config, folder: string, say: ReportProgress) {
  const db = await openEmbedded(folder);
  try {
    return { verdict: await upToDate(db, config, say), kept: [] };
  } finally {
    await db.close();
  }
}

async function upToDate(db: Db, config: Config, say: ReportProgress): Promise<Verdict> {
  await migrate(db);
  say('Verifying what was restored');
  return verifyDb(db, config);
}

/** Replaces the old folder, which is renamed and retained, by the new one; each of the two renames is atomic. */
async function swap(made: string, folder: string): Promise<string[]> {
  await syncFolder(made);
  // A server that starts between the renames must not take the folder.
  lockFolder(made);
  const kept = `${folder}.before-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const wasEmpty = await isEmpty(folder);
  await rename(folder, kept);
  try {
    await rename(made, folder);
  } catch (error) {
    await rename(kept, folder);
    throw error;
  }
  await syncPath(dirname(folder));
  await rm(join(kept, 'server.lock'), { force: true });
  if (!wasEmpty) return [kept];
  await rm(kept, { recursive: true, force: true });
  return [];
}

async function restoreServer(
  config: Config,
  databaseUrl: string,
  dump: string,
  replace: boolean,
  say: ReportProgress,
) {
  if (!(await stat(dump).catch(() => null))?.isFile()) {
    throw new StartError('The backup holds no dump of a PostgreSQL server.');
  }
  const db = await openDb(config);
  // One lane: a second one would find the connection of the first, and take the database for one in use.
  const upkeep = db.lane('upkeep');
  try {
    const kept = await moveAside(upkeep, replace);
    say('Restoring into the PostgreSQL server');
    try {
      await runPostgresTool('pg_restore', databaseUrl, [
        '--no-owner',
        '--no-privileges',
        '--schema=public',
        '--single-transaction',
        '--exit-on-error',
        dump,
      ]);
    } catch (error) {
      if (kept !== null) await giveBack(upkeep, kept);
      throw error;
    }
    return {
      verdict: await upToDate(db, config, say),
      kept: kept === null ? [] : [`schema ${kept}`],
    };
  } finally {
    await db.close();
  }
}

/** Moves the content of the database into another schema and returns its name; null for an empty database. */
async function moveAside(db: Db, replace: boolean): Promise<string | null> {
  return db.tx(async (tx) => {
    const [others] = await tx.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if ((others?.count ?? 0) > 0) {
      throw new StartError(
        'The database of DATABASE_URL is in use. Stop every server and tool that is connected to it first.',
      );
    }
    const [tables] = await tx.query<{ count: number }>(
      `select count(*) as count from pg_class where relnamespace = 'public'::regnamespace`,
    );
    if ((tables?.count ?? 0) === 0) return null;
    if (!replace) {
      throw new StartError(
        'The database of DATABASE_URL holds something already. Name an empty one, or add --replace, which keeps what is there in a schema beside it.',
      );
    }
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');
    const kept = `before_${stamp}`;
    await tx.query(`alter schema public rename to ${kept}`);
    await tx.query('create schema public');
    return kept;
  });
}

async function giveBack(db: Db, kept: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query('drop schema public cascade');
    await tx.query(`alter schema ${kept} rename to public`);
  });
}
