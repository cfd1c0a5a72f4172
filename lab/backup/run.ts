import { requireRecentNode } from '../../scripts/node-version.ts';
import { NoPostgresError, startCluster } from '../../scripts/postgres/cluster.ts';
import { luckOf } from '../race/luck.ts';
import { proveBackup } from './backup-proof.ts';

const usage = `npm run lab -- backup [SEED]

Backs up a server while 200 buyers race for 100 seats, kills it, destroys its data folder and database, and restores them: on the embedded engine,
then on a PostgreSQL server of its own. Nothing that was confirmed before the backup may be missing, and every invariant must hold.

It needs the programs of PostgreSQL, and exits with 2 if they are missing.`;

const plan = { buyers: 200, seats: 100, spreadMs: 8_000, draftsBefore: 10 };

requireRecentNode();
process.exitCode = await main(process.argv.slice(2));

/** Exit code 0: both backups hold; 1: something is missing or broken; 2: the run failed. */
async function main(args: readonly string[]): Promise<number> {
  const [given = String(Date.now() % 1_000_000)] = args;
  if (args.length > 1 || !/^\d{1,9}$/.test(given)) {
    console.error(usage);
    return 2;
  }
  // Seats and vouchers are created with the tools under /dev, which production refuses.
  delete process.env.NODE_ENV;
  console.log(`Seed ${given}`);
  try {
    const cluster = await startCluster({ durable: true });
    try {
      const isSound = await proves('embedded', null, Number(given));
      return (await proves('PostgreSQL', cluster.url, Number(given))) && isSound ? 0 : 1;
    } finally {
      await cluster.drop();
    }
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function proves(engine: string, url: string | null, seed: number): Promise<boolean> {
  const proof = await proveBackup(url, plan, luckOf(seed));
  const { wrong, before, during, after, backupMs, restoreMs } = proof;
  const isSound = wrong.length === 0;
  console.log(
    `${isSound ? '✔' : '✘'} ${engine}: ${before} changes confirmed before the backup are there (${during} more while it ran, ${after} after it); backup ${backupMs} ms, restore ${restoreMs} ms`,
  );
  for (const line of wrong) console.log(`    ${line}`);
  return isSound;
}
