import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import type { ChargeRef } from '../../../../server/gateway/gateway.ts';
import {
  askPayment,
  askVoid,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  lockDraft,
  payerDoes,
  paymentOf,
  payTimeEnds,
  sessionOf,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const rowOf = async (payment: Pick<Payment, 'id'>) => {
  const [row] = await app.services.db.query<{
    status: string;
    order: string;
    charge: string;
    final: boolean;
    held: number;
  }>(
    `select p.status, o.status as "order", c.status as charge, p.gateway_final as final,
       (select count(*)::int from seat_claims k where k.order_id = o.id) as held
     from payments p join orders o on o.id = p.order_id left join simulated_charges c on c.payment_id = p.id
     where p.id = $1`,
    [payment.id],
  );
  return row!;
};
/** The bank settles the charge, whatever it reported before. */
const bankTook = (payment: Pick<Payment, 'id'>) =>
  app.services.db.query(
    `update simulated_charges set status = 'settlement' where payment_id = $1`,
    [payment.id],
  );
const draftOf = (buyer: TestClient) => buyer.call(calls.readDraft, { params: { slug: concert } });

describe('a payment abandoned for another method (ruling R5)', () => {
  it('is voided; the buyer keeps the draft and the remaining time', async () => {
    const buyer = await one();
    const draft = await lockDraft(app, buyer, concert, 2);
    const { payment } = (await askPayment(buyer, concert)).body.data;
    app.services.clock.advance(60);
    const answer = await askVoid(buyer, concert, payment.id);
    expect(answer.status).toBe(200);
    expect(answer.body.data.payment).toMatchObject({
      id: payment.id,
      status: 'failed',
      end_reason: 'changed',
      can_change: true,
    });
    expect(await rowOf(payment)).toEqual({
      status: 'failed',
      order: 'draft',
      charge: 'cancel',
      final: true,
      held: 2,
    });
    const { session } = await sessionOf(buyer);
    expect(session).toMatchObject({
      state: 'payment_selection',
      has_draft: false,
      expires_at: payment.expires_at,
    });
    expect(session?.remaining_seconds).toBeLessThanOrEqual(540);
    const kept = (await draftOf(buyer)).body.data;
    expect(kept.order).toMatchObject({ id: draft.order.id, is_locked: true });
    expect(kept.order_data).toEqual(draft.order_data);
  });

  it('can be followed by another one, which cannot hold the seats longer than the first', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    for (const method of ['bca', 'dana', 'qris']) {
      app.services.clock.advance(60);
      const before = await paymentOf(buyer, concert);
      expect((await askVoid(buyer, concert, before.id)).status).toBe(200);
      const { payment } = (await askPayment(buyer, concert, method)).body.data;
      expect(payment).toMatchObject({
        status: 'pending',
        payment_method: method,
        expires_at: first.expires_at,
      });
      expect((await sessionOf(buyer)).session).toMatchObject({
        state: 'payment_processing',
        expires_at: first.expires_at,
      });
    }
    const last = await paymentOf(buyer, concert);
    await payerDoes(app, last.id, 'settlement');
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: last.id, status: 'completed' });
    expect((await paymentOf(buyer, concert)).ticket_ids).toHaveLength(1);
  });

  it('started again in the grace period lives long enough for a charge, and no longer than the hold', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, first.id);
    app.services.clock.advance(605);
    const { payment } = (await askPayment(buyer, concert, 'bca')).body.data;
    const later = Date.parse(payment.expires_at!) - Date.parse(first.expires_at!);
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThanOrEqual(60_000);
    await app.advance(120);
    expect((await rowOf(payment)).order).toBe('expired');
  });

  it('and not replaced releases the seats at the deadline of the first', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, payment.id);
    await app.advance(600 + app.services.config.graceSeconds + 1);
    expect(await rowOf(payment)).toMatchObject({ order: 'expired', held: 0 });
    expect((await sessionOf(buyer)).session).toMatchObject({
      state: 'expired',
      end_reason: 'deadline',
    });
    expect((await askVoid(buyer, concert, payment.id)).status).toBe(409);
  });

  it('is abandoned once by two calls, consecutive or concurrent', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const answers = await Promise.all([1, 2, 3].map(() => askVoid(buyer, concert, payment.id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await askVoid(buyer, concert, payment.id)).status).toBe(200);
    const ends = await app.services.db.query(
      `select 1 from audit_log where object = $1 and action = 'payment.end'`,
      [`payment:${payment.id}`],
    );
    expect(ends).toHaveLength(1);
  });

  it('is named by the call: an old call does not abandon the next one', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, first.id);
    await app.advance(1);
    const { payment } = (await askPayment(buyer, concert, 'bca')).body.data;
    expect((await askVoid(buyer, concert, first.id)).status).toBe(409);
    expect((await paymentOf(buyer, concert)).status).toBe('pending');
    expect((await rowOf(payment)).charge).toBe('pending');
  });

  it('can be abandoned only by its owner', async () => {
    const [buyer, other] = await app.makeBuyers(2);
    const payment = await beginPayment(app, buyer!, concert, 1);
    expect((await askVoid(other!, concert, payment.id)).status).toBe(404);
    expect((await askVoid(buyer!, 'stadion-nusantara', payment.id)).status).toBe(404);
    expect((await askVoid(buyer!, concert, randomUUID())).status).toBe(404);
    expect((await askVoid(buyer!, concert, 'bukan-id')).status).toBe(404);
    expect((await rowOf(payment)).charge).toBe('pending');
  });

  it('that is paid, cannot be voided or has too little time left cannot be abandoned', async () => {
    const buyers = await app.makeBuyers(3);
    const begun: Payment[] = [];
    for (const buyer of buyers) begun.push(await beginPayment(app, buyer, concert, 1));
    const [paid, stuck, late] = begun;
    await bankTook(paid!);
    const refused = await askVoid(buyers[0]!, concert, paid!.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This payment is completed already and cannot be changed',
    ]);
    expect((await paymentOf(buyers[0]!, concert)).status).toBe('completed');

    const gateway = app.services.gateways.of('simulated');
    const { void: voiding } = gateway;
    Object.assign(gateway, { void: () => Promise.reject(new Error('down')) });
    const kept = await askVoid(buyers[1]!, concert, stuck!.id);
    Object.assign(gateway, { void: voiding });
    expect(kept.status).toBe(409);
    expect(kept.body.message).toContain('cannot be cancelled right now');
    expect((await paymentOf(buyers[1]!, concert)).status).toBe('pending');

    app.services.clock.advance(590);
    const tooLate = await askVoid(buyers[2]!, concert, late!.id);
    expect([tooLate.status, tooLate.body.message]).toEqual([
      409,
      'Too little time is left to choose another payment method',
    ]);
    expect((await rowOf(late!)).charge).toBe('pending');
    await app.advance(120);
  });
});

