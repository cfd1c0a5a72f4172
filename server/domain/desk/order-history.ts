import {
  type DeskOrder,
  deskAnswers,
  deskOrder,
  type HistoryLine,
  maxHistoryLines,
} from '../../../contract/staff/desk.ts';
import type { Db, Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { audit, type Trail } from '../audit.ts';
import { shownNumber } from '../order/choice.ts';
import { placesSql } from '../refund/order-tickets.ts';
import { type FoundRow, foundColumns, foundOrderOf } from './find-orders.ts';

const refuse = refuseFor(deskOrder, deskAnswers);

type OrderRow = FoundRow & {
  readonly id: string;
  readonly account_id: string;
  readonly session_id: string;
  readonly event_slug: string;
  readonly buyer_phone: string;
};

/** An order with its tickets, payments and history; the look is recorded. Throws Refusal 404. */
export async function readDeskOrder(
  db: Db,
  orderCode: string,
  by: Trail,
  now: Date,
  seesAccounts = false,
): Promise<DeskOrder> {
  const order = await orderByCode(db, orderCode);
  await audit(db, { at: now, ...by, action: 'desk.open', object: `order:${order.id}` });
  const [tickets, payments, history] = await Promise.all([
    readTickets(db, order),
    readPayments(db, order.id, seesAccounts),
    readHistory(db, order),
  ]);
  const { event_slug, buyer_phone, id: _, account_id: __, session_id: ___, ...found } = order;
  return { ...foundOrderOf(found), event_slug, buyer_phone, tickets, payments, history };
}

/** The answers of the forms of an order, with their questions; the look is recorded. Throws Refusal 404. */
export async function readDeskAnswers(db: Db, orderCode: string, by: Trail, now: Date) {
  const order = await orderByCode(db, orderCode);
  await audit(db, { at: now, ...by, action: 'desk.answers', object: `order:${order.id}` });
  const rows = await db.query<{
    ticket_code: string | null;
    fields: readonly { readonly field_key: string; readonly label: string }[];
    answers: Readonly<Record<string, string | readonly string[]>>;
  }>(
    `select t.ticket_code, f.fields, w.answers from attendee_answers w join forms f on f.id = w.form_id
       left join tickets t on t.id = w.ticket_id
      where w.order_id = $1 order by f.position, w.position`,
    [order.id],
  );
  return rows.flatMap(({ ticket_code, fields, answers }) =>
    Object.entries(answers).map(([key, answer]) => ({
      ticket_code,
      question: fields.find(({ field_key }) => field_key === key)?.label ?? key,
      answer: typeof answer === 'string' ? answer : answer.join(', '),
    })),
  );
}

/** The id of an order with its state. Throws Refusal 404. */
async function orderByCode(q: Queryable, orderCode: string): Promise<OrderRow> {
  const [row] = await q.query<OrderRow>(
    `select o.id, o.account_id, o.session_id, e.slug as event_slug, a.phone_number as buyer_phone, ${foundColumns}
       from orders o join events e on e.id = o.event_id join accounts a on a.id = o.account_id where o.order_code = upper($1)`,
    [orderCode],
  );
  if (row === undefined) throw refuse('orderNotFound');
  return row;
}

async function readTickets(q: Queryable, order: OrderRow): Promise<DeskOrder['tickets']> {
  return q.query(
    `select t.id, t.ticket_code, coalesce(${shownNumber('s')}, t.category_name) as place, t.category_name as category, t.holder_name,
       case when t.replaced_by is not null then 'replaced' when t.voided_at is not null then 'void'
         when exists (select 1 from gate_entries g where g.ticket_id = t.id) then 'entered' else 'valid' end as state,
       t.account_id <> $2 as given_away, t.paid
     from tickets t join seats s on s.id = t.seat_id where t.order_id = $1 order by t.voided_at is not null, s.id, t.issued_at`,
    [order.id, order.account_id],
  );
}

async function readPayments(
  q: Queryable,
  orderId: string,
  seesAccounts: boolean,
): Promise<DeskOrder['payments']> {
  const rows = await q.query<DeskOrder['payments'][number] & { created_at: Date }>(
    `select p.id, p.method_name, p.gateway, p.status, p.amount, p.created_at,
       coalesce((select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'places', ${placesSql}, 'state', r.state, 'amount', r.amount, 'reason', r.reason,
         'note', r.note, 'account', case when $2 then r.bank_account end, 'blocked_since',
           case when r.done_at is null and r.overruled_at is null then coalesce(r.unclear_since, r.unheard_since) end, 'account_wait', case when r.state = 'accountAsked' then json_build_object('since', coalesce(r.account_asked_at, r.due_at),
           'reminders', r.account_reminders) end) order by r.number) from refunds r where r.payment_id = p.id), '[]') as refunds
     from payments p where p.order_id = $1 order by p.created_at, p.id`,
    [orderId, seesAccounts],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** The audit log about an order and all that belongs to it, its notices, its e-mails and its scans, as one list by time; the records of one instant stand in the order in which they were written. */
async function readHistory(q: Queryable, order: OrderRow): Promise<HistoryLine[]> {
  const rows = await q.query<Omit<HistoryLine, 'at'> & { at: Date }>(
    `with things as (
       select 'order:' || $1 as object union all select 'session:' || $2
       union all select 'payment:' || id from payments where order_id = $1::uuid
       union all select 'refund:' || r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = $1::uuid
       union all select 'ticket:' || id from tickets where order_id = $1::uuid
       union all select 'transfer:' || f.id from ticket_transfers f join tickets t on t.id = f.ticket_id where t.order_id = $1::uuid)
     select at, kind, what, detail, staff from (
       select l.id as step, l.at, 'record' as kind, l.action as what,
         nullif(concat_ws(' → ', l.status_before, l.status_after), '') as detail, p.name as staff
       from audit_log l join things t on t.object = l.object left join staff p on p.id = l.staff_id
       union all
       select 0, n.received_at, 'gateway', coalesce(n.outcome, '?'), concat_ws(', ', n.gateway, n.state, n.reason), null
       from payment_notices n join payments p on p.id = n.payment_id where p.order_id = $1::uuid
       union all
       select 0, m.created_at, 'letter', m.subject, case when m.bounced_at is not null then 'bounced ' || coalesce(m.bounce_status, '')
         when m.sent_at is not null then 'sent' when m.gave_up_at is not null then 'given up' else 'waits' end, null
       from mails m where m.recipient = $3 and (m.subject like '%' || $4 || '%' or m.enclosed ->> 'orderId' = $1)
       union all
       select 0, g.scanned_at, 'scan', g.door, t.ticket_code, null
       from gate_entries g join tickets t on t.id = g.ticket_id where t.order_id = $1::uuid
     ) lines order by at desc, step desc, kind, what limit ${maxHistoryLines}`,
    [order.id, order.session_id, order.buyer_email, order.order_code],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }) as HistoryLine);
}
