import { expect, it } from 'vitest';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { refreshStatistics } from '../../../server/upkeep/statistics.ts';
import { openShop } from '../support/open-shop.ts';

const app = await openShop({}, null);

const looks = async () => {
  const [row] = await app.services.db.query<{ rows: number; looks: number }>(
    `select c.reltuples::int as rows, s.analyze_count::int as looks
     from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'limit_budgets'`,
  );
  return row;
};

it('a table that grew is looked at again, once, and the planner knows its size', async () => {
  const { db } = app.services;
  await refreshStatistics(app.services);
  const before = await looks();
  await db.query(
    `insert into limit_budgets (key, used, granted, ends_at) select 'uji ' || n, 1, 1, now() from generate_series(1, 5000) n`,
  );
  await expect
    .poll(async () => {
      await refreshStatistics(app.services);
      return (await looks())?.rows;
    })
    .toBeGreaterThanOrEqual(5_000);
  await refreshStatistics(app.services);
  expect((await looks())?.looks).toBe((before?.looks ?? 0) + 1);
});

it('the embedded engine, which does nothing by itself, vacuums one grown table in a run', async () => {
  const db = await openEmbedded('memory');
  for (const name of ['one', 'other']) {
    await db.script(
      `create table ${name} as select n from generate_series(1, 5000) n; delete from ${name} where n > 100`,
    );
  }
  await db.query('select pg_stat_force_next_flush()');
  const vacuumed = async () => {
    const rows = await db.query<{ dead: number }>(
      'select n_dead_tup::int as dead from pg_stat_user_tables where vacuum_count = 1',
    );
    return rows.map(({ dead }) => dead);
  };
  await refreshStatistics({ db });
  expect(await vacuumed()).toEqual([0]);
  await refreshStatistics({ db });
  expect(await vacuumed()).toEqual([0, 0]);
  await db.close();
});
