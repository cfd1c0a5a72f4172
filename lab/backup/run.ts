import { luckOf } from '../race/luck.ts';
import { freshSeed, laboratory, numbersIn, verdict, withCluster } from '../shared/laboratory.ts';
import { proveBackup } from './backup-proof.ts';

const usage = `npm run lab -- backup [SEED]

Backs up a server while 200 buyers race for 100 seats, kills it, destroys its data folder and database, and restores them: on the embedded engine,
then on a PostgreSQL server of its own. Nothing that was confirmed before the backup may be missing, and every invariant must hold.

It needs the programs of PostgreSQL.`;

const plan = { buyers: 200, seats: 100, spreadMs: 8_000, draftsBefore: 10 };

await laboratory(usage, async (args) => {
  const [seed = 0] = numbersIn(args, freshSeed());
  console.log(`Seed ${seed}`);
  return withCluster(async ({ url }) => {
    const isSound = await proves('embedded', null, seed);
    return (await proves('PostgreSQL', url, seed)) && isSound;
  });
});

async function proves(engine: string, url: string | null, seed: number): Promise<boolean> {
  const proof = await proveBackup(url, plan, luckOf(seed));
  const { wrong, before, during, after, backupMs, restoreMs } = proof;
  const words = `${engine}: ${before} changes confirmed before the backup are there (${during} more while it ran, ${after} after it); backup ${backupMs} ms, restore ${restoreMs} ms`;
  return verdict(words, wrong);
}
