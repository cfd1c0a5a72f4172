import { expect, it } from 'vitest';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { migrations } from '../../../server/db/migrations/migrations.ts';

it('notifications from before they were stored are listed as applied', async () => {
  const db = await openEmbedded('memory');
  const isBefore = (id: string) => id < '013';
  await migrate(
    db,
    migrations.filter((step) => isBefore(step.id)),
  );
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
  expect(await migrate(db)).toEqual(
    migrations.map((step) => step.id).filter((id) => !isBefore(id)),
  );
  const kept = await db.query(
    'select gateway, source, event_id, payment_ref, payment_id, outcome, state from payment_notices order by event_id',
  );
  expect(kept).toEqual([
    {
      gateway: 'simulated',
      source: 'notice',
      event_id: 'w1',
      payment_ref: payment,
      payment_id: payment,
      outcome: 'settlement',
      state: 'applied',
    },
    expect.objectContaining({ gateway: 'unknown', event_id: 'w2', payment_id: null }),
  ]);
  expect(await db.query(`select to_regclass('webhook_events')::text as name`)).toEqual([
    { name: null },
  ]);
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
