import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { readMode } from '../../../server/config/mode.ts';
import { readImage } from './database-image.ts';

/*
 * Loaded before the server's main file: a new database, in memory or in a folder, starts as a copy of the image made by an earlier start of
 * the same code. The server checks schema and seed as usual and finds both complete. A database that a folder already holds is unaffected.
 */
const create: (options: PGliteOptions) => Promise<PGlite> = PGlite.create.bind(PGlite);

// Other modes refuse a database with the development accounts.
const isDevelopment = readMode(process.env).mode === 'development';

/** True for a database in memory, and for one in a folder that no server has started from yet. */
function isNew({ dataDir, fs }: PGliteOptions): boolean {
  if (fs === undefined) return dataDir === undefined;
  const { rootDir } = fs as unknown as { rootDir: string };
  return !existsSync(join(rootDir, 'PG_VERSION'));
}

Object.assign(PGlite, {
  create: (options: PGliteOptions) => {
    const seeded = isDevelopment ? readImage('seeded') : undefined;
    const image = isNew(options) ? (seeded ?? readImage('migrated')) : undefined;
    return create(image === undefined ? options : { ...options, loadDataDir: image });
  },
});
