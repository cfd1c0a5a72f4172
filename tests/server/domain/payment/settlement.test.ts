import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import {
  signatureHeader,
  signNotice,
  timestampHeader,
} from '../../../../server/gateway/notice-signature.ts';
import {
  askDraft,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  join,
  payerDoes,
  paymentOf,
  payTimeEnds,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;

/** A notification as the gateway would send it, with overrides. */
function notify(
  payment: Payment,
  given: {
    status?: string;
    amount?: number;
    currency?: string;
    orderCode?: string;
    eventId?: string;
    key?: string;
    ageSeconds?: number;
    tamper?: (body: string) => string;
  } = {},
) {
  const status = given.status ?? 'settlement';
  const body = JSON.stringify({
    event_id: given.eventId ?? `uji-${randomUUID()}`,
    payment_id: payment.id,
    order_code: given.orderCode ?? payment.order_code,
    amount: given.amount ?? payment.amount,
    currency: given.currency ?? 'IDR',
    status,
  });
  const second = Math.floor(app.services.clock.now().getTime() / 1000) - (given.ageSeconds ?? 0);
  const signature = signNotice(given.key ?? app.services.keys.webhook, String(second), body);
  return app.fastify.inject({
    method: 'POST',
    url: '/api/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      [timestampHeader]: String(second),
      [signatureHeader]: signature,
    },
    payload: given.tamper?.(body) ?? body,
  });
}

const count = async (sql: string, value: string) =>
  Number((await app.services.db.query<{ count: number }>(sql, [value]))[0]?.count);
const ticketsOf = (payment: Payment) =>
  count(
    `select count(*) as count from tickets k join payments p on p.order_id = k.order_id where p.id = $1`,
    payment.id,
  );
const mailsTo = (email: string) =>
  count('select count(*) as count from mails where recipient = $1', email);
/** Seats of a payment's order. */
const seatsOf = async (payment: Payment) =>
  (
    await app.services.db.query<{ seat_number: string; status: string }>(
      `select t.seat_number, t.status from order_seats i join seats t on t.id = i.seat_id
       join payments p on p.order_id = i.order_id where p.id = $1`,
      [payment.id],
    )
  ).map((seat) => seat);

