import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The TypeScript files of the repository, new ones included, relative to its root. */
export const trackedFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(root + file));

/** Every file and the files that import it, also those that import it late. */
const importers = new Map<string, string[]>();
for (const file of trackedFiles) {
  for (const [, path = ''] of readFileSync(root + file, 'utf8').matchAll(
    /(?:from|import|import\()\s*'(\.[^']*)'/g,
  )) {
    const imported = join(dirname(file), path);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

/** Every file that imports one of these, directly or through others, and the number of imports between; themselves at 0. */
export function importersOf(files: readonly string[]): ReadonlyMap<string, number> {
  const steps = new Map(files.map((file) => [file, 0]));
  for (const [known, count] of steps) {
    for (const importer of importers.get(known) ?? []) {
      if (!steps.has(importer)) steps.set(importer, count + 1);
    }
  }
  return steps;
}

/** The test files that import a file, directly or through others: those of its mirrored folder first, then by the number of imports between. */
export function testsByDistance(file: string): readonly string[] {
  const steps = importersOf([file]);
  const distance = (test: string) =>
    (steps.get(test) ?? 0) + 10 * (dirname(file).split('/').length - sharedFolders(file, test));
  return [...steps.keys()]
    .filter((test) => /^tests\/(?!architecture|scripts).*\.test\.tsx?$/.test(test))
    .sort((a, b) => distance(a) - distance(b) || a.localeCompare(b));
}

/** How many folders, from the top, a file shares with its test. */
function sharedFolders(file: string, test: string): number {
  const folders = dirname(file).split('/');
  // The tests of a flow stand in one file: machines/payment/… in tests/machines/payment.test.ts.
  const parts = test
    // A model proves the same machine as the cases: tests/model/payment.model.test.ts.
    .replace(/^tests\/model\//, 'tests/machines/')
    .replace(/\.test\.tsx?$/, '')
    .split(/[/.]/)
    .slice(1);
  const different = folders.findIndex((folder, index) => !parts[index]?.startsWith(folder));
  return different === -1 ? folders.length : different;
}
