import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolder } from '../db/embedded.ts';
import { StartError } from '../start-error.ts';
import { megabytes, type ReportProgress } from './archive.ts';

/** Files of a running process or of an unfinished database. */
const temporaryNames = new Set([
  'server.lock',
  'server.lock.takeover',
  'operator.sock',
  `${databaseFolder}.unfinished`,
]);
const passingInDatabase = new Set(['postmaster.pid', 'postmaster.opts']);
const spareBytes = 64 * 1024 * 1024;
const sayEach = 0.1;

/** Returns the names in a data folder that a backup includes besides the database. */
export async function otherNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !temporaryNames.has(name) && name !== databaseFolder);
}

/** True if a folder is missing or holds nothing that could be lost. */
export async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.every((name) => temporaryNames.has(name));
}

/** Returns the total bytes of a folder; 0 if it is missing. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

/** Throws StartError if the disk of a folder lacks the needed space plus a reserve. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  throw new StartError(
    `The disk of ${folder} has ${megabytes(free)} left and ${megabytes(bytes + spareBytes)} are needed. Free space, or name another place.`,
  );
}

/** Copies the database's files except its log, which a running server still writes, and creates the log's folders. */
export async function copyDatabase(from: string, to: string, say: ReportProgress): Promise<void> {
  const total = await bytesIn(from);
  let done = 0;
  let said = 0;
  const skip = (path: string) =>
    passingInDatabase.has(path) || /^(?:pg_wal|pg_replslot)\/./.test(path);
  await copyTree(from, to, skip, (bytes) => {
    done += bytes;
    if (done / total - said < sayEach) return;
    said = done / total;
    say(`Copied ${megabytes(done)} of ${megabytes(total)}`);
  });
}

/** Copies files and folders; skips files that disappear meanwhile, such as those of dropped tables. */
export async function copyTree(
  from: string,
  to: string,
  skip: (path: string) => boolean = () => false,
  onCopied: (bytes: number) => void = () => {},
  below = '',
): Promise<void> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (skip(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, skip, onCopied, path);
    else if (entry.isFile()) {
      try {
        await copyFile(join(from, path), join(to, path));
        onCopied((await stat(join(to, path))).size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}
