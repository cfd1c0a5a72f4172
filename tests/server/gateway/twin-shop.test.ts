import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import type { Payment } from '../../../contract/payment.ts';
import { refundTaskOf } from '../../../scripts/operator/refund-args.ts';
import { mountTwins, openTwinStores } from '../../../server/dev/twins/tool.ts';
import type { TwinCharge, TwinMood } from '../../../server/dev/twins/twin.ts';
import { runRefundTask } from '../../../server/operator/refunds.ts';
import { stillClock } from '../support/clocks.ts';
import {
  askPayment,
  beginPayment,
  expectSound,
  lockDraft,
  payerDoes,
  paymentOf,
  theatre,
} from '../support/purchase.ts';
import {
  createTestApp,
  type Envelope,
  type TestApp,
  type TestClient,
} from '../support/test-app.ts';

/** Methods of a virtual account and of a push, by gateway. */
const gateways = [
  { name: 'midtrans', transfer: 'mandiri' },
  { name: 'xendit', transfer: 'bca' },
] as const;

describe.each(gateways)('a shop that sells through $name', ({ name, transfer }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      events: [theatre],
      env: { PAYMENT_GATEWAYS: name },
      overrides: { clock: stillClock() },
    });
  });
  afterAll(() => app.close());
  afterEach(() => expectSound(app.services.db));

  const steer = async (body: object) => {
    const answer = await app.anonymous().ask('POST', `/dev/gateway/twins/${name}`, { body });
    expect(answer.status).toBe(200);
  };
  const twin = async () => {
    const answer = await app
      .anonymous()
      .ask<Envelope<{ charges: TwinCharge[]; mood: TwinMood }>>(
        'GET',
        `/dev/gateway/twins/${name}`,
      );
    return answer.body.data;
  };
  const act = (payment: Payment, what: string) => steer({ payment_id: payment.id, act: what });
  const begin = async (method = 'qris'): Promise<[TestClient, Payment]> => {
    const [buyer] = await app.makeBuyers(1);
    return [buyer!, await beginPayment(app, buyer!, theatre, 1, null, method)];
  };
  const noticesOf = (payment: Payment) =>
    app.services.db.query<{ raw_body: string; outcome: string; times: number; headers: object }>(
      `select raw_body, outcome, times, headers from payment_notices
       where payment_ref = $1 and source = 'notice' order by id`,
      [payment.id],
    );
  const validTickets = async (payment: Payment) => {
    const [row] = await app.services.db.query<{ count: number }>(
      `select count(*)::int as count from tickets t join payments p on p.order_id = t.order_id
       where p.id = $1 and t.voided_at is null`,
      [payment.id],
    );
    return row!.count;
  };

  it('gives the tickets once the gateway notifies the settlement', async () => {
    const [buyer, payment] = await begin();
    expect(payment).toMatchObject({ gateway: name, status: 'pending' });
    expect(payment.payment_data.qr_string).toContain('SIMULASI');
    await act(payment, 'settle');
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    expect(await validTickets(payment)).toBe(1);
  });

  it('[F71] refuses a notification that the gateway did not sign, and changes nothing', async () => {
    const [buyer, payment] = await begin();
    const body = {
      order_id: payment.id,
      status_code: '200',
      gross_amount: `${payment.amount}.00`,
      transaction_id: 'forged',
      transaction_status: 'settlement',
      signature_key: 'a'.repeat(128),
      event: 'payment.capture',
      data: { reference_id: payment.id, status: 'SUCCEEDED' },
    };
    const before = await noticesOf(payment);
    const answer = await app.anonymous().ask('POST', `/api/webhooks/${name}`, {
      body,
      headers: { 'x-callback-token': 'forged' },
    });
    expect(answer.status).toBe(401);
    expect(await noticesOf(payment)).toEqual(before);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
  });

  it('[F72] is not moved by three duplicates, or by a pending after its settlement', async () => {
    await steer({ post: 'swapped' });
    const [buyer, payment] = await begin();
    await act(payment, 'settle');
    await steer({ flush: true });
    await act(payment, 'repeat');
    await steer({ flush: true });
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    await steer({ post: 'thrice' });
    const [other, second] = await begin();
    await act(second, 'settle');
    await steer({ post: 'once' });
    expect((await paymentOf(other, theatre)).status).toBe('completed');
    const told = await noticesOf(second);
    expect(told.filter(({ outcome }) => outcome === 'settlement')).toMatchObject([{ times: 3 }]);
    expect(await validTickets(payment)).toBe(1);
    expect(await validTickets(second)).toBe(1);
  });

  it('gives back the part that the staff approved, also where its notification is the first to say so', async () => {
    const [buyer, payment] = await begin('shopeepay');
    await act(payment, 'settle');
    const { db, clock, config } = app.services;
    for (const words of [
      ['ask', payment.order_code, '91000'],
      ['approve', payment.order_code],
    ]) {
      await runRefundTask({ db, clock, config, live: app.services }, refundTaskOf(words)!);
    }
    await app.advance(20);
    const params = { orderCode: payment.order_code };
    const { refund } = (await buyer.call(calls.orderRefund, { params })).body.data;
    expect(refund).toMatchObject({ state: 'done', amount: 91_000 });
  });

  it('[F73] makes a lost notification good by asking', async () => {
    const [buyer, payment] = await begin();
    await steer({ post: 'lost' });
    await act(payment, 'settle');
    await steer({ post: 'once' });
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    await app.advance(16);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
  });

  it('[F74] voids the tickets of a settlement in the notification that the bank takes it back', async () => {
    const [buyer, payment] = await begin(transfer);
    await act(payment, 'settle');
    expect(await validTickets(payment)).toBe(1);
    await app.advance(120);
    await act(payment, 'reverse');
    const voided = await app.services.db.query<{ voided_at: Date }>(
      `select t.voided_at from tickets t join payments p on p.order_id = t.order_id where p.id = $1`,
      [payment.id],
    );
    const [{ voided_at: at }] = voided as [{ voided_at: Date }];
    expect(voided).toHaveLength(1);
    // The clock stands still unless a test moves it: no ticker and no later second had a part in it.
    expect(at).toEqual(app.services.clock.now());
    expect((await paymentOf(buyer, theatre)).status).toBe('refunded');
  });

  it('[F75] finishes a charge whose response was lost by its repetition, once', async () => {
    const [buyer] = await app.makeBuyers(1);
    await lockDraft(app, buyer!, theatre, 1);
    await steer({ fault: 'lost' });
    expect((await askPayment(buyer!, theatre)).status).toBe(503);
    const again = await askPayment(buyer!, theatre);
    expect(again.status).toBe(200);
    const { payment } = again.body.data;
    expect(payment.payment_data.qr_string).toContain('SIMULASI');
    await act(payment, 'settle');
    expect(await validTickets(payment)).toBe(1);
  });

  it('[F76] keeps the seats of a denied wallet for another method', async () => {
    const [buyer] = await app.makeBuyers(1);
    await lockDraft(app, buyer!, theatre, 1);
    await steer({ fault: 'denied' });
    const denied = await askPayment(buyer!, theatre, 'dana');
    expect(denied.body.data?.payment).toMatchObject({ status: 'failed', can_change: true });
    const again = await askPayment(buyer!, theatre, transfer);
    expect(again.status).toBe(200);
    await act(again.body.data.payment, 'settle');
    expect(await validTickets(again.body.data.payment)).toBe(1);
  });

  it('[F79] knows its charges after a restart of the server', async () => {
    const [, payment] = await begin();
    await act(payment, 'settle');
    const [left] = mountTwins(Fastify(), app.services, await openTwinStores(app.services.db));
    const [right] = (await twin()).charges.filter((one) => one.paymentId === payment.id);
    expect(right).toMatchObject({ status: 'settlement' });
    const found = left!.charges().find(({ paymentId }) => paymentId === payment.id);
    expect(JSON.parse(JSON.stringify(found))).toEqual(right);
  });

  it('plays the payer on the same page as the simulated gateway', async () => {
    const [buyer, payment] = await begin();
    const html = { headers: { accept: 'text/html' } };
    const ask = (method: 'GET' | 'POST', path: string, options: object = {}) =>
      app.anonymous().ask<unknown>(method, path, options);
    const all = await ask('GET', '/dev/gateway', html);
    expect(all.text).toContain(payment.order_code);
    expect(all.text).toContain(`Twin of ${name}`);
    const bank = await ask('GET', `/dev/gateway/${payment.id}`, html);
    expect(bank.text).toContain(payment.order_code);
    expect(bank.text.match(/<button/g)).toHaveLength(3);
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    expect((await payerDoes(app, payment.id, 'deny')).status).toBe(409);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await ask('POST', `/dev/gateway/twins/${name}`, {
      body: 'late_seconds=5',
      headers: form,
    });
    expect(pressed.status).toBe(303);
    expect((await twin()).mood.lateSeconds).toBe(5);
    await steer({ late_seconds: 0 });
  });

  it('refuses what it does not know', async () => {
    const [, payment] = await begin();
    const ask = async (path: string, body: object) =>
      (await app.anonymous().ask('POST', path, { body })).status;
    expect(await ask('/dev/gateway/twins/nobody', { fault: 'slow' })).toBe(404);
    expect(await ask(`/dev/gateway/twins/${name}`, { fault: 'unknown' })).toBe(422);
    expect(
      await ask(`/dev/gateway/twins/${name}`, { payment_id: payment.id, act: 'reverse' }),
    ).toBe(409);
  });
});
