import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { schemaPage, schemaPageText } from '../../../scripts/schema-page.ts';
import type { Db } from '../../../server/db/db.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { type Migration, migrations } from '../../../server/db/migrations/migrations.ts';
import { openEmpty } from '../../support/database/open-migrated.ts';
import { narrowingsBetween, type Schema, schemaOf } from '../support/race/narrowings.ts';

const [whole, ...later] = migrations as [Migration, ...Migration[]];

let db: Db;
let schema: Schema;
beforeAll(async () => {
  db = await openEmpty();
  await migrate(db, [whole]);
  schema = await schemaOf(db);
});
afterAll(() => db.close());

it('every step after the first only adds, or names the release that stopped using what it takes (§16.23)', async () => {
  for (const step of later) {
    await migrate(db, [step]);
    const is = await schemaOf(db);
    const narrowings = narrowingsBetween(schema, is);
    if (step.narrowsAfter === undefined) expect(narrowings, step.id).toEqual([]);
    else expect(narrowings, `${step.id} narrows nothing`).not.toEqual([]);
    // Its own release still runs beside the one before.
    expect(step.narrowsAfter).not.toBe(packageJson.version);
    schema = is;
  }
});

it('the page of the schema is current (npm run docs)', () => {
  expect(readFileSync(schemaPage, 'utf8')).toBe(schemaPageText());
});

it.each([
  ['drop table draws cascade', 'draws.event_id is gone'],
  ['alter table seats rename column seat_number to number', 'seats.seat_number is gone'],
  ['alter table events alter column total_rows type bigint', 'from integer to bigint'],
  ['alter table orders alter column refund_policy set not null', 'becomes required'],
  ['alter table accounts alter column role drop default', 'accounts.role loses its default'],
  ['alter table accounts add column shoe int not null', 'is new and required without a default'],
  ['create unique index one_phone on accounts (phone_number)', 'one_phone is new or narrower'],
  ['alter table orders add constraint cheap check (total < 9)', 'cheap is new or narrower'],
  [
    `alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (status in ('draft', 'pending'))`,
    'orders_status_check is new or narrower',
  ],
])('a former release would fail after: %s', async (sql, reason) => {
  expect((await changesOf(sql)).join('; ')).toContain(reason);
});

it.each([
  ['alter table accounts add column shoe int not null default 40'],
  ['alter table accounts add column shoe int unique check (shoe > 0)'],
  ['create table shoes (id int primary key, account_id uuid not null references accounts)'],
  ['alter table orders alter column refund_policy drop not null'],
  [
    `alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check
  check (status in ('draft', 'pending', 'completed', 'cancelled', 'expired', 'failed', 'refunded', 'parked'))`,
  ],
])('a former release goes on after: %s', async (sql) => {
  expect(await changesOf(sql)).toEqual([]);
});

/** The narrowings of a step that is taken back. */
async function changesOf(sql: string): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await db
    .tx(async (tx) => {
      for (const statement of sql.split(';\n')) await tx.query(statement);
      found = narrowingsBetween(schema, await schemaOf(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}
