import { expect, it } from 'vitest';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { openShop } from '../../support/open-shop.ts';
import { lettersTo, operateRefund, paidOrder } from '../../support/payment-rows.ts';
import { theatre } from '../../support/purchase.ts';

const app = await openShop({ events: [theatre] }, { operator: true });
const day = 86_400;

it('asks for the account of a refund again after 3, 7 and 14 days, and shows staff since when (§13.30)', async () => {
  const { buyer, code, params } = await paidOrder(app, theatre, 'bca');
  await operateRefund(app, `ask ${code} 5000`);
  await operateRefund(app, `approve ${code}`);
  const since = app.services.clock.now();
  await app.tick();
  const links = async () =>
    (await lettersTo(app, buyer)).flatMap(
      (letter) => /https?:\S+refund-account\S+/.exec(letter)?.[0] ?? [],
    );
  const first = await links();
  const sent: number[] = [];
  for (const seconds of [3 * day - 60, 60, 4 * day, 7 * day, 7 * day]) {
    await app.advance(seconds);
    sent.push((await links()).length);
  }
  expect([first.length, ...sent]).toEqual([1, 1, 2, 3, 4, 4]);
  // The link of the first e-mail holds.
  expect(new Set(await links())).toEqual(new Set(first));
  expect(await operateRefund(app, 'list')).toEqual([
    expect.stringMatching(/asked since \S+, reminders: 3$/),
  ]);
  const desk = await app.asStaff('support');
  const { payments } = (await desk.call(staffCalls.deskOrder, { params })).body.data;
  const wait = payments[0]?.refunds[0]?.account_wait;
  expect(wait?.reminders).toBe(3);
  expect(Math.abs(Date.parse(wait?.since ?? '') - since.getTime())).toBeLessThan(60_000);
});
