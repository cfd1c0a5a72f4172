import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolder } from '../db/embedded.ts';
import { StartError } from '../start-error.ts';
import { megabytes, type Say } from './archive.ts';

/** What belongs to a running process, or to a database that was never finished. */
const passing = new Set([
  'server.lock',
  'server.lock.takeover',
  'operator.sock',
  `${databaseFolder}.unfinished`,
]);
const passingInDatabase = new Set(['postmaster.pid', 'postmaster.opts']);
const spareBytes = 64 * 1024 * 1024;
const sayEach = 0.1;

/** Names in a data folder that a backup holds, the database aside. */
export async function namesBeside(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !passing.has(name) && name !== databaseFolder);
}

/** True where a folder is missing or holds nothing that would be lost. */
export async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.every((name) => passing.has(name));
}

/** Bytes of all files in a folder; 0 for a missing one. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

/** Throws StartError where a folder's disk has less room than is needed, with some to spare. */
export async function refuseLittleRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + spareBytes) return;
  throw new StartError(
    `The disk of ${folder} has ${megabytes(free)} left and ${megabytes(bytes + spareBytes)} are needed. Free space, or name another place.`,
  );
}

/** Copies the database's files but for its log, which a running server still writes; the log's folders are made. */
export async function copyDatabase(from: string, to: string, say: Say): Promise<void> {
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

/** Copies files and folders; a file that goes away meanwhile is passed over, as a table that is dropped is. */
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
