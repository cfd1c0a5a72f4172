import { expect, it } from 'vitest';
import { createKeptReads } from '../../../../server/domain/catalogue/kept-reads.ts';
import { foldSeatCounts } from '../../../../server/domain/catalogue/seat-counts.ts';
import { boundlessBudget } from '../../../../server/http/cpu-budget.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { stillClock } from '../../support/clocks.ts';
import { openShop, setEvent, setSeats } from '../../support/open-shop.ts';
import { concert, party, seminar } from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';

let statements: string[] = [];
const db = recordedDb(await openMigrated(), (sql) => statements.push(sql));
const clock = stillClock();
let passedMs = 0;
const keptReads = createKeptReads(db, clock, boundlessBudget, () => passedMs);
const events = [concert, party, seminar];
const app = await openShop({ events, overrides: { db, clock, keptReads } });
const visitor = app.anonymous();

const reads = [
  '/sitemap.xml',
  '/api/event-list',
  '/api/event-search?q=a',
  `/api/event/${concert}`,
  '/api/locations/provinces/1',
];
/** A look at the seats of one category that ends at the 21st. */
const few =
  /\(select count\(\*\)::int from \(select 1 from seats s where [^)]* limit 21\) few\) as free, exists \(select 1 from seats s where [^)]*\)/;
const saleOf = async () => {
  const { body } = await visitor.ask<{ data: { sale: { state: string } } }>(
    'GET',
    `/api/event/${concert}`,
  );
  return body.data.sale.state;
};

it.each(reads)(
  '%s: twelve at once read once, those that follow nothing, and no more than 21 seats a category',
  async (path) => {
    const ask = async () => {
      statements = [];
      const answers = await Promise.all(Array.from({ length: 12 }, () => visitor.ask('GET', path)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(statements.filter((sql) => /\bseats\b/.test(sql.replace(few, '')))).toEqual([]);
      return statements.filter((sql) => !sql.includes('catalogue_version'));
    };
    const first = await ask();
    expect(first.length).toBeGreaterThan(0);
    expect(new Set(first).size).toBe(first.length);
    expect(await ask()).toEqual([]);
  },
);

it('a kept response ends with a change of the event or of its last seats, and by the clock', async () => {
  expect(await saleOf()).toBe('open');
  await setEvent(app, concert, "status = 'paused'");
  expect(await saleOf()).toBe('paused');
  await setEvent(app, concert, "status = 'active'");
  await setSeats(app, concert, 'available', 'block');
  expect(await saleOf()).toBe('soldOut');
  await setSeats(app, concert, 'block', 'available');
  expect(await saleOf()).toBe('open');
  statements = [];
  passedMs += 999;
  await saleOf();
  expect(statements.some((sql) => sql.includes('early_price'))).toBe(false);
  passedMs += 1;
  await saleOf();
  expect(statements.some((sql) => sql.includes('early_price'))).toBe(true);
});

it('the counts of seats are folded into one row for each event, whose sums stay', async () => {
  const counts = () =>
    db.query(
      `select event_id, count(*)::int as rows, sum(available)::int as available from seat_counts group by event_id order by event_id`,
    );
  await setSeats(app, concert, 'available', 'block');
  await setSeats(app, concert, 'block', 'available');
  const before = await counts();
  await foldSeatCounts(db);
  expect(before.some(({ rows }) => Number(rows) > 1)).toBe(true);
  expect(await counts()).toEqual(before.map((row) => ({ ...row, rows: 1 })));
});
