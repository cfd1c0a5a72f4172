import { askedFields, type EventForm, type FormAnswer, isBlank } from '../../../contract/forms.ts';
import type { LaterForms, LaterState } from '../../../contract/ticket/later-forms.ts';
import type { Queryable } from '../../db/db.ts';
import { formColumns, formOf } from '../catalogue/forms.ts';
import { shownNumber } from '../order/choice.ts';

/** The later forms of one order, its valid tickets in their order, and the stored answers. */
export interface OrderForms {
  readonly forms: readonly EventForm[];
  readonly tickets: LaterForms['tickets'];
  readonly answers: readonly {
    readonly form_id: string;
    readonly ticket_id: string | null;
    readonly answers: Readonly<Record<string, FormAnswer>>;
  }[];
}

/** An order whose later forms are asked for. */
export interface FormsOrder {
  readonly id: string;
  readonly event_id: string;
}

/** Reads the active later forms of orders, by the id of the order; without forms for an order without valid tickets. */
export async function readOrderForms(
  q: Queryable,
  orders: readonly FormsOrder[],
): Promise<ReadonlyMap<string, OrderForms>> {
  if (orders.length === 0) return new Map();
  const eventIds = [...new Set(orders.map(({ event_id }) => event_id))];
  const rows = await q.query<{ event_id: string }>(
    `select event_id, ${formColumns} from forms
     where event_id = any($1::text[]) and later and is_active order by position, id`,
    [eventIds],
  );
  const asking = new Set(rows.map(({ event_id }) => event_id));
  const formsOf = new Map(
    [...asking].map((id) => [id, rows.filter((row) => row.event_id === id).map(formOf)]),
  );
  const asked = orders.filter(({ event_id }) => asking.has(event_id));
  if (asked.length === 0) return new Map();
  const held = await q.query<{ id: string } & Omit<OrderForms, 'forms'>>(
    `select o.id,
       coalesce((select json_agg(json_build_object('id', t.id, 'category_name', t.category_name,
           'seat_number', ${shownNumber('s')}, 'standing', s.is_standing) order by c.position, s.id)
         from tickets t join seats s on s.id = t.seat_id left join categories c on c.id = s.category_id
         where t.order_id = o.id and t.voided_at is null), '[]') as tickets,
       coalesce((select json_agg(json_build_object('form_id', a.form_id, 'ticket_id', a.ticket_id, 'answers', a.answers))
         from attendee_answers a where a.order_id = o.id), '[]') as answers
     from orders o where o.id = any($1::uuid[])`,
    [asked.map(({ id }) => id)],
  );
  const eventOf = new Map(asked.map(({ id, event_id }) => [id, event_id]));
  return new Map(
    held.map(({ id, tickets, answers }) => {
      const forms = tickets.length === 0 ? [] : (formsOf.get(eventOf.get(id) ?? '') ?? []);
      return [id, { forms, tickets, answers }];
    }),
  );
}

/** What an order still lacks: an answer that a required question needs, answers to optional ones alone, or nothing. */
export type Lack = 'required' | 'optional' | null;

/** What the later forms of an order still lack. */
export function lackOf({ forms, tickets, answers }: OrderForms): Lack {
  let lack: Lack = null;
  for (const form of forms) {
    for (const ticketId of form.ask_all ? tickets.map(({ id }) => id) : [null]) {
      const filled = answers.find(
        (row) => row.form_id === form.id && row.ticket_id === ticketId,
      )?.answers;
      const given = filled ?? {};
      const isMissing = askedFields(form.fields, given).some(
        ({ field_key: key, is_required }) =>
          is_required && isBlank(Object.hasOwn(given, key) ? given[key] : undefined),
      );
      if (isMissing) return 'required';
      if (filled === undefined) lack = 'optional';
    }
  }
  return lack;
}

/** The state of the later forms of an order as its buyer sees it; undefined without such forms. */
export function laterStateOf(held: OrderForms | undefined): LaterState | undefined {
  if (held === undefined || held.forms.length === 0) return undefined;
  return lackOf(held) === null ? 'answered' : 'waiting';
}

/** SQL of an order row `o` and its event row `e`: true for a paid order of an event with later forms. */
export const asksLaterSql = `(o.status = 'completed' and e.status <> 'cancelled'
  and exists (select 1 from forms f where f.event_id = e.id and f.later))`;

/** As `asksLaterSql`, until the event begins; `now` is a parameter. */
export const mayAnswerSql = (now: string) =>
  `(${asksLaterSql} and (e.status = 'postponed' or e.starts_at > ${now}))`;

/** The state of the later forms of an order of the account; undefined without such forms, and once its event has begun. */
export async function laterStateOfOrder(
  q: Queryable,
  accountId: string,
  orderCode: string,
  now: Date,
): Promise<LaterState | undefined> {
  const [order] = await q.query<{ id: string; event_id: string }>(
    `select o.id, o.event_id from orders o join events e on e.id = o.event_id
     where o.account_id = $1 and o.order_code = $2 and ${mayAnswerSql('$3')}`,
    [accountId, orderCode, now],
  );
  return order && laterStateOf((await readOrderForms(q, [order])).get(order.id));
}
