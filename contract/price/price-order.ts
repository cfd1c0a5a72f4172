import type { PriceLine, PriceRule } from './price-rules.ts';
import {
  amountOf,
  type Bases,
  fixedIn,
  hundredths,
  isAdded,
  isBeside,
  lineOf,
  type PricedOrder,
  pricedOf,
  sum,
  ticketPrice,
  whole,
  withPercents,
} from './pricing.ts';
import { spread } from './spread.ts';

/** A ticket to be priced; `price` is that of the event folder in whole rupiah. */
export interface PricedTicket {
  readonly price: number;
  /** False: the voucher of the order is not for this ticket. */
  readonly isDiscounted?: boolean;
}

/**
 * Prices tickets by the rules of their event (§10.41, decision 138): the sum of their shown prices, less the voucher, plus what is per
 * order. A voucher of `discount` takes along what is judged after it, rounded once a ticket. The organiser is left with the folder's price less
 * `discount` and the included lines, to the rupiah. The discount never exceeds the tickets that it is for; a free order stays free.
 */
export function priceOrder(given: {
  readonly tickets: readonly PricedTicket[];
  readonly discount: number;
  readonly rules: readonly PriceRule[];
}): PricedOrder {
  const { tickets, rules } = given;
  const prices = tickets.map(({ price, isDiscounted = true }) => (isDiscounted ? price : 0));
  const offs = spread(Math.min(given.discount, sum(prices)), prices);
  const folder = tickets.map(({ price }, at) => ({
    beforeDiscount: price,
    afterDiscount: price - (offs[at] ?? 0),
  }));
  const later = rules.filter(({ base }) => base === 'afterDiscount');
  const shown = folder.map(({ beforeDiscount: price, afterDiscount: left }) => {
    const full = ticketPrice(price, rules);
    const gone = left === 0 && price > 0 ? fixedIn(later) : 0;
    return {
      beforeDiscount: full,
      afterDiscount: full - withPercents(price - left, later) - gone,
    };
  });
  const of = (all: readonly Bases[], base: keyof Bases) => sum(all.map((each) => each[base]));
  const original = of(shown, 'beforeDiscount');
  const due = of(shown, 'afterDiscount');
  // Included lines are parts of what is paid for the tickets: together they cannot be more.
  let room = of(folder, 'afterDiscount');
  const fixed = rules.map((rule) =>
    isAdded(rule) && rule.percent === null ? amountOf({ ...rule, per: 'ticket' }, folder) : 0,
  );
  const percents = spread(
    due - room - sum(fixed),
    rules.map((rule) => (isAdded(rule) ? hundredths(rule.percent) * of(folder, rule.base) : 0)),
  );
  const divisor = whole + sum(rules.map((rule) => (rule.included ? hundredths(rule.percent) : 0)));
  const fees = rules.map((rule, at): PriceLine => {
    if (isBeside(rule)) return lineOf(rule, amountOf(rule, shown), false);
    if (isAdded(rule)) return lineOf(rule, (fixed[at] ?? 0) + (percents[at] ?? 0), true);
    const amount = Math.min(amountOf(rule, folder, divisor), room);
    room -= amount;
    return lineOf(rule, amount, true);
  });
  return pricedOf(original, original - due, fees);
}
