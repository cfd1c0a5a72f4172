import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { findPayment } from '../../../../server/domain/payment/payments-view.ts';
import { askRefund } from '../../../../server/domain/refund/requests.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { enter } from '../../support/paid-tickets.ts';
import { beginPayment, expectSound, payerDoes, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
});
beforeEach(() =>
  app.services.db.query('update events set refund_policy = null, refund_until = null'),
);
afterEach(() => expectSound(app.services.db, { operator: true }));
afterAll(() => app.close());

const half = { steps: [{ daysBefore: 1, percent: 50 }], fee: 1_000 };
const setPolicy = () =>
  app.services.db.query('update events set refund_policy = $1::jsonb', [JSON.stringify(half)]);
const operate = (line: string) => {
  const { db, clock, config } = app.services;
  return runRefundTask({ db, clock, config, live: app.services }, refundTaskOf(line.split(' '))!);
};
const postpone = () => {
  const { db, clock } = app.services;
  return runSaleTask(
    { db, clock, live: app.services },
    { task: 'sale', verb: 'postpone', slug: theatre, yes: theatre, to: '2030-01-01T19:00+07:00' },
  );
};

/** A paid order, and the calls of its buyer. */
async function paid(method = 'qris') {
  const [buyer] = (await app.makeBuyers(1)) as [TestClient];
  const payment = await beginPayment(app, buyer, theatre, 2, null, method);
  await payerDoes(app, payment.id, 'settlement');
  const params = { orderCode: payment.order_code };
  return {
    buyer,
    payment,
    code: payment.order_code,
    read: async () => (await buyer.call(calls.orderRefund, { params })).body.data,
    ask: (expected: number) => buyer.call(calls.askOrderRefund, { params, body: { expected } }),
    keep: () => buyer.call(calls.keepTickets, { params }),
    letters: async () =>
      (
        await app.services.db.query<{ subject: string }>(
          'select subject from mails where recipient = $1 order by id',
          [buyer.email],
        )
      ).map(({ subject }) => subject.replace(/ RTX-\S+/, '')),
  };
}

it('gives nothing back without a policy, and nothing of the order of another', async () => {
  const { buyer, payment, code, read } = await paid();
  expect(await read()).toEqual({
    order_code: code,
    event: { slug: theatre, name: expect.any(String), datetime: expect.any(String) },
    paid: payment.amount,
    policy: null,
    askable: 0,
    everything_until: null,
    kept: false,
    refund: null,
  });
  const [other] = (await app.makeBuyers(1)) as [TestClient];
  const params = { orderCode: code };
  expect((await other.call(calls.orderRefund, { params })).status).toBe(404);
  expect((await other.call(calls.keepTickets, { params })).status).toBe(404);
  const body = { expected: payment.amount };
  expect((await other.call(calls.askOrderRefund, { params, body })).status).toBe(404);
  expect((await buyer.call(calls.askOrderRefund, { params, body })).body).toMatchObject({
    code: 'refundUnavailable',
  });
});

it('waits for the operator where the buyer asks by the policy of the order', async () => {
  await setPolicy();
  const { payment, code, read, ask } = await paid();
  const { askable, policy } = await read();
  expect(policy).toEqual(half);
  expect(askable).toBe(Math.floor((payment.amount - payment.service_fee) / 2) - 1_000);
  expect((await ask(askable + 1)).body).toMatchObject({ code: 'refundAmountChanged' });
  expect((await ask(askable)).body.data).toMatchObject({
    askable: 0,
    refund: { state: 'asked', amount: askable },
  });
  expect((await ask(askable)).body).toMatchObject({ code: 'refundBegun' });
  const [audited] = await app.services.db.query<{ account_id: string; request_id: string | null }>(
    `select account_id, request_id from audit_log where object = $1 and action = 'refund.ask'`,
    [`refund:${payment.id}`],
  );
  expect(audited).toEqual({
    account_id: expect.any(String),
    request_id: expect.any(String),
  });
  await operate(`refuse ${code} Terlambat`);
  expect((await read()).refund).toMatchObject({ state: 'refused', note: 'Terlambat' });
  // What was refused may be asked for again.
  await ask((await read()).askable);
  await operate(`approve ${code}`);
  expect((await read()).refund).toMatchObject({ state: 'done', amount: askable });
});

