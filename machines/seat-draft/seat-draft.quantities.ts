import type { DraftResponse } from '../../contract/order.ts';
import type {
  PlaceOffer,
  PlacesLeft,
  QuantityChoice,
  QuantityWish,
  SeatDraftContext,
} from './seat-draft.types.ts';

/** The seats and standing places that a buyer has chosen. */
export type Choice = Pick<SeatDraftContext, 'seats' | 'quantities'>;

/** Standing places of all categories together. */
export function placesIn(quantities: readonly QuantityWish[]): number {
  return quantities.reduce((sum, { count }) => sum + count, 0);
}

/** The tickets of a choice: its seats and standing places. */
export function ticketsOf({ seats, quantities }: Choice): number {
  return seats.length + placesIn(quantities);
}

/** The tickets of a choice with their prices in whole rupiah. */
export function pricedTickets({ seats, quantities }: Choice): readonly { price: number }[] {
  const places = quantities.flatMap(({ price, count }) =>
    Array.from({ length: count }, () => ({ price })),
  );
  return [...seats, ...places];
}

/** How many places of a category are chosen. */
export function countOf(quantities: readonly QuantityWish[], categoryId: string): number {
  return quantities.find((quantity) => quantity.categoryId === categoryId)?.count ?? 0;
}

/** Quantities as they are kept and asked for. */
export function wishesOf(quantities: readonly QuantityWish[]): readonly QuantityWish[] {
  return quantities.map(({ categoryId, count }) => ({ categoryId, count }));
}

/** True for another quantity that may be chosen: more only up to the limit of an order and to the places that are left, while the event sells. */
export function canSetQuantity(
  choice: Choice & Pick<SeatDraftContext, 'maxTickets'>,
  isSelling: boolean,
  { place, count }: { readonly place: PlaceOffer; readonly count: number },
): boolean {
  const before = countOf(choice.quantities, place.categoryId);
  if (!Number.isInteger(count) || count < 0 || count === before) return false;
  if (count < before) return true;
  return (
    isSelling && count <= place.left && ticketsOf(choice) - before + count <= choice.maxTickets
  );
}

/** The quantities with another one of a category, in the order in which they were chosen. */
export function withQuantity(
  quantities: readonly QuantityChoice[],
  { left: _, ...place }: PlaceOffer,
  count: number,
): readonly QuantityChoice[] {
  const isKnown = quantities.some(({ categoryId }) => categoryId === place.categoryId);
  const all = isKnown ? quantities : [...quantities, { ...place, count }];
  return all
    .map((quantity) =>
      quantity.categoryId === place.categoryId ? { ...quantity, count } : quantity,
    )
    .filter(({ count: chosen }) => chosen > 0);
}

/** Categories of which fewer are left than are chosen. */
export function lostPlacesOf(
  quantities: readonly QuantityChoice[],
  left: readonly PlacesLeft[],
): SeatDraftContext['lostPlaces'] {
  return quantities.flatMap(({ categoryId, categoryName, count }) => {
    const news = left.find((each) => each.categoryId === categoryId);
    return news !== undefined && news.left < count
      ? [{ categoryId, categoryName, left: Math.max(0, news.left) }]
      : [];
  });
}

/** The quantities, with no more than is left of each category. */
export function leftOf(
  quantities: readonly QuantityChoice[],
  lost: SeatDraftContext['lostPlaces'],
): readonly QuantityChoice[] {
  return quantities.flatMap((quantity) => {
    const news = lost.find(({ categoryId }) => categoryId === quantity.categoryId);
    const count = news?.left ?? quantity.count;
    return count > 0 ? [{ ...quantity, count }] : [];
  });
}

/** The standing places of a draft. */
export function quantitiesOfDraft({ order_data }: DraftResponse): readonly QuantityChoice[] {
  return order_data.items.flatMap(
    ({ category_id: categoryId, category_name, price_per_item, quantity, standing }) =>
      standing === true && categoryId !== null
        ? [{ categoryId, categoryName: category_name, price: price_per_item, count: quantity }]
        : [],
  );
}
