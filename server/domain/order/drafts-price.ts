import { calls } from '../../../contract/call/calls.ts';
import type { OrderPreview } from '../../../contract/order.ts';
import { priceOrder } from '../../../contract/price/price-order.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable, Row } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { type SaleFacts, saleColumns } from '../catalogue/sale.ts';
import { anyMethodCarries } from '../payment/methods.ts';
import { findEvent } from '../session/session-rows.ts';
import type { Choice, PricedSeat } from './choice.ts';
import { findOrder, type OrderRow, type OrderSeat, orderSeats } from './drafts-view.ts';
import { previewItems } from './pricing.ts';
import { readPricedSeats } from './seats.ts';
import { readPricedPlaces } from './standing.ts';
import { judgeVoucher, ticketsFor, type ValidVoucher, voucherHint } from './vouchers.ts';

const refuse = refuseFor(calls.createDraft);
const refusePreview = refuseFor(calls.orderPreview);

/** What a client asks for: seats, standing places, and a voucher code, or none. */
export interface OrderRequest extends Choice {
  readonly voucher_code: string | null;
  /** The total that the buyer saw in whole rupiah: one above it is refused. */
  readonly shown_total?: number | null | undefined;
}

/** Prices seats and a voucher without holding anything (§7.70). Throws 404 for an unknown event, 409 for an unknown seat. */
export async function previewOrder(
  services: Services,
  accountId: string,
  slug: string,
  request: OrderRequest,
): Promise<OrderPreview> {
  const event = await findEvent(services.db, services.clock, slug);
  if (event === null) throw refusePreview('eventNotFound');
  const { db, clock, keys } = services;
  const today = [
    ...(await readPricedSeats(db, clock, event.id, request.seats)),
    ...(await readPricedPlaces(db, clock, event.id, request.quantities)),
  ].sort((a, b) => a.category_position - b.category_position);
  const own = await findOrder(db, accountId, slug);
  const prices = own ?? (await readPrices(db, clock, slug));
  if (prices === null) throw refusePreview('eventNotFound');
  const seats = own === null ? today : keptPrices(today, await orderSeats(db, own.id));
  const voucher =
    request.voucher_code === null || request.voucher_code === ''
      ? null
      : await judgeVoucher(services.db, {
          code: request.voucher_code,
          slug,
          accountId,
          seats,
          clock,
          keys,
        });
  const pricing = priceOrder({
    tickets: ticketsFor(voucher?.categories ?? null, seats),
    discount: voucher?.info.discount_amount ?? 0,
    rules: prices.price_rules,
  });
  return {
    items: previewItems(seats, prices.price_rules),
    pricing_details: pricing,
    voucher_info: voucher && { ...voucher.info, discount_amount: pricing.discount },
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

/** The rules by which an event is priced today, with its sale, read by one statement. */
export type EventPrices = SaleFacts & {
  readonly price_rules: PriceRule[];
  readonly bears_method_fee: boolean;
  readonly refund_policy: RefundPolicy | null;
};

/** The prices and the sale of an event; null for an unknown one. */
export async function readPrices(
  q: Queryable,
  clock: Pick<Clock, 'offsetSeconds'>,
  slug: string,
): Promise<EventPrices | null> {
  const [row] = await q.query<EventPrices>(
    `select e.price_rules, e.bears_method_fee, e.refund_policy, ${saleColumns(clock)} from events e where e.slug = $1`,
    [slug],
  );
  return row ?? null;
}

/** A price that rose since it was shown is refused with the new one: the buyer must see it first (decision 055). */
export function refuseRaised(
  { total, price_lines: fees }: OrderRow,
  { shown_total: shown }: OrderRequest,
) {
  if (shown === undefined || shown === null || total <= shown) return;
  throw refuse('priceChanged', { meta: { shown, total, fees } });
}

/** Prices the seats of a draft by its own rules; returns the changed order. */
export function reprice(
  order: OrderRow,
  seats: readonly OrderSeat[],
  voucher: ValidVoucher | null,
): OrderRow {
  const price = priceOrder({
    tickets: ticketsFor(voucher?.categories ?? null, seats),
    discount: voucher?.discount ?? 0,
    rules: order.price_rules,
  });
  return {
    ...order,
    subtotal: price.original_price,
    discount: price.discount,
    tax: price.final_price - price.original_price + price.discount,
    total: price.final_price,
    price_lines: price.fees,
    voucher_code: voucher === null ? null : voucherHint(voucher.code),
    voucher_id: voucher?.id ?? null,
  };
}

/** The columns of an order that `reprice` changes. */
export function priceColumns(order: OrderRow): Row {
  const { subtotal, discount, tax, total, voucher_code, voucher_id } = order;
  const price_lines = JSON.stringify(order.price_lines);
  return { subtotal, discount, tax, total, price_lines, voucher_code, voucher_id };
}
