import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOver } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { seed } from '../../../server/seed/insert.ts';
import { type DatabaseImage, imageFolder, imagePath } from './database-image.ts';

/** Makes the image unless it exists, with the server's own migrations and seed, and removes images of other code or days. */
export async function makeDatabaseImage(image: DatabaseImage): Promise<void> {
  const now = new Date();
  const path = imagePath(image, now);
  if (existsSync(path)) return;
  const engine = await PGlite.create();
  const db = embeddedOver(engine, () => {});
  await migrate(db);
  if (image === 'seeded') await seed(db, { now: () => now, offsetSeconds: 0, advance: () => {} });
  // A checkpoint empties the write-ahead log, so that a copy starts without a replay.
  await engine.exec('checkpoint');
  const dump = await engine.dumpDataDir('none');
  await db.close();
  mkdirSync(imageFolder, { recursive: true });
  // The rename is atomic: a reader sees a complete file or none.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  renameSync(unfinished, path);
  for (const name of readdirSync(imageFolder)) {
    const file = join(imageFolder, name);
    if (name.startsWith(`${image}-`) && name.endsWith('.tar') && file !== path) {
      rmSync(file, { force: true });
    }
  }
}
