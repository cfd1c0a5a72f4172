import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceOrder } from '../../../../contract/price/price-order.ts';
import type { PriceRule } from '../../../../contract/price/price-rules.ts';
import { system } from '../../../../server/domain/audit.ts';
import { reissueTicket } from '../../../../server/domain/desk/ticket-acts.ts';
import {
  divideOrder,
  readParts,
  storeMissingParts,
  type TicketParts,
} from '../../../../server/domain/ledger/ticket-parts.ts';
import { openShop } from '../../support/open-shop.ts';
import { paidTickets } from '../../support/paid-tickets.ts';
import { expectSound, theatre } from '../../support/purchase.ts';

const rule = fc.record<PriceRule>({
  name: fc.constant('x'),
  kind: fc.constantFrom('tax', 'fee'),
  percent: fc.option(fc.nat(2_500).map((hundredths) => hundredths / 100)),
  fixed: fc.nat(20_000),
  per: fc.constantFrom('order', 'ticket'),
  included: fc.boolean(),
  base: fc.constantFrom('beforeDiscount', 'afterDiscount'),
});
const ticket = fc.record({ price: fc.nat(2_000_000), isDiscounted: fc.boolean() });
const sum = (parts: readonly TicketParts[], of: keyof TicketParts) =>
  parts.reduce((total, part) => total + part[of], 0);

it('divides an order so that every amount of its tickets adds up to the rupiah, and no ticket is worth less than nothing (§12.41)', () => {
  const order = fc.record({
    tickets: fc.array(ticket, { minLength: 1, maxLength: 6 }),
    discount: fc.nat(3_000_000),
    rules: fc.array(rule, { maxLength: 4 }),
    fee: fc.nat(10_000),
  });
  fc.assert(
    fc.property(order, ({ tickets, discount, rules, fee }) => {
      const priced = priceOrder({ tickets, discount, rules });
      const service_fee = priced.final_price === 0 ? 0 : fee;
      const parts = divideOrder({
        tickets,
        discount: priced.discount,
        price_rules: rules,
        price_lines: priced.fees,
        service_fee,
      });
      const of = (kind: string) =>
        priced.fees.reduce((total, line) => total + (line.kind === kind ? line.amount : 0), 0);
      const told: Record<keyof TicketParts, number> = {
        price: priced.original_price,
        discount: priced.discount,
        tax: of('tax'),
        fees: of('fee'),
        method_fee: service_fee,
        paid: priced.final_price + service_fee,
      };
      for (const name of Object.keys(told) as (keyof TicketParts)[]) {
        expect(sum(parts, name), name).toBe(told[name]);
      }
      for (const part of parts) {
        expect(Math.min(...Object.values(part))).toBeGreaterThanOrEqual(0);
        expect(part.discount).toBeLessThanOrEqual(part.price);
      }
    }),
    { numRuns: 3_000, seed: 70 },
  );
});

it('gives the rupiah that are left to the largest remainders, and a fixed fee for each ticket to each one that costs something', () => {
  const parts = divideOrder({
    tickets: [{ price: 200 }, { price: 100 }, { price: 0 }],
    discount: 100,
    price_rules: [
      {
        name: 'Kursi',
        kind: 'fee',
        percent: null,
        fixed: 5,
        per: 'ticket',
        included: false,
        base: 'afterDiscount',
      },
    ],
    price_lines: [{ name: 'Kursi', kind: 'fee', percent: null, amount: 10, included: false }],
    service_fee: 0,
  });
  expect(parts.map(({ discount, fees, paid }) => [discount, fees, paid])).toEqual([
    [67, 5, 138],
    [33, 5, 72],
    [0, 0, 0],
  ]);
});

it('is stored at the sale, goes over to a ticket in the place of another, and is stored later for what a former version sold', async () => {
  const app = await openShop({ events: [theatre] }, null);
  const { db } = app.services;
  const { orderCode, tickets } = await paidTickets(app, 3, theatre);
  const [order] = await db.query<{ id: string; amount: number; service_fee: number }>(
    'select o.id, p.amount, p.service_fee from orders o join payments p on p.order_id = o.id where o.order_code = $1',
    [orderCode],
  );
  const { id, amount, service_fee } = order!;
  const stored = () =>
    db.query<TicketParts>(
      `select price, discount, tax, fees, method_fee, paid from tickets where order_id = $1 and replaced_by is null order by seat_id`,
      [id],
    );
  const read = async () => [...(await readParts(db, id)).values()];
  const sold = await stored();
  expect([sum(sold, 'paid'), sum(sold, 'method_fee')]).toEqual([amount, service_fee]);
  await reissueTicket(app.services, tickets[0]!.id, system);
  expect(await stored()).toEqual(sold);
  expect(await read()).toEqual(sold);
  await db.query(
    'update tickets set price = null, discount = null, tax = null, fees = null, method_fee = null, paid = null',
  );
  expect(await read()).toEqual(sold);
  await storeMissingParts(db);
  expect(await stored()).toEqual(sold);
  await expectSound(db);
});
