import { calls } from '../../contract/call/calls.ts';
import type { TestApp, TestClient } from '../../tests/server/support/test-app.ts';

/** Numbers of free seats of an event. */
export async function freeSeats(app: TestApp, slug: string, count: number): Promise<string[]> {
  const rows = await app.services.db.query<{ seat_number: string }>(
    `select t.seat_number from seats t join events e on e.id = t.event_id
     where e.slug = $1 and t.status = 'available' order by t.id limit $2`,
    [slug, count],
  );
  return rows.map((row) => row.seat_number);
}

/** A new buyer who holds this seat. */
export async function holdSeat(app: TestApp, slug: string, seat: string): Promise<TestClient> {
  const [buyer] = await app.makeBuyers(1);
  const params = { slug };
  await buyer.call(calls.joinQueue, { params });
  const body = { seats: [seat], voucher_code: null };
  const held = await buyer.call(calls.createDraft, { params, body });
  if (held.status !== 200) throw new Error(`No seat: ${held.text}`);
  return buyer;
}

/** The id of a running payment for this seat, by a new buyer. */
export async function beginPayment(
  app: TestApp,
  slug: string,
  seat: string,
  method: string,
): Promise<{ id: string; buyer: TestClient }> {
  const buyer = await holdSeat(app, slug, seat);
  const params = { slug };
  await buyer.call(calls.submitForms, { params, body: { form_submissions: {} } });
  const body = { payment_method_code: method };
  const made = await buyer.call(calls.createPayment, { params, body });
  if (made.status !== 200) throw new Error(`No payment: ${made.text}`);
  return { id: made.body.data.payment.id, buyer };
}
