import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOrder } from '../../../../contract/price/price-order.ts';
import type { PriceRule } from '../../../../contract/price/price-rules.ts';
import { moneyCommandOf } from '../../../../scripts/operator/report-money.ts';
import { differencesOf } from '../../../../server/domain/ledger/differences.ts';
import { numberInvoices } from '../../../../server/domain/ledger/invoice-numbers.ts';
import { readSettlementFile } from '../../../../server/domain/ledger/settlement-file.ts';
import { type Shares, sharesOf, sharesOfRefund } from '../../../../server/domain/ledger/shares.ts';
import { gatewayMoney, moneyStatement } from '../../../../server/domain/ledger/statement.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  beginPayment,
  buySeats,
  concert,
  expectSound,
  payerDoes,
  theatre,
} from '../../support/purchase.ts';

const always = { from: null, until: null };

describe('the shares of a payment', () => {
  const rule = fc.record<PriceRule>({
    name: fc.constant('x'),
    kind: fc.constantFrom('tax', 'fee'),
    percent: fc.option(fc.nat(2_500).map((hundredths) => hundredths / 100)),
    fixed: fc.nat(20_000),
    per: fc.constantFrom('order', 'ticket'),
    included: fc.boolean(),
    base: fc.constantFrom('beforeDiscount', 'afterDiscount'),
  });
  const price = fc.record({ price: fc.nat(2_000_000) });
  const payment = fc
    .record({
      tickets: fc.array(price, { minLength: 1, maxLength: 6 }),
      discount: fc.nat(3_000_000),
      rules: fc.array(rule, { maxLength: 4 }),
      fee: fc.nat(10_000),
    })
    .map(({ fee, ...given }) => {
      const { final_price: total, fees: price_lines } = priceOrder(given);
      const service_fee = total === 0 ? 0 : fee;
      return { total, price_lines, service_fee, amount: total + service_fee };
    });
  const sumOf = (shares: Shares) => Object.values(shares).reduce((sum, part) => sum + part, 0);

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

const app = await openShop({ events: [concert, theatre] }, null);
describe('the ledger (§12.40)', () => {
  const entries = (paymentId: string) =>
    app.services.db.query(
      'select act, party, amount from ledger_entries where payment_id = $1 order by id',
      [paymentId],
    );

  it('divides what was paid for each show; a gateway has what was paid less what went back, and nothing of a pending payment', async () => {
    const { db, clock } = app.services;
    const [one, two] = await app.makeBuyers(2);
    const kept = await beginPayment(app, one, theatre, 2);
    expect(await entries(kept.id)).toEqual([]);
    await payerDoes(app, kept.id, 'settlement');
    const { amount, pricing, service_fee } = kept;
    const paid = await entries(kept.id);
    expect(paid).toContainEqual({ act: 'paid', party: 'gateway', amount });
    expect(paid).toContainEqual({ act: 'paid', party: 'taxOffice', amount: -pricing!.tax });
    const returned = await buySeats(app, two, theatre, 1);
    await payerDoes(app, returned.id, 'refund');
    const sums = await db.query<{ sum: number }>(
      'select sum(amount)::int as sum from ledger_entries where payment_id = $1 group by party',
      [returned.id],
    );
    expect(sums.length).toBeGreaterThan(2);
    expect(sums.every(({ sum }) => sum === 0)).toBe(true);

    expect(await moneyStatement(db, { slug: theatre, ...always })).toEqual([
      {
        organiser: expect.any(String),
        show: theatre,
        payments: 2,
        paid: amount + returned.amount,
        unearned: 0,
        refunded: returned.amount,
        owed: 0,
        organiser_share: amount - pricing!.tax - service_fee,
        tax: pricing!.tax,
        platform_fees: 0,
        method_fees: service_fee,
        at_gateways: amount,
      },
    ]);
    expect(await moneyStatement(db, { slug: concert, ...always })).toEqual([]);
    const later = new Date(clock.now().getTime() + 1_000).toISOString();
    expect(await moneyStatement(db, { slug: null, from: later, until: null })).toEqual([]);
    await expect(moneyStatement(db, { slug: 'tidak-ada', ...always })).rejects.toThrow(
      'There is no event "tidak-ada".',
    );
    const asked = { gateway: kept.gateway, ...always, after: '' };
    const { rows, next } = await gatewayMoney(db, asked);
    expect(next).toBeNull();
    const { lines } = readSettlementFile(
      `Order ID,Amount,Type\n${kept.id},${amount}.00,payment\n${returned.order_code},${returned.amount},payment\n${returned.id},${returned.amount},refund`,
    );
    expect(differencesOf(lines, rows)).toEqual([]);
    expect(differencesOf(lines.slice(0, 2), rows)).toEqual([
      expect.objectContaining({ payment: returned.id, kind: 'refunded', file: 0 }),
    ]);
    await expectSound(db);
  });

  it('numbers invoices and credit notes without gaps, whoever numbers them', async () => {
    const { db } = app.services;
    for (const buyer of await app.makeBuyers(2)) await buySeats(app, buyer, theatre, 1);
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
      ['creditNote', 1, 2],
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

const since = { from: '2027-02-12T17:00:00.000Z', until: null };
it.each([
  ['money', { verb: 'money', slug: null, period: always, isCsv: false }],
  [
    'money --event a --csv --from 2027-02-13',
    { verb: 'money', slug: 'a', period: since, isCsv: true },
  ],
  [
    'settlement f.csv --gateway midtrans',
    { verb: 'settlement', file: 'f.csv', gateway: 'midtrans', period: always },
  ],
  ['money --from 2027-02-13T10:00', null],
  ['settlement f.csv', null],
  ['konser-kami', null],
])('the command line %s', (line, command) => {
  expect(moneyCommandOf(line.split(' '))).toEqual(command);
});
