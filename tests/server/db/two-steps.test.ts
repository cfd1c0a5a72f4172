import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Db } from '../../../server/db/db.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { type Migration, migrations } from '../../../server/db/migrations/migrations.ts';
import { openEmpty } from '../../support/database/open-migrated.ts';
import { narrowingsBetween, type Schema, schemaOf } from '../support/race/narrowings.ts';

/** Steps before it were written before the rule (decision 088). */
const firstUnderTheRule = '052';
const isUnderTheRule = ({ id }: Migration) => id >= firstUnderTheRule;

let db: Db;
let schema: Schema;
beforeAll(async () => {
  db = await openEmpty();
  await migrate(
    db,
    migrations.filter((step) => !isUnderTheRule(step)),
  );
  schema = await schemaOf(db);
});
afterAll(() => db.close());

it('every step since the rule only adds, or names the release that stopped using what it takes', async () => {
  for (const step of migrations.filter(isUnderTheRule)) {
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

const isBefore = ({ id }: Migration) => id < '013';
it('notifications from before they were stored are listed as applied', async () => {
  const db = await openEmpty();
  const [former, later] = [
    migrations.filter(isBefore),
    migrations.filter((step) => !isBefore(step)),
  ];
  await migrate(db, former);
  const account = '00000000-0000-4000-8000-00000000000a';
  const payment = '00000000-0000-4000-8000-00000000000f';
  const at = '2026-01-02T03:04:05Z';
  for (const statement of [
    `insert into accounts values ('${account}', 'a@uji.id', null, 'A', 'B', '', 'user', true, '${at}')`,
    `insert into countries values (1, 'X', 'X', '1', 'IDR')`,
    `insert into provinces values (1, 1, 'X', 'X')`,
    `insert into organizers values ('o', 'O', null)`,
    `insert into events (id, slug, name, topic, starts_at, organizer_id, venue_name, province_id, city, city_id, subdistrict,
       subdistrict_id, about, terms_html, privacy_html, total_rows, total_cols, lowest_price, search_text)
     values ('e', 'e', 'E', 't', '${at}', 'o', 'v', 1, 'c', 1, 's', 1, '', '', '', 1, 1, 0, '')`,
    `insert into purchase_sessions (id, account_id, event_id, state, joined_at, last_contact_at)
     values ('${account}', '${account}', 'e', 'completed', '${at}', '${at}')`,
    `insert into orders (id, order_code, account_id, event_id, session_id, status, subtotal, discount, tax, total, created_at, updated_at)
     values ('${account}', 'RTX-1', '${account}', 'e', '${account}', 'failed', 5, 0, 0, 5, '${at}', '${at}')`,
    `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount, service_fee, gateway,
       status, payment_data, created_at, updated_at)
     values ('${payment}', '${account}', '${account}', 'e', '${account}', 'qris', 'QRIS', 5, 0, 'simulated', 'refunded', '{}', '${at}', '${at}')`,
    `insert into refunds values ('${payment}', 5, 'seats_gone', '${at}', '${at}', 'SIM-1')`,
    `insert into webhook_events values ('w1', '${payment}', 'settlement', '${at}'),
       ('w2', '00000000-0000-4000-8000-0000000000ff', 'expire', '${at}')`,
  ]) {
    await db.query(statement);
  }
  expect(await migrate(db)).toEqual(later.map(({ id }) => id));
  const kept = await db.query(
    'select gateway, source, event_id, payment_ref, payment_id, outcome, state from payment_notices order by event_id',
  );
  const w1 = { gateway: 'simulated', source: 'notice', event_id: 'w1', outcome: 'settlement' };
  expect(kept).toEqual([
    { ...w1, payment_ref: payment, payment_id: payment, state: 'applied' },
    expect.objectContaining({ gateway: 'unknown', event_id: 'w2', payment_id: null }),
  ]);
  const left = await db.query(`select to_regclass('webhook_events')::text as name`);
  expect(left).toEqual([{ name: null }]);
  expect(await db.query('select id, state from refunds')).toEqual([{ id: payment, state: 'done' }]);
  expect(await db.query(`select act, party, amount from ledger_entries order by id`)).toEqual([
    { act: 'unearned', party: 'gateway', amount: 5 },
    { act: 'unearned', party: 'buyer', amount: -5 },
    { act: 'refunded', party: 'gateway', amount: -5 },
    { act: 'refunded', party: 'buyer', amount: 5 },
  ]);
  await db.query(`update refunds set reason = 'chargeback', seats = 'blocked'`);
  await db.query(`update orders set status = 'refunded'`);
  await db.close();
});
