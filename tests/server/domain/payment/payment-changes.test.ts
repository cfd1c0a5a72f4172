import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import { oneBuyer, openShop, replaceParts, setEvent, withParts } from '../../support/open-shop.ts';
import { lettersTo, rowOf, setCharge } from '../../support/payment-rows.ts';
import {
  askDraft,
  askPayment,
  askVoid,
  beginPayment,
  concert,
  freeSeats,
  holdSeats,
  lockDraft,
  payerDoes,
  paymentOf,
  sessionOf,
} from '../../support/purchase.ts';
import { notify } from '../../support/signed-notification.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });
const { db, clock, config, gateways } = app.services;
const gateway = gateways.of('simulated');
const params = { slug: concert };

const begin = async (count = 1, voucher: string | null = null) => {
  const buyer = await oneBuyer(app);
  return { buyer, payment: await beginPayment(app, buyer, concert, count, voucher) };
};
const abandon = async (buyer: TestClient, { id }: Payment) =>
  (await askVoid(buyer, concert, id)).status;
/** A buyer who abandoned a payment and chooses another method. */
const abandoned = async (count = 1, voucher: string | null = null) => {
  const begun = await begin(count, voucher);
  expect(await abandon(begun.buyer, begun.payment)).toBe(200);
  return begun;
};
const payBy = async (buyer: TestClient, method: string) =>
  (await askPayment(buyer, concert, method)).body.data.payment;
/** The bank settles a charge, whatever it reported before, and says so. */
const bankTook = async (payment: Payment) => {
  await setCharge(app, payment);
  return notify(app, payment);
};
const draftOf = async (buyer: TestClient) =>
  (await buyer.call(calls.readDraft, { params })).body.data;
const stateOf = async (buyer: TestClient) => (await sessionOf(buyer)).session?.state;

describe('a payment abandoned for another method (§12.13)', () => {
  it('is voided; the buyer keeps the draft and the remaining time (§7.78)', async () => {
    const buyer = await oneBuyer(app);
    const draft = await lockDraft(app, buyer, concert, 2);
    const payment = await payBy(buyer, 'qris');
    clock.advance(60);
    const answer = await askVoid(buyer, concert, payment.id);
    const ended = { id: payment.id, status: 'failed', end_reason: 'changed', can_change: true };
    expect(answer.body.data.payment).toMatchObject(ended);
    const row = { payment: 'failed', order: 'draft', charge: 'cancel', final: true, claims: 2 };
    expect(await rowOf(app, payment)).toMatchObject(row);
    const { session } = await sessionOf(buyer);
    const { expires_at } = payment;
    expect(session).toMatchObject({ state: 'payment_selection', has_draft: false, expires_at });
    expect(session?.remaining_seconds).toBeLessThanOrEqual(540);
    const kept = await draftOf(buyer);
    expect(kept.order).toMatchObject({ id: draft.order.id, is_locked: true });
    expect(kept.order_data).toEqual(draft.order_data);
  });

  it('can be followed by another one, which cannot hold the seats longer than the first', async () => {
    const { buyer, payment: first } = await begin();
    const { expires_at } = first;
    for (const payment_method of ['bca', 'dana', 'qris']) {
      clock.advance(60);
      expect(await abandon(buyer, await paymentOf(buyer, concert))).toBe(200);
      const payment = await payBy(buyer, payment_method);
      expect(payment).toMatchObject({ status: 'pending', payment_method, expires_at });
      const { session } = await sessionOf(buyer);
      expect(session).toMatchObject({ state: 'payment_processing', expires_at });
    }
    const last = await paymentOf(buyer, concert);
    await payerDoes(app, last.id, 'settlement');
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: last.id, status: 'completed' });
    expect((await rowOf(app, last)).valid).toBe(1);
  });

  it('started again in the grace period lives long enough for a charge, and no longer than the hold', async () => {
    const { buyer, payment: first } = await abandoned();
    clock.advance(605);
    const payment = await payBy(buyer, 'bca');
    const later = Date.parse(payment.expires_at!) - Date.parse(first.expires_at!);
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThanOrEqual(60_000);
    await app.advance(120);
    expect((await rowOf(app, payment)).order).toBe('expired');
  });

  it('is abandoned once by two calls, consecutive or concurrent, and not by an old call', async () => {
    const { buyer, payment: first } = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => abandon(buyer, first)));
    expect([...answers, await abandon(buyer, first)]).toEqual([200, 200, 200, 200]);
    const ends = await db.query(
      `select 1 from audit_log where object = $1 and action = 'payment.end'`,
      [`payment:${first.id}`],
    );
    expect(ends).toHaveLength(1);
    await app.advance(1);
    const next = await payBy(buyer, 'bca');
    expect(await abandon(buyer, first)).toBe(409);
    expect(await rowOf(app, next)).toMatchObject({ payment: 'pending', charge: 'pending' });
  });
});

