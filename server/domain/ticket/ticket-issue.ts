import { sign, verify } from 'node:crypto';
import type { FormAnswer } from '../../../contract/forms.ts';
import {
  parseTicketCode,
  type TicketClaim,
  ticketCodePrefix,
  ticketPayload,
} from '../../../contract/ticket/ticket-code.ts';
import type { Tx } from '../../db/db.ts';
import type { Keys } from '../../secrets/keys.ts';
import { verifierOf } from '../../secrets/ticket-key.ts';
import { partsOf, type TicketParts } from '../ledger/ticket-parts.ts';
import { randomCode } from '../order/drafts-codes.ts';
import { orderSeats } from '../order/drafts-view.ts';

const codeGroupLength = 4;

/**
 * Issues one ticket per seat of an order in the transaction that completes its payment (F55); returns the ids. Each ticket takes over the
 * id of its seat in the draft.
 */
export async function issueTickets(
  tx: Tx,
  keys: Keys,
  order: { id: string; accountId: string; eventId: string; serviceFee: number },
  now: Date,
): Promise<string[]> {
  const seats = await orderSeats(tx, order.id);
  const parts = await partsOf(tx, order, seats);
  const names = await holderNames(tx, order.id);
  const buyer = await buyerName(tx, order.accountId);
  for (const seat of seats) {
    await insertTicket(tx, keys, {
      id: seat.ticket_id,
      orderId: order.id,
      accountId: order.accountId,
      eventId: order.eventId,
      seatId: seat.seat_id,
      seatNumber: seat.is_standing ? null : seat.seat_number,
      categoryName: seat.category_name,
      holderName: names.get(seat.ticket_id) ?? buyer,
      parts: parts.get(seat.ticket_id) ?? null,
      now,
    });
  }
  return seats.map((seat) => seat.ticket_id);
}

/** A ticket that is about to be issued. */
interface NewTicket {
  readonly id: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly seatId: number;
  /** Null for a standing place. */
  readonly seatNumber: string | null;
  readonly categoryName: string;
  readonly holderName: string;
  /** Its part of the money of the order; null where a former version issued the ticket in whose place it is. */
  readonly parts: TicketParts | null;
  readonly now: Date;
}

/** Inserts one ticket with a printed code and a signed one. The caller keeps the seat to one valid ticket. */
export async function insertTicket(
  tx: Tx,
  keys: Pick<Keys, 'ticketPrivate'>,
  ticket: NewTicket,
): Promise<void> {
  const { id, orderId, accountId, eventId, seatId, categoryName, holderName, parts, now } = ticket;
  await tx.query(
    `insert into tickets (id, order_id, account_id, event_id, seat_id, ticket_code, qr_code, holder_name,
       category_name, issued_at, price, discount, tax, fees, method_fee, paid)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      id,
      orderId,
      accountId,
      eventId,
      seatId,
      `${randomCode(codeGroupLength)}-${randomCode(codeGroupLength)}`,
      signTicket(keys.ticketPrivate, {
        ticketId: id,
        eventId,
        seatNumber: ticket.seatNumber ?? '',
        category: categoryName,
      }),
      holderName,
      categoryName,
      now,
      parts?.price,
      parts?.discount,
      parts?.tax,
      parts?.fees,
      parts?.method_fee,
      parts?.paid,
    ],
  );
}

/** Signs a ticket with Ed25519: `roetix1.{payload}.{signature}`, both base64url, verifiable offline (§14.1). */
export function signTicket(privatePem: string, claim: TicketClaim): string {
  const payload = Buffer.from(ticketPayload(claim)).toString('base64url');
  const signed = `${ticketCodePrefix}.${payload}`;
  return `${signed}.${sign(null, Buffer.from(signed), privatePem).toString('base64url')}`;
}

/** Parses a scanned code; null unless one of the keys (raw, base64url) signed it. */
export function readTicket(publicKeys: readonly string[], text: string): TicketClaim | null {
  const code = parseTicketCode(text);
  if (code === null) return null;
  const signed = Buffer.from(code.signed);
  const isOurs = publicKeys.some((key) => verify(null, signed, verifierOf(key), code.signature));
  return isOurs ? code.claim : null;
}

/** Names of form fields that hold the attendee's name, best first. */
const nameKeys = [
  /^(full_?name|nama_?lengkap)$/i,
  /^(name|nama)$/i,
  /(holder|attendee|peserta|pemegang).*(name|nama)|(name|nama).*(holder|attendee|peserta|pemegang)/i,
  /(^|_)(name|nama)(_|$)/i,
];

async function holderNames(tx: Tx, orderId: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ ticket_id: string; answers: Record<string, FormAnswer> }>(
    `select ticket_id, answers from attendee_answers
     where order_id = $1 and ticket_id is not null order by form_id`,
    [orderId],
  );
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = nameIn(row.answers);
    if (name !== null && !names.has(row.ticket_id)) names.set(row.ticket_id, name);
  }
  return names;
}

function nameIn(answers: Readonly<Record<string, FormAnswer>>): string | null {
  for (const pattern of nameKeys) {
    for (const [key, answer] of Object.entries(answers)) {
      if (pattern.test(key) && typeof answer === 'string' && answer !== '') return answer;
    }
  }
  return null;
}

async function buyerName(tx: Tx, accountId: string): Promise<string> {
  const [row] = await tx.query<{ first_name: string; last_name: string }>(
    'select first_name, last_name from accounts where id = $1',
    [accountId],
  );
  return row === undefined ? '' : `${row.first_name} ${row.last_name}`.trim();
}
