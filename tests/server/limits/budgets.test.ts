import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { createBudgets } from '../../../server/limits/budgets.ts';
import { openDb } from '../support/open-shop.ts';

const db = await openDb();
let statements = 0;
const counting = (): Db => ({
  ...db,
  query: (sql, params) => {
    statements += 1;
    return db.query(sql, params);
  },
});
const log = { warn: () => undefined };
const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);
const budgetsOf = (of: Db = counting()) => createBudgets(of, 'a secret of tests', log);

/** How often a budget lets a caller through until it says a wait. */
async function passes(budgets: ReturnType<typeof budgetsOf>, calls: number, seconds: number) {
  let passed = 0;
  while ((await budgets.spend('a', { calls, seconds: 60 }, at(seconds))) === 0) passed += 1;
  return passed;
}

beforeEach(async () => {
  await db.query('delete from limit_budgets');
  statements = 0;
});

describe('a budget of one process', () => {
  test.each([1, 2, 6, 10, 30, 1_000])(
    'of %d lets so many through, then says the wait',
    async (calls) => {
      const budgets = budgetsOf();
      const limit = { calls, seconds: 60 };
      expect(await passes(budgets, calls, 0)).toBe(calls);
      expect(await budgets.spend('a', limit, at(20))).toBeCloseTo(40);
      expect(await budgets.spend('a', limit, at(60))).toBe(0);
    },
  );

  test.each([1, 6, 100])('of %d accepts a further call for each one undone', async (calls) => {
    const budgets = budgetsOf();
    await passes(budgets, calls, 0);
    for (let count = 0; count <= calls; count += 1) {
      budgets.giveBack('a', { calls, seconds: 60 }, at(1));
    }
    expect(await passes(budgets, calls, 2)).toBe(calls);
  });

  test('counts concurrent calls individually', async () => {
    const budgets = budgetsOf();
    const waits = await Promise.all(
      Array.from({ length: 200 }, () => budgets.spend('a', { calls: 50, seconds: 60 }, at(0))),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(50);
  });

  test('needs few statements: none for the first calls, one per block, none when full', async () => {
    const budgets = budgetsOf();
    const limit = { calls: 100, seconds: 60 };
    for (let count = 0; count < 10; count += 1) await budgets.spend('a', limit, at(0));
    expect(statements).toBe(0);
    for (let count = 0; count < 90; count += 1) await budgets.spend('a', limit, at(0));
    expect(statements).toBe(9);
    for (let count = 0; count < 500; count += 1) await budgets.spend('a', limit, at(1));
    expect(statements).toBe(10);
  });

  test('counts each key and each limit separately', async () => {
    const budgets = budgetsOf();
    for (const key of ['a', 'b']) {
      expect(await budgets.spend(key, { calls: 1, seconds: 60 }, at(0))).toBe(0);
      expect(await budgets.spend(key, { calls: 1, seconds: 5 }, at(0))).toBe(0);
      expect(await budgets.spend(key, { calls: 1, seconds: 60 }, at(0))).toBeGreaterThan(0);
    }
  });

  test('a clock set back locks no caller out', async () => {
    const budgets = budgetsOf();
    const limit = { calls: 1, seconds: 60 };
    await budgets.spend('a', limit, at(86_400));
    expect(await budgets.spend('a', limit, at(0))).toBe(0);
  });

  test('continues alone with the same limit while the database is unavailable', async () => {
    const gone: Db = { ...db, query: () => Promise.reject(new Error('Connection terminated')) };
    expect(await passes(budgetsOf(gone), 30, 0)).toBe(30);
  });

  test('stores no address in the database', async () => {
    const budgets = budgetsOf();
    for (let count = 0; count < 5; count += 1) {
      await budgets.spend('login host 203.0.113.7', { calls: 3, seconds: 60 }, at(0));
    }
    const rows = await db.query('select limit_budgets::text as line from limit_budgets');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('203.0');
  });
});

describe('a budget of several processes', () => {
  test.each([6, 100, 1_000])(
    'of %d lets no more through than it says and a tenth for each further process',
    async (calls) => {
      const processes = [budgetsOf(), budgetsOf(), budgetsOf()];
      const limit = { calls, seconds: 60 };
      const waits = await Promise.all(
        Array.from({ length: 3 * calls }, (_, index) =>
          processes[index % 3]!.spend('a', limit, at(index / (6 * calls))),
        ),
      );
      const passed = waits.filter((wait) => wait === 0).length;
      const block = Math.max(1, Math.min(50, Math.floor(calls / 10)));
      expect(passed).toBeGreaterThanOrEqual(calls);
      expect(passed).toBeLessThanOrEqual(calls + 2 * block);
    },
  );

  test('is full for a process that starts late', async () => {
    await passes(budgetsOf(), 20, 0);
    expect(await passes(budgetsOf(), 20, 10)).toBeLessThanOrEqual(2);
  });
});
