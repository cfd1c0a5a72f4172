import type { Payment, PaymentData } from '../../../contract/payment.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/db.ts';
import type { ChargeState, PaymentState } from '../lifecycle/charge.ts';
import type { LockedOrder, OrderState } from '../lifecycle/order.ts';
import { orderSeats } from '../order/drafts-view.ts';
import { groupSeats, type OrderRules, orderPricing, soldPrice } from '../order/pricing.ts';
import { secondsLeft } from '../session/session-rows.ts';

/** A payment with the code and price of its order, the name of its event, and what of it is owed back or went back. */
export type PaymentRow = OrderRules & {
  id: string;
  order_id: string;
  order_code: string;
  account_id: string;
  event_id: string;
  slug: string;
  session_id: string;
  method_code: string;
  method_name: string;
  amount: number;
  service_fee: number;
  gateway: string;
  /** The name of the charge at its gateway, as `RTX-7F3K2M-1`; null for one whose name is the id of the payment. */
  gateway_order_id: string | null;
  /** The gateway's id of the charge. */
  gateway_reference: string | null;
  status: PaymentState;
  charge_state: ChargeState;
  payment_data: PaymentData;
  expires_at: Date | null;
  charged_at: Date | null;
  gateway_final: boolean;
  created_at: Date;
  end_reason: 'changed' | 'denied' | 'cancelled' | 'expired' | null;
  order_status: OrderState;
  subtotal: number;
  discount: number;
  total: number;
  refund_amount: number | null;
  refund_done_at: Date | null;
  refund_reference: string | null;
};

const paymentColumns = `p.id, p.order_id, o.order_code, p.account_id, p.event_id, e.slug, p.session_id,
  p.method_code, p.method_name, p.amount, p.service_fee, p.gateway, p.gateway_order_id, p.gateway_reference, p.status, p.charge_state, p.payment_data,
  p.expires_at, p.charged_at, p.gateway_final, p.created_at, p.end_reason,
  o.status as order_status, o.subtotal, o.discount, o.total, o.price_rules, o.price_lines,
  r.amount as refund_amount, r.done_at as refund_done_at, r.reference as refund_reference`;

const paymentSource = `from payments p join orders o on o.id = p.order_id
  join events e on e.id = p.event_id left join lateral (
    select sum(amount)::bigint as amount, case when bool_and(done_at is not null) then max(done_at) end as done_at,
      (array_agg(reference order by number desc) filter (where reference is not null))[1] as reference
    from refunds where payment_id = p.id and due_at is not null) r on true`;

/** What stands in a payment before the gateway responded. */
export const noPaymentData: PaymentData = {
  qr_code_url: null,
  qr_string: null,
  virtual_account: null,
  bank: null,
  checkout_url: null,
  instructions: [],
};

/** A payment by id; null when there is none. */
export async function findPayment(q: Queryable, paymentId: string): Promise<PaymentRow | null> {
  const rows = await q.query<PaymentRow>(
    `select ${paymentColumns} ${paymentSource} where p.id = $1`,
    [paymentId],
  );
  return rows[0] ?? null;
}

/** The payment that a gateway names by our id, by the name of its charge, or by its own id; null when there is none. */
export async function paymentNamed(q: Queryable, name: string): Promise<PaymentRow | null> {
  const known = uuidPattern.test(name) ? await findPayment(q, name) : null;
  if (known !== null) return known;
  const [row] = await q.query<PaymentRow>(
    `select ${paymentColumns} ${paymentSource} where p.gateway_order_id = $1 or p.gateway_reference = $1`,
    [name],
  );
  return row ?? null;
}

/** The form of a payment's id. */
export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The order of a payment as it was when the payment was read. */
export function orderOf(payment: PaymentRow): LockedOrder {
  const { order_id: id, account_id, order_status: status } = payment;
  return { id, account_id, status };
}

/** A payment by id, its row locked; the caller holds its session and order already. */
export async function lockPayment(q: Queryable, paymentId: string): Promise<PaymentRow | null> {
  const rows = await q.query<PaymentRow>(
    `select ${paymentColumns} ${paymentSource} where p.id = $1 for update of p`,
    [paymentId],
  );
  return rows[0] ?? null;
}