describe('a charge that ends before the hold (§12.13)', () => {
  it.each([
    ['deny', 'failed', 'denied'],
    ['expire', 'expired', 'expired'],
  ])('by %s leaves the seats to its buyer, with the reason', async (outcome, status, reason) => {
    const { buyer, payment } = await begin(2);
    await payerDoes(app, payment.id, outcome);
    const ended = { status, end_reason: reason, can_change: true, refund: null };
    expect(await paymentOf(buyer, concert)).toMatchObject(ended);
    const row = { order: 'draft', session: 'payment_selection', claims: 2, final: true };
    expect(await rowOf(app, payment)).toMatchObject(row);
    const next = await payBy(buyer, 'bca');
    expect(next.id).not.toBe(payment.id);
    await payerDoes(app, next.id, 'settlement');
    expect((await rowOf(app, next)).payment).toBe('completed');
  });
});

describe('notifications after a payment was abandoned', () => {
  it('of a settlement win over the payment that replaced it, whose charge is voided', async () => {
    const { buyer, payment: first } = await abandoned();
    const second = await payBy(buyer, 'bca');
    await bankTook(first);
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: first.id, status: 'completed' });
    expect(await rowOf(app, second)).toMatchObject({ payment: 'failed', order: 'completed' });
    await app.advance(16);
    expect((await rowOf(app, second)).charge).toBe('cancel');
  });

  it('of two settlements: one pays the order, the other is refunded', async () => {
    const { buyer, payment: first } = await abandoned();
    const second = await payBy(buyer, 'bca');
    await payerDoes(app, second.id, 'settlement');
    await bankTook(first);
    await app.advance(16);
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: second.id, status: 'completed' });
    const back = { payment: 'refunded', order: 'completed', charge: 'refund' };
    expect(await rowOf(app, first)).toMatchObject(back);
    expect((await lettersTo(app, buyer)).some((text) => text.includes('sudah lunas'))).toBe(true);
  });

  it('of a settlement cause a refund once the buyer has chosen other seats', async () => {
    const { buyer, payment } = await abandoned();
    expect((await buyer.call(calls.cancelDraft, { params })).status).toBe(200);
    const next = await holdSeats(app, buyer, concert, 2);
    await bankTook(payment);
    expect((await rowOf(app, payment)).payment).toBe('refunded');
    expect(await stateOf(buyer)).toBe('online');
    expect((await draftOf(buyer)).order.id).toBe(next.order.id);
    await buyer.call(calls.exitSession);
  });
});

describe('a payment', () => {
  type Step = (begun: Awaited<ReturnType<typeof begin>>) => Promise<unknown>;
  const abandons: Step = ({ buyer, payment }) => abandon(buyer, payment);
  const bankTakes: Step = ({ payment }) => bankTook(payment);
  const says =
    (status: string): Step =>
    async ({ payment }) => {
      // A refund is looked up.
      if (status === 'refund') await setCharge(app, payment, status);
      await notify(app, payment, { status });
    };
  const isDenied: Step = ({ payment }) => payerDoes(app, payment.id, 'deny');
  const passes = (seconds: number) => () => app.advance(seconds);
  const eventIs = (status: string) => () => setEvent(app, concert, 'status = $2', status);
  const holdEnds = passes(600 + config.graceSeconds + 1);
  const down = () => Promise.reject(new Error('down'));
  const choosing = { session: 'payment_selection', can_change: true };

  it.each<[string, Step[], object]>([
    [
      'that is paid cannot be abandoned',
      [({ payment }) => setCharge(app, payment), abandons],
      { payment: 'completed', can_change: false },
    ],
    [
      'that the gateway does not void stays as it is',
      [(begun) => withParts(gateway, { void: down }, () => abandons(begun))],
      { payment: 'pending', charge: 'pending', session: 'payment_processing' },
    ],
    [
      'with too little time left cannot be abandoned',
      [async () => clock.advance(590), abandons],
      { payment: 'pending', charge: 'pending' },
    ],
    [
      'denied whose notification was lost is found by asking',
      [({ payment }) => setCharge(app, payment, 'deny'), passes(16)],
      { payment: 'failed', ...choosing },
    ],
    [
      'denied in the last seconds ends the session, as the deadline does',
      [async () => clock.advance(590), isDenied],
      { payment: 'failed', session: 'cancelled', can_change: false },
    ],
    [
      'denied after its event closed ends the session',
      [eventIs('closed'), isDenied, eventIs('active')],
      { session: 'cancelled' },
    ],
    [
      'abandoned and not replaced releases the seats at its deadline',
      [abandons, holdEnds],
      { order: 'expired', claims: 0, session: 'expired', end_reason: 'deadline' },
    ],
    [
      'abandoned is not moved by a denial or an expiry',
      [abandons, says('deny'), says('expire'), says('cancel')],
      { payment: 'failed', ...choosing },
    ],
    [
      'abandoned and settled completes the order while its seats are held',
      [abandons, bankTakes],
      { payment: 'completed', session: 'completed' },
    ],
    [
      'abandoned and settled after the hold is late money',
      [abandons, holdEnds, bankTakes],
      { payment: 'completed', order: 'completed' },
    ],
    [
      'abandoned and refunded leaves the held seats to its buyer',
      [abandons, says('refund')],
      { payment: 'refunded', order: 'draft', claims: 2, session: 'payment_selection' },
    ],
  ])('%s', async (_, steps, row) => {
    const begun = await begin(2, 'POTONG50');
    for (const step of steps) await step(begun);
    const { can_change } = await paymentOf(begun.buyer, concert);
    const end_reason = (await sessionOf(begun.buyer)).session?.end_reason;
    expect({ ...(await rowOf(app, begun.payment)), can_change, end_reason }).toMatchObject(row);
    await begun.buyer.call(calls.exitSession);
  });
});

