import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOfDay } from '../../../contract/event-folder/moment.ts';
import { migrations } from '../../../server/db/migrations/migrations.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where images are cached between runs. */
export const imageFolder = join(root, 'node_modules', '.cache', 'roetix-test-database');

/** The schema alone, or the fully seeded database of a first start. */
export type DatabaseImage = 'migrated' | 'seeded';

/** The module that makes each image; a change in any file it imports makes a new image. */
const makers: Readonly<Record<DatabaseImage, readonly string[]>> = {
  migrated: ['server/db/embedded.ts', 'server/db/migrations/migrate.ts'],
  seeded: ['server/db/embedded.ts', 'server/db/migrations/migrate.ts', 'server/seed/insert.ts'],
};

/** The path of an image, made or not. Seeded dates are relative to a day, so each day has its own image. */
export function imagePath(image: DatabaseImage, now: Date): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of importedBy(makers[image])) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  for (const { id, sql } of migrations) hash.update(id).update(sql);
  if (image === 'seeded') {
    hash.update(startOfDay(now, 'Asia/Jakarta').toISOString());
    for (const file of sampleData()) hash.update(file).update(readFileSync(join(root, file)));
  }
  return join(imageFolder, `${image}-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** The image in PGlite's format; undefined if it was not made: then the test migrates like a server. */
export function readImage(image: DatabaseImage, now = new Date()): Blob | undefined {
  try {
    return new Blob([readFileSync(imagePath(image, now))]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The data files of the seed, in a fixed order. */
function sampleData(): string[] {
  return readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('samples', name))
    .toSorted();
}

/** Every project file that these files import, themselves included, in a fixed order. */
function importedBy(files: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']*)'/g)) {
      visit(join(dirname(file), path));
    }
  };
  for (const file of files) visit(file);
  return [...found].sort();
}
