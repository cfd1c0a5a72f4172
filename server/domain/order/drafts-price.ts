import { calls } from '../../../contract/call/calls.ts';
import type { OrderPreview } from '../../../contract/order.ts';
import type { PriceRule } from '../../../contract/price-rules.ts';
import { type PricedOrder, priceOrder } from '../../../contract/pricing.ts';
import type { RefundPolicy } from '../../../contract/refund-policy.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { anyMethodCarries } from '../payment/methods.ts';
import { findEvent } from '../session/session-rows.ts';
import type { Choice, PricedSeat } from './choice.ts';
import { findOrder, type OrderRow, type OrderSeat, orderSeats } from './drafts-view.ts';
import { previewItems } from './pricing.ts';
import { readPricedSeats } from './seats.ts';
import { readPricedPlaces } from './standing.ts';
import { claimVoucher, freeVoucher, judgeVoucher, ticketsFor } from './vouchers.ts';

const refuse = refuseFor(calls.createDraft);
const refusePreview = refuseFor(calls.orderPreview);

/** What a client asks for: seats, standing places, and a voucher code, or none. */
export interface OrderRequest extends Choice {
  readonly voucher_code: string | null;
  /** The total that the buyer saw in whole rupiah: one above it is refused. */
  readonly shown_total?: number | null | undefined;
}

/** Prices seats and a voucher without holding anything (§7 order-preview). Throws 404 for an unknown event, 409 for an unknown seat. */
export async function previewOrder(
  services: Services,
  accountId: string,
  slug: string,
  request: OrderRequest,
): Promise<OrderPreview> {
  const event = await findEvent(services.db, services.clock, slug);
  if (event === null) throw refusePreview('eventNotFound');
  const { db, clock } = services;
  const today = [
    ...(await readPricedSeats(db, clock, event.id, request.seats)),
    ...(await readPricedPlaces(db, clock, event.id, request.quantities)),
  ].sort((a, b) => a.category_position - b.category_position);
  const own = await findOrder(db, accountId, slug);
  const prices = own ?? (await pricesOf(db, event.id));
  const seats = own === null ? today : keptPrices(today, await orderSeats(db, own.id));
  const voucher =
    request.voucher_code === null || request.voucher_code === ''
      ? null
      : await judgeVoucher(services.db, {
          code: request.voucher_code,
          eventId: event.id,
          accountId,
          seats,
          orderId: own?.id ?? null,
          clock: services.clock,
        });
  const pricing = priceOrder({
    tickets: ticketsFor(voucher?.categories ?? null, seats),
    discount: voucher?.info.discount_amount ?? 0,
    rules: prices.price_rules,
  });
  return {
    items: previewItems(seats),
    pricing_details: pricing,
    voucher_info: voucher?.info ?? null,
    is_payable: anyMethodCarries(services.gateways.methods, {
      ...prices,
      total: pricing.final_price,
    }),
  };
}

/** Seats and places of the own draft keep the price that they were taken at (F57). */
function keptPrices(today: readonly PricedSeat[], held: readonly OrderSeat[]): PricedSeat[] {
  const left = [...held];
  return today.map((seat) => {
    const at = left.findIndex((own) =>
      seat.is_standing
        ? own.is_standing && own.category_id === seat.category_id
        : own.seat_id === seat.id,
    );
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return { ...seat, price: own?.price ?? seat.price };
  });
}

type EventPrices = {
  price_rules: PriceRule[];
  bears_method_fee: boolean;
  refund_policy: RefundPolicy | null;
};

/** The rules by which an event is priced today. */
export async function pricesOf(q: Queryable, eventId: string): Promise<EventPrices> {
  const [row] = await q.query<EventPrices>(
    'select price_rules, bears_method_fee, refund_policy from events where id = $1',
    [eventId],
  );
  if (row === undefined) throw new Error('An event vanished while it was priced.');
  return row;
}

/** A price that rose since it was shown is refused with the new one: the buyer must see it first (decision 055). */
export function refuseRaised(
  { total, price_lines: fees }: OrderRow,
  { shown_total: shown }: OrderRequest,
) {
  if (shown === undefined || shown === null || total <= shown) return;
  throw refuse('priceChanged', { meta: { shown, total, fees } });
}

/** Prices the seats of a draft by its own rules, and claims the voucher; answers the changed order. Throws 422 for a voucher that does not hold. */
export async function reprice(
  tx: Tx,
  services: Services,
  order: OrderRow,
  voucherCode: string | null,
): Promise<OrderRow> {
  const seats = await orderSeats(tx, order.id);
  if (voucherCode !== order.voucher_code) await freeVoucher(tx, order.id);
  const voucher =
    voucherCode === null
      ? null
      : await claimVoucher(tx, {
          code: voucherCode,
          eventId: order.event_id,
          accountId: order.account_id,
          seats,
          orderId: order.id,
          clock: services.clock,
        });
  const price = priceOrder({
    tickets: ticketsFor(voucher?.categories ?? null, seats),
    discount: voucher?.discount ?? 0,
    rules: order.price_rules,
  });
  const priced = {
    ...pricedColumns(price),
    voucher_code: voucherCode,
    voucher_id: voucher?.id ?? null,
  };
  await tx.query(
    `update orders set subtotal = $2, discount = $3, tax = $4, total = $5, price_lines = $6, voucher_code = $7, voucher_id = $8,
       updated_at = $9 where id = $1`,
    [
      order.id,
      priced.subtotal,
      priced.discount,
      priced.tax,
      priced.total,
      JSON.stringify(priced.price_lines),
      priced.voucher_code,
      priced.voucher_id,
      services.clock.now(),
    ],
  );
  return { ...order, ...priced };
}

function pricedColumns(price: PricedOrder) {
  return {
    subtotal: price.original_price,
    discount: price.discount,
    tax: price.tax,
    total: price.final_price,
    price_lines: price.fees,
  };
}
