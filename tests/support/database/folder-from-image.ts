import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { databaseFolder } from '../../../server/db/embedded.ts';
import { readImage } from './database-image.ts';

/** Fills a new data folder with a copy of the migrated image: the engine's own first start takes some four seconds of a processor. */
export async function folderFromImage(dataDir: string): Promise<void> {
  const image = readImage('migrated');
  const path = join(dataDir, databaseFolder);
  if (image === undefined || existsSync(join(path, 'PG_VERSION'))) return;
  mkdirSync(dataDir, { recursive: true });
  const engine = await PGlite.create({ dataDir: path, loadDataDir: image });
  await engine.close();
}
