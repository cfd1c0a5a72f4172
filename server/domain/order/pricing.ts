import type { OrderPreview, Pricing } from '../../../contract/order.ts';
import type { PricedSeat } from './choice.ts';

/**
 * Prices an order in whole rupiah. Tax is taken on the subtotal as written, before the discount (ruling 1.4-U); the discount never
 * exceeds the subtotal. final = subtotal − discount + tax.
 */
export function priceOrder(subtotal: number, discount: number, taxRate: number): Pricing {
  const capped = Math.min(discount, subtotal);
  const tax = Math.round(subtotal * taxRate);
  return {
    original_price: subtotal,
    discount: capped,
    tax,
    final_price: subtotal - capped + tax,
  };
}

/** What a voucher takes off a subtotal, in whole rupiah, never more than the subtotal. */
export function discountOf(
  voucher: { kind: 'percent' | 'fixed'; value: number },
  subtotal: number,
): number {
  const discount =
    voucher.kind === 'percent' ? Math.round((subtotal * voucher.value) / 100) : voucher.value;
  return Math.min(discount, subtotal);
}

interface SeatGroup<S> {
  readonly categoryId: string;
  readonly categoryName: string;
  readonly price: number;
  readonly isStanding: boolean;
  readonly seats: S[];
}

/** Seats gathered by category and price, in the order of the categories. */
export function groupSeats<
  S extends Pick<PricedSeat, 'category_id' | 'category_name' | 'price' | 'is_standing'>,
>(seats: readonly S[]): SeatGroup<S>[] {
  const groups = new Map<string, SeatGroup<S>>();
  for (const seat of seats) {
    const key = `${seat.category_id} ${seat.price}`;
    const group = groups.get(key) ?? {
      categoryId: seat.category_id,
      categoryName: seat.category_name,
      price: seat.price,
      isStanding: seat.is_standing,
      seats: [],
    };
    group.seats.push(seat);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The items of a preview (§3). */
export function previewItems(seats: readonly PricedSeat[]): OrderPreview['items'] {
  return groupSeats(seats).map((group) => ({
    category: group.categoryName,
    quantity: group.seats.length,
    price_per_item: group.price,
    ...(group.isStanding && { standing: true }),
    seats: group.isStanding ? [] : group.seats.map((seat) => ({ number: seat.seat_number })),
  }));
}