it('asks the buyers of a postponed event: keep, or everything back, until a day that passes', async () => {
  const [giver, keeper, silent] = [await paid(), await paid(), await paid()];
  await postpone();
  await app.tick();
  for (const { read, letters, payment } of [giver, keeper, silent]) {
    expect(await read()).toMatchObject({
      askable: payment.amount,
      everything_until: expect.any(String),
      kept: false,
    });
    expect((await letters()).filter((subject) => subject.startsWith('Tanggal baru'))).toHaveLength(
      1,
    );
  }
  // The organiser offered it to everybody: there is nothing more to approve.
  expect((await giver.ask(giver.payment.amount)).body.data.refund).toMatchObject({
    state: 'approved',
  });
  await app.tick();
  expect((await giver.read()).refund).toMatchObject({
    state: 'done',
    amount: giver.payment.amount,
  });
  expect((await giver.keep()).body).toMatchObject({ code: 'refundUnavailable' });
  for (let time = 0; time < 2; time += 1) {
    expect((await keeper.keep()).body.data).toMatchObject({ kept: true, refund: null });
  }
  expect((await keeper.read()).kept).toBe(true);
  await app.advance(14 * 86_400 + 1);
  const late = await app.as(silent.buyer.email);
  const params = { orderCode: silent.code };
  expect((await late.call(calls.orderRefund, { params })).body.data).toMatchObject({
    askable: 0,
    everything_until: null,
    refund: null,
  });
  const asked = await late.call(calls.askOrderRefund, {
    params,
    body: { expected: silent.payment.amount },
  });
  expect(asked.body).toMatchObject({ code: 'refundUnavailable' });
});

it('decides with the order locked: the amount that was shown, and what is offered to all in the same transaction', async () => {
  await setPolicy();
  const byPolicy = await paid();
  const { askable } = await byPolicy.read();
  const by = { accountId: null, requestId: null };
  const rowOf = async (id: string) => (await findPayment(app.services.db, id))!;
  // The policy took its next step between the page and the lock.
  const late = { amount: null, expected: askable + 1, by };
  await expect(
    askRefund(app.services, await rowOf(byPolicy.payment.id), late),
  ).rejects.toMatchObject({ code: 'refundAmountChanged' });
  expect((await byPolicy.read()).refund).toBeNull();
  const offered = await paid();
  await postpone();
  const { amount } = offered.payment;
  await askRefund(app.services, await rowOf(offered.payment.id), {
    amount: null,
    expected: amount,
    by,
  });
  expect((await offered.read()).refund).toMatchObject({ state: 'approved', amount });
  await app.tick();
});

it('is not approved for an order that somebody has entered with since it was asked for', async () => {
  await setPolicy();
  const { payment, code, read, ask } = await paid();
  const { askable } = await read();
  await ask(askable);
  const [ticket] = await app.services.db.query<{ id: string }>(
    'select t.id from tickets t join orders o on o.id = t.order_id where o.order_code = $1',
    [code],
  );
  await app.advance(60);
  await enter(app, ticket?.id ?? '');
  await expect(operate(`approve ${code}`)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('entered'),
  });
  expect((await read()).refund).toMatchObject({ state: 'asked' });
  // An operator who gives money back all the same says how much.
  await operate(`refuse ${code} Tiketnya sudah dipakai`);
  await app.advance(60);
  await operate(`ask ${code} ${payment.amount}`);
  await operate(`approve ${code}`);
  expect((await read()).refund).toMatchObject({ state: 'done', amount: payment.amount });
});
