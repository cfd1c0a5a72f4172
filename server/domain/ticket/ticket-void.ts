import { readShortCode } from '../../../contract/ticket-code.ts';
import type { Db, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { audit } from '../audit.ts';
import { type EmailServices, enqueueTicketVoidEmail } from '../email/payment-emails.ts';

/** What became void. */
export interface VoidedTicket {
  readonly id: string;
  readonly slug: string;
  readonly seatNumber: string;
  /** Somebody had come in with it before. */
  readonly isInside: boolean;
}

/** Name of its line in the audit log, by which a paid order may lack a valid ticket. */
export const voidAction = 'ticket.void';

/**
 * Voids one ticket by the code that is printed on it: doors call it cancelled from their next news on, and it leaves the pages of its
 * buyer, who gets a letter. Its seat stays sold and no money moves. Throws Refusal 404 for a code of no ticket, 409 for one that is void.
 */
export async function voidTicket(
  db: Db,
  services: EmailServices,
  code: string,
  now: Date,
): Promise<VoidedTicket> {
  const shortCode = readShortCode(code);
  return db.tx(async (tx) => {
    const [ticket] = await tx.query<{
      id: string;
      order_id: string;
      slug: string;
      seat_number: string;
      voided_at: Date | null;
      ticket_code: string;
      is_inside: boolean;
    }>(
      `select t.id, t.order_id, t.ticket_code, e.slug, s.seat_number, t.voided_at,
         exists (select 1 from gate_entries g where g.ticket_id = t.id) as is_inside
       from tickets t join events e on e.id = t.event_id join seats s on s.id = t.seat_id
       where t.ticket_code = $1 for update of t`,
      [shortCode],
    );
    if (ticket === undefined) throw new Refusal(404, 'No ticket has this code');
    if (ticket.voided_at !== null) throw new Refusal(409, 'This ticket is void already');
    await tx.query('update tickets set voided_at = $2 where id = $1', [ticket.id, now]);
    await auditVoid(tx, ticket.id, now);
    const { id, order_id: orderId, slug, seat_number, is_inside } = ticket;
    await enqueueTicketVoidEmail(tx, services, {
      orderId,
      code: ticket.ticket_code,
      seatNumber: seat_number,
    });
    return { id, slug, seatNumber: seat_number, isInside: is_inside };
  });
}

/** Voids every valid ticket of an order, in the transaction of what made them void; answers their ids. */
export async function voidOrderTickets(tx: Tx, orderId: string, now: Date): Promise<string[]> {
  const voided = await tx.query<{ id: string }>(
    'update tickets set voided_at = $2 where order_id = $1 and voided_at is null returning id',
    [orderId, now],
  );
  for (const { id } of voided) await auditVoid(tx, id, now);
  return voided.map(({ id }) => id);
}

async function auditVoid(tx: Tx, ticketId: string, now: Date): Promise<void> {
  await audit(tx, {
    at: now,
    accountId: null,
    action: voidAction,
    object: `ticket:${ticketId}`,
    after: 'void',
  });
}
