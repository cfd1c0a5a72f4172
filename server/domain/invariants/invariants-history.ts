import { statusSql } from '../lifecycle/charge.ts';
import { activeStatesSql } from '../session/session-rows.ts';
import type { Check } from './invariants-check.ts';

/** Every object that has a state, by its name in the audit log. */
const statesSql = `select 'session:' || id as object, state as status from purchase_sessions
  union all select 'order:' || id, status from orders
  union all select 'payment:' || id, status from payments
  union all select 'refund:' || id, state from refunds`;

/**
 * Recorded changes of state, each with the state that the previous row recorded. One lock guards all changes of an object, so their ids are in
 * order.
 */
const trailSql = `select a.object, a.id, a.action, a.status_before, a.status_after,
    lag(a.status_after) over w as previous, lead(a.id) over w is null as is_last
  from audit_log a where a.status_after is not null and a.object ~ '^(session|order|payment|refund):'
  window w as (partition by a.object order by a.id)`;

/**
 * Sessions that became online or ended, with the changes of capacity between them. The lock of the event guards both, and capacity is free only
 * after the end of a session is committed: in the order of the ids, an event never has more online sessions than its capacity.
 */
const movesSql = `select a.id, s.event_id, a.object,
    case when a.status_after = 'online' and coalesce(a.status_before, 'queued') = 'queued' then 1
         when a.status_before in (${activeStatesSql}) and a.status_after not in (${activeStatesSql}) then -1
         else 0 end as step,
    coalesce((a.detail ->> 'forced')::boolean, false) as is_forced,
    false as is_size, null::bigint as size, null::bigint as size_before
  from audit_log a join purchase_sessions s on a.object = 'session:' || s.id
  where a.status_after is not null
  union all
  select a.id, substr(a.object, 7), a.object, 0, false, true,
    (a.detail ->> 'capacity')::bigint, (a.detail ->> 'capacity_before')::bigint
  from audit_log a where a.action = 'queue.steer'`;

/**
 * When each queued session began and ceased to wait, and when a later one first overtook it, in the order of the audit log. Those of a waiting room
 * are in line together from the closing of its list.
 */
const waitsSql = `select s.id, s.event_id, s.ticket,
    coalesce((select max(c.id) from audit_log c where c.object = 'draw:' || s.draw_id and c.action = 'draw.close'),
      min(a.id) filter (where a.status_after = 'queued')) as came,
    min(a.id) filter (where a.status_before = 'queued') as went,
    min(a.id) filter (where a.action = 'session.pass') as passed,
    bool_or(a.status_before = 'queued' and a.status_after = 'online') as is_promoted
  from purchase_sessions s join audit_log a on a.object = 'session:' || s.id
  where s.ticket is not null group by s.id, s.event_id, s.ticket, s.draw_id`;

/** Received money according to the audit log. */
const receivedSql = `select a.object, max((a.detail ->> 'amount')::bigint) as amount, count(*) as times
  from audit_log a where a.action in ('payment.complete', 'payment.refund_due') group by a.object`;

