import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { refundTaskOf } from '../../../scripts/operator/refund-args.ts';
import { RefundRefused } from '../../../server/gateway/gateway.ts';
import { runRefundTask } from '../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../server/operator/sale-desk.ts';
import { beginPayment, expectSound, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

describe.each(['midtrans', 'xendit'] as const)('a cancelled event sold through %s', (name) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [theatre], env: { PAYMENT_GATEWAYS: name } });
  });
  afterAll(() => app.close());

  const buy = async (method: string) => {
    const [buyer] = (await app.makeBuyers(1)) as [TestClient];
    const payment = await beginPayment(app, buyer, theatre, 1, null, method);
    const body = { payment_id: payment.id, act: 'settle' };
    await app.anonymous().ask('POST', `/dev/gateway/twins/${name}`, { body });
    const params = { orderCode: payment.order_code };
    const refund = async () => (await buyer.call(calls.orderRefund, { params })).body.data.refund;
    return { buyer, payment, refund };
  };
  const check = (token: string, number: string) =>
    app
      .anonymous()
      .call(calls.checkRefundAccount, { params: { token }, body: { bank: 'bca', number } });
  const give = (token: string, number: string) =>
    app.anonymous().call(calls.giveRefundAccount, {
      params: { token },
      body: { bank: 'bca', number, holder: 'Siti Contoh Aminah' },
    });

  it('gives all of its money back: by the gateway, or to an account that is asked for again when it is wrong', async () => {
    const [qris, wallet, transfer] = [await buy('qris'), await buy('shopeepay'), await buy('bni')];
    const orders = [qris, wallet, transfer];
    const { db, clock, config, gateways } = app.services;
    await app.anonymous().ask('POST', `/dev/gateway/twins/${name}`, {
      body: { fault: 'refundRefused' },
    });
    const { id: paymentId, amount } = wallet.payment;
    const charge = { paymentId, methodCode: 'shopeepay', reference: null };
    await expect(gateways.of(name).refund(charge, amount)).rejects.toThrow(RefundRefused);
    await runSaleTask(
      { db, clock, live: app.services },
      { task: 'sale', verb: 'cancel', slug: theatre, yes: theatre },
    );
    await app.tick();
    await app.advance(20);
    for (const { payment, refund } of [qris, wallet]) {
      expect(await refund()).toMatchObject({ state: 'done', amount: payment.amount });
    }
    const first = (await transfer.refund())?.account_token ?? '';
    const view = await app.anonymous().call(calls.refundAccount, { params: { token: first } });
    expect(view.body.data).toMatchObject({ state: 'asked', amount: transfer.payment.amount });
    // A dot would make the address of the page one of a file.
    expect(first).toMatch(/^[\w-]+$/);
    const forged = first.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await give(forged, '12345678')).status).toBe(404);
    if (name === 'xendit') {
      expect((await check(first, '1234000')).body).toMatchObject({ code: 'accountUnknown' });
      expect((await check(first, '1234111')).body.data).toEqual({ holder: 'SITI CONTOH AMINAH' });
      // Closed, then asleep: the money comes back each time.
      let token = first;
      for (const number of ['1234111', '1234222']) {
        await give(token, number);
        for (let turn = 0; turn < 3; turn += 1) await app.advance(20);
        expect((await give(token, '12345678')).status).toBe(404);
        token = (await transfer.refund())?.account_token ?? '';
        expect(token).not.toBe('');
      }
      expect((await give(token, '12345678')).body.data.state).toBe('given');
      await app.advance(20);
    } else {
      expect((await check(first, '12345678')).body.data).toEqual({ holder: null });
      expect((await give(first, '12345678')).body.data.state).toBe('given');
      const task = refundTaskOf(['paid', transfer.payment.order_code, 'TRF-1'])!;
      await runRefundTask({ db, clock, config, live: app.services }, task);
    }
    const [sums] = await db.query(
      `select sum(amount) filter (where act = 'paid' and amount > 0)::int as paid, sum(amount) filter (where act = 'refunded' and amount > 0)::int as back,
         (select count(*)::int from tickets where voided_at is null) as valid from ledger_entries`,
    );
    const paid = orders.reduce((sum, { payment }) => sum + payment.amount, 0);
    expect(sums).toEqual({ paid, back: paid, valid: 0 });
    const letters = await db.query<{ recipient: string; subject: string }>(
      `select recipient, subject from mails where subject like '%dibatalkan%'`,
    );
    expect(letters.map(({ recipient }) => recipient).toSorted()).toEqual(
      orders.map(({ buyer }) => buyer.email).toSorted(),
    );
    await expectSound(db, { operator: true });
  });
});
