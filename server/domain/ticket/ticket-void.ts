import { deskVoid } from '../../../contract/staff/desk.ts';
import { readShortCode } from '../../../contract/ticket/ticket-code.ts';
import type { Db, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { audit, system, type Trail } from '../audit.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { type EmailServices, enqueueTicketVoidEmail } from '../email/payment-emails.ts';
import { shownNumber } from '../order/choice.ts';
import { type ChangedSeat, returnSeats } from '../order/seats.ts';

const refuse = refuseFor(deskVoid);

/** The voided ticket. */
export interface VoidedTicket {
  readonly id: string;
  readonly slug: string;
  /** The seat with its number, or the category of a standing place. */
  readonly place: string;
  /** True if an attendee has entered with it. */
  readonly isInside: boolean;
  /** Its place, if it is on sale again; the caller publishes it. */
  readonly freed: readonly ChangedSeat[];
}

/** What becomes of the place of a void ticket: it stays sold, or is on sale again. */
export type VoidedPlace = 'kept' | 'onSale';

/** Action name in the audit log that explains a paid order without a valid ticket. */
export const voidAction = 'ticket.void';

/**
 * Voids one ticket by its printed code: gates refuse it after their next update, it disappears from the buyer's pages, and its holder
 * gets an e-mail. No money moves. Throws Refusal 404 for an unknown code, 409 for a void ticket and for the place of one that somebody entered with.
 */
export async function voidTicket(
  db: Db,
  services: EmailServices,
  code: string,
  now: Date,
  { seat, by = system }: { readonly seat: VoidedPlace; readonly by?: Trail },
): Promise<VoidedTicket> {
  const shortCode = readShortCode(code);
  return db.tx(async (tx) => {
    await tx.query(
      'select id from orders where id = (select order_id from tickets where ticket_code = $1) for update',
      [shortCode],
    );
    const [ticket] = await tx.query<{
      id: string;
      order_id: string;
      account_id: string;
      buyer_id: string;
      slug: string;
      seat_number: string | null;
      category_name: string;
      voided_at: Date | null;
      ticket_code: string;
      is_inside: boolean;
      is_paid: boolean;
    }>(
      `select t.id, t.order_id, t.account_id, o.account_id as buyer_id, t.ticket_code, e.slug, ${shownNumber('s')} as seat_number, t.category_name, t.voided_at,
         o.status = 'completed' as is_paid,
         exists (select 1 from gate_entries g where g.ticket_id = t.id) as is_inside
       from tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id join seats s on s.id = t.seat_id
       where t.ticket_code = $1 for update of t`,
      [shortCode],
    );
    if (ticket === undefined) throw new Refusal(404, 'No ticket has this code');
    if (ticket.voided_at !== null) throw new Refusal(409, 'This ticket is void already');
    if (seat === 'onSale' && ticket.is_inside) {
      throw refuse('ticketUsed', {
        sentence: 'Somebody has entered with this ticket: its place cannot be sold again',
      });
    }
    await tx.query('update tickets set voided_at = $2 where id = $1', [ticket.id, now]);
    await auditVoid(tx, ticket.id, now, by, { seat });
    const isFreed = seat === 'onSale' && ticket.is_paid;
    const freed = isFreed ? await freePlaces(tx, ticket.order_id, [ticket.id], now) : [];
    const { id, order_id: orderId, slug, seat_number, category_name, is_inside } = ticket;
    const place =
      seat_number === null
        ? { id: `${category_name} (berdiri)`, en: `${category_name} (standing)` }
        : { id: `kursi ${seat_number}`, en: `seat ${seat_number}` };
    const { account_id: accountId, buyer_id: buyerId } = ticket;
    if (accountId === buyerId) {
      await enqueueTicketVoidEmail(tx, services, { orderId, code: ticket.ticket_code, place });
    } else {
      const concerned = { orderId, voidedAt: now, accountId };
      await enqueueHolderEmails(tx, services, 'ticket_void', concerned);
    }
    return { id, slug, place: place.en, isInside: is_inside, freed };
  });
}

/** Voids every valid ticket of an order, or those of one account, in the transaction that requires it; returns the ids. */
export async function voidOrderTickets(
  tx: Tx,
  orderId: string,
  now: Date,
  ofAccount: string | null = null,
): Promise<string[]> {
  const valid = await tx.query<{ id: string }>(
    'select id from tickets where order_id = $1 and voided_at is null and ($2::uuid is null or account_id = $2)',
    [orderId, ofAccount],
  );
  return voidTickets(
    tx,
    valid.map(({ id }) => id),
    now,
  );
}

/** Voids those of the tickets that are valid, in the transaction that requires it; returns their ids. */
export async function voidTickets(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const voided = await tx.query<{ id: string }>(
    'update tickets set voided_at = $2 where id = any($1::uuid[]) and voided_at is null returning id',
    [ids, now],
  );
  for (const { id } of voided) await auditVoid(tx, id, now);
  return voided.map(({ id }) => id);
}

/** Puts the places of void tickets of a completed order on sale again, and returns them. The order must be locked. */
export async function freePlaces(
  tx: Tx,
  orderId: string,
  ticketIds: readonly string[],
  now: Date,
): Promise<ChangedSeat[]> {
  const tickets = await tx.query<{ seat_id: number }>(
    'update tickets set seat_freed_at = $2 where id = any($1::uuid[]) returning seat_id',
    [ticketIds, now],
  );
  const seats = tickets.map(({ seat_id }) => seat_id);
  return returnSeats(tx, orderId, 'available', seats);
}

async function auditVoid(
  tx: Tx,
  ticketId: string,
  now: Date,
  by: Trail = system,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await audit(tx, {
    at: now,
    ...by,
    action: voidAction,
    object: `ticket:${ticketId}`,
    after: 'void',
    detail,
  });
}
