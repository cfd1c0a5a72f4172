import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract, list, type ReadEntry } from 'tar';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';

const manifestName = 'manifest.json';
const longestManifest = 64 * 1024 * 1024;
/** Level 1 takes half the time of the default for a few percent more bytes. */
const gzipLevel = 1;
const mebibyte = 1024 * 1024;

const manifestSchema = z.object({
  format: z.literal('roetix-backup'),
  version: z.literal(1),
  engine: z.enum(['embedded', 'postgresql']),
  created_at: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});

/** The table of contents of a backup with a checksum of each file. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Prints one line of progress to the terminal. */
export type ReportProgress = (line: string) => void;

/** Formats a size in MB. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / mebibyte)} MB`;
}

/** Returns the total bytes of a manifest. */
export function sizeOf({ files }: Pick<Manifest, 'files'>): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Packs a folder into a file readable by its owner only, manifest first. The file gets its name after it is complete and flushed. */
export async function pack(
  folder: string,
  file: string,
  about: Pick<Manifest, 'engine' | 'created_at'>,
): Promise<Manifest> {
  const manifest: Manifest = {
    format: 'roetix-backup',
    version: 1,
    ...about,
    files: await filesOf(folder),
  };
  await writeFile(join(folder, manifestName), JSON.stringify(manifest), { mode: 0o600 });
  const names = (await readdir(folder)).filter((name) => name !== manifestName);
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(
      create({ cwd: folder, gzip: { level: gzipLevel }, portable: true }, [manifestName, ...names]),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    );
    await syncPath(unfinished);
    await rename(unfinished, file);
    await syncPath(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return manifest;
}

/**
 * Reads a whole archive and verifies each file against the manifest. Throws StartError if it is no backup, truncated or damaged; writes
 * nothing.
 */
export async function checkArchive(file: string): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>();
  let first: { path: string; text: string } | undefined;
  let strange: string | undefined;
  const readers: Promise<void>[] = [];
  const read = async (entry: ReadEntry) => {
    const isFirst = first === undefined;
    if (isFirst) first = { path: entry.path, text: '' };
    if (entry.type === 'Directory') return void entry.resume();
    if (entry.type !== 'File') strange ??= entry.path;
    const hash = createHash('sha256');
    const kept: Buffer[] = [];
    let size = 0;
    for await (const piece of entry) {
      hash.update(piece as Buffer);
      size += (piece as Buffer).length;
      if (isFirst && size <= longestManifest) kept.push(Buffer.from(piece as Buffer));
    }
    if (isFirst) first = { path: entry.path, text: Buffer.concat(kept).toString('utf8') };
    else found.set(entry.path, { size, sha256: hash.digest('hex') });
  };
  try {
    const reader = list({
      strict: true,
      noResume: true,
      onReadEntry: (entry) => {
        readers.push(read(entry));
      },
    });
    await pipeline(createReadStream(file), reader);
    await Promise.all(readers);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new StartError(`There is no file ${file}.`);
    if (code === 'EACCES' || code === 'EISDIR') {
      throw new StartError(`${file} cannot be read (${code}).`);
    }
    throw new StartError(
      `${file} is no whole backup: it is cut off, damaged, or something else (${reasonOf(error)}). Take another one; nothing was changed.`,
    );
  }
  const manifest = first?.path === manifestName ? parseManifest(first.text) : null;
  if (manifest === null || strange !== undefined) {
    throw new StartError(
      `${file} was not made by npm run backup, or by a later version of it. Nothing was changed.`,
    );
  }
  const isWhole =
    manifest.files.length === found.size &&
    manifest.files.every(({ path, size, sha256 }) => {
      const there = found.get(path);
      return there?.size === size && there.sha256 === sha256;
    });
  if (!isWhole) {
    throw new StartError(
      `${file} is damaged: its files are not those of its table of contents. Take another backup; nothing was changed.`,
    );
  }
  return manifest;
}

/** Unpacks a verified archive into an empty folder. */
export async function unpack(file: string, folder: string): Promise<void> {
  await extract({ file, cwd: folder, strict: true, preserveOwner: false });
  await rm(join(folder, manifestName));
}

/** Flushes a file or folder to disk. */
export async function syncPath(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder with its content to disk. */
export async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncFolder(path);
    else await syncPath(path);
  }
  await syncPath(folder);
}

async function filesOf(folder: string, below = ''): Promise<Manifest['files']> {
  const files: Manifest['files'] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await filesOf(folder, path)));
    else {
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, path)), hash);
      const { size } = await stat(join(folder, path));
      files.push({ path, size, sha256: hash.digest('hex') });
    }
  }
  return files;
}

function parseManifest(text: string): Manifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown error';
}
