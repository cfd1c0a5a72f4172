import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOn, onServer } from '../../scripts/postgres/on-server.ts';
import {
  freshSeed,
  laboratory,
  Misunderstood,
  readOptions,
  verdict,
} from '../shared/laboratory.ts';
import { luckOf } from './luck.ts';
import { type RaceData, runRound } from './race.ts';

const usage = `npm run lab -- race [--rounds n] [--seed s] [--kills n] [--servers n]

Lets 200 buyers race for 100 seats and for vouchers with one use and with five, in rounds. In each round the buyers' pauses, the
gateway's notifications (twice, late, out of order, lost), jumps of the clock and SIGKILLs of the server come from the seed. After each kill and
each round the twelve invariants of 'npm run verify' must hold, and no confirmed change may be missing.

  --rounds n   how many (10)
  --seed s     whole number; the same seed makes the same choices (from the time)
  --kills n    kills in each round (2)
  --servers n  server processes over one database (1); more than one needs TEST_DATABASE_URL

TEST_DATABASE_URL takes a PostgreSQL server, on which a database is made and dropped; without it the embedded engine runs in a folder
of its own.`;

const fixedPlan = { buyers: 200, seats: 100, capacity: 90, jumps: 3, spreadMs: 3_000, tries: 4 };

await laboratory(usage, async (args) => {
  const { rounds, seed, kills, servers } = readOptions(args, {
    rounds: [10, 1, 100_000],
    seed: [freshSeed(), 0, 2 ** 32 - 1],
    kills: [2, 0, 20],
    servers: [1, 1, 4],
  });
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (servers > 1 && serverUrl === undefined)
    throw new Misunderstood(
      'Several servers need TEST_DATABASE_URL: an embedded folder has one process.',
    );
  const place = serverUrl === undefined ? ownFolder() : await ownDatabase(serverUrl);
  console.log(`Seed ${seed}, ${rounds} rounds.`);
  let broken = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const own = (seed + round - 1) % 2 ** 32;
      const startedAt = performance.now();
      const result = await runRound(place.data, { ...fixedPlan, kills, servers }, luckOf(own));
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const words = `${round}/${rounds}  seed ${own}  ${result.calls} calls, ${result.lost} answers lost, ${result.drafts} drafts (p95 ${result.draftMs} ms), ${result.paid} paid, ${result.refunded} given back  ${seconds} s`;
      if (!verdict(words, result.wrong)) broken += 1;
    }
  } finally {
    await place.drop();
  }
  console.log(
    broken === 0
      ? 'All twelve invariants held in every round.'
      : `${broken} of ${rounds} rounds broke one. Repeat a round by its seed: --rounds 1 --seed s`,
  );
  return broken === 0;
});
interface Place {
  readonly data: RaceData;
  drop(): Promise<void>;
}

function ownFolder(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'roetix-race-'));
  return {
    data: { DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function ownDatabase(serverUrl: string): Promise<Place> {
  const name = `roetix_race_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (db) => db.script(`create database ${name}`));
  return {
    data: { DATABASE_URL: databaseOn(serverUrl, name) },
    drop: () => onServer(serverUrl, (db) => db.script(`drop database ${name} with (force)`)),
  };
}
