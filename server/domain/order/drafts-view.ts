import type { DraftResponse, VoucherInfo } from '../../../contract/order.ts';
import type { PriceLine, PriceRule } from '../../../contract/price/price-rules.ts';
import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import type { Queryable } from '../../db/db.ts';
import { liveStatesSql, secondsLeft } from '../session/session-rows.ts';
import { groupSeats, orderPricing, soldPrice } from './pricing.ts';

/** A live order with the deadline of the session it stands in. */
export type OrderRow = {
  id: string;
  order_code: string;
  account_id: string;
  event_id: string;
  session_id: string;
  status: 'draft' | 'pending';
  locked_at: Date | null;
  subtotal: number;
  discount: number;
  /** What comes to the prices of the tickets. */
  tax: number;
  total: number;
  voucher_code: string | null;
  voucher_id: string | null;
  /** The rules of the event when the order was begun (F57). */
  price_rules: PriceRule[];
  price_lines: PriceLine[];
  bears_method_fee: boolean;
  /** That of the event when the order was begun (F57); null: bought tickets are not taken back. */
  refund_policy: RefundPolicy | null;
  deadline: Date | null;
};

/** A seat of an order with the price of the folder it was taken at (F57). */
export type OrderSeat = {
  seat_id: number;
  ticket_id: string;
  seat_number: string;
  row_label: string;
  column_number: number;
  category_id: string;
  category_name: string;
  category_position: number;
  price: number;
  /** True for a place without a number: nobody is shown the one it is stored under. */
  is_standing: boolean;
};

const orderColumns = `o.id, o.order_code, o.account_id, o.event_id, o.session_id, o.status, o.locked_at,
  o.subtotal, o.discount, o.tax, o.total, o.voucher_code, o.voucher_id, o.price_rules, o.price_lines, o.bears_method_fee,
  o.refund_policy, s.deadline`;

/** The live order of an account for an event; null without one. */
export async function findOrder(
  q: Queryable,
  accountId: string,
  slug: string,
): Promise<OrderRow | null> {
  const rows = await q.query<OrderRow>(
    `select ${orderColumns} from orders o
     join purchase_sessions s on s.id = o.session_id
     join events e on e.id = o.event_id
     where o.account_id = $1 and e.slug = $2 and o.status in ('draft', 'pending')`,
    [accountId, slug],
  );
  return rows[0] ?? null;
}

/** Locks the live order of a session, whose row the caller holds; null without one. */
export async function lockOrder(q: Queryable, sessionId: string): Promise<OrderRow | null> {
  const rows = await q.query<OrderRow>(
    `select ${orderColumns} from orders o join purchase_sessions s on s.id = o.session_id
     where o.session_id = $1 and o.status in ('draft', 'pending') for update of o`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** The live order of the live session of the account $1, as SQL. */
const liveOrderSql = `(select o.id from orders o join purchase_sessions s on s.id = o.session_id
  where s.account_id = $1 and s.state in (${liveStatesSql}) and o.status in ('draft', 'pending'))`;

/** Locks the live order of an account whose session the caller has locked; null without one. */
export async function lockLiveOrder(q: Queryable, accountId: string): Promise<OrderRow | null> {
  const rows = await q.query<OrderRow>(
    `select ${orderColumns} from orders o join purchase_sessions s on s.id = o.session_id
     where o.id = ${liveOrderSql} for update of o`,
    [accountId],
  );
  return rows[0] ?? null;
}

const orderSeatsSql = (order: string) => `
  select i.seat_id, i.ticket_id, t.seat_number, t.row_label, t.column_number, t.category_id,
    c.name as category_name, c.position as category_position, i.price, t.is_standing
  from order_seats i join seats t on t.id = i.seat_id join categories c on c.id = t.category_id
  where i.order_id = ${order} order by c.position, t.id`;

/** The seats of an order in the order they are numbered in: by category, then as they stand. */
export async function orderSeats(q: Queryable, orderId: string): Promise<OrderSeat[]> {
  return q.query<OrderSeat>(orderSeatsSql('$1'), [orderId]);
}

/** The seats of the live order of an account, as `orderSeats`. */
export async function liveOrderSeats(q: Queryable, accountId: string): Promise<OrderSeat[]> {
  return q.query<OrderSeat>(orderSeatsSql(liveOrderSql), [accountId]);
}

/** The words of the voucher of an order. */
interface VoucherWords {
  readonly kind: string;
  readonly description: string;
}

/** Reads and words a live order for its buyer (§3.61). */
export async function draftAnswer(
  q: Queryable,
  order: OrderRow,
  now: Date,
): Promise<DraftResponse> {
  const [seats, [voucher]] = await Promise.all([
    orderSeats(q, order.id),
    q.query<{ kind: string; description: string }>(
      'select kind, description from vouchers where id = $1',
      [order.voucher_id],
    ),
  ]);
  return wordDraft(order, seats, voucher ?? null, now);
}

/** Words a live order with its seats, in the order of `orderSeats`, for its buyer (§3.61). */
export function wordDraft(
  order: OrderRow,
  seats: readonly OrderSeat[],
  voucher: VoucherWords | null,
  now: Date,
): DraftResponse {
  return {
    order: {
      id: order.id,
      order_code: order.order_code,
      status: order.status,
      total_price: order.total,
      expires_at: order.deadline?.toISOString() ?? null,
      remaining_seconds: secondsLeft(order.deadline, now),
      is_expired: order.deadline !== null && order.deadline.getTime() <= now.getTime(),
      is_locked: order.locked_at !== null,
      voucher_code: order.voucher_code,
      refund_policy: order.refund_policy,
    },
    order_data: {
      items: groupSeats(seats, (price) => soldPrice(price, order)).map((group) => ({
        category_id: group.categoryId,
        category_name: group.categoryName,
        quantity: group.seats.length,
        price_per_item: group.price,
        ...(group.isStanding && { standing: true }),
        seats: group.seats.map((seat) => ({
          ticket_id: seat.ticket_id,
          seat_number: group.isStanding ? '' : seat.seat_number,
          row: seat.row_label,
          column: seat.column_number,
        })),
      })),
      pricing_details: orderPricing(order),
      voucher_info: voucherInfo(order, voucher),
    },
  };
}

function voucherInfo(order: OrderRow, voucher: VoucherWords | null): VoucherInfo | null {
  if (order.voucher_code === null) return null;
  return {
    is_valid: true,
    code: order.voucher_code,
    discount_amount: order.discount,
    type: voucher?.kind ?? '',
    message: voucher?.description ?? '',
  };
}
