import type { OrderPreview, Pricing } from '../../../contract/order.ts';
import type { PriceLine, PriceRule } from '../../../contract/price/price-rules.ts';
import { pricedOf, ticketPrice } from '../../../contract/price/pricing.ts';
import type { PricedSeat } from './choice.ts';

/** What a voucher takes off the tickets that it is for, in whole rupiah: never more than they cost, nor than its own most. */
export function discountOf(
  voucher: { kind: 'percent' | 'fixed'; value: number; max_discount: number | null },
  subtotal: number,
): number {
  const discount =
    voucher.kind === 'percent' ? Math.round((subtotal * voucher.value) / 100) : voucher.value;
  return Math.min(discount, subtotal, voucher.max_discount ?? subtotal);
}

/** The rules of an order and what each made of it, in one order. */
export type OrderRules = {
  readonly price_rules: readonly PriceRule[];
  readonly price_lines: readonly PriceLine[];
};

/** What a ticket with this price of the folder adds to an order. The lines of an order of a former version say that its prices contain nothing. */
export function soldPrice(price: number, { price_rules, price_lines }: OrderRules): number {
  return ticketPrice(
    price,
    price_rules.filter((_, at) => price_lines[at]?.included),
  );
}

/** The price of an order on the wire. */
export function orderPricing({
  subtotal,
  discount,
  price_lines,
}: Pick<OrderRules, 'price_lines'> & {
  readonly subtotal: number;
  readonly discount: number;
}): Pricing {
  return pricedOf(subtotal, discount, [...price_lines]);
}

interface SeatGroup<S> {
  readonly categoryId: string;
  readonly categoryName: string;
  readonly price: number;
  readonly isStanding: boolean;
  readonly seats: S[];
}

/** Seats gathered by category and price, in the order of the categories; `shown` is the price of one as buyers see it. */
export function groupSeats<
  S extends Pick<PricedSeat, 'category_id' | 'category_name' | 'price' | 'is_standing'>,
>(seats: readonly S[], shown: (price: number) => number): SeatGroup<S>[] {
  const groups = new Map<string, SeatGroup<S>>();
  for (const seat of seats) {
    const key = `${seat.category_id} ${seat.price}`;
    const group = groups.get(key) ?? {
      categoryId: seat.category_id,
      categoryName: seat.category_name,
      price: shown(seat.price),
      isStanding: seat.is_standing,
      seats: [],
    };
    group.seats.push(seat);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The items of a preview (§3.60). */
export function previewItems(
  seats: readonly PricedSeat[],
  rules: readonly PriceRule[],
): OrderPreview['items'] {
  return groupSeats(seats, (price) => ticketPrice(price, rules)).map((group) => ({
    category: group.categoryName,
    quantity: group.seats.length,
    price_per_item: group.price,
    ...(group.isStanding && { standing: true }),
    seats: group.isStanding ? [] : group.seats.map((seat) => ({ number: seat.seat_number })),
  }));
}