/**
 * The payment of an account's newest order for an event, in one of `statuses` where given: the completed one, else the newest. An order
 * is paid once, though it was begun by several methods.
 */
export async function newestPayment(
  q: Queryable,
  accountId: string,
  slug: string,
  statuses: readonly PaymentState[] | null = null,
): Promise<PaymentRow | null> {
  const rows = await q.query<PaymentRow>(
    `select ${paymentColumns} ${paymentSource} where p.account_id = $1 and e.slug = $2
       and ($3::text[] is null or p.status = any($3::text[]))
     order by o.created_at desc, (p.status = 'completed') desc, p.created_at desc limit 1`,
    [accountId, slug, statuses],
  );
  return rows[0] ?? null;
}

/** The running or finished payment of an order; null without one. */
export async function livePaymentOf(q: Queryable, orderId: string): Promise<PaymentRow | null> {
  const rows = await q.query<PaymentRow>(
    `select ${paymentColumns} ${paymentSource}
     where p.order_id = $1 and p.status in ('pending', 'completed')`,
    [orderId],
  );
  return rows[0] ?? null;
}

/**
 * Words a payment for its buyer (§3.63). It is called expired only when the gateway or the sweep said so, or the grace is over too:
 * money that was sent in the last second still wins (§4.71, §4.5).
 */
export async function paymentAnswer(
  q: Queryable,
  row: PaymentRow,
  config: Pick<Config, 'graceSeconds'>,
  now: Date,
): Promise<{ payment: Payment }> {
  const tickets =
    row.status === 'completed'
      ? await q.query<{ id: string }>(
          `select k.id from tickets k join seats t on t.id = k.seat_id
           left join categories c on c.id = t.category_id
           where k.order_id = $1 and k.account_id = $2 and k.voided_at is null order by c.position, t.id`,
          [row.order_id, row.account_id],
        )
      : [];
  const pending = row.status === 'pending';
  const in_review = (pending || isOverUnpaid(row)) && (await isInReview(q, row.id));
  const overdue =
    pending &&
    row.expires_at !== null &&
    row.expires_at.getTime() + config.graceSeconds * 1000 <= now.getTime();
  return {
    payment: {
      id: row.id,
      payment_method: row.method_code,
      payment_method_name: row.method_name,
      amount: row.amount,
      service_fee: row.service_fee,
      gateway: row.gateway,
      status: row.status,
      expires_at: row.expires_at?.toISOString() ?? null,
      is_expired: row.status === 'expired' || overdue,
      remaining_seconds: pending ? secondsLeft(row.expires_at, now) : null,
      order_code: row.order_code,
      ticket_ids: tickets.map((ticket) => ticket.id),
      payment_data: row.payment_data,
      refund:
        row.refund_amount === null
          ? null
          : {
              amount: row.refund_amount,
              status: row.refund_done_at === null ? 'due' : 'done',
              reference: row.refund_reference,
            },
      items: groupSeats(await orderSeats(q, row.order_id), (price) => soldPrice(price, row)).map(
        (group) => ({
          category_name: group.categoryName,
          quantity: group.seats.length,
          price_per_item: group.price,
          ...(group.isStanding && { standing: true }),
          seats: group.isStanding ? [] : group.seats.map((seat) => seat.seat_number),
        }),
      ),
      pricing: orderPricing(row),
      end_reason: row.end_reason,
      // A draft that was paid for once already is one that was given back to its buyer.
      in_review,
      can_change: row.order_status === 'draft' && isOverUnpaid(row),
    },
  };
}

/** True where a notice of the payment `p`, an SQL expression, says that money came, and waits for an operator or fails. */
export const inReviewSql = (
  p: string,
) => `exists (select 1 from payment_notices n where n.payment_id = ${p}
  and n.outcome = 'settlement' and (n.state = 'mismatched' or n.state = 'received' and n.tries > 0))`;

async function isInReview(q: Queryable, paymentId: string): Promise<boolean> {
  return (
    (await q.query(`select 1 as one where ${inReviewSql('$1::uuid')}`, [paymentId])).length > 0
  );
}

function isOverUnpaid({ status }: PaymentRow): boolean {
  return status === 'failed' || status === 'expired';
}