describe('a notification', () => {
  it('[F39] fifty times at once completes once: one set of tickets, one e-mail', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 3);
    const eventId = `uji-${randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => notify(payment, { eventId })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(await ticketsOf(payment)).toBe(3);
    expect(await mailsTo(buyer.email)).toBe(1);
    await notify(payment);
    expect(await ticketsOf(payment)).toBe(3);
    expect(await mailsTo(buyer.email)).toBe(1);
  });

  it.each([
    ['a wrong key', { key: 'bukan' }, 401],
    ['an old signature', { ageSeconds: 301 }, 401],
    ['a signature from the future', { ageSeconds: -301 }, 401],
    [
      'a body changed on the way',
      { tamper: (body: string) => body.replace('settlement', 'expire') },
      401,
    ],
    ['another amount', { amount: 1 }, 409],
    ['another currency', { currency: 'USD' }, 409],
    ['another order', { orderCode: 'RTX-AAAAAA' }, 409],
  ] as const)('[F43] with %s changes nothing', async (_name, given, status) => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const before = await app.services.db.query('select count(*) as count from audit_log');
    expect((await notify(payment, given)).statusCode).toBe(status);
    expect((await paymentOf(buyer, concert)).status).toBe('pending');
    expect(await app.services.db.query('select count(*) as count from audit_log')).toEqual(before);
    await buyer.call(calls.exitSession);
  });

  it('without a signature, or about an unknown payment, is refused', async () => {
    const bare = await app.fastify.inject({
      method: 'POST',
      url: '/api/webhooks/payment',
      payload: {},
    });
    expect(bare.statusCode).toBe(401);
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    expect((await notify({ ...payment, id: randomUUID() })).statusCode).toBe(404);
  });

  it('within the tolerance is accepted', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    expect((await notify(payment, { ageSeconds: 290 })).statusCode).toBe(200);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });

  it('[F40] after the completion changes nothing: completed is final', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await notify(payment);
    for (const status of ['pending', 'expire', 'deny', 'cancel']) {
      expect((await notify(payment, { status })).statusCode).toBe(200);
    }
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
    await app.advance(24 * 60 * 60);
    expect(await ticketsOf(payment)).toBe(1);
  });
});

describe('late money', () => {
  it('[F41] completes the order while the seats are free', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 2, 'POTONG50');
    await payTimeEnds(app);
    expect((await paymentOf(buyer, concert)).status).toBe('expired');
    expect((await seatsOf(payment)).map((seat) => seat.status)).toEqual(['available', 'available']);
    await notify(payment);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
    expect((await seatsOf(payment)).map((seat) => seat.status)).toEqual(['sold', 'sold']);
    expect(await ticketsOf(payment)).toBe(2);
    expect((await sessionOf(buyer)).session?.state).toBe('completed');
  });

  it('[F42] is refunded if a seat was sold to another buyer, and its buyer is notified', async () => {
    const [late, quick] = await app.makeBuyers(2);
    const payment = await beginPayment(app, late!, concert, 2);
    await payTimeEnds(app);
    const [first] = await seatsOf(payment);
    await join(quick!, concert);
    expect((await askDraft(quick!, concert, [first!.seat_number])).status).toBe(200);
    await payerDoes(app, payment.id, 'settlement');
    expect(await paymentOf(late!, concert)).toMatchObject({
      status: 'refunded',
      is_expired: false,
      ticket_ids: [],
      refund: {
        amount: payment.amount,
        status: 'done',
        reference: expect.stringMatching(/^SIM-[0-9A-F]{8}$/),
      },
    });
    // The e-mails say that the deadline had passed, that the money is being refunded, and that it was.
    expect(await mailsTo(late!.email)).toBe(3);
    expect((await seatsOf(payment)).map((seat) => seat.status).sort()).toEqual([
      'available',
      'held',
    ]);
    const actions = await app.services.db.query<{ action: string }>(
      'select action from audit_log where object = $1 order by id',
      [`payment:${payment.id}`],
    );
    expect(actions.map((row) => row.action)).toEqual([
      'payment.create',
      'payment.end',
      'payment.refund_due',
      'payment.refund',
    ]);
    await quick!.call(calls.exitSession);
  });

  it('is refunded if its single-use voucher was used meanwhile, and the e-mail says so', async () => {
    const [late, quick] = await app.makeBuyers(2);
    const payment = await beginPayment(app, late!, concert, 1, 'SEKALI');
    await payTimeEnds(app);
    await join(quick!, concert);
    const seats = (await freeSeats(app, concert, 2)).slice(1);
    expect((await askDraft(quick!, concert, seats, 'SEKALI')).status).toBe(200);
    await payerDoes(app, payment.id, 'settlement');
    expect((await paymentOf(late!, concert)).status).toBe('refunded');
    const letters = await app.services.db.query<{ body_text: string }>(
      'select body_text from mails where recipient = $1 order by id',
      [late!.email],
    );
    expect(letters[1]?.body_text).toContain('vouchernya sudah dipakai orang lain');
    await quick!.call(calls.exitSession);
  });

  it('goes back when the event was cancelled meanwhile, though its seats are free', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 2);
    await payTimeEnds(app);
    const { db } = app.services;
    await db.query(`update events set status = 'cancelled' where slug = $1`, [concert]);
    try {
      await notify(payment);
    } finally {
      await db.query(`update events set status = 'active' where slug = $1`, [concert]);
    }
    expect((await seatsOf(payment)).map((seat) => seat.status)).toEqual(['available', 'available']);
    expect(await ticketsOf(payment)).toBe(0);
    const [refund] = await db.query('select reason from refunds where payment_id = $1', [
      payment.id,
    ]);
    expect(refund).toEqual({ reason: 'event_closed' });
  });

  it('stays owed while the gateway fails, and the refund is retried', async () => {
    const [late, quick] = await app.makeBuyers(2);
    const payment = await beginPayment(app, late!, concert, 1);
    await payTimeEnds(app);
    const [seat] = await seatsOf(payment);
    await join(quick!, concert);
    await askDraft(quick!, concert, [seat!.seat_number]);
    // The notification says paid, but the charge itself does not: there is nothing to refund yet.
    await notify(payment);
    expect(await paymentOf(late!, concert)).toMatchObject({
      status: 'refund_due',
      is_expired: false,
      refund: { amount: payment.amount, status: 'due', reference: null },
    });
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(15);
    expect((await paymentOf(late!, concert)).status).toBe('refunded');
    await quick!.call(calls.exitSession);
  });

  it('of a payment that the server ended while the gateway was silent is still noticed', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const gateway = app.services.gateways.of('simulated');
    const { status, void: voiding } = gateway;
    const down = () => Promise.reject(new Error('down'));
    Object.assign(gateway, { status: down, void: down });
    await app.advance(11 * 60 + app.services.config.graceSeconds + 1);
    expect((await paymentOf(buyer, concert)).status).toBe('expired');
    Object.assign(gateway, { status, void: voiding });
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(15);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
  });
});
