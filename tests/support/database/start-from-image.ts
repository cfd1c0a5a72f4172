import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { readImage } from './database-image.ts';

/*
 * Loaded before the server's main file: its database in memory starts as a copy of what an earlier start of the same code made. The
 * server looks for its schema and seed as ever, and finds both. A database in a folder is made as ever.
 */
const create: (options: PGliteOptions) => Promise<PGlite> = PGlite.create.bind(PGlite);

// Other modes refuse a database that holds the accounts of development.
const isDevelopment = (process.env.ROETIX_MODE ?? 'development') === 'development';

Object.assign(PGlite, {
  create: (options: PGliteOptions) => {
    const isInMemory = options.dataDir === undefined && options.fs === undefined;
    const seeded = isDevelopment ? readImage('seeded') : undefined;
    const image = isInMemory ? (seeded ?? readImage('migrated')) : undefined;
    return create(image === undefined ? options : { ...options, loadDataDir: image });
  },
});
