import { afterEach, describe, expect, test } from 'vitest';
import { type DatabaseTime, followDatabaseTime } from '../../../server/db/database-time.ts';
import type { Db } from '../../../server/db/db.ts';

const noon = Date.UTC(2026, 2, 7, 12);
let time: DatabaseTime | undefined;

afterEach(() => time?.stop());

/** A machine and a database whose clocks the test sets; a response of the database takes `tripMs`. */
function stage() {
  const state = { steady: 1_000, wall: noon, database: noon, tripMs: 2, isAway: false };
  const pass = (ms: number) => {
    state.steady += ms;
    state.wall += ms;
    state.database += ms;
  };
  const db = {
    lane: () => db,
    query: async () => {
      if (state.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      pass(state.tripMs / 2);
      const ms = state.database;
      pass(state.tripMs / 2);
      return [{ ms }];
    },
  } as unknown as Db;
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, words: string) => warnings.push(words) };
  const begin = async () => {
    time = await followDatabaseTime(db, log as never, {
      steady: () => state.steady,
      wall: () => state.wall,
    });
    return time;
  };
  return { state, pass, warnings, begin };
}

const disagree = "this machine's clock and the database's disagree; the database's counts";

describe('the time of the database (§16.22)', () => {
  test('ignores a wrong clock of the machine, and runs on evenly when it jumps', async () => {
    const { state, pass, warnings, begin } = stage();
    state.wall += 120_000;
    const followed = await begin();
    expect(followed.now()).toBe(state.database);
    state.wall += 3_600_000;
    pass(4_000);
    expect(followed.now()).toBe(state.database);
    expect(warnings).toEqual([disagree]);
  });

  test('continues while the database is unreachable, and is compared again afterwards', async () => {
    const { state, pass, warnings, begin } = stage();
    const followed = await begin();
    state.isAway = true;
    pass(30_000);
    await followed.compare();
    expect(followed.now()).toBe(state.database);
    expect(warnings).toEqual(['the time of the database could not be read; it is carried on']);
    state.isAway = false;
    state.database += 40;
    await followed.compare();
    expect(followed.now()).toBe(state.database);
  });

  test('ignores slow responses, which may be off by half of their time, except after a minute without one', async () => {
    const { state, pass, begin } = stage();
    const followed = await begin();
    state.database += 40;
    state.tripMs = 900;
    await followed.compare();
    expect(followed.now()).toBe(state.database - 40);
    pass(61_000);
    await followed.compare();
    expect(followed.now()).toBe(state.database);
  });

  test("logs a jump of the database's clock, and logs once that the machine's deviates", async () => {
    const { state, warnings, begin } = stage();
    const followed = await begin();
    state.database += 5_000;
    await followed.compare();
    await followed.compare();
    expect(followed.now()).toBe(state.database);
    expect(warnings).toEqual(['the clock of the database has jumped', disagree]);
  });
});
