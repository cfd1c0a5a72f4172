import { openEmbedded } from '../../../server/db/embedded.ts';

/** Inserts rows and reports each confirmed one, until the disk is full at the tenth sync. */
const [folder = ''] = process.argv.slice(2);
let syncs = 0;
let isFilling = false;
const db = await openEmbedded(folder, undefined, {
  sync: (_file, path) => {
    if (!isFilling || !path.includes('pg_wal')) return;
    syncs += 1;
    if (syncs === 10) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  },
});
isFilling = true;
for (let id = 1; id <= 100; id += 1) {
  await db.query('insert into kept values ($1)', [id]);
  process.stdout.write(`${id}\n`);
}
