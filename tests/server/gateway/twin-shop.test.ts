import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { staffCalls } from '../../../contract/staff/calls.ts';
import { refOf } from '../../../server/domain/payment/charge-status.ts';
import { findPayment } from '../../../server/domain/payment/payments-view.ts';
import { RefundRefused } from '../../../server/gateway/gateway.ts';
import { midtransSignature } from '../../../server/gateway/midtrans/notice.ts';
import { twinAccounts } from '../../../server/gateway/stand-in.ts';
import { runNoticeTask } from '../../../server/operator/notices.ts';
import { mountTwins, openTwinStores } from '../../../tools/desk/twins/tool.ts';
import { oneBuyer, openShop } from '../support/open-shop.ts';
import { cancelEvent, operateRefund, rowOf } from '../support/payment-rows.ts';
import {
  askPayment,
  beginPayment,
  expectSound,
  lockDraft,
  party,
  theatre,
} from '../support/purchase.ts';
import { twinDesk } from '../support/twin-desk.ts';

/** Methods of a virtual account, by gateway. */
const gateways = [
  { name: 'midtrans', transfer: 'mandiri' },
  { name: 'xendit', transfer: 'bca' },
] as const;

describe.each(gateways)('a shop that sells through $name', async ({ name, transfer }) => {
  const app = await openShop({ events: [theatre, party], env: { PAYMENT_GATEWAYS: name } });
  const { db, clock } = app.services;
  const { steer, look, act } = twinDesk(app, name);

  const begin = async (method = 'qris', slug = theatre) => {
    const buyer = await oneBuyer(app);
    const payment = await beginPayment(app, buyer, slug, 1, null, method);
    return { buyer, payment, params: { orderCode: payment.order_code } };
  };
  const settled = async (method = 'qris', slug = theatre) => {
    const begun = await begin(method, slug);
    await act(begun.payment, 'settle');
    expect(await rowOf(app, begun.payment)).toMatchObject({ payment: 'completed', valid: 1 });
    return begun;
  };
  const lockedBuyer = async () => {
    const buyer = await oneBuyer(app);
    await lockDraft(app, buyer, theatre, 1);
    return buyer;
  };
  const noticesOf = (id: string) =>
    db.query<{ outcome: string; times: number; payment_ref: string }>(
      `select * from payment_notices where payment_id = $1 and source = 'notice' order by id`,
      [id],
    );

  it('gives the tickets once the gateway notifies the settlement', async () => {
    const { payment } = await settled();
    expect(payment).toMatchObject({ gateway: name, status: 'pending' });
    expect(payment.payment_data.qr_string).toContain('SIMULASI');
    // Midtrans shows the order code in its dashboard; Xendit has it in the description of a request.
    const names = (await noticesOf(payment.id)).map(({ payment_ref }) => payment_ref);
    const shown = name === 'midtrans' ? `${payment.order_code}-1` : payment.id;
    expect(new Set(names)).toEqual(new Set([shown]));
    const support = await app.asStaff('support');
    const found = await support.call(staffCalls.deskFind, { query: { q: shown } });
    expect(found.body.data.orders).toMatchObject([{ order_code: payment.order_code }]);
  });

  it.runIf(name === 'midtrans')(
    'answers what is about nothing of ours, and lists it once',
    async () => {
      const send = async (parts: object) => {
        const body = {
          order_id: 'toko-lain-7',
          status_code: '200',
          gross_amount: '105000.00',
          transaction_id: 'a2bb4a1d-0000-4000-8000-000000000001',
          transaction_status: 'settlement',
          currency: 'IDR',
          fraud_status: 'accept',
          merchant_id: twinAccounts.midtrans.merchantId,
          ...parts,
        };
        const signature_key = midtransSignature(body, twinAccounts.midtrans.key);
        const said = { ...body, signature_key };
        return (await app.anonymous().ask('POST', `/api/webhooks/${name}`, { body: said })).status;
      };
      const task = { task: 'notices', verb: 'list' } as const;
      const desk = { db, now: clock.now(), live: app.services };
      // As the dashboard sends it: with a word that would be money.
      const order_id = 'payment_notif_test_G000000000_1111-2222';
      expect(await send({ order_id })).toBe(200);
      expect(await runNoticeTask(desk, task)).toEqual(['No notice waits.']);
      const kept = await db.query(
        'select state, reason from payment_notices where payment_ref = $1',
        [order_id],
      );
      expect(kept).toEqual([{ state: 'dismissed', reason: 'test' }]);
      for (const transaction_status of ['pending', 'settlement', 'settlement']) {
        expect(await send({ transaction_status })).toBe(200);
      }
      const [line = '', ...more] = await runNoticeTask(desk, task);
      expect([line.includes('settlement'), more]).toEqual([true, []]);
      await runNoticeTask(desk, {
        ...task,
        verb: 'dismiss',
        id: Number.parseInt(line, 10),
        reason: 'x',
      });
      expect(await runNoticeTask(desk, task)).toEqual(['No notice waits.']);
    },
  );

  it('[F71] refuses a notification that the gateway did not sign, and changes nothing (§7.112)', async () => {
    const { payment } = await begin();
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
    const before = await noticesOf(payment.id);
    const headers = { 'x-callback-token': 'forged' };
    const answer = await app.anonymous().ask('POST', `/api/webhooks/${name}`, { body, headers });
    expect(answer.status).toBe(401);
    expect(await noticesOf(payment.id)).toEqual(before);
    expect((await rowOf(app, payment)).payment).toBe('pending');
  });

  it('[F72] is not moved by three duplicates, or by a pending after its settlement', async () => {
    await steer({ post: 'swapped' });
    const first = await begin();
    for (const what of ['settle', 'repeat']) {
      await act(first.payment, what);
      await steer({ flush: true });
    }
    await steer({ post: 'thrice' });
    const second = await settled();
    await steer({ post: 'once' });
    const told = await noticesOf(second.payment.id);
    expect(told.filter(({ outcome }) => outcome === 'settlement')).toMatchObject([{ times: 3 }]);
    for (const { payment } of [first, second]) {
      expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
    }
  });

  it('books refunds of its dashboard as refunds of their own, whole and in part, whether it notifies them or is asked', async () => {
    for (const post of ['once', 'lost'] as const) {
      const { payment } = await settled();
      const { amount } = payment;
      await steer({ post });
      for (const part of ['refundPart', 'refund']) {
        await act(payment, part);
        if (post === 'lost') await app.advance(90_000);
        const half = {
          payment: 'completed',
          reason: 'refund',
          amount: Math.floor(amount / 2),
          valid: 1,
        };
        const whole = { payment: 'refunded', reason: 'refund', amount, valid: 0, kept: 0 };
        expect(await rowOf(app, payment)).toMatchObject(part === 'refundPart' ? half : whole);
      }
      await steer({ post: 'once' });
    }
    await expectSound(db, { operator: true });
  });

  it('[F73] makes a lost notification good by asking', async () => {
    const { payment } = await begin();
    await steer({ post: 'lost' });
    await act(payment, 'settle');
    await steer({ post: 'once' });
    expect((await rowOf(app, payment)).payment).toBe('pending');
    await app.advance(16);
    expect((await rowOf(app, payment)).payment).toBe('completed');
  });

  it('[F74] voids the tickets of a settlement in the notification that the bank takes it back', async () => {
    const { payment } = await settled(transfer);
    await app.advance(120);
    await act(payment, 'reverse');
    const voided = await db.query(
      `select t.voided_at from tickets t join payments p on p.order_id = t.order_id where p.id = $1`,
      [payment.id],
    );
    // The clock stands still unless a test moves it: no ticker and no later second had a part in it.
    expect(voided).toEqual([{ voided_at: clock.now() }]);
    expect((await rowOf(app, payment)).payment).toBe('refunded');
  });

  it('[F75] finishes a charge whose response was lost by its repetition, once', async () => {
    const buyer = await lockedBuyer();
    await steer({ fault: 'lost' });
    expect((await askPayment(buyer, theatre)).status).toBe(503);
    const { payment } = (await askPayment(buyer, theatre)).body.data;
    expect(payment.payment_data.qr_string).toContain('SIMULASI');
    await act(payment, 'settle');
    expect((await rowOf(app, payment)).valid).toBe(1);
  });

  it('[F76] keeps the seats of a denied wallet for another method', async () => {
    const buyer = await lockedBuyer();
    await steer({ fault: 'denied' });
    const denied = (await askPayment(buyer, theatre, 'dana')).body.data;
    expect(denied?.payment).toMatchObject({ status: 'failed', can_change: true });
    const { payment } = (await askPayment(buyer, theatre, transfer)).body.data;
    await act(payment, 'settle');
    expect((await rowOf(app, payment)).valid).toBe(1);
  });

  it('[F79] knows its charges after a restart of the server', async () => {
    const { payment } = await settled();
    const [left] = mountTwins(Fastify(), app.services, await openTwinStores(db), app.drain);
    const [right] = (await look()).charges.filter((one) => one.paymentId === payment.id);
    expect(right).toMatchObject({ status: 'settlement' });
    const found = left!.charges().find(({ paymentId }) => paymentId === payment.id);
    expect(JSON.parse(JSON.stringify(found))).toEqual(right);
  });

  it('gives all money of a cancelled event back: by the gateway, or to an account that is asked for again when it is wrong', async () => {
    const buy = async (method: string) => {
      const { buyer, payment, params } = await settled(method, party);
      const refund = async () => (await buyer.call(calls.orderRefund, { params })).body.data.refund;
      return { buyer, payment, refund };
    };
    const [qris, wallet, bni] = [await buy('qris'), await buy('shopeepay'), await buy('bni')];
    const orders = [qris, wallet, bni];
    const bank = 'bca';
    const check = (token: string, number: string, holder = 'Siti Contoh Aminah') =>
      app
        .anonymous()
        .call(calls.checkRefundAccount, { params: { token }, body: { bank, number, holder } });
    const give = (token: string, number: string) => {
      const body = { bank, number, holder: 'Siti Contoh Aminah' };
      return app.anonymous().call(calls.giveRefundAccount, { params: { token }, body });
    };
    await steer({ fault: 'refundRefused' });
    const { id, amount } = wallet.payment;
    const charge = { ...refOf((await findPayment(db, id))!), reference: null };
    const refused = app.services.gateways.of(name).refund(charge, amount, 'a-refund');
    await expect(refused).rejects.toThrow(RefundRefused);
    await cancelEvent(app, party);
    await app.tick();
    await app.advance(20);
    for (const { payment, refund } of [qris, wallet]) {
      expect(await refund()).toMatchObject({ state: 'done', amount: payment.amount });
    }
    const first = (await bni.refund())?.account_token ?? '';
    const view = await app.anonymous().call(calls.refundAccount, { params: { token: first } });
    expect(view.body.data).toMatchObject({ state: 'asked', amount: bni.payment.amount });
    // A dot would make the address of the page one of a file.
    expect(first).toMatch(/^[\w-]+$/);
    const forged = first.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await give(forged, '12345678')).status).toBe(404);
    if (name === 'xendit') {
      expect((await check(first, '1234000')).body).toMatchObject({ code: 'accountUnknown' });
      expect((await check(first, '1234111')).body.data).toEqual({ fits: true });
      // Five questions in all, whatever the result: a link tells nobody whose accounts there are.
      for (const fits of [false, false, false, null, null]) {
        expect((await check(first, '1234111', 'Budi')).body.data).toEqual({ fits });
      }
      // Closed, then asleep: the money comes back each time.
      let token = first;
      for (const number of ['1234111', '1234222']) {
        await give(token, number);
        for (let turn = 0; turn < 3; turn += 1) await app.advance(20);
        expect((await give(token, '12345678')).status).toBe(404);
        token = (await bni.refund())?.account_token ?? '';
        expect(token).not.toBe('');
      }
      expect((await give(token, '12345678')).body.data.state).toBe('given');
      for (let turn = 0; turn < 2; turn += 1) await app.advance(20);
    } else {
      expect((await check(first, '12345678')).body.data).toEqual({ fits: null });
      expect((await give(first, '12345678')).body.data.state).toBe('given');
      await operateRefund(app, `paid ${bni.payment.order_code} TRF-1`);
    }
    for (const { payment } of orders) {
      const back = { refund: 'done', amount: payment.amount, valid: 0, kept: 0 };
      expect(await rowOf(app, payment)).toMatchObject(back);
    }
    const [sums] = await db.query(
      `select sum(amount) filter (where act = 'paid' and amount > 0)::int as paid,
         sum(amount) filter (where act = 'refunded' and amount > 0)::int as back
       from ledger_entries where payment_id = any($1::uuid[])`,
      [orders.map(({ payment }) => payment.id)],
    );
    const paid = orders.reduce((sum, { payment }) => sum + payment.amount, 0);
    expect(sums).toEqual({ paid, back: paid });
    const letters = await db.query<{ recipient: string }>(
      `select recipient from mails where subject like '%dibatalkan%'`,
    );
    const told = letters.map(({ recipient }) => recipient).sort();
    expect(told).toEqual(orders.map(({ buyer }) => buyer.email).sort());
    await expectSound(db, { operator: true });
  });
});
