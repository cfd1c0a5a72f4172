import { spread } from '../../../contract/price/spread.ts';
import type { Queryable, Row, Tx } from '../../db/db.ts';
import { readParts, type TicketParts } from '../ledger/ticket-parts.ts';
import { shownNumber } from '../order/choice.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { isOffered, offerFor } from './offers.ts';
import { type RefundTerms, refundableOf } from './policy.ts';

/** A ticket of an order, and whether its buyer may give it back. */
export interface OrderTicket {
  readonly id: string;
  /** The number of its seat, or the category of a standing place. */
  readonly place: string;
  readonly category: string;
  /** `given` to another person, `asked` back already; the last of those that apply. */
  readonly state: 'valid' | 'entered' | 'given' | 'asked' | 'void';
  readonly parts: TicketParts;
  /** What its buyer may ask back of it now, whole rupiah: 0 for a free ticket that may be given back, null for one that may not. */
  readonly askable: number | null;
}

type TicketRow = Pick<OrderTicket, 'id' | 'place' | 'category' | 'state'> & {
  is_waiting: boolean;
} & Row;

/** SQL: the refund `r` is about the ticket `k`. */
export const namesSql = `(r.kind = 'whole' or exists (select 1 from refund_tickets n where n.refund_id = r.id and n.ticket_id = k.id))`;

/** The places of the tickets that the refund `r` gives back in the order of their seats, as an SQL array. */
export const placesSql = `array(select coalesce(${shownNumber('s')}, k.category_name) from refund_tickets n
  join tickets k on k.id = n.ticket_id join seats s on s.id = k.seat_id where n.refund_id = r.id order by s.id)`;

/** What the buyer of a paid order may ask back now (decision 075). */
export interface Askable {
  readonly tickets: readonly OrderTicket[];
  /** True where the organiser offers it after a change of the event: nothing is left to approve. */
  readonly isForAll: boolean;
}

/**
 * The tickets of a paid order in the order of their seats, with what its buyer may ask back of each by the policy of the order, or by what the
 * organiser offers after a change of the event. One that somebody entered with or that was given away concerns no other.
 */
export async function askableOf(q: Queryable, payment: PaymentRow, now: Date): Promise<Askable> {
  const [terms] = await q.query<
    Pick<RefundTerms, 'refund_policy' | 'starts_at' | 'time_zone'> & { is_held: boolean } & Row
  >(
    `select o.refund_policy, e.starts_at, e.time_zone, e.status <> 'cancelled' and (e.status = 'postponed' or e.starts_at > $2) as is_held
     from orders o join events e on e.id = o.event_id where o.id = $1`,
    [payment.order_id, now],
  );
  const rows = await q.query<TicketRow>(
    `select k.id, coalesce(${shownNumber('s')}, k.category_name) as place, k.category_name as category,
       case when k.voided_at is not null then 'void' when exists (select 1 from gate_entries g where g.ticket_id = k.id) then 'entered'
         when k.account_id <> o.account_id then 'given'
         when exists (select 1 from refunds r where r.payment_id = $2 and r.state in ('asked', 'approved') and ${namesSql}) then 'asked'
         else 'valid' end as state,
       exists (select 1 from refunds r where r.payment_id = $2 and r.state = 'approved' and ${namesSql}) as is_waiting
     from order_seats i join tickets k on k.id = i.ticket_id join orders o on o.id = i.order_id join seats s on s.id = k.seat_id
     where i.order_id = $1 order by s.id`,
    [payment.order_id, payment.id],
  );
  const parts = await readParts(q, payment.order_id);
  const offer = await offerFor(q, payment);
  const isForAll = isOffered(offer, now);
  const askable = ({ state, is_waiting }: TicketRow, ticket: TicketParts): number | null => {
    // Who waits for a part may take everything once it is offered.
    const isOpen = state === 'valid' || (state === 'asked' && isForAll && !is_waiting);
    if (payment.status !== 'completed' || terms === undefined || !isOpen) return null;
    if (ticket.paid === 0) return terms.is_held ? 0 : null;
    return refundableOf(ticket, { ...terms, offer }, now) || null;
  };
  const tickets = rows.flatMap((row) => {
    const ticket = parts.get(row.id);
    if (ticket === undefined) return [];
    const { id, place, category, state } = row;
    return [{ id, place, category, state, parts: ticket, askable: askable(row, ticket) }];
  });
  return { tickets, isForAll };
}

/** What its tickets add up to that may be asked back, whole rupiah. */
export function askableSum(tickets: readonly Pick<OrderTicket, 'askable'>[]): number {
  return tickets.reduce((sum, { askable }) => sum + (askable ?? 0), 0);
}

/** Writes which tickets a refund gives back, and how much of its amount is for each: in proportion to `weights`. */
export async function nameTickets(
  tx: Tx,
  refundId: string,
  tickets: readonly OrderTicket[],
  amount: number,
  weights: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into refund_tickets (refund_id, ticket_id, amount) select $1, t.id, t.amount from unnest($2::uuid[], $3::bigint[]) t (id, amount)`,
    [refundId, tickets.map(({ id }) => id), spread(amount, weights)],
  );
}

/** The valid tickets that a refund gives back, and how many others of its order are valid. */
export async function namedTickets(
  q: Queryable,
  orderId: string,
  refundId: string,
): Promise<{ readonly named: string[]; readonly others: number }> {
  const rows = await q.query<{ id: string; is_named: boolean }>(
    `select k.id, ${namesSql} as is_named from tickets k, refunds r
     where k.order_id = $1 and r.id = $2 and k.voided_at is null order by k.id`,
    [orderId, refundId],
  );
  const named = rows.filter(({ is_named }) => is_named).map(({ id }) => id);
  return { named, others: rows.length - named.length };
}
