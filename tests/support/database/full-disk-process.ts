import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openEmbedded } from '../../../server/db/embedded.ts';

/** Inserts rows and reports each confirmed one, until the disk is full at the tenth write to the log. */
const [folder = ''] = process.argv.slice(2);
const db = await openEmbedded(folder);
const write = fs.writeSync;
let writes = 0;
Object.assign(fs, {
  writeSync: (file: number, ...rest: unknown[]) => {
    if (file > 2 && fs.readlinkSync(`/proc/self/fd/${file}`).includes('pg_wal')) {
      writes += 1;
      if (writes === 10) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    }
    return Reflect.apply(write, fs, [file, ...rest]) as number;
  },
});
syncBuiltinESMExports();
for (let id = 1; id <= 100; id += 1) {
  await db.query('insert into kept values ($1)', [id]);
  process.stdout.write(`${id}\n`);
}
