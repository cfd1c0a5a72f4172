import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The text of a file, by its path from the root of the project. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The files below a folder whose names match, as paths from the root with slashes. */
export function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort();
}
