import type { PriceLine, PriceRule } from './price-rules.ts';

/** The rules of an event that states none, and of back ends that send no tax (§9.12): data, which each event may replace. */
export const standardPriceRules: readonly PriceRule[] = [
  {
    name: 'Pajak',
    kind: 'tax',
    percent: 10,
    fixed: null,
    per: 'order',
    included: false,
    base: 'beforeDiscount',
  },
];

/** A ticket to be priced, in whole rupiah. */
export interface PricedTicket {
  readonly price: number;
  /** False: the voucher of the order is not for this ticket. */
  readonly isDiscounted?: boolean;
}

/** A priced order in whole rupiah: `final_price` = `original_price` − `discount` + `tax`. */
export interface PricedOrder {
  readonly original_price: number;
  readonly discount: number;
  /** The sum of the lines that are not included, taxes and fees alike. */
  readonly tax: number;
  readonly final_price: number;
  readonly fees: PriceLine[];
}

/** Hundredths of a percent in the whole. */
const whole = 10_000;
const hundredths = (percent: number | null) => Math.round((percent ?? 0) * 100);

interface Bases {
  readonly beforeDiscount: number;
  readonly afterDiscount: number;
}

/**
 * Prices tickets by the rules of their event (§10.41, decision 055). Each line is rounded once to whole rupiah, half up; the line
 * of a rule per ticket is the sum of its rounded amounts. The discount never exceeds the tickets that it is for. A rule is judged by the
 * tickets, never by other rules; a base of 0 carries no fee, so that a free order stays free.
 */
export function priceOrder(given: {
  readonly tickets: readonly PricedTicket[];
  readonly discount: number;
  readonly rules: readonly PriceRule[];
}): PricedOrder {
  const { tickets, rules } = given;
  const discounts = discountShares(tickets, given.discount);
  const bases = tickets.map(({ price }, index) => ({
    beforeDiscount: price,
    afterDiscount: price - (discounts[index] ?? 0),
  }));
  const order = {
    beforeDiscount: sum(bases.map(({ beforeDiscount }) => beforeDiscount)),
    afterDiscount: sum(bases.map(({ afterDiscount }) => afterDiscount)),
  };
  const included = sum(
    rules.filter((rule) => rule.included).map(({ percent }) => hundredths(percent)),
  );
  // Included lines are parts of what is paid for the tickets: together they cannot be more.
  let room = order.afterDiscount;
  const fees = rules.map((rule): PriceLine => {
    const { name, kind, percent } = rule;
    const each = rule.per === 'order' ? [order] : bases;
    const asked = sum(each.map((base) => amountOf(rule, base, included)));
    const amount = rule.included ? Math.min(asked, room) : asked;
    if (rule.included) room -= amount;
    return { name, kind, percent, amount, included: rule.included };
  });
  const tax = sum(fees.filter((line) => !line.included).map(({ amount }) => amount));
  return {
    original_price: order.beforeDiscount,
    discount: order.beforeDiscount - order.afterDiscount,
    tax,
    final_price: order.afterDiscount + tax,
    fees,
  };
}

function amountOf(rule: PriceRule, bases: Bases, included: number): number {
  const base = bases[rule.base];
  if (base === 0) return 0;
  if (rule.percent === null) return rule.fixed ?? 0;
  // A price that contains 11 % is 111 parts, of which 11 are the tax.
  const divisor = rule.included ? whole + included : whole;
  return Math.round((base * hundredths(rule.percent)) / divisor);
}

/** Shares a discount among the tickets that it is for, in proportion to their prices: whole rupiah that add up to it. */
function discountShares(tickets: readonly PricedTicket[], discount: number): number[] {
  const prices = tickets.map(({ price, isDiscounted = true }) => (isDiscounted ? price : 0));
  const most = sum(prices);
  const shared = Math.min(discount, most);
  let before = 0;
  return prices.map((price) => {
    const from = most === 0 ? 0 : Math.round((shared * before) / most);
    before += price;
    return (most === 0 ? 0 : Math.round((shared * before) / most)) - from;
  });
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

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
