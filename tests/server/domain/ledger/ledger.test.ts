import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PriceRule } from '../../../../contract/price/price-rules.ts';
import { priceOrder } from '../../../../contract/price/pricing.ts';
import { numberInvoices } from '../../../../server/domain/ledger/invoice-numbers.ts';
import { type Shares, sharesOf, sharesOfRefund } from '../../../../server/domain/ledger/shares.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { beginPayment, expectSound, payerDoes, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const sumOf = (shares: Shares) => Object.values(shares).reduce((sum, part) => sum + part, 0);

const rule = fc.record<PriceRule>({
  name: fc.constant('x'),
  kind: fc.constantFrom('tax', 'fee'),
  percent: fc.option(fc.nat(2_500).map((hundredths) => hundredths / 100)),
  fixed: fc.nat(20_000),
  per: fc.constantFrom('order', 'ticket'),
  included: fc.boolean(),
  base: fc.constantFrom('beforeDiscount', 'afterDiscount'),
});

describe('the shares of a payment', () => {
  const payment = fc
    .record({
      tickets: fc.array(
        fc.nat(2_000_000).map((price) => ({ price })),
        { minLength: 1, maxLength: 6 },
      ),
      discount: fc.nat(3_000_000),
      rules: fc.array(rule, { maxLength: 4 }),
      fee: fc.nat(10_000),
    })
    .map(({ fee, ...given }) => {
      const { final_price: total, fees: price_lines } = priceOrder(given);
      const service_fee = total === 0 ? 0 : fee;
      return { total, price_lines, service_fee, amount: total + service_fee };
    });

  it('are the whole of it, and what goes back of them is the whole refund and never more than a share', () => {
    fc.assert(
      fc.property(payment, fc.double({ min: 0, max: 1, noNaN: true }), (paid, part) => {
        const shares = sharesOf(paid);
        expect(sumOf(shares)).toBe(paid.amount);
        const amount = Math.floor(paid.amount * part);
        const back = sharesOfRefund(shares, amount);
        expect(sumOf(back)).toBe(amount);
        for (const party of Object.keys(shares) as (keyof Shares)[]) {
          expect(back[party]).toBeGreaterThanOrEqual(0);
          expect(back[party]).toBeLessThanOrEqual(shares[party]);
        }
        expect(sharesOfRefund(shares, paid.amount)).toEqual(shares);
      }),
      { numRuns: 10_000, seed: 19 },
    );
  });

  it('take a refund from the price and its tax first, then from the fees', () => {
    const shares = { organiser: 900, taxOffice: 100, platform: 50, methodFee: 7 };
    const back = (amount: number) => Object.values(sharesOfRefund(shares, amount));
    expect(back(500)).toEqual([450, 50, 0, 0]);
    expect(back(1_020)).toEqual([900, 100, 20, 0]);
    expect(() => back(1_058)).toThrow('Rp1058 cannot go back');
  });
});

describe('the ledger', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [theatre] });
  });
  afterAll(() => app.close());

  const entries = (paymentId: string) =>
    app.services.db.query<{ act: string; party: string; amount: number }>(
      'select act, party, amount from ledger_entries where payment_id = $1 order by id',
      [paymentId],
    );

  it('records money that is paid and goes back, and nothing of a pending payment', async () => {
    const [buyer] = await app.makeBuyers(1);
    const payment = await beginPayment(app, buyer!, theatre, 2);
    expect(await entries(payment.id)).toEqual([]);
    await payerDoes(app, payment.id, 'settlement');
    const { amount, pricing } = payment;
    const paid = await entries(payment.id);
    expect(paid).toContainEqual({ act: 'paid', party: 'gateway', amount });
    expect(paid).toContainEqual({ act: 'paid', party: 'taxOffice', amount: -pricing!.tax });
    await payerDoes(app, payment.id, 'refund');
    const sums = await app.services.db.query<{ party: string; sum: number }>(
      'select party, sum(amount)::int as sum from ledger_entries where payment_id = $1 group by party',
      [payment.id],
    );
    expect(sums.every(({ sum }) => sum === 0)).toBe(true);
    await expectSound(app.services.db);
  });

  it('numbers invoices and credit notes without gaps, whoever numbers them', async () => {
    const { db } = app.services;
    const buyers = await app.makeBuyers(3);
    for (const buyer of buyers) {
      const payment = await beginPayment(app, buyer, theatre, 1);
      await payerDoes(app, payment.id, 'settlement');
    }
    await Promise.all([numberInvoices(db), numberInvoices(db)]);
    const numbers = await db.query(
      `select kind, array_agg(number order by posting) as numbers from invoices group by kind order by kind desc`,
    );
    expect(numbers).toEqual([
      { kind: 'invoice', numbers: [1, 2, 3, 4] },
      { kind: 'creditNote', numbers: [1] },
    ]);
    const page = await reportPage(db, { slug: theatre, table: 'invoices', after: '' });
    expect(page.rows.map((row) => [row.kind, row.number, row.of_invoice])).toEqual([
      ['creditNote', 1, 1],
      ...[1, 2, 3, 4].map((number) => ['invoice', number, null]),
    ]);
    await expectSound(db);
  });

  it.each([
    ['update ledger_entries set amount = amount + 1', 'append-only'],
    ['delete from ledger_entries', 'append-only'],
    [
      `insert into ledger_entries (posting, act, at, payment_id, party, amount)
       select nextval('ledger_postings'), 'paid', now(), id, 'gateway', 1 from payments limit 1`,
      'must add up to zero',
    ],
  ])('refuses %s', async (statement, reason) => {
    await expect(app.services.db.query(statement)).rejects.toThrow(reason);
  });
});
