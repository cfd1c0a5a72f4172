import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '../../../../contract/payment.ts';
import { ChargeDenied, type PaymentGateway } from '../../../../server/gateway/gateway.ts';
import {
  askPayment,
  beginPayment,
  concert,
  expectSound,
  lockDraft,
  payerDoes,
  paymentOf,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let gateway: PaymentGateway;

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
  gateway = app.services.gateways.of('simulated');
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const chargeOf = async ({ id }: Pick<Payment, 'id'>) =>
  (
    await app.services.db.query<{ status: string }>(
      'select status from simulated_charges where payment_id = $1',
      [id],
    )
  )[0]?.status;

/** Replaces a part of the gateway for the rest of the test. */
function replace(parts: Partial<PaymentGateway>): () => void {
  const before = Object.fromEntries(
    Object.keys(parts).map((key) => [key, gateway[key as keyof PaymentGateway]]),
  );
  Object.assign(gateway, parts);
  return () => Object.assign(gateway, before);
}

describe('a push of one minute', () => {
  it('leaves the seats and nine more minutes to another method', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1, null, 'ovo');
    expect(payment.remaining_seconds).toBe(60);
    await app.advance(61);
    expect(await paymentOf(buyer, concert)).toMatchObject({
      status: 'expired',
      end_reason: 'expired',
      can_change: true,
    });
    const { session } = await sessionOf(buyer);
    expect(session?.state).toBe('payment_selection');
    expect(Date.parse(session?.expires_at ?? '') - Date.parse(payment.expires_at ?? '')).toBe(
      540_000,
    );
    const next = (await askPayment(buyer, concert, 'qris')).body.data.payment;
    expect(next.expires_at).toBe(session?.expires_at);
    await payerDoes(app, next.id, 'settlement');
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });

  it('is voided if the gateway is late to end it', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1, null, 'ovo');
    await app.services.db.query(
      `update simulated_charges set expires_at = expires_at + interval '1 hour' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(61);
    expect((await paymentOf(buyer, concert)).status).toBe('pending');
    await app.advance(15);
    expect((await paymentOf(buyer, concert)).status).toBe('expired');
    expect(await chargeOf(payment)).toBe('cancel');
  });
});

describe('a charge', () => {
  it('that the gateway denies ends the payment, and the seats stay held for another method', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    const restore = replace({ charge: () => Promise.reject(new ChargeDenied('no such number')) });
    const denied = (await askPayment(buyer, concert, 'ovo')).body.data.payment;
    restore();
    expect(denied).toMatchObject({ status: 'failed', end_reason: 'denied', can_change: true });
    expect((await askPayment(buyer, concert, 'qris')).body.data.payment.status).toBe('pending');
  });

  it('carries buyer, lines that add up to its amount, and the way back', async () => {
    const buyer = await one();
    const { charge } = gateway;
    let asked: Parameters<typeof charge>[0] | undefined;
    const restore = replace({
      charge: (request) => {
        asked = request;
        return charge(request);
      },
    });
    const payment = await beginPayment(app, buyer, concert, 2, null, 'ovo');
    restore();
    const sum = asked?.items.reduce((total, { quantity, price }) => total + quantity * price, 0);
    expect(sum).toBe(payment.amount);
    expect(asked).toMatchObject({
      amount: payment.amount,
      buyer: { email: buyer.email },
      phone: expect.stringMatching(/^\+\d+$/),
      returnUrl: expect.stringMatching(/^https?:.*\/event\/[^/]+\/payment$/),
    });
  });

  it('whose response was lost and that is paid is not made twice', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    const { charge } = gateway;
    const restore = replace({
      charge: async (request) => {
        await charge(request);
        throw new Error('the process is gone');
      },
    });
    expect((await askPayment(buyer, concert)).status).toBe(503);
    restore();
    const { id } = await paymentOf(buyer, concert);
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [id],
    );
    const again = replace({ charge: () => Promise.reject(new Error('charged twice')) });
    await app.advance(16);
    again();
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });
});
