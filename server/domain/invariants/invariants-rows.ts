import { owingSql } from '../lifecycle/refund.ts';
import { narrow, wide } from '../line/gone.ts';
import { activeStatesSql, liveStatesSql } from '../session/session-rows.ts';
import { voidAction } from '../ticket/ticket-void.ts';
import type { Check } from './invariants-check.ts';

/** Checks of the present rows. */
export const rowChecks: readonly Check[] = [
  {
    number: 1,
    name: 'a seat has at most one claim',
    sql: `select 'seat ' || seat_id as at from seat_claims group by seat_id having count(*) > 1`,
  },
  {
    number: 1,
    name: 'a seat says of itself what its claim says',
    sql: `select 'seat ' || t.id as at from seats t left join seat_claims c on c.seat_id = t.id
      where t.status <> 'block' and t.status <> coalesce(c.kind, 'available')`,
  },
  {
    number: 1,
    name: 'as many seats of an event are free and held as its counts say',
    sql: `select coalesce(s.event_id, n.event_id) as at from (
        select event_id, count(*) filter (where status = 'available') as free, count(*) filter (where status = 'held') as held
        from seats group by event_id) s
      full join (select event_id, sum(available) as free, sum(held) as held from seat_counts group by event_id) n using (event_id)
      where coalesce(s.free, 0) <> coalesce(n.free, 0) or coalesce(s.held, 0) <> coalesce(n.held, 0)`,
  },
  {
    number: 1,
    name: 'a seat is claimed only by an order that has it',
    sql: `select 'seat ' || c.seat_id as at from seat_claims c where not exists (
      select 1 from order_seats i where i.order_id = c.order_id and i.seat_id = c.seat_id)`,
  },
  {
    number: 1,
    name: 'seats are held for live orders only, and sold to completed ones',
    sql: `select o.order_code as at from seat_claims c join orders o on o.id = c.order_id
      where (c.kind = 'held') <> (o.status in ('draft', 'pending')) or (c.kind = 'sold') <> (o.status = 'completed')`,
  },
  {
    number: 1,
    name: 'a live order has all of its seats but those that are on sale again',
    sql: `select distinct o.order_code as at from orders o join order_seats i on i.order_id = o.id left join tickets k on k.id = i.ticket_id
      where o.status in ('draft', 'pending', 'completed') and (k.seat_freed_at is null) <> exists (
        select 1 from seat_claims c where c.seat_id = i.seat_id and c.order_id = o.id)`,
  },
  {
    number: 1,
    name: 'seats taken out of the sale with the money that paid for them are blocked',
    sql: `select distinct o.order_code as at from refunds r join payments p on p.id = r.payment_id
      join orders o on o.id = p.order_id join order_seats i on i.order_id = o.id join seats t on t.id = i.seat_id
        left join tickets k on k.id = i.ticket_id
      where r.seats = 'blocked' and t.status <> 'block' and k.seat_freed_at is null`,
  },
  {
    number: 1,
    name: 'a seat has at most one valid ticket',
    sql: `select 'seat ' || seat_id as at from tickets where voided_at is null group by seat_id having count(*) > 1`,
  },
  {
    number: 2,
    // A ticket that an operator voided does not break the invariant.
    name: 'a completed order has one valid ticket for each of its seats',
    sql: `select distinct o.order_code as at from orders o join order_seats i on i.order_id = o.id
      where o.status = 'completed' and (select count(*) from tickets k
        where k.order_id = o.id and k.seat_id = i.seat_id and k.replaced_by is null and (k.voided_at is null or exists (
          select 1 from audit_log a where a.action = '${voidAction}' and a.object = 'ticket:' || k.id))) <> 1`,
  },
  {
    number: 2,
    name: 'a completed order has one completed payment, any other none',
    sql: `select o.order_code as at from orders o where
      (select count(*) from payments p where p.order_id = o.id and p.status = 'completed') <>
      case when o.status = 'completed' then 1 else 0 end`,
  },
  {
    number: 3,
    name: 'a valid ticket is for a seat of a completed order',
    sql: `select 'ticket ' || k.id as at from tickets k join orders o on o.id = k.order_id
      where k.voided_at is null and (o.status <> 'completed' or not exists (
        select 1 from order_seats i where i.order_id = k.order_id and i.seat_id = k.seat_id))`,
  },
  {
    number: 4,
    name: 'a payment that the gateway settled is completed, refunded or to be refunded',
    sql: `select 'payment ' || p.id as at from payments p where p.status not in ('completed', 'refund_due', 'refunded')
      and exists (select 1 from payment_notices n where n.payment_id = p.id and n.outcome = 'settlement' and n.state = 'applied')`,
  },
  {
    number: 4,
    name: 'a payment whose money went back is refunded, and no ticket of it is valid',
    sql: `select 'payment ' || p.id as at from payments p
      where (p.status <> 'refunded' and exists (select 1 from payment_notices n where n.payment_id = p.id
          and n.outcome in ('reversal', 'chargeback') and n.state = 'applied'))
        or (p.status in ('refund_due', 'refunded') and exists (select 1 from tickets k where k.order_id = p.order_id
          and k.voided_at is null) and not exists (select 1 from payments q where q.order_id = p.order_id and q.status = 'completed'))`,
  },
  {
    number: 4,
    // A refund may be a part, and its amount is that of the gateway's book.
    name: 'a money notice that was applied belongs to a payment, in its amount unless an operator accepted another',
    sql: `select 'notice ' || n.id as at from payment_notices n left join payments p on p.id = n.payment_id
      where n.state = 'applied' and n.amount is not null
        and (p.id is null or (n.amount <> p.amount and n.accepted_at is null and n.outcome not in ('refund', 'partial_refund')))`,
  },
  {
    number: 4,
    name: 'no money notice has waited for ten minutes to be applied',
    needsInstant: true,
    sql: `select 'notice ' || id as at from payment_notices
      where state = 'received' and greatest(received_at, accepted_at) < $1::timestamptz - interval '10 minutes'`,
  },
  {
    number: 4,
    name: 'every open payment, owed refund and unread notice has its job',
    needsInstant: true,
    sql: `select called.at from (
        select 'payment ' || id as at, 'ask-' || gateway as queue, id::text as key from payments
        where status = 'pending' and gateway <> 'none' and created_at < $1::timestamptz
        union all
        select 'refund ' || r.id, 'refund-' || p.gateway, p.id::text from refunds r join payments p on p.id = r.payment_id
        where r.state = 'owed' and p.gateway <> 'none' and r.due_at < $1::timestamptz
        union all
        select 'notice ' || id, 'notice-' || gateway, id::text from payment_notices
        where state = 'received' and outcome is not null and greatest(received_at, accepted_at) < $1::timestamptz
      ) called where not exists (select 1 from job_common j
        where j.name = called.queue and j.singleton_key = called.key and j.state in ('created', 'retry', 'active'))`,
  },
  {
    number: 4,
    name: 'no settled charge is left unwatched',
    sql: `select 'payment ' || p.id as at from payments p join simulated_charges c on c.payment_id = p.id
      where (c.status = 'settlement' and p.gateway_final and p.status in ('expired', 'failed'))
        or (c.status = 'refund' and p.status not in ('completed', 'refund_due', 'refunded'))`,
  },
  {
    number: 4,
    name: 'refunds stand for the payments that go back, in full unless a policy says less, and never for more than was paid',
    sql: `select 'payment ' || p.id as at from payments p left join lateral (
        select coalesce(bool_or(state in (${owingSql})), false) as owes, coalesce(bool_or(state = 'done'), false) as went,
          coalesce(bool_or(kind = 'whole' and due_at is not null), false) as is_whole,
          coalesce(bool_or(kind = 'whole' and due_at is not null and reason <> 'requested'), false) as is_all,
          coalesce(sum(amount) filter (where state <> 'refused'), 0) as amount,
          bool_or((state = 'done') <> (done_at is not null) or (state in ('asked', 'refused', 'approved')) <> (due_at is null)) as is_odd
        from refunds where payment_id = p.id) r on true
      where r.is_odd or (r.is_whole and p.status not in ('refund_due', 'refunded')) or r.amount > p.amount
        or (p.status = 'refund_due' and not r.owes) or (p.status = 'refunded' and (r.owes or not r.went)) or (r.is_all and r.amount < p.amount)`,
  },
  {
    number: 5,
    name: 'no more are in than the room holds now',
    operatorMayBreak: true,
    sql: `select 'event ' || r.event_id as at from queue_rooms r where r.capacity < (
      select count(*) from purchase_sessions s where s.event_id = r.event_id and s.state in (${activeStatesSql}))`,
  },
  {
    number: 6,
    name: 'who waits behind the newest turn was passed over or came back, and nobody else',
    sql: `select 'session ' || s.id as at from purchase_sessions s join queue_rooms r on r.event_id = s.event_id
      where s.state = 'queued' and (s.ticket <= r.serving) <> (num_nonnulls(s.passed_at, s.returned_at) = 1)
        or s.state = 'queued' and num_nonnulls(s.passed_at, s.returned_at) = 2`,
  },
  {
    number: 6,
    name: 'who waits has a number, or is in a waiting room whose order is not drawn',
    sql: `select 'session ' || s.id as at from purchase_sessions s left join draws d on d.id = s.draw_id
      where s.state = 'queued' and s.ticket is null and (d.id is null or d.state not in ('opened', 'closed'))`,
  },
  {
    number: 6,
    name: 'the numbers of a published order are those of its sessions',
    sql: `select 'session ' || s.id as at from draws d
      cross join unnest(string_to_array(d.list, E'\n')) as line
      join purchase_sessions s on s.draw_id = d.id and s.entrant = split_part(line, ' ', 1)
      where d.state = 'drawn' and s.ticket <> split_part(line, ' ', 2)::bigint`,
  },
  {
    number: 6,
    name: 'a number that has not had its turn waits, or is known to be gone',
    sql: `select 'event ' || r.event_id as at from queue_rooms r where r.next_ticket - 1 - r.serving <>
        (select count(*) from purchase_sessions s
         where s.event_id = r.event_id and s.state = 'queued' and s.ticket > r.serving)
        + (select count(*) from queue_gone g where g.event_id = r.event_id and g.ticket > r.serving)
        -- Numbers that are kept for a closed list are given one after another.
        and not exists (select 1 from draws d where d.event_id = r.event_id and d.state = 'closed')`,
  },
  {
    number: 6,
    name: 'the counts of numbers that are gone are those of the numbers',
    sql: `select 'event ' || event_id || ', stretch ' || stretch || ' of ' || width as at from (
        select c.event_id, c.width, c.stretch, c.gone from queue_gone_counts c
        join queue_rooms r on r.event_id = c.event_id where c.stretch * c.width >= r.serving) counted
      full join (
        select g.event_id, w.width, (g.ticket - 1) / w.width as stretch, count(*) as n
        from queue_gone g join queue_rooms r on r.event_id = g.event_id
          cross join (values (${narrow}), (${wide})) w (width)
        where (g.ticket - 1) / w.width * w.width >= r.serving group by 1, 2, 3) present using (event_id, width, stretch)
      where coalesce(gone, 0) <> coalesce(n, 0)`,
  },
  {
    number: 7,
    name: 'an account has at most one live session',
    sql: `select 'account ' || account_id as at from purchase_sessions where state in (${liveStatesSql})
      group by account_id having count(*) > 1`,
  },
  {
    number: 7,
    name: 'a session has at most one live order',
    sql: `select 'session ' || session_id as at from orders where status in ('draft', 'pending')
      group by session_id having count(*) > 1`,
  },
  {
    number: 7,
    name: 'an order has at most one live payment',
    sql: `select 'order ' || order_id as at from payments where status in ('pending', 'completed')
      group by order_id having count(*) > 1`,
  },
  {
    number: 7,
    name: 'an order stands where its session stands',
    sql: `select o.order_code as at from orders o join purchase_sessions s on s.id = o.session_id
      where o.status in ('draft', 'pending') and s.state is distinct from
        case when o.status = 'pending' then 'payment_processing'
             when o.locked_at is null then 'online' else 'payment_selection' end`,
  },
  {
    number: 8,
    name: 'a hold ends with its deadline and grace',
    needsInstant: true,
    sql: `select distinct o.order_code as at from seat_claims c join orders o on o.id = c.order_id
      join purchase_sessions s on s.id = o.session_id
      where c.kind = 'held' and s.deadline < $1 and not exists (
        select 1 from payments p where p.order_id = o.id and p.status = 'pending')`,
  },
  {
    number: 9,
    name: 'a voucher is claimed no more often than it may be',
    sql: `select 'voucher ' || v.code as at from vouchers v where v.max_uses < (
      select count(*) from voucher_claims c where c.voucher_id = v.id)`,
  },
  {
    number: 9,
    name: 'a voucher is claimed exactly by the live and completed orders that name it',
    sql: `select o.order_code as at from orders o
      left join voucher_claims c on c.order_id = o.id and c.voucher_id = o.voucher_id
      where o.voucher_id is not null and
        (o.status in ('draft', 'pending', 'completed')) <> (c.order_id is not null)
      union all select o.order_code from voucher_claims c join orders o on o.id = c.order_id
      where o.voucher_id is distinct from c.voucher_id`,
  },
  {
    number: 12,
    name: 'what is charged is the total and the fee, here and at the gateway',
    sql: `select o.order_code as at from payments p join orders o on o.id = p.order_id
      left join simulated_charges c on c.payment_id = p.id
      where p.amount <> o.total + p.service_fee or c.amount <> p.amount`,
  },
  {
    number: 12,
    name: 'a claimed seat is of the category at whose price it was claimed',
    sql: `select o.order_code as at from seat_claims c join order_seats i on i.order_id = c.order_id and i.seat_id = c.seat_id
      join seats t on t.id = c.seat_id join orders o on o.id = c.order_id where i.category_id <> t.category_id`,
  },
  {
    number: 12,
    name: 'a total is subtotal less discount plus what is added, and the subtotal the sum of its tickets',
    sql: `select o.order_code as at from orders o where o.total <> o.subtotal - o.discount + o.tax
      or o.subtotal <> (select coalesce(sum(case when i.price > 0 then round(i.price * (1 + r.percents / 100)) + r.fixed else 0 end), 0)
        from order_seats i, lateral (
          select coalesce(sum((rule ->> 'percent')::numeric), 0) as percents,
            coalesce(sum((rule ->> 'fixed')::bigint) filter (where rule ->> 'percent' is null), 0) as fixed
          from jsonb_array_elements(o.price_rules) with ordinality a (rule, at)
          join jsonb_array_elements(o.price_lines) with ordinality b (line, at) on a.at = b.at
          where (line ->> 'included')::boolean and not (rule ->> 'included')::boolean) r
        where i.order_id = o.id)`,
  },
];
