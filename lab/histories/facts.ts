import type { Queryable } from '../../server/db/db.ts';
import { show } from './world.ts';

/** A payment with the sums of its ledger, in whole rupiah. */
export interface Paid {
  readonly id: string;
  readonly name: string | null;
  readonly reference: string | null;
  readonly order: string;
  readonly code: string;
  readonly account: string;
  readonly gateway: string;
  readonly method: string;
  readonly amount: number;
  readonly fee: number;
  readonly status: string;
  readonly final: boolean;
  readonly chargedAt: string;
  readonly came: number;
  readonly back: number;
  readonly owed: number;
  readonly kept: number;
  /** Money that came and was never the shop's. */
  readonly isUnearned: boolean;
}

export interface Order {
  readonly id: string;
  readonly account: string;
  readonly status: string;
  readonly at: string;
  readonly isGift: boolean;
  /** A draft, or waiting for its payment. */
  readonly isLive: boolean;
  /** Its seats by their ids, what it paid for each, and those that it has by a claim. */
  readonly seats: readonly number[];
  readonly prices: readonly number[];
  readonly claims: number;
}

export interface Ticket {
  readonly seat: number;
  readonly id: string;
  readonly code: string;
  readonly order: string;
  readonly account: string;
  readonly category: string;
  readonly price: number;
  readonly isValid: boolean;
  /** True while a refund names it. */
  readonly isAsked: boolean;
}

export interface Refund {
  readonly id: string;
  readonly payment: string;
  readonly state: string;
  readonly amount: number;
  readonly reason: string;
}

/** What the database says at one moment. */
export interface Facts {
  readonly status: string;
  readonly startsAt: string;
  readonly payments: readonly Paid[];
  readonly orders: readonly Order[];
  readonly tickets: readonly Ticket[];
  readonly refunds: readonly Refund[];
  readonly notices: readonly { readonly id: number; readonly state: string }[];
  readonly seats: readonly {
    readonly id: number;
    readonly number: string;
    readonly status: string;
    readonly category: string | null;
    readonly isStanding: boolean;
  }[];
}

const listOf = (fields: string, from: string) =>
  `(select coalesce(json_agg(json_build_object(${fields})), '[]') from ${from})`;
const sum = (where: string, sign = '') =>
  `(select coalesce(${sign}sum(l.amount), 0) from ledger_entries l where l.payment_id = p.id and ${where})`;

const sql = `select json_build_object('status', e.status, 'startsAt', e.starts_at,
  'payments', ${listOf(
    `'id', p.id, 'name', p.gateway_order_id, 'reference', p.gateway_reference, 'order', p.order_id, 'code', o.order_code, 'account', p.account_id,
     'gateway', p.gateway, 'method', p.method_code, 'amount', p.amount, 'fee', p.service_fee, 'status', p.status, 'final', p.gateway_final,
     'chargedAt', coalesce(p.charged_at, p.created_at),
     'came', ${sum(`l.act in ('paid', 'unearned') and l.party = 'gateway'`)}, 'back', ${sum(`l.act = 'refunded' and l.party = 'gateway'`, '-')},
     'owed', ${sum(`l.party = 'buyer'`, '-')}, 'kept', ${sum(`l.party not in ('gateway', 'buyer') and l.act <> 'corrected'`, '-')},
     'isUnearned', exists (select 1 from ledger_entries l where l.payment_id = p.id and l.act = 'unearned')`,
    `payments p join orders o on o.id = p.order_id where p.method_code <> 'complimentary'`,
  )},
  'orders', ${listOf(
    `'id', o.id, 'account', o.account_id, 'status', o.status, 'at', o.created_at, 'isLive', o.status in ('draft', 'pending'),
     'isGift', exists (select 1 from payments g where g.order_id = o.id and g.method_code = 'complimentary'),
     'seats', array(select s.seat_id from order_seats s where s.order_id = o.id order by 1),
     'prices', array(select s.price from order_seats s where s.order_id = o.id order by s.seat_id),
     'claims', (select count(*) from seat_claims c where c.order_id = o.id)`,
    'orders o',
  )},
  'tickets', ${listOf(
    `'id', t.id, 'seat', t.seat_id, 'code', t.ticket_code, 'order', t.order_id, 'account', t.account_id, 'category', t.category_name, 'price', s.price, 'isValid', t.voided_at is null,
     'isAsked', exists (select 1 from refunds r join payments p on p.id = r.payment_id and p.order_id = t.order_id where r.state <> 'refused'
       and (r.kind = 'whole' or exists (select 1 from refund_tickets n where n.refund_id = r.id and n.ticket_id = t.id)))`,
    'tickets t left join order_seats s on s.order_id = t.order_id and s.seat_id = t.seat_id',
  )},
  'refunds', ${listOf(`'id', r.id, 'payment', r.payment_id, 'state', r.state, 'amount', r.amount, 'reason', r.reason`, 'refunds r')},
  'notices', ${listOf(`'id', n.id, 'state', n.state`, 'payment_notices n')},
  'seats', ${listOf(`'id', s.id, 'number', s.seat_number, 'status', s.status, 'category', c.name, 'isStanding', s.is_standing`, 'seats s left join categories c on c.id = s.category_id where s.event_id = e.id')}
) as facts from events e where e.slug = '${show}'`;

/** Reads them in one statement, so that they are of one moment. */
export async function readFacts(q: Queryable): Promise<Facts> {
  const [row] = await q.query<{ facts: Facts }>(sql);
  if (row === undefined) throw new Error('The event is gone.');
  return row.facts;
}
