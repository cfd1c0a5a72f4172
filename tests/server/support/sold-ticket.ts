import { randomBytes } from 'node:crypto';
import { signTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { placeOrder } from './orders.ts';
import type { TestApp } from './test-app.ts';

/** A ticket with its codes, as the buyer has it. */
export interface SoldTicket {
  readonly ticketId: string;
  readonly eventId: string;
  readonly seatNumber: string;
  /** The signed code. */
  readonly code: string;
  /** The printed short code. */
  readonly ticketCode: string;
}

/** Sells a ticket of an event, signed by the key of the server unless another is given. */
export async function soldTicket(
  app: TestApp,
  slug: string,
  privateKey = app.services.keys.ticketPrivate,
): Promise<SoldTicket> {
  const [buyer] = await app.makeBuyers(1);
  const { db, clock } = app.services;
  const [seat] = await db.query<{ seat_number: string }>(
    `select seat_number from seats s join events e on e.id = s.event_id
     where e.slug = $1 and s.status = 'available' and category_id is not null order by s.id limit 1`,
    [slug],
  );
  const ticketCode = `UJ${randomBytes(3).toString('hex')}`.toUpperCase().replace(/.{4}$/, '-$&');
  const placed = await placeOrder(db, {
    accountId: buyer?.accountId ?? '',
    slug,
    seats: [seat?.seat_number ?? ''],
    state: 'completed',
    orderStatus: 'completed',
    deadline: null,
    at: clock.now(),
    ticketCode,
  });
  const [ticketId = ''] = placed.ticketIds;
  const claim = { ticketId, eventId: placed.eventId, seatNumber: seat?.seat_number ?? '' };
  return { ...claim, code: signTicket(privateKey, { ...claim, category: 'VIP' }), ticketCode };
}
