import type { Queryable } from '../db/db.ts';
import { activeStatesSql, liveStatesSql } from './session-rows.ts';

/** A truth that must hold between any two transactions; its SQL finds the rows that break it. */
interface Invariant {
  readonly name: string;
  readonly sql: string;
  /** Broken on purpose by an operator who lets people in beyond the capacity, or lowers it under those who are in. */
  readonly operatorMayBreak?: true;
}

/** What must hold at every instant (resolutions §4). */
const invariants: readonly Invariant[] = [
  {
    name: 'a seat has at most one claim',
    sql: 'select seat_id::text as at from seat_claims group by seat_id having count(*) > 1',
  },
  {
    name: 'a seat says of itself what its claim says',
    sql: `select t.seat_number as at from seats t left join seat_claims c on c.seat_id = t.id
      where t.status <> 'block' and t.status <> coalesce(c.kind, 'available')`,
  },
  {
    name: 'a seat is claimed only by an order that has it',
    sql: `select c.seat_id::text as at from seat_claims c where not exists (
      select 1 from order_seats i where i.order_id = c.order_id and i.seat_id = c.seat_id)`,
  },
  {
    name: 'seats are held for live orders only, and sold to completed ones',
    sql: `select o.order_code as at from seat_claims c join orders o on o.id = c.order_id
      where (c.kind = 'held') <> (o.status in ('draft', 'pending')) or (c.kind = 'sold') <> (o.status = 'completed')`,
  },
  {
    name: 'a live order has all of its seats',
    sql: `select o.order_code as at from orders o join order_seats i on i.order_id = o.id
      where o.status in ('draft', 'pending', 'completed') and not exists (
        select 1 from seat_claims c where c.seat_id = i.seat_id and c.order_id = o.id)`,
  },
  {
    name: 'a completed order has one ticket per seat, any other none',
    sql: `select o.order_code as at from orders o where
      (select count(*) from tickets k where k.order_id = o.id and k.voided_at is null) <>
      case when o.status = 'completed' then (select count(*) from order_seats i where i.order_id = o.id) else 0 end`,
  },
  {
    name: 'a completed order has one completed payment, any other none',
    sql: `select o.order_code as at from orders o where
      (select count(*) from payments p where p.order_id = o.id and p.status = 'completed') <>
      case when o.status = 'completed' then 1 else 0 end`,
  },
  {
    name: 'what is charged is what was shown: total and fee',
    sql: `select o.order_code as at from payments p join orders o on o.id = p.order_id
      where p.amount <> o.total + p.service_fee`,
  },
  {
    name: 'a total is subtotal less discount plus tax, and the subtotal the sum of its seats',
    sql: `select o.order_code as at from orders o where o.total <> o.subtotal - o.discount + o.tax
      or o.subtotal <> (select coalesce(sum(i.price), 0) from order_seats i where i.order_id = o.id)`,
  },
  {
    name: 'no more are let in than the room holds',
    operatorMayBreak: true,
    sql: `select r.event_id as at from queue_rooms r where r.capacity < (
      select count(*) from purchase_sessions s where s.event_id = r.event_id and s.state in (${activeStatesSql}))`,
  },
  {
    name: 'nobody waits who was passed',
    sql: `select s.id::text as at from purchase_sessions s join queue_rooms r on r.event_id = s.event_id
      where s.state = 'queued' and s.ticket <= r.serving`,
  },
  {
    name: 'an account has at most one live session',
    sql: `select account_id::text as at from purchase_sessions where state in (${liveStatesSql})
      group by account_id having count(*) > 1`,
  },
  {
    name: 'a session has at most one live order',
    sql: `select session_id::text as at from orders where status in ('draft', 'pending')
      group by session_id having count(*) > 1`,
  },
  {
    name: 'an order has at most one live payment',
    sql: `select order_id::text as at from payments where status in ('pending', 'completed')
      group by order_id having count(*) > 1`,
  },
  {
    name: 'an order stands where its session stands',
    sql: `select o.order_code as at from orders o join purchase_sessions s on s.id = o.session_id
      where o.status in ('draft', 'pending') and s.state is distinct from
        case when o.status = 'pending' then 'payment_processing'
             when o.locked_at is null then 'online' else 'payment_selection' end`,
  },
  {
    name: 'a voucher is used no more often than it may be',
    sql: `select v.code as at from vouchers v where v.max_uses < (
      select count(*) from voucher_claims c where c.code = v.code)`,
  },
  {
    name: 'a voucher is claimed exactly by the live and completed orders that name it',
    sql: `select o.order_code as at from orders o
      left join voucher_claims c on c.order_id = o.id and c.code = o.voucher_code
      where o.voucher_code is not null and
        (o.status in ('draft', 'pending', 'completed')) <> (c.order_id is not null)`,
  },
];

/**
 * Finds what must never be; an empty list is a sound database. `operator` leaves out what an operator may break on purpose. One
 * entry per broken row: the truth and where it broke, ids and codes only.
 */
export async function brokenInvariants(
  q: Queryable,
  options: { operator?: boolean } = {},
): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of invariants) {
    if (options.operator === true && invariant.operatorMayBreak === true) continue;
    const rows = await q.query<{ at: string }>(invariant.sql);
    broken.push(...rows.map((row) => `${invariant.name}: ${row.at}`));
  }
  return broken;
}

/** Holds that outlived their deadline and grace with no payment running: none are left once a sweep has run (resolutions §4). */
export async function overdueHolds(
  q: Queryable,
  now: Date,
  graceSeconds: number,
): Promise<string[]> {
  const rows = await q.query<{ at: string }>(
    `select distinct o.order_code as at from seat_claims c join orders o on o.id = c.order_id
     join purchase_sessions s on s.id = o.session_id
     where c.kind = 'held' and s.deadline < $1 and o.status <> 'pending'`,
    [new Date(now.getTime() - graceSeconds * 1000)],
  );
  return rows.map((row) => row.at);
}
