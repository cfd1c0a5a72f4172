import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyCommandOf } from '../../../../scripts/operator/report-money.ts';
import {
  differencesOf,
  readSettlementFile,
} from '../../../../server/domain/ledger/settlement-file.ts';
import { gatewayMoney, moneyStatement } from '../../../../server/domain/ledger/statement.ts';
import { beginPayment, concert, payerDoes, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const always = { from: null, until: null };

describe('the statement', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [concert, theatre] });
  });
  afterAll(() => app.close());

  it('divides what was paid for each show, and a gateway has what was paid less what went back', async () => {
    const { db, clock } = app.services;
    const [one, two] = await app.makeBuyers(2);
    const kept = await beginPayment(app, one!, theatre, 2);
    await payerDoes(app, kept.id, 'settlement');
    const returned = await beginPayment(app, two!, theatre, 1);
    await payerDoes(app, returned.id, 'settlement');
    await payerDoes(app, returned.id, 'refund');
    const statement = await moneyStatement(db, { slug: theatre, ...always });
    expect(statement).toEqual([
      {
        organiser: expect.any(String),
        show: theatre,
        payments: 2,
        paid: kept.amount + returned.amount,
        unearned: 0,
        refunded: returned.amount,
        owed: 0,
        organiser_share: kept.amount - kept.pricing!.tax - kept.service_fee,
        tax: kept.pricing!.tax,
        platform_fees: 0,
        method_fees: kept.service_fee,
        at_gateways: kept.amount,
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
    const file = readSettlementFile(
      `Order ID,Amount,Type\n${kept.id},${kept.amount}.00,payment\n${returned.order_code},${returned.amount},payment\n${returned.id},${returned.amount},refund`,
    );
    expect(differencesOf(file, rows)).toEqual([]);
    expect(differencesOf(file.slice(0, 2), rows)).toEqual([
      { payment: returned.id, order: returned.order_code, ledger: 0, file: returned.amount },
    ]);
  });
});

describe('a settlement file', () => {
  it('names its columns in one of several ways, and its amounts in whole rupiah', () => {
    const text =
      'reference_id;gross_amount;fee amount;transaction_status\n\nA;"Rp1.500.000";700.00;settlement\nB;2,000;;REFUND\n';
    expect(readSettlementFile(text)).toEqual([
      { at: 3, reference: 'A', amount: 1_500_000, fee: 700 },
      { at: 4, reference: 'B', amount: -2_000, fee: 0 },
    ]);
  });

  it.each([
    ['amount\n5', 'has no column "order id" or'],
    ['order id\nA', 'has no column "gross amount" or'],
    ['order id,amount\nA,12.5', 'Line 2: "12.5" is no amount in whole rupiah'],
    ['order id,amount\nA,', 'Line 2: "" is no amount'],
  ])('%j is refused: %s', (text, reason) => {
    expect(() => readSettlementFile(text)).toThrow(reason);
  });

  it('differs where either side has a payment that the other has not', () => {
    const money = [
      { payment: 'p1', order: 'RTX-1', amount: 5 },
      { payment: 'p2', order: 'RTX-2', amount: 7 },
    ];
    const lines = [
      { at: 2, reference: 'p1', amount: 5, fee: 0 },
      { at: 3, reference: 'p9', amount: 9, fee: 0 },
    ];
    expect(differencesOf(lines, money)).toEqual([
      { payment: 'p9', order: '-', ledger: null, file: 9 },
      { payment: 'p2', order: 'RTX-2', ledger: 7, file: null },
    ]);
  });
});

describe('the command line', () => {
  it.each([
    ['money', { verb: 'money', slug: null, period: always }],
    [
      'money --event a --from 2027-02-13',
      { verb: 'money', slug: 'a', period: { from: '2027-02-12T17:00:00.000Z', until: null } },
    ],
    [
      'settlement f.csv --gateway midtrans',
      { verb: 'settlement', file: 'f.csv', gateway: 'midtrans', period: always },
    ],
    ['money --from 2027-02-13T10:00', null],
    ['settlement f.csv', null],
    ['konser-kami', null],
  ])('%s', (line, command) => {
    expect(moneyCommandOf(line.split(' '))).toEqual(command);
  });
});
