import { sign, verify } from 'node:crypto';
import type { FormAnswer } from '../../contract/forms.ts';
import type { Tx } from '../db/db.ts';
import type { Keys } from '../keys.ts';
import { randomCode } from './drafts-codes.ts';
import { orderSeats } from './drafts-view.ts';

const prefix = 'roetix1';
const codeGroupLength = 4;

/** What the QR code of a ticket says, under the server's signature. */
export interface TicketClaim {
  readonly ticketId: string;
  readonly eventId: string;
  readonly seatNumber: string;
}

/**
 * Issues one ticket per seat of an order, in the transaction that completes its payment (F55); answers their ids. The id of a
 * ticket is the one its seat carried in the draft.
 */
export async function issueTickets(
  tx: Tx,
  keys: Keys,
  order: { id: string; accountId: string; eventId: string },
  now: Date,
): Promise<string[]> {
  const seats = await orderSeats(tx, order.id);
  const names = await holderNames(tx, order.id);
  const buyer = await buyerName(tx, order.accountId);
  for (const seat of seats) {
    await tx.query(
      `insert into tickets (id, order_id, account_id, event_id, seat_id, ticket_code, qr_code, holder_name,
         category_name, issued_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        seat.ticket_id,
        order.id,
        order.accountId,
        order.eventId,
        seat.seat_id,
        `${randomCode(codeGroupLength)}-${randomCode(codeGroupLength)}`,
        signTicket(keys.ticketPrivate, {
          ticketId: seat.ticket_id,
          eventId: order.eventId,
          seatNumber: seat.seat_number,
        }),
        names.get(seat.ticket_id) ?? buyer,
        seat.category_name,
        now,
      ],
    );
  }
  return seats.map((seat) => seat.ticket_id);
}

/** Signs a ticket with Ed25519: `roetix1.{payload}.{signature}`, both base64url, checkable without the server (ruling 1.2-AO). */
export function signTicket(privatePem: string, claim: TicketClaim): string {
  const payload = Buffer.from(
    JSON.stringify([claim.ticketId, claim.eventId, claim.seatNumber]),
  ).toString('base64url');
  const signature = sign(null, Buffer.from(`${prefix}.${payload}`), privatePem);
  return `${prefix}.${payload}.${signature.toString('base64url')}`;
}

/** Reads a scanned code; null unless this server's key signed every character of it. */
export function readTicket(publicPem: string, code: string): TicketClaim | null {
  const [head, payload, signature, ...rest] = code.split('.');
  if (head !== prefix || payload === undefined || signature === undefined || rest.length > 0) {
    return null;
  }
  const signed = Buffer.from(`${head}.${payload}`);
  if (!verify(null, signed, publicPem, Buffer.from(signature, 'base64url'))) return null;
  const [ticketId, eventId, seatNumber] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [string, string, string];
  return { ticketId, eventId, seatNumber };
}

/** Field names that ask for the person who comes, best first. */
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
