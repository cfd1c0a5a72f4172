import type { FormAnswer } from '../../../contract/forms.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import type { Db } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { shownNumber } from '../order/choice.ts';

/** A cell of a report: text, a number, or nothing. Instants are text in the time zone of the event. */
export type ReportCell = string | number | null;
/** A row of a report by the names of its columns, in their order. */
export type ReportRow = Readonly<Record<string, ReportCell>>;

/** A part of a table; `next` continues it, null ends it. */
export interface ReportPage {
  readonly rows: readonly ReportRow[];
  readonly next: string | null;
}

/** Rows per page: a page of a full hall takes some ten milliseconds and stays below a megabyte. */
const pageRows = 2_000;

const paidSql = `left join lateral (
    select p.id, p.method_name, p.service_fee, p.amount, p.status from payments p where p.order_id = o.id
    order by (p.status in ('completed', 'refund_due', 'refunded')) desc, p.created_at desc limit 1) p on true
  left join lateral (select sum(amount)::bigint as amount, string_agg(distinct reason, ' ') as reason, max(done_at) as done_at
    from refunds where payment_id = p.id and due_at is not null) r on true`;

/** Each takes ids of events, the last key and the number of rows as `$1` to `$3`, and yields `key` and `zone` beside its columns. */
const tables = {
  orders: `select o.order_code as key, e.time_zone as zone, o.order_code as "order", e.slug as show, o.status, o.created_at as created,
        (select min(t.issued_at) from tickets t where t.order_id = o.id) as completed,
        a.first_name || ' ' || a.last_name as buyer, a.email, a.phone_number as phone,
        (select count(*) from order_seats i where i.order_id = o.id) as tickets,
        (select string_agg(${shownNumber('s')}, ' ' order by s.id) from order_seats i join seats s on s.id = i.seat_id
          where i.order_id = o.id) as seats,
        o.subtotal, o.discount, o.voucher_code as voucher, o.tax as added, o.total,
        (select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(o.price_lines) line where line ->> 'kind' = 'tax') as tax, p.method_name as method, p.service_fee, p.amount as charged,
        p.status as payment, r.amount as refund, r.reason as refund_reason, r.done_at as refunded
      from orders o join events e on e.id = o.event_id join accounts a on a.id = o.account_id ${paidSql}
      where o.event_id = any($1::text[]) and o.order_code > $2 order by o.order_code limit $3`,
  attendees: `select t.ticket_code as key, e.time_zone as zone, t.ticket_code as ticket, o.order_code as "order", e.slug as show,
        ${shownNumber('s')} as seat, t.category_name as category, case when t.replaced_by is null then coalesce(t.price, i.price) end as price, t.holder_name as holder, t.issued_at as issued, t.voided_at as voided,
        (select min(g.scanned_at) from gate_entries g where g.ticket_id = t.id) as entered,
        (select json_agg(json_build_object('form', f.id, 'answers', w.answers) order by f.position)
          from attendee_answers w join forms f on f.id = w.form_id
          where w.order_id = o.id and (w.ticket_id = t.id or w.ticket_id is null)) as filled
      from tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id join seats s on s.id = t.seat_id
      left join order_seats i on i.ticket_id = t.id
      where t.event_id = any($1::text[]) and t.ticket_code > $2 order by t.ticket_code limit $3`,
  scans: `select g.event_id || '/' || lpad(g.number::text, 12, '0') as key, e.time_zone as zone, e.slug as show, g.number,
        t.ticket_code as ticket, ${shownNumber('s')} as seat, t.holder_name as holder, g.door, g.scanned_at as scanned,
        g.received_at as received, g.device_id::text as device
      from gate_entries g join events e on e.id = g.event_id join tickets t on t.id = g.ticket_id join seats s on s.id = t.seat_id
      where g.event_id = any($1::text[]) and g.event_id || '/' || lpad(g.number::text, 12, '0') > $2
      order by g.event_id || '/' || lpad(g.number::text, 12, '0') limit $3`,
  vouchers: `select v.code || '/' || v.id as key, 'Asia/Jakarta' as zone, v.code as voucher, v.kind, v.value, v.max_uses, v.expires_at as expires, v.description,
        u.orders, u.completed, u.discount
      from vouchers v cross join lateral (
        select count(*) as orders, count(*) filter (where o.status = 'completed') as completed,
          coalesce(sum(o.discount) filter (where o.status = 'completed'), 0)::bigint as discount
        from orders o where o.voucher_id = v.id and o.event_id = any($1::text[])) u
      where u.orders > 0 and v.code || '/' || v.id > $2 order by v.code || '/' || v.id limit $3`,
  sums: `select key, zone, show, day, category, tickets, sales, voided from (
        select e.slug || '/' || to_char(t.issued_at at time zone e.time_zone, 'YYYY-MM-DD') || '/' || t.category_name as key,
          e.time_zone as zone, e.slug as show, to_char(t.issued_at at time zone e.time_zone, 'YYYY-MM-DD') as day,
          t.category_name as category, count(*) as tickets, sum(coalesce(t.price, i.price))::bigint as sales, count(t.voided_at) as voided
        from tickets t join events e on e.id = t.event_id left join order_seats i on i.ticket_id = t.id
        where t.event_id = any($1::text[]) and t.replaced_by is null group by e.slug, e.time_zone, day, t.category_name) d
      where key > $2 order by key limit $3`,
  fees: `select key, zone, show, day, fee, kind, percent, included, orders, amount from (
        select e.slug || '/' || to_char(p.updated_at at time zone e.time_zone, 'YYYY-MM-DD') || '/' || (line ->> 'name') || '/'
            || coalesce(line ->> 'percent', '') || '/' || (line ->> 'included') as key,
          e.time_zone as zone, e.slug as show, to_char(p.updated_at at time zone e.time_zone, 'YYYY-MM-DD') as day,
          line ->> 'name' as fee, min(line ->> 'kind') as kind, (line ->> 'percent')::float8 as percent,
          case when (line ->> 'included')::boolean then 'yes' else 'no' end as included, count(*)::int as orders,
          sum((line ->> 'amount')::bigint)::bigint as amount
        from orders o join events e on e.id = o.event_id join payments p on p.order_id = o.id and p.status = 'completed'
        cross join lateral jsonb_array_elements(o.price_lines) line
        where o.event_id = any($1::text[]) and o.status = 'completed'
        group by e.slug, e.time_zone, day, line ->> 'name', line ->> 'percent', line ->> 'included') d
      where key > $2 order by key limit $3`,
  invoices: `select i.kind || '/' || lpad(coalesce(i.number, 0)::text, 9, '0') || '/' || i.posting as key, e.time_zone as zone, i.kind, i.number,
        coalesce(i.issuer_name, g.name) as issuer, i.issued_at as issued, o.order_code as "order", e.slug as show, i.amount,
        (select k.number from invoices k where i.kind = 'creditNote' and k.kind = 'invoice' and k.payment_id = i.payment_id) as of_invoice
      from invoices i join payments p on p.id = i.payment_id join orders o on o.id = p.order_id join events e on e.id = p.event_id
        join organizers g on g.id = i.issuer_id
      where p.event_id = any($1::text[]) and i.kind || '/' || lpad(coalesce(i.number, 0)::text, 9, '0') || '/' || i.posting > $2
      order by i.kind || '/' || lpad(coalesce(i.number, 0)::text, 9, '0') || '/' || i.posting limit $3`,
} as const;

