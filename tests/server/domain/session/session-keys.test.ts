import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import {
  askPayment,
  askVoid,
  expectSound,
  freeSeats,
  join,
  payerDoes,
  paymentOf,
  theatre,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const params = { slug: theatre };
const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const keyed = (key: string) => ({ headers: { [idempotencyHeader]: key } });
const draft = (buyer: TestClient, key: string, seats: readonly string[]) =>
  buyer.call(calls.createDraft, { params, body: { seats, voucher_code: null }, ...keyed(key) });
const forms = (buyer: TestClient, key: string) =>
  buyer.call(calls.submitForms, { params, body: { form_submissions: {} }, ...keyed(key) });
const pay = (buyer: TestClient, key: string) =>
  buyer.call(calls.createPayment, {
    params,
    body: { payment_method_code: 'qris' },
    ...keyed(key),
  });
const isReplay = (answer: { headers: Record<string, unknown> }) =>
  answer.headers['idempotency-replayed'] === 'true';

describe('a key of an earlier session', () => {
  it('returns neither its payment nor its draft in a later one', async () => {
    const buyer = await one();
    await join(buyer, theatre);
    const seats = await freeSeats(app, theatre, 1);
    expect((await draft(buyer, 'kursi', seats)).status).toBe(200);
    expect((await forms(buyer, 'isian')).status).toBe(200);
    const first = await pay(buyer, 'bayar');
    await payerDoes(app, first.body.data.payment.id, 'settlement');
    // The response may still be replayed: the session it completed is the newest.
    expect(isReplay(await pay(buyer, 'bayar'))).toBe(true);

    await app.advance(1);
    await join(buyer, theatre);
    for (const replayed of [
      await draft(buyer, 'kursi', seats),
      await forms(buyer, 'isian'),
      await pay(buyer, 'bayar'),
    ]) {
      expect([replayed.status, replayed.body.message, isReplay(replayed)]).toEqual([
        422,
        'This Idempotency-Key belongs to an earlier session. Use a new key.',
        false,
      ]);
      expect(replayed.body.data).toBeNull();
    }
    const others = await freeSeats(app, theatre, 1);
    expect((await draft(buyer, 'kursi-2', others)).status).toBe(200);
    await forms(buyer, 'isian-2');
    const second = await pay(buyer, 'bayar-2');
    expect(second.status).toBe(200);
    expect(second.body.data.payment.id).not.toBe(first.body.data.payment.id);
    await buyer.call(calls.exitSession);
  });
});

describe('a key of an undone call', () => {
  it('does not return an abandoned payment as running', async () => {
    const buyer = await one();
    await join(buyer, theatre);
    await draft(buyer, 'kursi', await freeSeats(app, theatre, 1));
    await forms(buyer, 'isian');
    const { payment } = (await pay(buyer, 'bayar')).body.data;
    await askVoid(buyer, theatre, payment.id);
    const again = await pay(buyer, 'bayar');
    expect(isReplay(again)).toBe(false);
    expect(again.body.data.payment).toMatchObject({ status: 'pending' });
    expect(again.body.data.payment.id).not.toBe(payment.id);
    await buyer.call(calls.exitSession);
  });

  it('abandons one payment only, and replays its response while that is current', async () => {
    const buyer = await one();
    await join(buyer, theatre);
    await draft(buyer, 'kursi', await freeSeats(app, theatre, 1));
    await forms(buyer, 'isian');
    const { payment } = (await pay(buyer, 'bayar')).body.data;
    const give = () =>
      buyer.call(calls.voidPayment, {
        params,
        body: { payment_id: payment.id },
        ...keyed('ganti'),
      });
    expect((await give()).status).toBe(200);
    expect(isReplay(await give())).toBe(true);
    await app.advance(1);
    expect((await askPayment(buyer, theatre)).status).toBe(200);
    const late = await give();
    expect([late.status, isReplay(late)]).toEqual([409, false]);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    await buyer.call(calls.exitSession);
  });

  it('does not return a cancelled draft as held, nor a renewed one as cancelled', async () => {
    const buyer = await one();
    await join(buyer, theatre);
    const seats = await freeSeats(app, theatre, 1);
    const first = await draft(buyer, 'kursi', seats);
    const cancel = () => buyer.call(calls.cancelDraft, { params, ...keyed('batal') });
    expect((await cancel()).status).toBe(200);
    expect(isReplay(await cancel())).toBe(true);
    const again = await draft(buyer, 'kursi', seats);
    expect([again.status, isReplay(again)]).toEqual([200, false]);
    expect(again.body.data.order.id).not.toBe(first.body.data.order.id);
    const second = await cancel();
    expect([second.status, isReplay(second)]).toEqual([200, false]);
    expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
    await buyer.call(calls.exitSession);
  });
});
