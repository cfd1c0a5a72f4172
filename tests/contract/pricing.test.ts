import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type PricedTicket, priceOrder } from '../../contract/price/price-order.ts';
import type { PriceRule } from '../../contract/price/price-rules.ts';
import {
  isBeside,
  priceLabel,
  priceLines,
  priceShown,
  shownRules,
  ticketPrice,
} from '../../contract/price/pricing.ts';
import { standardPriceRules } from '../../contract/price/standard-rules.ts';

const rule = (more: Partial<PriceRule>): PriceRule => ({
  name: 'Aturan',
  kind: 'fee',
  percent: null,
  fixed: null,
  per: 'order',
  included: false,
  base: 'beforeDiscount',
  ...more,
});
const tickets = (...prices: number[]): PricedTicket[] => prices.map((price) => ({ price }));
const two = tickets(100_000, 50_000);

describe('the price of an order (§10.41)', () => {
  const percent = { percent: 10 };
  const fixed = { fixed: 5_000 };
  const after = { base: 'afterDiscount' } as const;
  const each = { per: 'ticket' } as const;
  const within = { included: true } as const;
  const later = { beside: true } as const;
  it.each<[string, Partial<PriceRule>, amount: number, shown: number, total: number]>([
    ['percent of the order', percent, 15_000, 165_000, 135_000],
    ['percent of the order after its discount', { ...percent, ...after }, 12_000, 165_000, 132_000],
    ['percent of each ticket', { ...percent, ...each }, 15_000, 165_000, 135_000],
    [
      'percent of each one after its discount',
      { ...percent, ...each, ...after },
      12_000,
      165_000,
      132_000,
    ],
    ['an amount for the order', fixed, 5_000, 150_000, 125_000],
    ['an amount for each ticket', { ...fixed, ...each }, 10_000, 160_000, 130_000],
    ['percent that is added later', { ...percent, ...later }, 15_000, 150_000, 135_000],
    ['an included percent', { ...percent, ...within }, 13_636, 150_000, 120_000],
    ['an included percent after it', { ...percent, ...within, ...after }, 10_909, 150_000, 120_000],
    [
      'an included percent of each ticket',
      { ...percent, ...within, ...each },
      13_636,
      150_000,
      120_000,
    ],
    ['an included amount', { ...fixed, ...within }, 5_000, 150_000, 120_000],
    [
      'an included amount for each ticket',
      { ...fixed, ...within, ...each },
      10_000,
      150_000,
      120_000,
    ],
    [
      'an included amount beyond the price',
      { fixed: 500_000, ...within },
      120_000,
      150_000,
      120_000,
    ],
  ])('with %s', (_, more, amount, shown, total) => {
    const price = priceOrder({ tickets: two, discount: 30_000, rules: [rule(more)] });
    expect(price.fees.map((line) => line.amount)).toEqual([amount]);
    expect(price).toMatchObject({ original_price: shown, final_price: total });
  });

  it.each([
    ['half a rupiah up', 15, 17],
    ['less than half a rupiah down', 14, 15],
  ])('rounds %s, once a ticket', (_, price, shown) => {
    const rules = [rule({ percent: 4 }), rule({ percent: 6 })];
    expect(ticketPrice(price, rules)).toBe(shown);
    const order = priceOrder({ tickets: tickets(price, price), discount: 0, rules });
    expect(order.original_price).toBe(2 * shown);
  });

  it('has no error of binary fractions: 0.7 % of Rp150 is half a rupiah more than Rp1, so Rp1 (§1.22)', () => {
    const rules = [rule({ percent: 0.7 })];
    expect(ticketPrice(150, rules)).toBe(151);
    // 1.15 * 100 is 114.99999999999999 in binary.
    const exact = [rule({ percent: 1.15 })];
    expect(ticketPrice(10_000, exact)).toBe(10_115);
  });

  it('splits an included price among its taxes: 11 and 1 of 112 parts', () => {
    const rules = [11, 1].map((part) => rule({ percent: part, included: true }));
    const price = priceOrder({ tickets: tickets(112_000), discount: 0, rules });
    expect(price.fees.map(({ amount }) => amount)).toEqual([11_000, 1_000]);
    expect(price.final_price).toBe(112_000);
  });

  it('discounts only the tickets that a voucher is for, never below zero', () => {
    const given = [{ price: 100_000, isDiscounted: false }, { price: 50_000 }];
    const rules = [rule({ percent: 10, per: 'ticket', base: 'afterDiscount' })];
    expect(priceOrder({ tickets: given, discount: 80_000, rules })).toMatchObject({
      discount: 55_000,
      final_price: 110_000,
    });
  });

  it('is free for free tickets, whatever the fees', () => {
    const fixed = rule({ fixed: 5_000 });
    const rules = [fixed, { ...fixed, per: 'ticket' as const }, rule({ percent: 11 })];
    expect(priceOrder({ tickets: tickets(0, 0), discount: 0, rules }).final_price).toBe(0);
  });

  it('has the standard tax of §9.12 before the discount (§5.36)', () => {
    const price = priceOrder({ tickets: two, discount: 150_000, rules: standardPriceRules });
    expect(price).toMatchObject({ discount: 150_000, tax: 15_000, final_price: 15_000 });
    expect(price.fees.map(priceLabel)).toEqual(['Pajak 10%']);
  });

  it('is what is shown, within a rupiah a ticket of the unrounded amounts, and leaves the organiser the price of the folder', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const given = Array.from({ length: 1 + random(5) }, () => ({
        price: random(4) === 0 ? 0 : random(3_000_000),
        isDiscounted: random(3) > 0,
      }));
      const rules = Array.from({ length: random(5) }, () =>
        rule({
          ...(random(2) === 0 ? { percent: random(3_000) / 100 } : { fixed: random(20_000) }),
          kind: random(2) === 0 ? 'tax' : 'fee',
          per: random(2) === 0 ? 'order' : 'ticket',
          included: random(3) === 0,
          base: random(2) === 0 ? 'beforeDiscount' : 'afterDiscount',
          ...(random(4) === 0 && { beside: true }),
        }),
      );
      const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
      const folder = sum(given.map(({ price }) => price));
      const most = sum(given.map(({ price, isDiscounted }) => (isDiscounted ? price : 0)));
      const discount = random(3) === 0 ? Math.min(random(6_000_000), most) : 0;
      const price = priceOrder({ tickets: given, discount, rules });
      const amounts = (of: (rule: PriceRule) => boolean) =>
        sum(price.fees.map(({ amount }, at) => (of(rules[at]!) ? amount : 0)));

      const shown = given.map((ticket) => ticketPrice(ticket.price, rules));
      expect(price.original_price).toBe(sum(shown));
      expect(price.final_price).toBe(sum(shown) - price.discount + amounts(isBeside));
      const exact = rules.map(({ percent, base, included, beside }) =>
        included || beside
          ? 0
          : ((folder - (base === 'beforeDiscount' ? 0 : discount)) * (percent ?? 0)) / 100,
      );
      const fixed = price.fees.map(({ amount }, at) =>
        rules[at]!.percent === null && !rules[at]!.included && !isBeside(rules[at]!) ? amount : 0,
      );
      const unrounded = folder - discount + sum(exact) + sum(fixed);
      const paid = sum(shown) - price.discount;
      expect(Math.abs(paid - unrounded)).toBeLessThanOrEqual(given.length);
      expect(paid - amounts((each) => !each.included && !isBeside(each))).toBe(folder - discount);
      expect(amounts(({ included }) => included)).toBeLessThanOrEqual(folder - discount);
      for (const amount of [price.final_price, ...price.fees.map((line) => line.amount)]) {
        expect(Number.isInteger(amount) && amount >= 0).toBe(true);
      }

      const wire = shownRules(rules);
      expect(shown.map((one) => ticketPrice(one, wire))).toEqual(shown);
      if (discount === 0) expect(priceShown(shown, wire).final_price).toBe(price.final_price);
    }
  });
});

it('a back end that knows `tax` alone has one line of it (§3.2)', () => {
  expect(priceLines({ tax: 7 })).toMatchObject([{ name: '', amount: 7, included: false }]);
});

it('no rate of a tax is written in code but in the standard rule, which is data', () => {
  const rate = '(tax|pajak|ppn)[^,;]*(1[01] ?%|0\\.1[^0-9])|taxRate';
  const grep = ['grep', '-nEi', '-e', rate, '--', '*.ts', '*.tsx', ':!tests', ':!samples'];
  // A scenario of the test desk quotes what the page shows.
  const { stdout } = spawnSync('git', [...grep, ':!tools/desk/scenarios'], { encoding: 'utf8' });
  expect(stdout).toBe('');
  const seen = spawnSync('git', ['grep', '-cEi', '-e', rate, '--', 'tools/desk/scenarios'], {
    encoding: 'utf8',
  });
  expect(seen.stdout, 'the pattern finds such a text').not.toBe('');
});
