import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import { type FoundOrder, maxFoundOrders } from '../../../contract/staff/desk.ts';
import { readShortCode } from '../../../contract/ticket/ticket-code.ts';
import type { Queryable } from '../../db/db.ts';
import { uuidPattern } from '../ticket/tickets.ts';

/** Columns of a found order, over orders `o`, events `e` and accounts `a`. */
export const foundColumns = `o.order_code, e.name as event_name, e.starts_at as event_starts_at, e.time_zone,
  trim(a.first_name || ' ' || a.last_name) as buyer_name, a.email as buyer_email, o.status, o.total, o.created_at,
  array(select case when s.is_standing then c.name else s.seat_number end from order_seats i join seats s on s.id = i.seat_id
    join categories c on c.id = s.category_id where i.order_id = o.id order by s.id) as places`;

/** A row of `foundColumns`. */
export type FoundRow = {
  readonly order_code: string;
  readonly event_name: string;
  readonly event_starts_at: Date;
  readonly time_zone: TimeZone;
  readonly buyer_name: string;
  readonly buyer_email: string;
  readonly status: string;
  readonly total: number;
  readonly created_at: Date;
  readonly places: string[];
};

/**
 * Each finds ids of orders by one kind of name. `$1` is the text, `$2` the ticket code or null, `$3` its digits, `$4` an id or null. Phone numbers and seats
 * have no index of their own: only a text that can be one is looked for.
 */
const finders = [
  'select id from orders where order_code = upper($1)',
  'select order_id from tickets where ticket_code = $2',
  `select o.id from orders o join accounts a on a.id = o.account_id where lower(a.email) = lower($1)`,
  `select o.id from orders o join accounts a on a.id = o.account_id
     where $3 <> '' and right(regexp_replace(a.phone_number, '\\D', '', 'g'), 8) = right($3, 8)`,
  `select i.order_id from order_seats i join seats s on s.id = i.seat_id
     where length($1) <= 40 and upper(s.seat_number) = upper($1) and not s.is_standing`,
  'select order_id from payments where id = $4::uuid',
  'select order_id from payments where gateway_order_id = upper($1)',
  `select p.order_id from payment_notices n join payments p on p.id = n.payment_id where n.reference = $1 or n.event_id = $1`,
];

/** Orders by order code, ticket code, seat, e-mail, phone number or an id of the gateway, the newest first, at most thirty. */
export async function findOrders(q: Queryable, text: string): Promise<FoundOrder[]> {
  const rows = await q.query<FoundRow>(
    `select ${foundColumns} from orders o join events e on e.id = o.event_id join accounts a on a.id = o.account_id
      where o.id in (${finders.join(' union ')}) order by o.created_at desc, o.order_code limit ${maxFoundOrders}`,
    [text, readShortCode(text), phoneDigits(text), uuidPattern.test(text) ? text : null],
  );
  return rows.map(foundOrderOf);
}

/** The digits of a text that can be a phone number; empty for any other. */
function phoneDigits(text: string): string {
  return /^\+?[\d\s\-().]{8,20}$/.test(text) ? text.replace(/\D/g, '') : '';
}

/** The order as a response has it: instants in the time zone of its event. */
export function foundOrderOf({ time_zone, ...row }: FoundRow): FoundOrder {
  return {
    ...row,
    event_starts_at: localIso(row.event_starts_at, time_zone),
    created_at: row.created_at.toISOString(),
  };
}