/** Checks that need the audit log, because the present rows cannot show the mistake. */
export const historyChecks: readonly Check[] = [
  {
    number: 4,
    name: 'every payment that counts as received was received once, in its full amount',
    sql: `with received as (${receivedSql})
      select 'payment ' || p.id as at from payments p left join received r on r.object = 'payment:' || p.id
      where (p.status in ('completed', 'refund_due', 'refunded')) <> (r.object is not null)
        or r.times > 1 or r.amount <> p.amount`,
  },
  {
    number: 4,
    name: 'the sum of what came is the sum of what is paid, refunded and owed',
    sql: `with received as (${receivedSql}), sums as (
        select (select coalesce(sum(amount), 0) from received) as came,
          (select coalesce(sum(amount), 0) from payments where status in ('completed', 'refund_due', 'refunded')) as told)
      select 'Rp' || came || ' came, Rp' || told || ' is accounted for' as at from sums where came <> told`,
  },
  {
    number: 5,
    name: 'nobody came into a full room',
    sql: `with moves as (${movesSql}), counted as (
        select id, event_id, object, step, is_forced, is_size, size, size_before,
          sum(step) over w as inside, count(*) filter (where is_size) over w as era
        from moves window w as (partition by event_id order by id))
      select c.object as at from counted c
      join queue_rooms r on r.event_id = c.event_id
      left join counted z on z.event_id = c.event_id and z.is_size and z.era = greatest(c.era, 1)
      where c.step = 1 and not c.is_forced and c.inside >
        case when c.era > 0 then z.size when z.id is null then r.capacity else z.size_before end`,
  },
  {
    number: 6,
    name: 'nobody was let in before one who had joined earlier, still waited and was not passed over',
    sql: `with waits as (${waitsSql}), ranked as (
        select id, came, went, is_promoted, max(coalesce(least(went, passed), 9223372036854775807)) over (
          partition by event_id order by ticket rows between unbounded preceding and 1 preceding) as earlier_went,
          lag(came) over (partition by event_id order by ticket) as earlier_came
        from waits)
      select 'session:' || id as at from ranked
      where (is_promoted and earlier_went > went) or earlier_came > came`,
  },
  {
    number: 6,
    name: 'nobody came straight in while others waited',
    sql: `with waits as (${waitsSql}), moments as (
        select event_id, came as id, 1 as step, null as object from waits
        union all select event_id, went, -1, null from waits where went is not null
        union all select s.event_id, a.id, 0, a.object from audit_log a
          join purchase_sessions s on a.object = 'session:' || s.id
          where a.status_before is null and a.status_after = 'online'), counted as (
        select object, sum(step) over (partition by event_id order by id) as waiting from moments)
      select object as at from counted where object is not null and waiting > 0`,
  },
  {
    number: 10,
    name: 'nothing that was completed became anything else, unless its money went back',
    sql: `with returned as (
        select 'payment:' || p.id as object from payments p join refunds r on r.payment_id = p.id where r.done_at is not null
        union all select 'order:' || p.order_id from payments p join refunds r on r.payment_id = p.id where r.done_at is not null),
      owed as (
        select unnest(array['payment:' || p.id, 'order:' || p.order_id]) as object
        from payments p join refunds r on r.payment_id = p.id where r.reason in ('event_cancelled', 'requested')),
      told as (${trailSql})
      select t.object as at from told t where t.status_before = 'completed' and t.status_after <> 'completed'
        and not (t.status_after = 'refunded' and t.object in (select object from returned))
        and not (t.status_after in ('refund_due', 'cancelled') and t.object in (select object from owed))
      union select t.object from told t join (${statesSql}) s on s.object = t.object
      where t.status_after = 'completed' and s.status <> 'completed'
        and not (s.status = 'refunded' and t.object in (select object from returned))
        and not (s.status in ('refund_due', 'cancelled') and t.object in (select object from owed))`,
  },
  {
    number: 11,
    name: 'the state of a thing is the last that was told of it',
    sql: `select s.object as at from (${statesSql}) s
      left join (${trailSql}) t on t.object = s.object and t.is_last
      where t.status_after is distinct from s.status`,
  },
  {
    number: 11,
    name: 'a payment says what the state of its charge says',
    sql: `select 'payment ' || p.id as at from payments p where p.status is distinct from ${statusSql('p.charge_state')}`,
  },
  {
    number: 11,
    name: 'what was told of a thing has no gap',
    sql: `select distinct t.object as at from (${trailSql}) t where t.previous is distinct from t.status_before`,
  },
  {
    number: 12,
    name: 'an order costs what its buyer was told last',
    sql: `select o.order_code as at from orders o join (
        select distinct on (a.object) a.object, (a.detail ->> 'total')::bigint as total from audit_log a
        where a.action in ('order.draft', 'order.swap') order by a.object, a.id desc) t on t.object = 'order:' || o.id
      where t.total <> o.total`,
  },
  {
    number: 12,
    name: 'a payment asks for what was asked first',
    sql: `select 'payment ' || p.id as at from payments p join audit_log a
        on a.object = 'payment:' || p.id and a.action = 'payment.create'
      where (a.detail ->> 'amount')::bigint <> p.amount`,
  },
];
