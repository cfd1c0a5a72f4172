import { randomUUID } from 'node:crypto';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Queryable } from '../../../server/db/db.ts';

/** An order written straight into the tables, without queue, hold or payment. */
export interface PlacedOrder {
  readonly accountId: string;
  readonly slug: string;
  readonly seats: readonly string[];
  readonly state: 'online' | 'payment_processing' | 'completed' | 'expired' | 'cancelled';
  readonly orderStatus: 'draft' | 'pending' | 'completed' | 'cancelled' | 'expired' | 'failed';
  readonly deadline: Date | null;
  readonly at: Date;
  readonly total?: number;
  readonly holderName?: string;
  readonly ticketCode?: string;
}

/** Ids of the inserted rows. */
export interface PlacedIds {
  readonly eventId: string;
  readonly orderId: string;
  readonly sessionId: string;
  readonly orderCode: string;
  /** In the order of the seats; empty unless the order is completed. */
  readonly ticketIds: readonly string[];
}

/** Inserts a session, an order, its seats, and for a completed order its tickets. */
export async function placeOrder(q: Queryable, order: PlacedOrder): Promise<PlacedIds> {
  const [event] = await q.query<{ id: string }>('select id from events where slug = $1', [
    order.slug,
  ]);
  if (event === undefined) throw new Error(`No event ${order.slug}`);
  const sessionId = randomUUID();
  const orderId = randomUUID();
  const orderCode = `UJI-${orderId.slice(0, 8)}`;
  await q.query(
    `insert into purchase_sessions (id, account_id, event_id, state, joined_at, last_contact_at, deadline)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [sessionId, order.accountId, event.id, order.state, order.at, order.deadline],
  );
  await q.query(
    `insert into orders (id, order_code, account_id, event_id, session_id, status, subtotal, discount, tax, total, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 0, 0, $7, $8, $8)`,
    [
      orderId,
      orderCode,
      order.accountId,
      event.id,
      sessionId,
      order.orderStatus,
      order.total ?? 1_500_000,
      order.at,
    ],
  );
  const isSold = order.orderStatus === 'completed';
  const isHeld = order.orderStatus === 'draft' || order.orderStatus === 'pending';
  const ticketIds: string[] = [];
  for (const [index, number] of order.seats.entries()) {
    const [seat] = await q.query<{ id: number; category: string }>(
      `select s.id, c.name as category from seats s join categories c on c.id = s.category_id
       where s.event_id = $1 and s.seat_number = $2`,
      [event.id, number],
    );
    if (seat === undefined) throw new Error(`No seat ${number}`);
    const ticketId = randomUUID();
    await q.query(
      'insert into order_seats (order_id, seat_id, ticket_id, price) values ($1, $2, $3, 0)',
      [orderId, seat.id, ticketId],
    );
    if (!isSold && !isHeld) continue;
    const kind = isSold ? 'sold' : 'held';
    await q.query(
      'insert into seat_claims (seat_id, order_id, kind, claimed_at) values ($1, $2, $3, $4)',
      [seat.id, orderId, kind, order.at],
    );
    await q.query('update seats set status = $2 where id = $1', [seat.id, kind]);
    if (!isSold) continue;
    await q.query(
      `insert into tickets (id, order_id, account_id, event_id, seat_id, ticket_code, qr_code, holder_name, category_name, issued_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ticketId,
        orderId,
        order.accountId,
        event.id,
        seat.id,
        order.ticketCode ?? `RTX-${ticketId.slice(0, 8)}-${index}`,
        `uji1.${ticketId}.${'tanda'.repeat(12)}`,
        order.holderName ?? 'Ratna Wijayanti',
        seat.category,
        order.at,
      ],
    );
    ticketIds.push(ticketId);
  }
  return { eventId: event.id, orderId, sessionId, orderCode, ticketIds };
}

/** Numbers of the seats of a draft, in order. */
export const numbersOf = ({ order_data }: Pick<DraftResponse, 'order_data'>) =>
  order_data.items.flatMap(({ seats }) => seats.map(({ seat_number }) => seat_number)).sort();
