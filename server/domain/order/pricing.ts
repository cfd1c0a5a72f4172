import type { OrderPreview } from '../../../contract/order.ts';
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

/** The items of a preview (§3.60). */
export function previewItems(seats: readonly PricedSeat[]): OrderPreview['items'] {
  return groupSeats(seats).map((group) => ({
    category: group.categoryName,
    quantity: group.seats.length,
    price_per_item: group.price,
    ...(group.isStanding && { standing: true }),
    seats: group.isStanding ? [] : group.seats.map((seat) => ({ number: seat.seat_number })),
  }));
}
