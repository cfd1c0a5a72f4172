import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireRecentNode } from '../../scripts/node-version.ts';
import { databaseOn, onServer } from '../../scripts/postgres/on-server.ts';
import { StartError } from '../../server/start-error.ts';
import { luckOf } from './luck.ts';
import { type RaceOptions, readRaceOptions, usage } from './options.ts';
import { type RaceData, runRound } from './race.ts';

const fixedPlan = { buyers: 200, seats: 100, capacity: 90, jumps: 3, spreadMs: 3_000, tries: 4 };

requireRecentNode();
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const options = readRaceOptions(args, Date.now() % 1_000_000);
  if (options === null) {
    console.log(usage);
    return 0;
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (options.servers > 1 && serverUrl === undefined) {
    console.error('Several servers need TEST_DATABASE_URL: an embedded folder has one process.');
    return 2;
  }
  try {
    const place = serverUrl === undefined ? ownFolder() : await ownDatabase(serverUrl);
    // The seats and vouchers of a round are reset with the tools under /dev, which production refuses.
    delete process.env.NODE_ENV;
    return await rounds(options, place.data).finally(place.drop);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function rounds(options: RaceOptions, data: RaceData): Promise<number> {
  console.log(`Seed ${options.seed}, ${options.rounds} rounds.`);
  let broken = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    const seed = (options.seed + round - 1) % 2 ** 32;
    const startedAt = performance.now();
    const plan = { ...fixedPlan, kills: options.kills, servers: options.servers };
    const result = await runRound(data, plan, luckOf(seed));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${result.wrong.length === 0 ? '✔' : '✘'} ${round}/${options.rounds}  seed ${seed}  ${result.calls} calls, ${result.lost} answers lost, ${result.drafts} drafts (p95 ${result.draftMs} ms), ${result.paid} paid, ${result.refunded} given back  ${seconds} s`,
    );
    for (const line of result.wrong) console.log(`    ${line}`);
    if (result.wrong.length > 0) broken += 1;
  }
  console.log(
    broken === 0
      ? 'All twelve invariants held in every round.'
      : `${broken} of ${options.rounds} rounds broke one. A round is told again by its seed: --rounds 1 --seed s`,
  );
  return broken === 0 ? 0 : 1;
}

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
