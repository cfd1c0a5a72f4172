import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runRound } from './support/race.ts';
import { luckOf } from './support/race-luck.ts';

const seed = 20_260_307;
const dataDir = mkdtempSync(joinPath(tmpdir(), 'roetix-race-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('[F46] 200 buyers, five random seats of 100 each, vouchers of one use, notices twice, late and out of order, a jump of the clock and a SIGKILL: all twelve truths hold', async () => {
  const plan = {
    buyers: 200,
    seats: 100,
    capacity: 120,
    kills: 1,
    jumps: 1,
    spreadMs: 1_000,
    tries: 1,
    servers: 1,
  };
  const result = await runRound({ DATA_DIR: dataDir }, plan, luckOf(seed));
  expect(result.wrong, `seed ${seed}`).toEqual([]);
  // Whatever the luck, the first of them find five free ones.
  expect(result.drafts).toBeGreaterThan(5);
  expect(result.paid).toBeGreaterThan(0);
}, 180_000);
