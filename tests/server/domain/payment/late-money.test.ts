import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import { giveTickets } from '../../../../server/domain/order/complimentary.ts';
import { oneBuyer, openShop, setEvent, withParts } from '../../support/open-shop.ts';
import { operateRefund, rowOf, setCharge } from '../../support/payment-rows.ts';
import {
  askPayment,
  askSubmit,
  askVoid,
  beginPayment,
  freeSeats,
  join,
  lockDraft,
  payerDoes,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notify } from '../../support/signed-notification.ts';
import { applyStanding, askPlaces, festival } from '../../support/standing.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [theatre] });

/** Runs while the gateway has nothing to send back. */
const withoutBalance = (run: () => Promise<unknown>) =>
  withParts(
    app.services.gateways.of('simulated'),
    { refund: () => Promise.reject(new Error('balance too low')) },
    run,
  );
const { db } = app.services;
const params = { slug: theatre };

interface Late {
  readonly buyer: TestClient;
  readonly payment: Payment;
}
type Step = (late: Late) => Promise<unknown>;

const buys = async (buyer: TestClient, count = 1) => {
  const payment = await beginPayment(app, buyer, theatre, count);
  await payerDoes(app, payment.id, 'settlement');
  expect((await rowOf(app, payment)).payment).toBe('completed');
};
const bankTakes = async ({ payment }: Late) => {
  await setCharge(app, payment);
  expect(await notify(app, payment)).toBe(200);
};
/** Another account with the mailbox of a buyer. */
const sameMailbox = async ({ accountId }: TestClient) => {
  const other = await oneBuyer(app);
  await db.query(
    `update accounts set email = 'uji+' || id || '@' || $2 || '.contoh.id' where id = any($1::uuid[])`,
    [[accountId, other.accountId], accountId],
  );
  return other;
};
const expires: Step = () => payTimeEnds(app);
const changes: Step = async ({ buyer, payment }) => {
  expect((await askVoid(buyer, theatre, payment.id)).status).toBe(200);
  expect((await buyer.call(calls.cancelDraft, { params })).status).toBe(200);
};
const holdsOthers: Step = ({ buyer }) => lockDraft(app, buyer, theatre, 1);
const buysOthers: Step = ({ buyer }) => buys(buyer);
const leaves: Step = ({ buyer }) => buyer.call(calls.exitSession);

/** The organiser makes the places of the order those of another category. */
const moves: Step = async ({ payment }) => {
  await db.query(
    `update seats t set category_id = (select c.id from categories c where c.event_id = t.event_id and c.id <> t.category_id limit 1)
     where id in (select i.seat_id from order_seats i join payments p on p.order_id = i.order_id where p.id = $1)`,
    [payment.id],
  );
};
const back = { payment: 'refunded', reason: 'bought_again', valid: 0 };
const honoured = { payment: 'completed', reason: null };

it.each([
  ['of which the gateway said the last word', true],
  ['that we ended ourselves', false],
])(
  'money for a charge %s, whose notification is lost, is found within six days',
  async (_, isFinal) => {
    const payment = await beginPayment(app, await oneBuyer(app), theatre, 1);
    await payTimeEnds(app);
    await db.query('update payments set gateway_final = $2 where id = $1', [payment.id, isFinal]);
    await app.advance(5 * 86_400);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'expired', valid: 0 });
    await setCharge(app, payment);
    await app.advance(86_400);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
  },
);

