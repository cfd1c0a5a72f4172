import type { Db } from '../db/db.ts';
import { applyEvent } from '../domain/catalogue/folder/apply-event.ts';
import { FolderMistakes } from '../domain/catalogue/folder/mistakes.ts';
import { readFolder } from '../domain/catalogue/folder/read-folder.ts';
import { exportFolder } from '../domain/catalogue/folder/stored-folders.ts';
import { Refusal } from '../http/refusal.ts';

/** Plans or applies an event folder. Returns the lines to print; throws Refusal with every mistake of the folder, and nothing has changed then. */
export async function runFolderTask(
  {
    db,
    now,
    key,
    onProgress,
  }: { db: Db; now: Date; key: string; onProgress: (line: string) => void },
  given: {
    readonly verb: 'plan' | 'apply';
    readonly folder: string;
    readonly confirmed: readonly string[];
  },
): Promise<readonly string[]> {
  const { confirmed } = given;
  const isDry = given.verb === 'plan';
  const folder = await readOrRefuse(given.folder);
  const applied = await applyEvent(db, folder, { now, key, isDry, onProgress, confirmed });
  const { lines, isApplied, soldLines } = applied;
  const sold = isDry ? soldLines : [];
  if (lines.length === 0) return [...sold, `${folder.slug}: nothing to change`];
  return [
    ...sold,
    ...lines,
    `${folder.slug}: ${isApplied ? 'applied' : 'nothing was changed yet'}`,
  ];
}

async function readOrRefuse(path: string) {
  try {
    return await readFolder(path);
  } catch (error) {
    if (error instanceof FolderMistakes) throw new Refusal(422, error.message);
    throw error;
  }
}

/**
 * A line of JSON per file of the folder from which an event was made: its path, and its bytes in base64, or null for a list of addresses,
 * which the server does not keep. Throws Refusal 404.
 */
export async function exportTask(db: Db, slug: string, key: string): Promise<readonly string[]> {
  const { files, withheld } = await exportFolder(db, slug, key);
  return [
    ...files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') })),
    ...withheld.map((path) => ({ path, base64: null })),
  ].map((file) => JSON.stringify(file));
}
