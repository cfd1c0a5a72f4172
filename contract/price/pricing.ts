import type { PriceLine, PriceRule } from './price-rules.ts';

/** True for a rule whose amount is not in the shown price and stands beside it: one for the whole order, or one that its organiser adds later. */
export const isBeside = ({ included, beside, per, percent }: PriceRule) =>
  !included && (beside === true || (per === 'order' && percent === null));

/** A priced order in whole rupiah: `final_price` = `original_price` − `discount` + the lines that are not included. */
export interface PricedOrder {
  /** The sum of the shown prices. */
  readonly original_price: number;
  readonly discount: number;
  /** The taxes in `final_price`. */
  readonly tax: number;
  readonly final_price: number;
  readonly fees: PriceLine[];
}

/** Hundredths of a percent in the whole. */
export const whole = 10_000;
export const hundredths = (percent: number | null) => Math.round((percent ?? 0) * 100);

/** True for a rule that the shown price contains and the price in the folder does not. */
export const isAdded = (rule: PriceRule) => !rule.included && !isBeside(rule);

/**
 * The amount that a ticket adds to the total, which is the price that is shown, in whole rupiah, rounded once, half up. `price` is that of the
 * event folder; one of the wire stays as it is by the rules of the wire. A free ticket stays free.
 */
export function ticketPrice(price: number, rules: readonly PriceRule[]): number {
  return price === 0 ? 0 : withPercents(price, rules) + fixedIn(rules);
}

/** An amount with the percentages that its rules add, rounded once to whole rupiah. */
export function withPercents(amount: number, rules: readonly PriceRule[]): number {
  const parts = sum(rules.filter(isAdded).map(({ percent }) => hundredths(percent)));
  return Math.round((amount * (whole + parts)) / whole);
}

/** What rules add to a ticket whatever it costs, in whole rupiah. */
export function fixedIn(rules: readonly PriceRule[]): number {
  return sum(rules.filter(isAdded).map(({ percent, fixed }) => (percent === null && fixed) || 0));
}

/** The rules as they apply to shown prices. */
export function shownRules(rules: readonly PriceRule[]): PriceRule[] {
  return rules.map((rule) => (isAdded(rule) ? { ...rule, included: true } : rule));
}

/** What a rule is computed from: prices of tickets, whole rupiah. */
export interface Bases {
  readonly beforeDiscount: number;
  readonly afterDiscount: number;
}

/** What a rule makes of each of these bases, or of their sum, rounded half up; `divisor` is what 100 percent are parts of. A base of 0 carries no fee. */
export function amountOf(
  rule: Omit<PriceRule, 'name' | 'kind'>,
  tickets: readonly Bases[],
  divisor = whole,
): number {
  const bases = tickets.map((ticket) => ticket[rule.base]);
  const amounts = (rule.per === 'order' ? [sum(bases)] : bases).map((base) => {
    if (base === 0) return 0;
    if (rule.percent === null) return rule.fixed ?? 0;
    return Math.round((base * hundredths(rule.percent)) / divisor);
  });
  return sum(amounts);
}

/** Prices tickets without a voucher by their shown prices. */
export function priceShown(prices: readonly number[], rules: readonly PriceRule[]): PricedOrder {
  const tickets = prices.map((price) => ({ beforeDiscount: price, afterDiscount: price }));
  const fees = rules.filter(isBeside).map((rule) => lineOf(rule, amountOf(rule, tickets), false));
  return pricedOf(sum(prices), 0, fees);
}

/** The line of a rule. */
export function lineOf(
  { name, kind, percent }: PriceRule,
  amount: number,
  included: boolean,
): PriceLine {
  return { name, kind, percent, amount, included };
}

/** An order with its total. */
export function pricedOf(original: number, discount: number, fees: PriceLine[]): PricedOrder {
  const of = (lines: readonly PriceLine[]) => sum(lines.map(({ amount }) => amount));
  return {
    original_price: original,
    discount,
    tax: of(fees.filter(({ kind }) => kind === 'tax')),
    final_price: original - discount + of(fees.filter(({ included }) => !included)),
    fees,
  };
}

/** A line by its name and, if it has one, its percentage. */
export function priceLabel({ name, percent }: Pick<PriceLine, 'name' | 'percent'>): string {
  return percent === null ? name : `${name} ${String(percent).replace('.', ',')}%`;
}

/** The lines of a price; a back end that sends none has its `tax` as one line without a name (§3.2). */
export function priceLines(pricing: {
  readonly tax: number;
  readonly fees?: readonly PriceLine[] | undefined;
}): readonly PriceLine[] {
  if (pricing.fees !== undefined) return pricing.fees;
  return [{ name: '', kind: 'tax', percent: null, amount: pricing.tax, included: false }];
}

/** The sum of amounts. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
