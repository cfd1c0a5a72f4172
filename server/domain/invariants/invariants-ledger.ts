import { giftMethod } from '../payment/methods.ts';
import type { Check } from './invariants-check.ts';

/** What the ledger says of each payment: what came, what went back, what is still owed to the buyer. Corrections stand apart. */
const balancesSql = `select p.id, p.status, p.amount, p.order_id,
    coalesce(sum(l.amount) filter (where l.act in ('paid', 'unearned') and l.party = 'gateway'), 0) as came,
    coalesce(-sum(l.amount) filter (where l.act = 'refunded' and l.party = 'gateway'), 0) as returned,
    coalesce(-sum(l.amount) filter (where l.party = 'buyer'), 0) as owed,
    coalesce(-sum(l.amount) filter (where l.party not in ('gateway', 'buyer') and l.act <> 'corrected'), 0) as kept
  from payments p left join ledger_entries l on l.payment_id = p.id group by p.id`;

/** Checks of the ledger against itself, the payments, their refunds and the tickets (decision 074). */
export const ledgerChecks: readonly Check[] = [
  {
    number: 4,
    name: 'the entries of every posting add up to zero',
    sql: `select 'posting ' || posting as at from ledger_entries group by posting having sum(amount) <> 0`,
  },
  {
    number: 4,
    name: 'the ledger has the money of exactly the payments that received it',
    sql: `select 'payment ' || b.id as at from (${balancesSql}) b
      where b.came <> case when b.status in ('completed', 'refund_due', 'refunded') then b.amount else 0 end`,
  },
  {
    number: 4,
    name: 'the money received is the sum of the money kept, refunded and owed, and the refunds agree',
    sql: `select 'payment ' || b.id as at from (${balancesSql}) b left join lateral (
        select coalesce(sum(amount) filter (where done_at is not null), 0) as done,
          coalesce(sum(amount) filter (where due_at is not null and done_at is null), 0) as due from refunds where payment_id = b.id) r on true
      where b.came <> b.kept + b.returned + b.owed or least(b.kept, b.returned, b.owed) < 0 or b.returned <> r.done or b.owed <> r.due`,
  },
  {
    number: 4,
    name: 'every posting of paid or owed money has its invoice or credit note',
    sql: `select 'posting ' || coalesce(l.posting, i.posting) as at from invoices i
      full join (select posting, act, sum(amount) filter (where amount > 0) as amount
        from ledger_entries where act in ('paid', 'owed') group by posting, act) l on l.posting = i.posting
      where (case l.act when 'paid' then 'invoice' when 'owed' then 'creditNote' end) is distinct from i.kind
        or l.amount is distinct from i.amount`,
  },
  {
    number: 4,
    name: 'the numbers of invoices and of credit notes have no gap for any organiser',
    sql: `select kind || ' of organiser ' || issuer_id as at from invoices where number is not null
      group by issuer_id, kind having max(number) <> count(*)`,
  },
  {
    number: 4,
    name: 'every credit note is of the issuer of its invoice, by the name of that day',
    sql: `select 'posting ' || n.posting as at from invoices n join invoices i on i.payment_id = n.payment_id and i.kind = 'invoice'
      where n.kind = 'creditNote' and (n.issuer_id <> i.issuer_id or n.issuer_name <> i.issuer_name)`,
  },
  {
    number: 4,
    name: 'the parts of the tickets of an order add up to what was paid for it',
    sql: `select o.order_code as at from orders o join tickets k on k.order_id = o.id and k.replaced_by is null
      group by o.id having bool_and(k.paid is not null)
        and (sum(k.price) <> o.subtotal or sum(k.discount) <> o.discount or sum(k.paid) <> coalesce((
          select sum(l.amount) from ledger_entries l join payments p on p.id = l.payment_id
          where p.order_id = o.id and l.act = 'paid' and l.party = 'gateway'), 0))`,
  },
  {
    number: 4,
    name: 'late money brought no order back beside a later one that its buyer had',
    sql: `select 'payment ' || p.id as at from payments p join orders o on o.id = p.order_id
        join ledger_entries l on l.payment_id = p.id and l.act = 'paid' and l.party = 'gateway'
      where p.charge_state = 'honoured' and exists (
        select 1 from orders x join seat_claims c on c.order_id = x.id
        where x.account_id = o.account_id and x.event_id = o.event_id and x.created_at > o.created_at and c.claimed_at < l.at
          and not exists (select 1 from payments g where g.order_id = x.id and g.method_code = '${giftMethod}'))`,
  },
  {
    number: 4,
    name: 'no ticket is valid that a refund by the ledger gives back',
    sql: `select 'ticket ' || k.id as at from tickets k join payments p on p.order_id = k.order_id
        join refunds r on r.payment_id = p.id and (r.kind = 'whole' or exists (
          select 1 from refund_tickets t where t.refund_id = r.id and t.ticket_id = k.id))
      where k.voided_at is null and exists (
        select 1 from ledger_entries l where l.payment_id = p.id and l.act = 'owed' and coalesce(l.refund_id, l.payment_id) = r.id)`,
  },
];
