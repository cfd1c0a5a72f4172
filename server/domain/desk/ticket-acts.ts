import {
  deskMove,
  deskReissue,
  deskRename,
  deskSendAgain,
  deskVoid,
} from '../../../contract/staff/desk.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { audit, type Trail } from '../audit.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { publishSeats } from '../order/seat-news.ts';
import { moveClaim, seatsTaken } from '../order/seats.ts';
import { type LockedTicket, lockTicket, replaceTicket } from '../ticket/replace-ticket.ts';
import { type VoidedPlace, voidTicket } from '../ticket/ticket-void.ts';

const refuseTicket = refuseFor(deskRename, deskReissue, deskVoid, deskMove);
const refuseUsed = refuseFor(deskReissue, deskMove);
const refuseSend = refuseFor(deskSendAgain);

type DeskServices = Pick<Services, 'db' | 'keys' | 'clock' | 'config' | 'mailer' | 'broker'>;

/** Sends the e-mail with the tickets of an order again. Throws Refusal 404 for an unknown order, 409 for one that is not completed. */
export async function sendTicketsAgain(
  services: DeskServices,
  orderCode: string,
  by: Trail,
): Promise<void> {
  const { db, clock } = services;
  await db.tx(async (tx) => {
    const [order] = await tx.query<{ id: string; status: string }>(
      'select id, status from orders where order_code = upper($1)',
      [orderCode],
    );
    if (order === undefined) throw refuseSend('orderNotFound');
    if (order.status !== 'completed') throw refuseSend('orderNotPaid');
    await enqueueLetter(tx, services, order.id, 'completed');
    const object = `order:${order.id}`;
    await audit(tx, { at: clock.now(), ...by, action: 'desk.send', object });
  });
}

/** Corrects the name on a valid ticket; its code stays. Throws Refusal 404. */
export async function renameHolder(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ticketId: string,
  name: string,
  by: Trail,
): Promise<void> {
  await db.tx(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (ticket === null) throw refuseTicket('ticketNotFound');
    await tx.query('update tickets set holder_name = $2 where id = $1', [ticketId, name]);
    await audit(tx, {
      at: clock.now(),
      ...by,
      action: 'desk.rename',
      object: `ticket:${ticketId}`,
    });
  });
}

/** Voids a ticket and issues another for the same seat, with an e-mail. Returns the new id. Throws Refusal 404, or 409 once somebody has entered. */
export async function reissueTicket(
  services: DeskServices,
  ticketId: string,
  by: Trail,
): Promise<string> {
  const { db, keys, clock } = services;
  return db.tx(async (tx) => {
    const ticket = await lockUnused(tx, ticketId);
    const id = await replaceTicket(tx, keys, ticket, {}, by, clock.now());
    await tellChanged(tx, services, ticket);
    return id;
  });
}

/**
 * Moves a ticket to a free seat of its event at the price paid, in one transaction, with an e-mail. Returns the new id. Throws Refusal 404, 409 once
 * somebody has entered, and 409 for a seat that is not free.
 */
export async function moveTicket(
  services: DeskServices,
  ticketId: string,
  seatNumber: string,
  by: Trail,
): Promise<string> {
  const { db, keys, clock } = services;
  return db.tx(async (tx) => {
    const ticket = await lockUnused(tx, ticketId);
    const given = { orderId: ticket.order_id, from: ticket.seat_id, to: seatNumber };
    const moved = await moveClaim(tx, { ...given, eventId: ticket.event_id }, clock.now());
    if (moved === null) throw seatsTaken([seatNumber]);
    const { seat, taken, freed } = moved;
    const id = await replaceTicket(tx, keys, ticket, { seat }, by, clock.now());
    await tellChanged(tx, services, ticket);
    tx.afterCommit(() => {
      publishSeats(services, ticket.slug, [taken], 'sold', ticket.account_id);
      publishSeats(services, ticket.slug, [freed], 'available');
    });
    return id;
  });
}

/** Voids a ticket without another; no money moves. Throws Refusal 404, 409 for the place of a ticket that somebody has entered with. */
export async function voidByDesk(
  services: DeskServices,
  ticketId: string,
  seat: VoidedPlace,
  by: Trail,
): Promise<void> {
  const code = await ticketCodeOf(services.db, ticketId);
  if (code === null) throw refuseTicket('ticketNotFound');
  const { db, clock } = services;
  const voided = await voidTicket(db, services, code, clock.now(), { seat, by }).catch((error) => {
    // It was voided by somebody else meanwhile.
    throw error.status === 409 && error.code !== 'ticketUsed'
      ? refuseTicket('ticketNotFound')
      : error;
  });
  publishSeats(services, voided.slug, voided.freed, 'available');
}

async function ticketCodeOf(q: Queryable, ticketId: string): Promise<string | null> {
  const [row] = await q.query<{ ticket_code: string }>(
    'select ticket_code from tickets where id = $1 and voided_at is null',
    [ticketId],
  );
  return row?.ticket_code ?? null;
}

async function lockUnused(tx: Tx, ticketId: string): Promise<LockedTicket> {
  const ticket = await lockTicket(tx, ticketId);
  if (ticket === null) throw refuseTicket('ticketNotFound');
  if (ticket.is_inside) throw refuseUsed('ticketUsed');
  return ticket;
}

/** Sends the new ticket to its holder: its buyer, or the person to whom the buyer gave it. */
async function tellChanged(tx: Tx, services: DeskServices, ticket: LockedTicket): Promise<void> {
  const { account_id: accountId, order_id: orderId } = ticket;
  if (accountId === ticket.buyer_id) await enqueueLetter(tx, services, orderId, 'tickets_changed');
  else await enqueueHolderEmails(tx, services, 'ticket_changed', { orderId, accountId });
}

async function enqueueLetter(
  tx: Tx,
  services: DeskServices,
  orderId: string,
  kind: 'completed' | 'tickets_changed',
): Promise<void> {
  const [payment] = await tx.query<{ id: string; order_id: string }>(
    `select id, order_id from payments where order_id = $1 and status = 'completed'`,
    [orderId],
  );
  if (payment !== undefined) await enqueuePaymentEmail(tx, services, payment, kind);
}
