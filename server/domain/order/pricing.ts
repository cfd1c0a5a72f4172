import type { OrderPreview } from '../../../contract/order.ts';
import type { PricedSeat } from './seats.ts';

/** What a voucher takes off the tickets that it is for, in whole rupiah: never more than they cost, nor than its own most. */
export function discountOf(
  voucher: { kind: 'percent' | 'fixed'; value: number; max_discount: number | null },
  subtotal: number,
): number {
  const discount =
    voucher.kind === 'percent' ? Math.round((subtotal * voucher.value) / 100) : voucher.value;
  return Math.min(discount, subtotal, voucher.max_discount ?? subtotal);
}

/** Seats gathered by category and price, in the order of the categories. */
export function groupSeats<S extends Pick<PricedSeat, 'category_id' | 'category_name' | 'price'>>(
  seats: readonly S[],
): { categoryId: string; categoryName: string; price: number; seats: S[] }[] {
  const groups = new Map<
    string,
    { categoryId: string; categoryName: string; price: number; seats: S[] }
  >();
  for (const seat of seats) {
    const key = `${seat.category_id} ${seat.price}`;
    const group = groups.get(key) ?? {
      categoryId: seat.category_id,
      categoryName: seat.category_name,
      price: seat.price,
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
    seats: group.seats.map((seat) => ({ number: seat.seat_number })),
  }));
}
