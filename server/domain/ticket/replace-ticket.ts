import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/db.ts';
import type { Keys } from '../../secrets/keys.ts';
import { audit, type Trail } from '../audit.ts';
import { partsJson, type TicketParts } from '../ledger/ticket-parts.ts';
import type { SaleStatus } from '../lifecycle/sale.ts';
import { shownNumber } from '../order/choice.ts';
import { insertTicket } from './ticket-issue.ts';

/** Action name in the audit log of a ticket that another one took the place of. */
export const replaceAction = 'ticket.replace';

/** A valid ticket of a completed order, its order and its row locked in that order. */
export type LockedTicket = {
  readonly id: string;
  readonly order_id: string;
  readonly order_code: string;
  readonly account_id: string;
  readonly buyer_id: string;
  readonly event_id: string;
  readonly slug: string;
  readonly starts_at: Date;
  readonly event_status: SaleStatus;
  readonly seat_id: number;
  /** Null for a standing place. */
  readonly seat_number: string | null;
  readonly category_name: string;
  readonly ticket_code: string;
  readonly holder_name: string;
  readonly is_inside: boolean;
  /** True while a refund that gives it back is asked for or approved. */
  readonly is_asked_back: boolean;
  readonly parts: TicketParts | null;
};

/**
 * Locks the order of a ticket, then the ticket: a refund holds the same order while it voids its tickets, so that none is issued beside it. Null for
 * an unknown ticket, a void one, and one whose order is not completed.
 */
export async function lockTicket(tx: Tx, ticketId: string): Promise<LockedTicket | null> {
  await tx.query(
    'select id from orders where id = (select order_id from tickets where id = $1) for update',
    [ticketId],
  );
  const [ticket] = await tx.query<LockedTicket>(
    `select t.id, t.order_id, o.order_code, t.account_id, o.account_id as buyer_id, t.event_id, e.slug, e.starts_at, e.status as event_status, t.seat_id,
       ${shownNumber('s')} as seat_number, t.category_name, t.ticket_code, t.holder_name,
       ${partsJson('t')} as parts, exists (select 1 from gate_entries g where g.ticket_id = t.id) as is_inside,
       exists (select 1 from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id and r.state in ('asked', 'approved')
         and (r.kind = 'whole' or exists (select 1 from refund_tickets n where n.refund_id = r.id and n.ticket_id = t.id))) as is_asked_back
     from tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id join seats s on s.id = t.seat_id
     where t.id = $1 and t.voided_at is null and o.status = 'completed' for update of t`,
    [ticketId],
  );
  return ticket ?? null;
}

/** What is different about the new ticket. */
export interface Replacement {
  readonly accountId?: string;
  readonly holderName?: string;
  /** Locked by the caller, and not claimed by another order. */
  readonly seat?: {
    readonly id: number;
    readonly seat_number: string | null;
    readonly category_name: string;
  };
}

/**
 * Voids a locked ticket and issues another in its place, in one transaction: the old code is refused at the doors after their next synchronisation, the new one
 * is signed and valid at once. The answers of its form stay with the ticket unless it goes to another person. Returns the new id.
 */
export async function replaceTicket(
  tx: Tx,
  keys: Pick<Keys, 'ticketPrivate'>,
  old: LockedTicket,
  change: Replacement,
  by: Trail,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const seat = change.seat ?? {
    id: old.seat_id,
    seat_number: old.seat_number,
    category_name: old.category_name,
  };
  const accountId = change.accountId ?? old.account_id;
  // Void first: of one seat there is one valid ticket at any time.
  await tx.query('update tickets set voided_at = $2 where id = $1', [old.id, now]);
  await insertTicket(tx, keys, {
    id,
    orderId: old.order_id,
    accountId,
    eventId: old.event_id,
    seatId: seat.id,
    seatNumber: seat.seat_number,
    categoryName: seat.category_name,
    holderName: change.holderName ?? old.holder_name,
    parts: old.parts,
    now,
  });
  await tx.query('update tickets set replaced_by = $2 where id = $1', [old.id, id]);
  await tx.query('update refund_tickets set ticket_id = $2 where ticket_id = $1', [old.id, id]);
  await tx.query('update order_seats set ticket_id = $2, seat_id = $3 where ticket_id = $1', [
    old.id,
    id,
    seat.id,
  ]);
  if (accountId === old.account_id) {
    await tx.query('update attendee_answers set ticket_id = $2 where ticket_id = $1', [old.id, id]);
  }
  await audit(tx, {
    at: now,
    ...by,
    action: replaceAction,
    object: `ticket:${old.id}`,
    after: 'void',
    detail: { by: id },
  });
  return id;
}
