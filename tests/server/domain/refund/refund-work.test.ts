import { expect, it } from 'vitest';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { openShop } from '../../support/open-shop.ts';
import { operateRefund, paidOrder } from '../../support/payment-rows.ts';
import { theatre } from '../../support/purchase.ts';

const app = await openShop({ events: [theatre] }, { operator: true });
const { db } = app.services;
const workOf = async (role: 'support' | 'finance') => {
  const staff = await app.asStaff(role);
  return (await staff.call(staffCalls.deskRefunds, {})).body.data.refunds;
};
const letters = () =>
  db.query(
    `select 1 from mails where kind = 'staff' and subject like 'Pengembalian dana menunggu%'`,
  );

it('refunds wait in a list by what they wait for, with accounts for finance, and one e-mail a day says so', async () => {
  expect(await workOf('finance')).toEqual([]);
  const { code } = await paidOrder(app, theatre, 'bca');
  await operateRefund(app, `ask ${code} 5000`);
  for (const _ of ['once', 'again']) await app.tick();
  expect(await letters()).toHaveLength(1);
  expect(await workOf('support')).toMatchObject([
    { stage: 'asked', order_code: code, amount: 5_000, account: null },
  ]);
  await operateRefund(app, `approve ${code}`);
  await app.tick();
  // Its buyer is asked for an account: nobody of the staff has anything to do.
  expect(await workOf('finance')).toEqual([]);
  await operateRefund(app, `account ${code} mandiri 1234567890 Siti Aminah`);
  const account = { bank: 'mandiri', number: '1234567890', holder: 'Siti Aminah' };
  const stages = async () => (await workOf('finance')).map(({ stage }) => stage);
  // The gateway pays nothing out.
  expect(await workOf('finance')).toMatchObject([{ stage: 'toPay', account }]);
  expect(await workOf('support')).toMatchObject([{ account: null }]);
  await db.query(`update refunds set state = 'payingOut'`);
  expect(await stages()).toEqual(['accountGiven']);
  await db.query(`update refunds set state = 'accountGiven', way = 'hand', payout_tries = 1`);
  expect(await stages()).toEqual(['failed']);
  await app.tick();
  // It had been empty meanwhile.
  expect(await letters()).toHaveLength(2);
  await app.advance(86_400);
  expect(await letters()).toHaveLength(3);
});
