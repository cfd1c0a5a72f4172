import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import {
  signatureHeader,
  signNotice,
  timestampHeader,
} from '../../../../server/gateway/notice-signature.ts';
import { oneBuyer, openShop, replaceParts, setEvent, withParts } from '../../support/open-shop.ts';
import { lettersTo, rowOf, seatsOf, setCharge } from '../../support/payment-rows.ts';
import {
  askDraft,
  beginPayment,
  concert,
  freeSeats,
  join,
  payerDoes,
  paymentOf,
  payTimeEnds,
} from '../../support/purchase.ts';
import { notificationBody, notify } from '../../support/signed-notification.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });
const { db, clock, config, gateways, keys } = app.services;

const begin = async (count = 1, voucher: string | null = null) => {
  const buyer = await oneBuyer(app);
  return { buyer, payment: await beginPayment(app, buyer, concert, count, voucher) };
};
/** A payment whose time ended; somebody else then takes its first seat, or its voucher. */
const lateBehind = async (count = 1, voucher: string | null = null) => {
  const { buyer: late, payment } = await begin(count, voucher);
  await payTimeEnds(app);
  const quick = await oneBuyer(app);
  await join(quick, concert);
  const [taken = ''] = await seatsOf(app, payment);
  const [, other = ''] = await freeSeats(app, concert, 2);
  const asked = await askDraft(quick, concert, [voucher === null ? taken : other], voucher);
  expect(asked.status).toBe(200);
  return { late, quick, payment };
};
const leave = (buyer: TestClient) => buyer.call(calls.exitSession);

/** Sends a settlement as somebody would who may not. */
function forge(payment: Payment, given: { key?: string; age?: number; tampers?: boolean }) {
  const body = notificationBody(payment);
  const second = String(Math.floor(clock.now().getTime() / 1000) - (given.age ?? 0));
  return app.fastify.inject({
    method: 'POST',
    url: '/api/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      [timestampHeader]: second,
      [signatureHeader]: signNotice(given.key ?? keys.webhook, second, body),
    },
    payload: given.tampers ? body.replace('settlement', 'expire') : body,
  });
}

describe('a notification (§12.25)', () => {
  it('[F39] fifty times at once completes once: one set of tickets, one e-mail (§14.2)', async () => {
    const { buyer, payment } = await begin(3);
    const eventId = `uji-${randomUUID()}`;
    const sent = Array.from({ length: 50 }, () => notify(app, payment, { eventId }));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    for (let time = 0; time < 2; time += 1) {
      expect((await rowOf(app, payment)).valid).toBe(3);
      expect(await lettersTo(app, buyer)).toHaveLength(1);
      await notify(app, payment);
    }
  });

  it.each([
    ['a wrong key', { key: 'bukan' }],
    ['an old signature', { age: 301 }],
    ['a signature from the future', { age: -301 }],
    ['a body changed on the way', { tampers: true }],
  ])('[F43] with %s changes nothing', async (_, given) => {
    const { buyer, payment } = await begin();
    const audited = () => db.query('select count(*) as count from audit_log');
    const before = await audited();
    expect((await forge(payment, given)).statusCode).toBe(401);
    expect((await rowOf(app, payment)).payment).toBe('pending');
    expect(await audited()).toEqual(before);
    await leave(buyer);
  });

  it('[F40] after the completion changes nothing: completed is final', async () => {
    const { payment } = await begin();
    await setCharge(app, payment);
    // Its signature is nearly too old.
    expect((await forge(payment, { age: 290 })).statusCode).toBe(200);
    await app.drain();
    for (const status of ['pending', 'expire', 'deny', 'cancel']) {
      expect(await notify(app, payment, { status })).toBe(200);
    }
    expect((await rowOf(app, payment)).payment).toBe('completed');
    await app.advance(24 * 60 * 60);
    expect((await rowOf(app, payment)).valid).toBe(1);
  });
});

describe('late money (§12.26)', () => {
  it('[F41] completes the order while the seats are free', async () => {
    const { payment } = await begin(2, 'POTONG50');
    await payTimeEnds(app);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'expired', seats: 'available' });
    await notify(app, payment);
    const done = { payment: 'completed', session: 'completed', seats: 'sold', valid: 2 };
    expect(await rowOf(app, payment)).toMatchObject(done);
  });

  it('[F42] is refunded if a seat was sold to another buyer, and its buyer is notified', async () => {
    const { late, quick, payment } = await lateBehind(2);
    await payerDoes(app, payment.id, 'settlement');
    const reference = expect.stringMatching(/^SIM-[0-9A-F]{8}$/);
    expect(await paymentOf(late, concert)).toMatchObject({
      status: 'refunded',
      is_expired: false,
      ticket_ids: [],
      refund: { amount: payment.amount, status: 'done', reference },
    });
    // The e-mails say that the deadline had passed, that the money is being refunded, and that it was.
    expect(await lettersTo(app, late)).toHaveLength(3);
    expect((await rowOf(app, payment)).seats).toBe('available held');
    const actions = await db.query<{ action: string }>(
      'select action from audit_log where object = $1 order by id',
      [`payment:${payment.id}`],
    );
    expect(actions.map(({ action }) => action.replace('payment.', ''))).toEqual([
      'create',
      'end',
      'refund_due',
      'refund',
    ]);
    await leave(quick);
  });

  it('is refunded if its single-use voucher was used meanwhile, and the e-mail says so', async () => {
    const { late, quick, payment } = await lateBehind(1, 'SEKALI');
    await payerDoes(app, payment.id, 'settlement');
    expect((await rowOf(app, payment)).payment).toBe('refunded');
    expect((await lettersTo(app, late))[1]).toContain('vouchernya sudah dipakai orang lain');
    await leave(quick);
  });

  it('goes back when the event was cancelled meanwhile, though its seats are free', async () => {
    const { payment } = await begin(2);
    await payTimeEnds(app);
    await setEvent(app, concert, `status = 'cancelled'`);
    await notify(app, payment);
    await setEvent(app, concert, `status = 'active'`);
    const back = { seats: 'available', valid: 0, void: 0, reason: 'event_closed' };
    expect(await rowOf(app, payment)).toMatchObject(back);
  });

  it('stays owed while the gateway fails, and the refund is retried', async () => {
    const { late, quick, payment } = await lateBehind();
    const failing = { refund: () => Promise.reject(new Error('balance too low')) };
    await withParts(gateways.of('simulated'), failing, () => notify(app, payment));
    const refund = { amount: payment.amount, status: 'due', reference: null };
    const owed = { status: 'refund_due', is_expired: false, refund };
    expect(await paymentOf(late, concert)).toMatchObject(owed);
    await app.advance(15);
    expect((await rowOf(app, payment)).payment).toBe('refunded');
    await leave(quick);
  });

  it('of a payment that the server ended while the gateway was silent is still noticed', async () => {
    const { payment } = await begin();
    const down = () => Promise.reject(new Error('down'));
    const restore = replaceParts(gateways.of('simulated'), { status: down, void: down });
    await app.advance(11 * 60 + config.graceSeconds + 1);
    expect((await rowOf(app, payment)).payment).toBe('expired');
    restore();
    await setCharge(app, payment);
    await app.advance(15);
    expect((await rowOf(app, payment)).payment).toBe('completed');
  });
});
