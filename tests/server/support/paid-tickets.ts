import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import { paidOrder } from './payment-rows.ts';
import { concert } from './purchase.ts';
import type { TestApp, TestClient } from './test-app.ts';

export type PaidTickets = Awaited<ReturnType<typeof paidTickets>>;

/** A new buyer who bought `count` seats of an event and paid for them, with the code of the order and the tickets. */
export async function paidTickets(app: TestApp, count: number, slug = concert) {
  const { buyer, code } = await paidOrder(app, slug, 'qris', count);
  await app.tick();
  const { body } = await buyer.call(calls.myEventTickets, { params: { eventId: slug } });
  return { buyer, orderCode: code, tickets: body.data.data };
}

/** The printed and the signed code of a ticket, as the database has them. */
export async function codesOf(app: TestApp, ticketId: string) {
  const [row] = await app.services.db.query<{ ticket_code: string; qr_code: string }>(
    'select ticket_code, qr_code from tickets where id = $1',
    [ticketId],
  );
  if (row === undefined) throw new Error('There is no such ticket.');
  return row;
}

/** Lets somebody enter with a ticket. */
export async function enter({ services: { db, clock } }: TestApp, ticketId: string): Promise<void> {
  await db.query(
    `with pass as (
       insert into gate_passes (id, event_id, secret_hash, created_at, expires_at)
       select $2::uuid, event_id, $2::text, $3, $3 from tickets where id = $1 returning id, event_id)
     insert into gate_entries (scan_id, event_id, number, ticket_id, pass_id, device_id, door, scanned_at, received_at)
     select $2::uuid, event_id, (select coalesce(max(number), 0) + 1 from gate_entries), $1, id, $2::uuid, 'Utara', $3, $3 from pass`,
    [ticketId, randomUUID(), clock.now()],
  );
}

/** Has the buyer of an order ask for its money. */
export async function askBack(app: TestApp, buyer: TestClient, orderCode: string): Promise<void> {
  const policy = JSON.stringify({ steps: [{ daysBefore: 0, percent: 100 }], fee: 0 });
  const given = [orderCode, policy];
  await app.services.db.query('update orders set refund_policy = $2 where order_code = $1', given);
  const params = { orderCode };
  const { askable } = (await buyer.call(calls.orderRefund, { params })).body.data;
  await buyer.call(calls.askOrderRefund, { params, body: { expected: askable } });
}
