import { expect, it, onTestFinished, vi } from 'vitest';
import type { Payment } from '../../../../contract/payment.ts';
import { openShop, replaceParts } from '../../support/open-shop.ts';
import { rowOf } from '../../support/payment-rows.ts';
import { beginPayment, concert, holdSeats, party, theatre } from '../../support/purchase.ts';

const payers = 12;

it('a gateway that hangs keeps neither places nor the other gateway waiting (§12.28)', async () => {
  const app = await openShop({
    events: [concert, party, theatre],
    env: { PAYMENT_GATEWAYS: 'midtrans,xendit' },
  });
  const { clock, db, gateways } = app.services;
  const [drafter, payer] = await app.makeBuyers(2);
  const hung: Payment[] = [];
  for (const buyer of await app.makeBuyers(payers)) {
    hung.push(await beginPayment(app, buyer, concert, 1));
  }
  expect(hung[0]?.gateway).toBe('midtrans');
  // The second gateway has the method now, and its notice is lost.
  const other = await beginPayment(app, payer, theatre, 1);
  await db.query(`update payments set gateway = 'xendit', gateway_reference = null where id = $1`, [
    other.id,
  ]);
  await db.query(`update job_common set name = 'ask-xendit' where singleton_key = $1`, [other.id]);
  const paid = {
    status: 'settlement',
    amount: other.amount,
    currency: 'IDR',
    reference: null,
  } as const;
  replaceParts(gateways.of('xendit'), { status: async () => paid });
  const draft = await holdSeats(app, drafter, party, 1);
  expect(draft).toBeDefined();
  const lapsedAt = new Date(clock.now().getTime() - 10_000);
  await db.query('update purchase_sessions set deadline = $1 where account_id = $2', [
    lapsedAt,
    drafter.accountId,
  ]);
  const held = async (slug: string) => {
    const rows = await db.query(
      `select s.id from seats s join events e on e.id = s.event_id where e.slug = $1 and s.status = 'held'`,
      [slug],
    );
    return rows.length;
  };
  // Calls to the first gateway end when the test lets them.
  let letEnd = () => {};
  const silence = new Promise<never>((_, reject) => {
    letEnd = () => reject(new DOMException('late', 'TimeoutError'));
  });
  silence.catch(() => {});
  onTestFinished(() => letEnd());
  const hang = vi.fn(() => silence);
  replaceParts(gateways.of('midtrans'), { status: hang, void: hang });

  clock.advance(16);
  const ticking = app.tick();
  await vi.waitFor(async () => {
    expect(await held(party)).toBe(0);
    expect(await rowOf(app, other)).toMatchObject({ payment: 'completed' });
    expect(hang).toHaveBeenCalledTimes(4);
  }, 60_000);
  letEnd();
  await ticking;
  // After five silences the lane stands: nobody waits for the other payers one by one.
  expect(hang.mock.calls.length).toBeLessThan(payers);

  // A minute after the end of the charges their places are free, and the payments stay open for questions.
  expect(await held(concert)).toBe(payers);
  clock.advance(660);
  await app.tick();
  expect(await held(concert)).toBe(0);
  expect(await rowOf(app, hung[0]!)).toMatchObject({ payment: 'expired', final: false });
});