describe('abandoning and paying at the same moment', () => {
  it('ends paid or at the payment methods, never both, in any order', async () => {
    const begun = [];
    for (let count = 0; count < 12; count += 1) begun.push(await begin());
    await Promise.all(
      begun.flatMap(({ buyer, payment }, at) => {
        const acts = [
          () => abandon(buyer, payment),
          () => payerDoes(app, payment.id, 'settlement'),
        ];
        return (at % 2 === 0 ? acts : acts.reverse()).map((act) => act());
      }),
    );
    for (const { buyer, payment } of begun) {
      const { status, can_change } = await paymentOf(buyer, concert);
      expect([
        ['completed', false, 'completed', 'settlement'],
        ['failed', true, 'payment_selection', 'cancel'],
      ]).toContainEqual([
        status,
        can_change,
        await stateOf(buyer),
        (await rowOf(app, payment)).charge,
      ]);
    }
  });

  it('is refused as paid if the settlement came between the void and its record', async () => {
    const { buyer, payment } = await begin();
    const restore = replaceParts(gateway, {
      void: async () => {
        restore();
        await bankTook(payment);
        return true;
      },
    });
    expect(await abandon(buyer, payment)).toBe(409);
    expect((await rowOf(app, payment)).payment).toBe('completed');
  });

  it('and leaving: a charge started meanwhile by another device is voided too', async () => {
    const { buyer, payment: first } = await begin();
    const { void: voiding } = gateway;
    let second: Payment | undefined;
    const restore = replaceParts(gateway, {
      void: async (charge) => {
        restore();
        const isVoided = await voiding.call(gateway, charge);
        await abandon(buyer, first);
        second = await payBy(buyer, 'bca');
        return isVoided;
      },
    });
    expect((await buyer.call(calls.exitSession)).status).toBe(200);
    expect(second?.id).not.toBe(first.id);
    const gone = { charge: 'cancel', order: 'cancelled', claims: 0 };
    expect(await rowOf(app, second!)).toMatchObject(gone);
  });
});

it('an order above the limit of every method is refused at the draft, and one of Rp22.500.000 paid through a virtual account (§12.4)', async () => {
  const setPrice = (price: number) =>
    db.query(
      `update categories set price = $2 where event_id = (select id from events where slug = $1)`,
      [concert, price],
    );
  const buyer = await oneBuyer(app);
  await setPrice(200_000_000);
  const seats = await freeSeats(app, concert, 5);
  await buyer.call(calls.joinQueue, { params });
  const body = { seats, voucher_code: null };
  const isPayable = async () =>
    (await buyer.call(calls.orderPreview, { params, body })).body.data.preview.is_payable;
  expect(await isPayable()).toBe(false);
  const refused = await askDraft(buyer, concert, seats);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.',
  ]);
  expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
  await setPrice(4_500_000);
  expect(await isPayable()).toBe(true);
  const draft = await lockDraft(app, buyer, concert, 5);
  expect(draft.order_data.pricing_details.original_price).toBe(24_750_000);
  const { payment_methods } = (await buyer.call(calls.paymentMethods, { params })).body.data;
  const groups = payment_methods.available_methods.map((method) => method.group_name);
  expect(new Set(groups)).toEqual(new Set(['Virtual Account']));
  const payment = await payBy(buyer, 'bca');
  expect(payment.payment_data.virtual_account).toMatch(/^\d{10,}$/);
  await payerDoes(app, payment.id, 'settlement');
  expect((await paymentOf(buyer, concert)).ticket_ids).toHaveLength(5);
});
