import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readRushOptions } from '../../../scripts/rush/options.ts';
import { rush } from '../../../scripts/rush/rush.ts';
import { runningShop } from '../../../scripts/rush/shop.ts';
import { summaryOf } from '../../../scripts/rush/summary.ts';
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

it('needs the database of the running server', async () => {
  await expect(runningShop('http://127.0.0.1:1', {})).rejects.toThrow(/DATABASE_URL/);
});

describePostgres('a rush on a running server', (database) => {
  it('sells the seats of the event of its operator, with its forms', async () => {
    await createOwn(database);
    const env = { DATABASE_URL: database };
    const app = await createTestApp({ env, events: [concert] });
    const origin = `http://127.0.0.1:${await app.listen()}`;
    const folder = ownEvent();
    const given = `--url ${origin} --event ${folder} --people 24 --within 0 --think 0 --capacity 20 --machines 1 --seed 5`;
    const options = readRushOptions(given.split(' '), 0);
    if (options === null || typeof options === 'string') throw new Error('The options are wrong.');
    const shop = await runningShop(origin, env);
    const pauses = { turnSpreadMs: 20, lookAgainMs: 20, statusEveryMs: 20 };
    const view = { say: () => undefined, sample: () => undefined };
    const result = await rush(shop, options, view, pauses).finally(() => app.close());
    expect(result.wrong).toEqual([]);
    expect(summaryOf(result)).toMatchObject({ seats: 12, sold: 12 });
  });
});