/** A table of the report of an event. */
export type ReportName = keyof typeof tables;
/** The tables of the report of an event, in their order. */
export const reportNames = Object.keys(tables) as [ReportName, ...ReportName[]];

/**
 * A page of one table about all shows of an event: amounts in whole rupiah, instants in the time zone of the show. The rows contain names,
 * addresses and form answers. Throws Refusal 404 for an unknown event.
 */
export async function reportPage(
  db: Db,
  given: { slug: string; table: ReportName; after: string },
): Promise<ReportPage> {
  const shows = await db.query<{ id: string }>(
    'select id from events where series_id = (select series_id from events where slug = $1)',
    [given.slug],
  );
  if (shows.length === 0) throw new Refusal(404, `There is no event "${given.slug}".`);
  const ids = shows.map(({ id }) => id);
  const rows = await db.query(tables[given.table], [ids, given.after, pageRows]);
  const labels = given.table === 'attendees' ? await questionsOf(db, ids) : [];
  return {
    rows: rows.map((row) => reportRow(row, labels)),
    next: rows.length < pageRows ? null : String(rows.at(-1)?.key),
  };
}

/** A question of one or several shows; it is one column. */
interface Question {
  readonly key: string;
  readonly label: string;
  /** Ids of the forms that ask it. */
  readonly forms: readonly string[];
}

interface Filled {
  readonly form: string;
  readonly answers: Readonly<Record<string, FormAnswer>>;
}

/** The questions of all forms, in the order of the page. */
async function questionsOf(db: Db, eventIds: readonly string[]): Promise<Question[]> {
  return db.query<Question & Record<string, unknown>>(
    `select x.field ->> 'field_key' as key, x.field ->> 'label' as label, array_agg(f.id) as forms
     from forms f cross join lateral jsonb_array_elements(f.fields) as x (field)
     where f.event_id = any($1::text[]) group by f.ask_all, key, label
     order by f.ask_all desc, min(f.position), min((x.field ->> 'display_order')::int)`,
    [eventIds],
  );
}

function reportRow(
  { key: _, zone, filled, ...columns }: Record<string, unknown>,
  questions: readonly Question[],
): ReportRow {
  const row: Record<string, ReportCell> = {};
  for (const [name, value] of Object.entries(columns)) row[name] = cellOf(value, String(zone));
  const forms = (filled ?? []) as readonly Filled[];
  for (const { key, label, forms: asking } of questions) {
    const answers = forms.find(({ form }) => asking.includes(form))?.answers ?? {};
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    // Two questions may have one label, and a label may be the name of another column.
    const name = Object.hasOwn(row, label) ? `${label} (${key})` : label;
    row[name] = answer === undefined ? null : [answer].flat().join(', ');
  }
  return row;
}

function cellOf(value: unknown, zone: string): ReportCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return localIso(value, zone);
  return typeof value === 'number' ? value : String(value);
}
