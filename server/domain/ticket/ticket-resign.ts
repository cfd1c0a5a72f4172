import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import type { Keys } from '../../secrets/keys.ts';
import { shownNumber } from '../order/choice.ts';
import { readTicket, signTicket } from './ticket-issue.ts';

/** Tickets per batch: one takes almost a millisecond, and a batch must not delay other calls noticeably. */
const perBatch = 50;
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface SignedTicket extends Record<string, unknown> {
  readonly id: string;
  readonly event_id: string;
  readonly qr_code: string;
  readonly seat_number: string | null;
  readonly category_name: string;
}

/**
 * Signs the valid tickets of one key (raw, base64url) again with the current signing key, and returns their number. Works in small
 * transactions, so that other calls proceed; after an interruption the next call continues.
 */
export async function reSignTickets(db: Db, keys: Keys, former: string): Promise<number> {
  let signed = 0;
  let last: string | undefined = beforeAll;
  while (last !== undefined) {
    const batch: SignedTicket[] = await db.query<SignedTicket>(
      `select t.id, t.event_id, t.qr_code, ${shownNumber('s')} as seat_number, t.category_name
       from tickets t join seats s on s.id = t.seat_id
       where t.voided_at is null and t.id > $1 order by t.id limit ${perBatch}`,
      [last],
    );
    const its = batch.filter(({ qr_code }) => readTicket([former], qr_code) !== null);
    if (its.length > 0) {
      await db.query(
        `update tickets t set qr_code = n.code
         from unnest($1::uuid[], $2::text[]) as n (id, code) where t.id = n.id`,
        [its.map(({ id }) => id), its.map((ticket) => newCode(keys, ticket))],
      );
    }
    signed += its.length;
    last = batch.at(-1)?.id;
    await turn();
  }
  return signed;
}

function newCode(keys: Keys, ticket: SignedTicket): string {
  return signTicket(keys.ticketPrivate, {
    ticketId: ticket.id,
    eventId: ticket.event_id,
    seatNumber: ticket.seat_number ?? '',
    category: ticket.category_name,
  });
}
