import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  askPayment,
  askVoid,
  expectSound,
  freeSeats,
  join,
  leave,
  payerDoes,
  paymentOf,
  theatre,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [theatre] }, null);
let buyer: TestClient;
let seats: readonly string[];
beforeEach(async () => {
  [buyer] = await app.makeBuyers(1);
  await join(buyer, theatre);
  seats = await freeSeats(app, theatre, 1);
});
afterEach(async () => {
  await leave(buyer);
  await expectSound(app.services.db);
});

const params = { slug: theatre };
const keyed = (key: string, body?: object) => ({
  params,
  body,
  headers: { [idempotencyHeader]: key },
});
const draft = (key: string, of = seats) =>
  buyer.call(calls.createDraft, keyed(key, { seats: of, voucher_code: null }));
const forms = (key: string) => buyer.call(calls.submitForms, keyed(key, { form_submissions: {} }));
const pay = (key: string) =>
  buyer.call(calls.createPayment, keyed(key, { payment_method_code: 'qris' }));
const isReplay = (answer: { headers: Record<string, unknown> }) =>
  answer.headers['idempotency-replayed'] === 'true';
/** Holds, fills in and pays, each under its key. */
const begin = async () => {
  expect((await draft('kursi')).status).toBe(200);
  expect((await forms('isian')).status).toBe(200);
  return (await pay('bayar')).body.data.payment;
};

it('a key of an earlier session returns neither its payment nor its draft in a later one (§7.5)', async () => {
  const first = await begin();
  await payerDoes(app, first.id, 'settlement');
  // The response may still be replayed: the session it completed is the newest.
  expect(isReplay(await pay('bayar'))).toBe(true);

  await app.advance(1);
  await join(buyer, theatre);
  for (const replayed of [await draft('kursi'), await forms('isian'), await pay('bayar')]) {
    expect([replayed.status, replayed.body.message, isReplay(replayed)]).toEqual([
      422,
      'This Idempotency-Key belongs to an earlier session. Use a new key.',
      false,
    ]);
    expect(replayed.body.data).toBeNull();
  }
  expect((await draft('kursi-2', await freeSeats(app, theatre, 1))).status).toBe(200);
  await forms('isian-2');
  const second = await pay('bayar-2');
  expect(second.status).toBe(200);
  expect(second.body.data.payment.id).not.toBe(first.id);
});

describe('a key of an undone call', () => {
  it('does not return an abandoned payment as running', async () => {
    const payment = await begin();
    await askVoid(buyer, theatre, payment.id);
    const again = await pay('bayar');
    expect(isReplay(again)).toBe(false);
    expect(again.body.data.payment).toMatchObject({ status: 'pending' });
    expect(again.body.data.payment.id).not.toBe(payment.id);
  });

  it('abandons one payment only, and replays its response while that is current', async () => {
    const payment = await begin();
    const give = () => buyer.call(calls.voidPayment, keyed('ganti', { payment_id: payment.id }));
    expect((await give()).status).toBe(200);
    expect(isReplay(await give())).toBe(true);
    await app.advance(1);
    expect((await askPayment(buyer, theatre)).status).toBe(200);
    const late = await give();
    expect([late.status, isReplay(late)]).toEqual([409, false]);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
  });

  it('does not return a cancelled draft as held, nor a renewed one as cancelled (§7.79)', async () => {
    const first = await draft('kursi');
    const cancel = () => buyer.call(calls.cancelDraft, keyed('batal'));
    expect((await cancel()).status).toBe(200);
    expect(isReplay(await cancel())).toBe(true);
    const again = await draft('kursi');
    expect([again.status, isReplay(again)]).toEqual([200, false]);
    expect(again.body.data.order.id).not.toBe(first.body.data.order.id);
    const second = await cancel();
    expect([second.status, isReplay(second)]).toEqual([200, false]);
    expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
  });
});
