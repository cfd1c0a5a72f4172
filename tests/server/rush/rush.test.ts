import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readRushOptions } from '../../../scripts/rush/options.ts';
import { reportPage } from '../../../scripts/rush/report.ts';
import { rush } from '../../../scripts/rush/rush.ts';
import { embeddedShop, runningShop } from '../../../scripts/rush/shop.ts';
import { summaryOf } from '../../../scripts/rush/summary.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { createOwn, describePostgres } from '../postgres/own-database.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp } from '../support/test-app.ts';

const home = mkdtempSync(join(tmpdir(), 'roetix-own-event-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The folder of an operator's event: two rows of a sample event, under a name of its own. */
function ownEvent(): string {
  const folder = join(home, 'konser-sendiri');
  cpSync(`samples/events/${concert}`, folder, { recursive: true });
  const file = join(folder, 'event.json');
  const event = JSON.parse(readFileSync(file, 'utf8'));
  const [category] = event.categories;
  const { map: _, ...rest } = event;
  const small = { ...rest, categories: [{ ...category, rows: [6, 6] }] };
  writeFileSync(file, JSON.stringify(small));
  return folder;
}

/** A rush of one moment by one process. */
function rushOn(shop: Parameters<typeof rush>[0], given: string) {
  const words = `${given} --within 0 --think 0 --capacity 20 --machines 1`.split(' ');
  const options = readRushOptions(words, 0);
  if (options === null || typeof options === 'string') throw new Error('The options are wrong.');
  const pauses = { turnSpreadMs: 20, lookAgainMs: 20, statusEveryMs: 20 };
  return rush(shop, options, { say: () => undefined, sample: () => undefined }, pauses);
}

it('sells every seat once to the people of a small rush, some of them the app itself', async () => {
  const shop = await embeddedShop(await openMigrated());
  const given = '--people 30 --seats 15 --seed 17';
  const result = await rushOn(shop, given).finally(() => shop.close());
  expect(result.wrong).toEqual([]);
  const summary = summaryOf(result);
  expect(summary).toMatchObject({ seats: 15, sold: 15, soldOutAfter: expect.any(Number) });
  const endings = Object.values(summary.endings).reduce((sum, count) => sum + count, 0);
  expect(endings).toBe(30);
  expect(new Set([...result.tally.bought.values()].flat()).size).toBe(15);
  const page = reportPage(result, summary);
  expect(page).toContain('15 of 15');
  expect(page.match(/<svg/g)?.length).toBe(7);
});

it('needs the database of the running server', async () => {
  await expect(runningShop('http://127.0.0.1:1', {})).rejects.toThrow(/DATABASE_URL/);
});

describePostgres('a rush on a running server', (database) => {
  it('sells the seats of the event of its operator, with its forms', async () => {
    await createOwn(database);
    const env = { DATABASE_URL: database };
    const app = await createTestApp({ env, events: [concert] });
    const origin = `http://127.0.0.1:${await app.listen()}`;
    const given = `--url ${origin} --event ${ownEvent()} --people 24 --seed 5`;
    const shop = await runningShop(origin, env);
    const result = await rushOn(shop, given).finally(() => app.close());
    expect(result.wrong).toEqual([]);
    expect(summaryOf(result)).toMatchObject({ seats: 12, sold: 12 });
  });
});
