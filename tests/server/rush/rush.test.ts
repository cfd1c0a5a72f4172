import { expect, it } from 'vitest';
import { readRushOptions } from '../../../scripts/rush/options.ts';
import { reportPage } from '../../../scripts/rush/report.ts';
import { rush } from '../../../scripts/rush/rush.ts';
import { embeddedShop } from '../../../scripts/rush/shop.ts';
import { summaryOf } from '../../../scripts/rush/summary.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

const given = '--people 30 --seats 15 --within 0 --think 0 --capacity 20 --machines 1 --seed 17';

it('sells every seat once to the people of a small rush, some of them the app itself', async () => {
  const options = readRushOptions(given.split(' '), 0);
  if (options === null || typeof options === 'string') throw new Error('The options are wrong.');
  const shop = await embeddedShop(await openMigrated());
  const pauses = { turnSpreadMs: 20, lookAgainMs: 20, statusEveryMs: 20 };
  const view = { say: () => undefined, sample: () => undefined };
  const result = await rush(shop, options, view, pauses).finally(() => shop.close());
  expect(result.wrong).toEqual([]);
  const summary = summaryOf(result);
  expect(summary).toMatchObject({ seats: 15, sold: 15 });
  expect(summary.soldOutAfter).not.toBeNull();
  const { endings } = summary;
  expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(new Set([...result.tally.bought.values()].flat()).size).toBe(15);
  const page = reportPage(result, summary);
  expect(page).toContain('15 of 15');
  expect(page.match(/<svg/g)?.length).toBe(7);
});
