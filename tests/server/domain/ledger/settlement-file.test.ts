import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../../server/domain/ledger/differences.ts';
import { readSettlementFile } from '../../../../server/domain/ledger/settlement-file.ts';

const caseOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const [one, two] = ['1', '2'].map((last) => `7d3f2b6e-6d1c-4b4e-8c0b-2f1f1f1f1f0${last}`) as [
  string,
  string,
];
const moneyOf = (payment: string, paid: number, refunded = 0, names: string[] = []) => ({
  payment,
  order: `RTX-${payment.slice(-1)}`,
  names,
  paid,
  refunded,
});
/** The money of a file as pairs of kind and amount, by line. */
const partsOf = (text: string) =>
  readSettlementFile(text).lines.map(({ at, kind, amount }) => [at, kind, amount]);
const kindsIn = (text: string) =>
  partsOf(text)
    .map(([, kind, amount]) => `${kind} ${amount}`)
    .join(', ');

describe('a settlement file of Xendit', () => {
  it.each(['xendit-balance.csv', 'xendit-detailed.csv'])('%s agrees with the ledger', (name) => {
    const { lines } = readSettlementFile(caseOf(name));
    expect(differencesOf(lines, [moneyOf(one, 145_000)])).toEqual([]);
    expect(differencesOf(lines, [moneyOf(one, 140_000)])).toMatchObject([
      { payment: one, order: 'RTX-1', kind: 'paid', ledger: 140_000, file: 145_000 },
    ]);
  });

  it('has a line for money, fee and tax, and failed ones', () => {
    const money = partsOf(caseOf('xendit-balance.csv'));
    expect(money).toEqual([
      [2, 'paid', 145_000],
      [3, 'fee', 1_015],
      [4, 'fee', 112],
    ]);
    const detailed = readSettlementFile(caseOf('xendit-detailed.csv'));
    expect(detailed.leftOut).toEqual(['Lines without success: 3.']);
  });

  it('has partial refunds, their fees and withdrawals, told apart by type and sign', () => {
    const text = `Reference,Transaction ID,Transaction Type,Line Type,Debit or Credit,Amount
${one},t1,EWALLET_PAYMENT,TRANSACTION,CREDIT,145000
${one},t2,EWALLET_REFUND,TRANSACTION,DEBIT,45000
${one},t3,EWALLET_REFUND,TRANSACTION,DEBIT,45000
${one},t3,EWALLET_REFUND,FEE,CREDIT,300
${one},t4,REFUND_REVERSAL,TRANSACTION,CREDIT,45000
${two}-payout-1,t5,DISBURSEMENT,TRANSACTION,DEBIT,20000
bank,t6,WITHDRAWAL,TRANSACTION,DEBIT,35000`;
    const { lines } = readSettlementFile(text);
    const money = [moneyOf(one, 145_000, 45_000), moneyOf('p2', 0, 20_000, [two])];
    expect(differencesOf(lines, money)).toEqual([]);
    expect(kindsIn(text)).toContain('fee -300');
  });
});

describe('a settlement file (§12.43)', () => {
  it.each<[string, string, string]>([
    ['any order', 'Fee;amount;Order ID\n1.015;145.000;A', 'paid 145000, fee 1015'],
    ['a byte order mark, tabs', '\uFEFForder_id\tgross_amount\nA\t145000', 'paid 145000'],
    ['sep=', 'sep=;\r\norderId;Amount (IDR)\r\nA;5\r\n', 'paid 5'],
    ['a title', 'Laporan\nPeriode,Februari\n\nOrder ID,Amount\nA,5', 'paid 5'],
    [
      'fees in columns',
      'Order ID,Amount,Fee,VAT,MDR\nA,5000,10.5,1.16,0.7%',
      'paid 5000, fee 11.66',
    ],
    ['debit and credit', 'reference,debit,credit\nA,,"5,000"\nA,2000,', 'paid 5000, refunded 2000'],
    ['a sign', 'reference,amount,D/C\nA,5000,CR\nA,2000,D', 'paid 5000, refunded 2000'],
    ['a minus', 'reference,amount\nA,5000\nA,-2000', 'paid 5000, refunded 2000'],
    [
      'a status alone',
      'order id,amount,status\nA,5000,settlement\nA,2000,Partial_Refund',
      'paid 5000, refunded 2000',
    ],
    ['a refund column', 'order id,amount,refund amount\nA,5000,2000', 'paid 5000, refunded 2000'],
    [
      'a refund twice in parts',
      'reference,type,amount\nA,refund,5\nA,refund,5',
      'refunded 5, refunded 5',
    ],
    ['totals', 'order id,amount,type\nA,5,payment\n,5,Total', 'paid 5'],
  ])('is read with %s', (_what, text, parts) => {
    expect(kindsIn(text)).toBe(parts);
  });

  it.each([
    ['145000', 145_000],
    ['145000.00', 145_000],
    ['145,000.0', 145_000],
    ['145.000', 145_000],
    ['1.145.000,00', 1_145_000],
    ['Rp 145.000,-', 145_000],
    ['IDR 145 000', 145_000],
    ['145000.0000', 145_000],
  ])('%s is an amount', (text, amount) => {
    expect(partsOf(`order id,amount\nA,"${text}"`)).toEqual([[2, 'paid', amount]]);
    expect(partsOf(`order id,amount\nA,"(${text})"`)).toEqual([[2, 'refunded', amount]]);
  });

  it('leaves out what moved no rupiah and what stands twice, and says so', () => {
    const text = `order id,transaction id,status,currency,amount
A,1,SUCCESS,IDR,5
A,1,SUCCESS,IDR,5
B,2,Pending,IDR,7
C,3,success,USD,9
D,4,Voided,IDR,-
E,,success,IDR,3
E,,success,IDR,3`;
    expect(readSettlementFile(text)).toMatchObject({
      lines: [
        { at: 2, kind: 'paid', amount: 5 },
        { at: 7, kind: 'paid', amount: 3 },
      ],
      leftOut: [
        'Lines that repeat another: 3 as 2, 8 as 7.',
        'Lines without success: 4, 6.',
        'Lines in USD: 5.',
      ],
    });
  });

  it.each([
    ['amount\n5', 'No line names a column for the payment'],
    ['order id\nA', 'No line names a column for the payment'],
    ['order id,amount\nA,12.5', 'Line 2: "12.5" is no amount in whole rupiah'],
    ['order id,amount\nA,1.45E+05', 'Line 2: "1.45E+05" is no amount'],
    ['order id,amount\nA,', 'Line 2: "" is no amount'],
    ['order id,amount,status\nA,5,odd', 'Line 2: the status "odd" is not known'],
    ['order id,amount,sign\nA,5,x', 'Line 2: "x" is neither debit nor credit'],
  ])('%j is refused: %s', (text, reason) => {
    expect(() => readSettlementFile(text)).toThrow(reason);
  });

  it('differs by kind where either side has money that the other has not', () => {
    const { lines } = readSettlementFile(
      'order id,amount,type\nRTX-1,5,payment\np9,9,payment\nRTX-3,4,payment\nRTX-3,4,refund',
    );
    const money = [moneyOf('p1', 5), moneyOf('p2', 7), moneyOf('p3', 4)];
    expect(differencesOf(lines, money)).toEqual([
      { payment: 'p9', order: '-', kind: 'paid', ledger: 0, file: 9, at: [3] },
      { payment: 'p3', order: 'RTX-3', kind: 'refunded', ledger: 0, file: 4, at: [4, 5] },
      { payment: 'p2', order: 'RTX-2', kind: 'paid', ledger: 7, file: 0, at: [] },
    ]);
  });
});
