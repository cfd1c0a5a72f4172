import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Config } from '../config.ts';
import { databaseFolder, openEmbedded } from '../db/embedded.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openDb } from '../db/open.ts';
import { askForHold } from '../operator/socket.ts';
import { StartError } from '../start-error.ts';
import { type Verdict, verifyDb, verifyIn } from '../upkeep/verify.ts';
import { checkArchive, type Manifest, megabytes, pack, type ReportProgress } from './archive.ts';
import { bytesIn, copyDatabase, copyTree, otherNames, requireFreeSpace } from './data-folder.ts';
import { runPostgresTool } from './postgres-tools.ts';

/** Folders of the parts in an archive. */
export const dataPart = 'data';
export const dumpPart = 'postgresql.dump';

/** Result of a backup. */
export interface BackupResult {
  readonly file: string;
  readonly bytes: number;
  readonly verdict: Verdict;
}

/**
 * Backs up the installation into a new file (or into a folder, under a generated name), whether or not its server runs: database, keys and
 * other files of the data folder. Opens the copy, checks the twelve invariants and reads the archive back. A violated invariant does not
 * prevent the backup. Throws StartError and Refusal.
 */
export async function backUp(
  config: Config,
  target: string,
  say: ReportProgress,
): Promise<BackupResult> {
  const { dataDir } = config;
  // Dumps need a session of their own, which a pooler does not keep.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (databaseUrl === null) refuseNoDatabase(dataDir);
  const createdAt = new Date();
  const file = await fileOf(target, createdAt);
  if (dataDir !== 'memory' && resolve(file).startsWith(resolve(dataDir) + sep)) {
    throw new StartError(
      `${file} lies in the data folder, and would be lost with it. Name a place outside.`,
    );
  }
  const needed = dataDir === 'memory' ? 0 : await bytesIn(dataDir);
  // Copy and archive exist at the same time.
  await requireFreeSpace(dirname(file), 2 * needed);
  const copy = await mkdtemp(`${file}.copy-`);
  try {
    const verdict =
      databaseUrl === null
        ? await copyEmbedded(config, copy, say)
        : await dumpServer(config, databaseUrl, copy, say);
    say('Writing the file');
    const engine: Manifest['engine'] = databaseUrl === null ? 'embedded' : 'postgresql';
    await pack(copy, file, { engine, created_at: createdAt.toISOString() });
    say('Reading it again');
    await checkArchive(file);
    return { file, bytes: (await stat(file)).size, verdict };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copyEmbedded(config: Config, copy: string, say: ReportProgress): Promise<Verdict> {
  const to = join(copy, dataPart);
  await mkdir(to, { mode: 0o700 });
  const hold = await askForHold(config);
  if (hold === null) {
    const unlock = lockFolder(config.dataDir);
    try {
      await copyStopped(config.dataDir, to, say);
    } finally {
      unlock();
    }
  } else {
    try {
      await copyDatabase(join(config.dataDir, databaseFolder), join(to, databaseFolder), say);
      const { label, firstSegment, lastSegment } = await hold.end();
      await copyLog(join(config.dataDir, databaseFolder), join(to, databaseFolder), (name) => {
        return name >= firstSegment && name <= lastSegment;
      });
      await writeFile(join(to, databaseFolder, 'backup_label'), label);
    } finally {
      await hold.release();
    }
    await copyOtherFiles(config.dataDir, to);
  }
  say('Verifying the copy');
  const db = await openEmbedded(to);
  try {
    return await verifyDb(db, config);
  } finally {
    await db.close();
  }
}

async function copyStopped(from: string, to: string, say: ReportProgress): Promise<void> {
  const database = join(from, databaseFolder);
  await copyDatabase(database, join(to, databaseFolder), say);
  await copyLog(database, join(to, databaseFolder), () => true);
  await copyOtherFiles(from, to);
}

async function copyLog(from: string, to: string, isWanted: (name: string) => boolean) {
  for (const name of await readdir(join(from, 'pg_wal'))) {
    if (!/^[0-9A-F]{24}$/.test(name) || !isWanted(name)) continue;
    await copyFile(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
  }
}

/** Copies secrets and pictures after the database, so that every file the database names exists. */
async function copyOtherFiles(from: string, to: string): Promise<void> {
  const names = new Set(await otherNames(from));
  if (names.size === 0) return;
  await copyTree(from, to, (path) => !names.has(path.split('/')[0] ?? ''));
}

/** Dumps and verifies one snapshot. */
async function dumpServer(
  config: Config,
  databaseUrl: string,
  copy: string,
  say: ReportProgress,
): Promise<Verdict> {
  const db = await openDb(config);
  try {
    const verdict = await db.tx(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      // A dump may take longer than the idle timeout of a transaction.
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      await tx.query('set local statement_timeout = 0');
      const [row] = await tx.query<{ snapshot: string; bytes: number }>(
        'select pg_export_snapshot() as snapshot, pg_database_size(current_database()) as bytes',
      );
      say(`Dumping a database of ${megabytes(row?.bytes ?? 0)}`);
      await runPostgresTool('pg_dump', databaseUrl, [
        '--format=custom',
        '--schema=public',
        '--no-owner',
        '--no-privileges',
        `--snapshot=${row?.snapshot ?? ''}`,
        `--file=${join(copy, dumpPart)}`,
      ]);
      say('Verifying what was dumped');
      return verifyIn(tx, config);
    });
    if (config.dataDir !== 'memory') {
      await mkdir(join(copy, dataPart), { mode: 0o700 });
      await copyOtherFiles(config.dataDir, join(copy, dataPart));
    }
    return verdict;
  } finally {
    await db.close();
  }
}

async function fileOf(target: string, at: Date): Promise<string> {
  const found = await stat(target).catch(() => null);
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const file = found?.isDirectory() ? join(target, `roetix-${stamp}Z.tar.gz`) : target;
  if (existsSync(file)) {
    throw new StartError(`${file} exists, and is not written over. Name another file.`);
  }
  if (!existsSync(dirname(resolve(file)))) {
    throw new StartError(
      `There is no folder ${dirname(file)} for ${basename(file)}. Make it first.`,
    );
  }
  return resolve(file);
}

function refuseNoDatabase(dataDir: string): void {
  if (dataDir === 'memory') {
    throw new StartError('DATA_DIR is "memory": nothing of it can be backed up.');
  }
  if (!existsSync(join(dataDir, databaseFolder))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its PostgreSQL server.`,
    );
  }
}
