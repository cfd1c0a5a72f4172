import { beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, csvOf } from '../../../../scripts/operator/report-files.ts';
import { type ReportName, reportPage } from '../../../../server/domain/report/report.ts';
import { openShop } from '../../support/open-shop.ts';
import { beginPayment, buySeats, concert } from '../../support/purchase.ts';

const app = await openShop({ events: [concert] }, null);
let orderCode: string;
beforeAll(async () => {
  const [buyer, other] = await app.makeBuyers(2);
  orderCode = (await buySeats(app, buyer, concert, 2, 'HEMAT10')).order_code;
  await beginPayment(app, other, concert, 1);
});

const page = (table: ReportName, after = '', slug = concert) =>
  reportPage(app.services.db, { slug, table, after });
const table = async (name: ReportName) => {
  const { rows, next } = await page(name);
  expect(next).toBeNull();
  return rows;
};

describe('the report of an event (§17.52)', () => {
  it('has every order with its amounts, payment and buyer (§16.92)', async () => {
    const orders = await table('orders');
    expect(orders.map(({ status, tickets }) => [status, tickets]).sort()).toEqual([
      ['completed', 2],
      ['pending', 1],
    ]);
    const paid = orders.find(({ order }) => order === orderCode)!;
    expect(paid).toMatchObject({ show: concert, voucher: 'HE…', payment: 'completed' });
    expect(paid.total).toBe(Number(paid.subtotal) - Number(paid.discount) + Number(paid.added));
    expect(paid.tax).toBe(Math.round(Number(paid.subtotal) / 11));
    expect(paid.completed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/);
  });

  it('has every ticket with the form answers under their labels, and continues after the last key of a page', async () => {
    const attendees = await table('attendees');
    expect(attendees.map((row) => row['Nama Lengkap']).sort()).toEqual(['Tamu 1', 'Tamu 2']);
    // A question that was not asked is a column without an answer.
    expect(attendees[0]).toMatchObject({ 'Asal Kota': 'jakarta', 'Nama Kota': '' });
    expect(columnsOf(attendees)).toEqual(Object.keys(attendees[0]!));
    const rest = await page('attendees', String(attendees[0]?.ticket));
    expect(rest.rows).toEqual(attendees.slice(1));
  });

  it('sums tickets by day and category, and uses of vouchers', async () => {
    const [sum] = await table('sums');
    const attendees = await table('attendees');
    expect(sum).toMatchObject({ show: concert, tickets: 2, voided: 0 });
    expect(sum?.sales).toBe(attendees.reduce((total, { price }) => total + Number(price), 0));
    expect(await table('vouchers')).toMatchObject([
      { voucher: 'HEMAT10', orders: 1, completed: 1 },
    ]);
    expect(await table('scans')).toEqual([]);
  });

  it('is refused for an unknown event', async () => {
    const asked = page('orders', '', 'tidak-ada');
    await expect(asked).rejects.toThrow('There is no event "tidak-ada".');
  });
});

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['Budi;=1+41', `"Budi;'=1+41"`],
  ['a, +1\t@x|-2', `"a, '+1\t'@x|'-2"`],
  ['baris\n=1', `"baris\n'=1"`],
  ['3171015504900001', `"'3171015504900001"`],
  ['0812', `"'0812"`],
  ['Ratna-Sari 2', '"Ratna-Sari 2"'],
  [-5, '-5'],
  [null, '""'],
])('a CSV file runs and rounds nothing: %j', (value, cell) => {
  expect(csvOf(['x'], [{ x: value }])).toBe(`\uFEFF"x"\r\n${cell}\r\n`);
});
