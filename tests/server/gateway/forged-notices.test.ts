import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../contract/payment.ts';
import { midtransSignature } from '../../../server/gateway/midtrans/notice.ts';
import { twinAccounts } from '../../../server/gateway/stand-in.ts';
import { tokenHeader } from '../../../server/gateway/xendit/notice.ts';
import { oneBuyer, openShop } from '../support/open-shop.ts';
import { rowOf } from '../support/payment-rows.ts';
import { beginPayment, theatre } from '../support/purchase.ts';
import { twinDesk } from '../support/twin-desk.ts';

/** Settlements that the gateway never wrote, and whose signs of authenticity hold. */
const forgeries = {
  /** The token is constant: a person who has seen one notification has it. */
  xendit: ({ id, amount }: Payment) => ({
    headers: { [tokenHeader]: twinAccounts.xendit.callbackToken },
    body: {
      event: 'payment.capture',
      data: {
        payment_id: 'py-1',
        reference_id: id,
        status: 'SUCCEEDED',
        request_amount: amount,
        currency: 'IDR',
      },
    },
  }),
  /** The notification of a cancelled charge with another status, which the signature does not cover. */
  midtrans: ({ amount, order_code }: Payment) => {
    const signed = {
      order_id: `${order_code}-1`,
      status_code: '200',
      gross_amount: `${amount}.00`,
    };
    return {
      headers: {},
      body: {
        ...signed,
        signature_key: midtransSignature(signed, twinAccounts.midtrans.key),
        transaction_id: 'a2bb4a1d-0000-4000-8000-000000000001',
        fraud_status: 'accept',
        currency: 'IDR',
        merchant_id: twinAccounts.midtrans.merchantId,
      },
    };
  },
} as const;

describe.each(['xendit', 'midtrans'] as const)('a forged settlement of %s', async (name) => {
  const app = await openShop({ events: [theatre], env: { PAYMENT_GATEWAYS: name } });
  const { db, clock } = app.services;
  const { act, steer } = twinDesk(app, name);
  const begin = async () => beginPayment(app, await oneBuyer(app), theatre, 1);
  const forge = async (payment: Payment, word = 'settlement') => {
    const { body, headers } = forgeries[name](payment);
    const answer = await app.anonymous().ask('POST', `/api/webhooks/${name}`, {
      headers,
      body: { ...body, transaction_status: word },
    });
    expect(answer.status, answer.text).toBe(200);
    await app.tick();
  };
  const noticeOf = async ({ id }: Payment, word = 'settlement') => {
    const [notice] = await db.query(
      `select state, reason, raw_body like '%signature%' as is_signed from payment_notices where payment_id = $1 and source = 'notice' and outcome = $2`,
      [id, word],
    );
    return notice;
  };

  it('gives no ticket while the gateway says that nothing was paid, and waits for an operator', async () => {
    const payment = await begin();
    await forge(payment);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'pending', valid: 0 });
    for (let passed = 0; passed < 21; passed += 1) {
      clock.advance(30);
      await app.tick();
    }
    const waits = { state: 'mismatched', reason: 'contradicts', is_signed: false };
    expect(await noticeOf(payment)).toEqual(waits);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'expired', valid: 0 });
  });

  it.runIf(name === 'midtrans').each([
    ['chargeback', 'mismatched'],
    ['deny', 'applied'],
  ])('hears of money that came, and takes a forged %s for nothing', async (word, state) => {
    const payment = await begin();
    await steer({ post: 'lost' });
    await act(payment, 'settle');
    await act(payment, 'refundPart');
    await steer({ post: 'once' });
    await forge(payment, word);
    await app.advance(600);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
    expect(await noticeOf(payment, word)).toMatchObject({ state });
  });
});
