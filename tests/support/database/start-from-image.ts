import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { readImage } from './database-image.ts';

/*
 * Loaded before the server's main file: its database in memory starts as a copy of the image made by an earlier start of the same code.
 * The server checks schema and seed as usual and finds both complete. A database in a folder is unaffected.
 */
const create: (options: PGliteOptions) => Promise<PGlite> = PGlite.create.bind(PGlite);

// Other modes refuse a database with the development accounts.
const isDevelopment = (process.env.ROETIX_MODE ?? 'development') === 'development';

Object.assign(PGlite, {
  create: (options: PGliteOptions) => {
    const isInMemory = options.dataDir === undefined && options.fs === undefined;
    const seeded = isDevelopment ? readImage('seeded') : undefined;
    const image = isInMemory ? (seeded ?? readImage('migrated')) : undefined;
    return create(image === undefined ? options : { ...options, loadDataDir: image });
  },
});