describe('late money of a person (§12.26)', () => {
  it.each<[string, Step[], object]>([
    ['who holds other places goes back', [expires, holdsOthers], back],
    ['who bought other places goes back', [expires, buysOthers], back],
    ['who cancelled it and bought others in its session goes back', [changes, buysOthers], back],
    [
      'who bought by another account goes back',
      [expires, async ({ buyer }) => buys(await sameMailbox(buyer))],
      back,
    ],
    [
      'whose places are of another category since goes back',
      [expires, moves],
      { ...back, reason: 'seats_gone' },
    ],
    ['who gave the other places up is honoured', [expires, holdsOthers, leaves], honoured],
    ['who has nothing else is honoured', [expires], honoured],
    [
      'who was given tickets since is honoured',
      [
        expires,
        async ({ buyer }) =>
          giveTickets(app.services, {
            slug: theatre,
            email: buyer.email,
            // The first ones are those of the order.
            seatNumbers: (await freeSeats(app, theatre, 3)).slice(2),
            standing: null,
            by: { accountId: null },
          }),
      ],
      honoured,
    ],
    [
      'whose limit was lowered since is honoured',
      [expires, () => setEvent(app, theatre, 'max_tickets_per_person = 1')],
      honoured,
    ],
  ])('%s', async (_, steps, row) => {
    const buyer = await oneBuyer(app);
    const late = { buyer, payment: await beginPayment(app, buyer, theatre, 2) };
    for (const step of steps) await step(late);
    await bankTakes(late);
    expect(await rowOf(app, late.payment)).toMatchObject(row);
    await setEvent(app, theatre, 'max_tickets_per_person = null');
    await buyer.call(calls.exitSession);
    const letters = await db.query(
      `select 1 as one from mails where subject like '%' || $1 || '%' and body_text like '%sudah memesan tiket lain untuk acara ini.%'`,
      [late.payment.order_code],
    );
    expect(letters).toHaveLength(row === back ? 1 : 0);
  });

  it('goes back where it would exceed the share of the person together with older tickets', async () => {
    const buyer = await oneBuyer(app);
    await buys(buyer);
    const late = { buyer, payment: await beginPayment(app, buyer, theatre, 1) };
    await payTimeEnds(app);
    await setEvent(app, theatre, 'max_tickets_per_person = 1');
    await bankTakes(late);
    await setEvent(app, theatre, 'max_tickets_per_person = null');
    expect(await rowOf(app, late.payment)).toMatchObject(back);
  });

  it('goes back for standing places, of which there are always others', async () => {
    const category = await applyStanding(app, { standing: 4 });
    const buyer = await oneBuyer(app);
    const begin = async () => {
      await join(buyer, festival);
      await askPlaces(buyer, category, 1);
      await askSubmit(buyer, festival, {});
      return (await askPayment(buyer, festival)).body.data.payment;
    };
    const payment = await begin();
    await payTimeEnds(app);
    const other = await begin();
    await payerDoes(app, other.id, 'settlement');
    await bankTakes({ buyer, payment });
    expect(await rowOf(app, payment)).toMatchObject(back);
    expect(await rowOf(app, other)).toMatchObject(honoured);
  });
});

it('that its bank takes back before it was sent back is owed no longer', async () => {
  const buyer = await oneBuyer(app);
  const payment = await beginPayment(app, buyer, theatre, 1);
  await payTimeEnds(app);
  await lockDraft(app, buyer, theatre, 1);
  await withoutBalance(() => notify(app, payment));
  expect((await rowOf(app, payment)).payment).toBe('refund_due');
  await setCharge(app, payment, 'deny');
  await notify(app, payment, { status: 'deny' });
  expect(await rowOf(app, payment)).toMatchObject({ payment: 'refunded', refund: 'done', kept: 0 });
  await buyer.call(calls.exitSession);
});

describe('late money for an order that had tickets (§12.27)', () => {
  it('is owed and changes nothing about the refund of the order, in both orders of their ends', async () => {
    for (const isLateFirst of [true, false]) {
      const buyer = await oneBuyer(app);
      const late = { buyer, payment: await beginPayment(app, buyer, theatre, 1) };
      expect((await askVoid(buyer, theatre, late.payment.id)).status).toBe(200);
      const paid = (await askPayment(buyer, theatre, 'bca')).body.data.payment;
      await payerDoes(app, paid.id, 'settlement');
      await operateRefund(app, `ask ${paid.order_code} ${paid.amount}`);
      await operateRefund(app, `approve ${paid.order_code}`);
      await app.tick();
      await app.tick();
      expect(await rowOf(app, paid)).toMatchObject({ refund: 'accountAsked', order: 'cancelled' });
      // Held up at the gateway or not.
      if (isLateFirst) await bankTakes(late);
      else {
        await setCharge(app, late.payment);
        await withoutBalance(() => notify(app, late.payment));
      }
      const owed = { payment: isLateFirst ? 'refunded' : 'refund_due', reason: 'paid_twice' };
      expect(await rowOf(app, late.payment)).toMatchObject({ ...owed, order: 'cancelled' });
      await operateRefund(app, `account ${paid.id} bca 12345678 Siti`);
      await operateRefund(app, `paid ${paid.id} TRF-1`);
      await setCharge(app, late.payment);
      await app.advance(16);
      for (const payment of [paid, late.payment]) {
        const done = { payment: 'refunded', order: 'refunded', refund: 'done', kept: 0, valid: 0 };
        expect(await rowOf(app, payment)).toMatchObject(done);
      }
    }
  });
});
