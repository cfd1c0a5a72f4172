import type { Clock } from '../../clock.ts';
import { judgedAt } from '../catalogue/sale.ts';

/** A seat with the price it has today. */
export type PricedSeat = {
  id: number;
  seat_number: string;
  row_label: string;
  column_number: number;
  category_id: string;
  category_name: string;
  category_position: number;
  price: number;
  /** True for a place without a number (decision 054). */
  is_standing: boolean;
};

/** Columns of a PricedSeat, from `seats t join categories c`. An early price ends by the clock that judges sales (decision 055). */
export const pricedColumns = (
  clock: Pick<Clock, 'offsetSeconds'>,
) => `t.id, t.seat_number, t.row_label, t.column_number, t.category_id,
  c.name as category_name, c.position as category_position,
  price_at(c.price, c.early_prices, ${judgedAt(clock)}) as price, t.is_standing`;

/** Whose free seats are locked. */
export interface Claim {
  readonly accountId: string;
  readonly slug: string;
  readonly clock: Pick<Clock, 'offsetSeconds'>;
}

/**
 * The condition for a seat `t` of the event with the slug $1 while the account $2 is online for it, as SQL: nobody else can keep a seat from a buyer,
 * not for the time of a refusal either.
 */
export const ofBuyerSql = `t.event_id = (select id from events where slug = $1)
  and exists (select 1 from purchase_sessions p join events e on e.id = p.event_id
    where p.account_id = $2 and p.state = 'online' and e.slug = $1)`;

/** A quantity of standing places of one category, by its id. */
export interface Quantity {
  readonly category: string;
  readonly count: number;
}

/** The seats and standing places of an order. */
export interface Choice {
  /** Numbers of seats. */
  readonly seats: readonly string[];
  /** Absent for none. */
  readonly quantities?: readonly Quantity[];
}

/** Places of all categories together. */
export function placesOf(quantities: readonly Quantity[] = []): number {
  return quantities.reduce((sum, { count }) => sum + count, 0);
}

/** The SQL of the number that people are shown: a standing place has none (decision 054). */
export const shownNumber = (seat: 's' | 't') =>
  `case when ${seat}.is_standing then null else ${seat}.seat_number end`;

/** A seat or a standing place that somebody holds. */
interface HeldSeat {
  readonly seat_number: string;
  readonly is_standing: boolean;
  readonly category_id: string;
}

/** The numbers of held seats, and the held standing places by category. */
export function heldChoice(held: readonly HeldSeat[]): Required<Choice> {
  const counts = new Map<string, number>();
  for (const { is_standing, category_id } of held) {
    if (is_standing) counts.set(category_id, (counts.get(category_id) ?? 0) + 1);
  }
  return {
    seats: held.flatMap(({ is_standing, seat_number }) => (is_standing ? [] : [seat_number])),
    quantities: [...counts].map(([category, count]) => ({ category, count })),
  };
}

/** The difference between what an order holds and what its buyer asks for. */
export interface ChoiceChange {
  readonly added: Required<Choice>;
  /** Ids of the seats that are given back. */
  readonly given: readonly number[];
}

/** Compares what an order holds with what its buyer asks for; of the standing places, those that were held last are given back. */
export function choiceChange(
  held: readonly (HeldSeat & { readonly seat_id: number })[],
  choice: Choice,
): ChoiceChange {
  const numbers = new Set(choice.seats);
  const missing = new Map(
    (choice.quantities ?? []).map(({ category, count }) => [category, count]),
  );
  const given: number[] = [];
  for (const { seat_id, seat_number, is_standing, category_id } of held) {
    const places = missing.get(category_id) ?? 0;
    if (is_standing && places > 0) missing.set(category_id, places - 1);
    else if (is_standing || !numbers.delete(seat_number)) given.push(seat_id);
  }
  const quantities = [...missing].map(([category, count]) => ({ category, count }));
  return {
    added: { seats: [...numbers], quantities: quantities.filter(({ count }) => count > 0) },
    given,
  };
}