describe('a charge that ends before the hold (ruling R5)', () => {
  it.each([
    ['deny', 'failed', 'denied'],
    ['expire', 'expired', 'expired'],
  ] as const)(
    'by %s leaves the seats to its buyer, with the reason',
    async (outcome, status, reason) => {
      const buyer = await one();
      const payment = await beginPayment(app, buyer, concert, 2);
      await payerDoes(app, payment.id, outcome);
      expect(await paymentOf(buyer, concert)).toMatchObject({
        status,
        end_reason: reason,
        can_change: true,
        refund: null,
      });
      expect((await sessionOf(buyer)).session?.state).toBe('payment_selection');
      expect(await rowOf(payment)).toMatchObject({ order: 'draft', held: 2, final: true });
      const { payment: next } = (await askPayment(buyer, concert, 'bca')).body.data;
      expect(next.id).not.toBe(payment.id);
      await payerDoes(app, next.id, 'settlement');
      expect((await paymentOf(buyer, concert)).status).toBe('completed');
    },
  );

  it('is found by the reconciler if its notification was lost', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await app.services.db.query(
      `update simulated_charges set status = 'deny' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(16);
    expect(await paymentOf(buyer, concert)).toMatchObject({ status: 'failed', can_change: true });
  });

  it('in the last seconds ends the session, as the deadline does', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    app.services.clock.advance(590);
    await payerDoes(app, payment.id, 'deny');
    expect(await paymentOf(buyer, concert)).toMatchObject({ status: 'failed', can_change: false });
    expect((await sessionOf(buyer)).session?.state).toBe('cancelled');
  });

  it('of an event closed meanwhile ends the session', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const setStatus = (status: string) =>
      app.services.db.query('update events set status = $2 where slug = $1', [concert, status]);
    await setStatus('closed');
    await payerDoes(app, payment.id, 'deny');
    await setStatus('active');
    expect((await sessionOf(buyer)).session?.state).toBe('cancelled');
  });
});

describe('notifications after a payment was abandoned', () => {
  it('of a denial or an expiry change nothing', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, payment.id);
    for (const status of ['deny', 'expire', 'cancel']) {
      expect(await sendSigned(app, notificationBody(payment, { status }))).toBe(200);
    }
    expect((await sessionOf(buyer)).session?.state).toBe('payment_selection');
    expect(await paymentOf(buyer, concert)).toMatchObject({ status: 'failed', can_change: true });
  });

  it('of a settlement complete the order while its seats are held', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 2, 'POTONG50');
    await askVoid(buyer, concert, payment.id);
    await bankTook(payment);
    expect(await sendSigned(app, notificationBody(payment))).toBe(200);
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: payment.id, status: 'completed' });
    expect((await sessionOf(buyer)).session?.state).toBe('completed');
  });

  it('of a settlement win over the payment that replaced it, whose charge is voided', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, first.id);
    const { payment: second } = (await askPayment(buyer, concert, 'bca')).body.data;
    await bankTook(first);
    await sendSigned(app, notificationBody(first));
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: first.id, status: 'completed' });
    expect(await rowOf(second)).toMatchObject({ status: 'failed', order: 'completed' });
    await app.advance(16);
    expect((await rowOf(second)).charge).toBe('cancel');
  });

  it('of two settlements: one pays the order, the other is refunded', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, first.id);
    const { payment: second } = (await askPayment(buyer, concert, 'bca')).body.data;
    await payerDoes(app, second.id, 'settlement');
    await bankTook(first);
    await sendSigned(app, notificationBody(first));
    await app.advance(16);
    expect(await paymentOf(buyer, concert)).toMatchObject({ id: second.id, status: 'completed' });
    expect(await rowOf(first)).toMatchObject({
      status: 'refunded',
      order: 'completed',
      charge: 'refund',
    });
    const letters = await app.services.db.query<{ body_text: string }>(
      'select body_text from mails where recipient = $1 order by id',
      [buyer.email],
    );
    expect(letters.some(({ body_text }) => body_text.includes('sudah lunas'))).toBe(true);
  });

  it('of a settlement cause a refund once the buyer has chosen other seats', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, payment.id);
    expect((await buyer.call(calls.cancelDraft, { params: { slug: concert } })).status).toBe(200);
    const next = await holdSeats(app, buyer, concert, 2);
    await bankTook(payment);
    await sendSigned(app, notificationBody(payment));
    expect(await rowOf(payment)).toMatchObject({ status: 'refunded' });
    expect((await sessionOf(buyer)).session?.state).toBe('online');
    expect((await draftOf(buyer)).body.data.order.id).toBe(next.order.id);
    await buyer.call(calls.exitSession);
  });

  it('of a settlement after the hold are treated as late money', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, payment.id);
    await payTimeEnds(app);
    await app.advance(app.services.config.graceSeconds + 1);
    expect((await rowOf(payment)).order).toBe('expired');
    await bankTook(payment);
    await sendSigned(app, notificationBody(payment));
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });

  it('of a refund leave the held seats to the buyer', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, payment.id);
    expect(await sendSigned(app, notificationBody(payment, { status: 'refund' }))).toBe(200);
    expect(await rowOf(payment)).toMatchObject({ status: 'refunded', order: 'draft', held: 1 });
    expect((await sessionOf(buyer)).session?.state).toBe('payment_selection');
  });
});

describe('abandoning and paying at the same moment', () => {
  it('ends paid or at the payment methods, never both, in any order', async () => {
    const buyers = await app.makeBuyers(12);
    const payments: Payment[] = [];
    for (const buyer of buyers) payments.push(await beginPayment(app, buyer, concert, 1));
    await Promise.all(
      buyers.flatMap((buyer, at) => {
        const acts = [
          () => askVoid(buyer, concert, payments[at]!.id),
          () => payerDoes(app, payments[at]!.id, 'settlement'),
        ];
        return (at % 2 === 0 ? acts : acts.reverse()).map((act) => act());
      }),
    );
    for (const [at, buyer] of buyers.entries()) {
      const { status, can_change } = await paymentOf(buyer, concert);
      const { session } = await sessionOf(buyer);
      expect([
        ['completed', false, 'completed'],
        ['failed', true, 'payment_selection'],
      ]).toContainEqual([status, can_change, session?.state]);
      const charge = (await rowOf(payments[at]!)).charge;
      expect(charge).toBe(status === 'completed' ? 'settlement' : 'cancel');
    }
  });

  it('is refused as paid if the settlement came between the void and its record', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const gateway = app.services.gateways.of('simulated');
    const { void: voiding } = gateway;
    Object.assign(gateway, {
      void: async (charge: ChargeRef) => {
        Object.assign(gateway, { void: voiding });
        await bankTook({ id: charge.paymentId });
        await sendSigned(app, notificationBody(payment));
        return true;
      },
    });
    expect((await askVoid(buyer, concert, payment.id)).status).toBe(409);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });

  it('and leaving: a charge started meanwhile by another device is voided too', async () => {
    const buyer = await one();
    const first = await beginPayment(app, buyer, concert, 1);
    const gateway = app.services.gateways.of('simulated');
    const { void: voiding } = gateway;
    let second: Payment | undefined;
    Object.assign(gateway, {
      void: async (charge: ChargeRef) => {
        Object.assign(gateway, { void: voiding });
        const isVoided = await voiding.call(gateway, charge);
        await askVoid(buyer, concert, first.id);
        second = (await askPayment(buyer, concert, 'bca')).body.data.payment;
        return isVoided;
      },
    });
    expect((await buyer.call(calls.exitSession)).status).toBe(200);
    expect(second?.id).not.toBe(first.id);
    expect(await rowOf(second!)).toMatchObject({ charge: 'cancel', order: 'cancelled', held: 0 });
  });
});

describe('an order above the limit of every method (ruling R6)', () => {
  const setPrice = (price: number) =>
    app.services.db.query(
      `update categories set price = $2 where event_id = (select id from events where slug = $1)`,
      [concert, price],
    );

  it('is refused at the draft, and Rp22.500.000 can be paid through a virtual account', async () => {
    const buyer = await one();
    const prices = await app.services.db.query<{ id: string; price: number }>(
      'select id, price from categories where event_id = (select id from events where slug = $1)',
      [concert],
    );
    await setPrice(200_000_000);
    const seats = await freeSeats(app, concert, 5);
    await buyer.call(calls.joinQueue, { params: { slug: concert } });
    const ask = () =>
      buyer.call(calls.createDraft, {
        params: { slug: concert },
        body: { seats, voucher_code: null },
      });
    const isPayable = async () =>
      (
        await buyer.call(calls.orderPreview, {
          params: { slug: concert },
          body: { seats, voucher_code: null },
        })
      ).body.data.preview.is_payable;
    expect(await isPayable()).toBe(false);
    const refused = await ask();
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.',
    ]);
    expect((await draftOf(buyer)).status).toBe(404);

    await setPrice(4_500_000);
    expect(await isPayable()).toBe(true);
    const draft = await lockDraft(app, buyer, concert, 5);
    expect(draft.order_data.pricing_details.original_price).toBe(22_500_000);
    const methods = await buyer.call(calls.paymentMethods, { params: { slug: concert } });
    const groups = methods.body.data.payment_methods.available_methods.map(
      (method) => method.group_name,
    );
    expect(new Set(groups)).toEqual(new Set(['Virtual Account']));
    const { payment } = (await askPayment(buyer, concert, 'bca')).body.data;
    expect(payment.payment_data.virtual_account).toMatch(/^\d{10,}$/);
    await payerDoes(app, payment.id, 'settlement');
    expect((await paymentOf(buyer, concert)).ticket_ids).toHaveLength(5);
    for (const { id, price } of prices) {
      await app.services.db.query('update categories set price = $2 where id = $1', [id, price]);
    }
  });
});
