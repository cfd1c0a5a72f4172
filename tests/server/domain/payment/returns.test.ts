import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { apiRoot } from '../../../../contract/limits.ts';
import type { Payment } from '../../../../contract/payment.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { listNotices } from '../../../../server/domain/payment/notice-rows.ts';
import { runNoticeTask } from '../../../../server/operator/notices.ts';
import {
  beginPayment,
  expectSound,
  payerDoes,
  paymentOf,
  payTimeEnds,
  sessionOf,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const kinds = ['refund', 'reversal', 'chargeback'] as const;
const begin = async (count = 1, voucher: string | null = null): Promise<[TestClient, Payment]> => {
  const [buyer] = await app.makeBuyers(1);
  return [buyer!, await beginPayment(app, buyer!, theatre, count, voucher)];
};
const standOf = async (payment: Payment) => {
  const [row] = await app.services.db.query<{
    payment: string;
    order: string;
    session: string;
    valid: number;
    void: number;
    seats: string;
    claims: number;
  }>(
    `select p.status as payment, o.status as order, s.state as session,
       (select count(*)::int from tickets k where k.order_id = o.id and k.voided_at is null) as valid,
       (select count(*)::int from tickets k where k.order_id = o.id and k.voided_at is not null) as void,
       (select string_agg(distinct t.status, ' ') from order_seats i join seats t on t.id = i.seat_id where i.order_id = o.id) as seats,
       (select count(*)::int from seat_claims c where c.order_id = o.id) as claims
     from payments p join orders o on o.id = p.order_id join purchase_sessions s on s.id = p.session_id where p.id = $1`,
    [payment.id],
  );
  return row!;
};
const lettersTo = async (buyer: TestClient) =>
  (
    await app.services.db.query<{ subject: string; body_text: string }>(
      'select subject, body_text from mails where recipient = $1 order by id',
      [buyer.email],
    )
  ).map((row) => `${row.subject}\n${row.body_text}`);

describe.each(kinds)('a %s after the completion', (kind) => {
  it('voids the tickets, frees the seats, notifies the buyer and appears in the history', async () => {
    const [buyer, payment] = await begin(2, kind === 'refund' ? 'SEKALI' : null);
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    const [ticketId] = (await paymentOf(buyer, theatre)).ticket_ids;
    const heard: (readonly unknown[])[] = [];
    const { broker } = app.services;
    const { publish } = broker;
    Object.assign(broker, {
      publish: (...given: Parameters<typeof publish>) => {
        heard.push(given);
        publish(...given);
      },
    });
    expect((await payerDoes(app, payment.id, kind)).status).toBe(200);
    Object.assign(broker, { publish });
    expect(await standOf(payment)).toEqual({
      payment: 'refunded',
      order: 'refunded',
      session: 'completed',
      valid: 0,
      void: 2,
      seats: kind === 'chargeback' ? 'block' : 'available',
      claims: 0,
    });
    expect(await paymentOf(buyer, theatre)).toMatchObject({
      status: 'refunded',
      ticket_ids: [],
      refund: { amount: payment.amount, status: 'done', reference: expect.stringMatching(/^SIM-/) },
    });
    const seats = heard.filter(([topic]) => topic === 'seats');
    expect(JSON.stringify(seats)).toContain(
      kind === 'chargeback' ? '"status":"block"' : '"status":"available"',
    );
    expect(heard).toContainEqual([
      'payment',
      theatre,
      { user_id: buyer.accountId, event: 'payment_failed', payment_id: payment.id },
    ]);
    const letters = await lettersTo(buyer);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain('tidak berlaku lagi');
    expect(letters[1]).toContain(payment.order_code);
    const history = await buyer.call(calls.purchaseHistory);
    expect(history.body.data).toMatchObject([
      { transaction_id: payment.order_code, order_status: 'refunded' },
    ]);
    expect((await buyer.call(calls.eTicket, { params: { id: ticketId! } })).status).toBe(404);
    expect((await buyer.call(calls.ticketPdf, { params: { id: ticketId! } })).status).toBe(404);
    expect((await buyer.call(calls.myTickets)).body.data).toEqual([]);
    // A repeated notification or poll has no further effect.
    expect((await payerDoes(app, payment.id, kind)).status).toBe(200);
    await sendSigned(app, notificationBody(payment, { status: kind }));
    await sendSigned(app, notificationBody(payment));
    expect(await lettersTo(buyer)).toEqual(letters);
    expect(await standOf(payment)).toMatchObject({ payment: 'refunded', valid: 0, void: 2 });
  });

  it('reaches the gates', async () => {
    const [buyer, payment] = await begin();
    await payerDoes(app, payment.id, 'settlement');
    const [ticketId] = (await paymentOf(buyer, theatre)).ticket_ids;
    const { db, clock } = app.services;
    const { secret } = await makeGatePass(db, theatre, clock.now());
    const news = async () =>
      (
        await app
          .anonymous()
          .ask<{ data: { revoked: string[] | null } }>('GET', apiRoot + gateCalls.gateNews.path, {
            headers: { [gatePassHeader]: secret },
          })
      ).body.data.revoked;
    expect(await news()).not.toContain(ticketId);
    await payerDoes(app, payment.id, kind);
    expect(await news()).toContain(ticketId);
  });

  it.each(['pending', 'expired', 'failed'] as const)(
    'that overtakes the settlement, while the payment is %s, leaves nothing to issue',
    async (state) => {
      const [buyer, payment] = await begin();
      if (state === 'expired') await payTimeEnds(app);
      if (state === 'failed') await buyer.call(calls.exitSession);
      expect((await standOf(payment)).payment).toBe(state);
      expect(await sendSigned(app, notificationBody(payment, { status: kind }))).toBe(200);
      expect(await sendSigned(app, notificationBody(payment))).toBe(200);
      await app.advance(60);
      expect(await standOf(payment)).toMatchObject({
        payment: 'refunded',
        order: 'refunded',
        valid: 0,
        void: 0,
        seats: 'available',
        claims: 0,
      });
      expect((await sessionOf(buyer)).session?.state).not.toBe('payment_processing');
      expect(
        (await lettersTo(buyer)).filter((text) => text.includes('tidak berlaku')),
      ).toHaveLength(1);
    },
  );
});

describe('returned money', () => {
  it('by both refund and chargeback is left to an operator: nothing more changes', async () => {
    const [, payment] = await begin();
    await payerDoes(app, payment.id, 'settlement');
    await payerDoes(app, payment.id, 'refund');
    expect(await sendSigned(app, notificationBody(payment, { status: 'chargeback' }))).toBe(409);
    expect(await standOf(payment)).toMatchObject({ payment: 'refunded', seats: 'available' });
  });

  it('is a reversal if the gateway, polled about a late denial, no longer has the money', async () => {
    const [buyer, payment] = await begin();
    await payerDoes(app, payment.id, 'settlement');
    expect(await sendSigned(app, notificationBody(payment, { status: 'deny' }))).toBe(200);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    await app.services.db.query(
      `update simulated_charges set status = 'deny' where payment_id = $1`,
      [payment.id],
    );
    expect(await sendSigned(app, notificationBody(payment, { status: 'deny' }))).toBe(200);
    expect(await standOf(payment)).toMatchObject({ payment: 'refunded', valid: 0 });
  });

  it('after a dispute blocks its seats until an operator frees them', async () => {
    const [, payment] = await begin(2);
    await payerDoes(app, payment.id, 'settlement');
    await payerDoes(app, payment.id, 'chargeback');
    expect((await standOf(payment)).seats).toBe('block');
    const { db, clock } = app.services;
    const notice = (await listNotices(db, true, 100)).find(
      (row) => row.payment_id === payment.id && row.outcome === 'chargeback',
    );
    const free = () =>
      runNoticeTask(
        { db, now: clock.now(), live: app.services },
        { task: 'notices', verb: 'free-seats', id: notice!.id },
      );
    expect((await free())[0]).toContain(theatre);
    expect((await standOf(payment)).seats).toBe('available');
    await expect(free()).rejects.toThrow('No seat is blocked');
  });

  it('releases its voucher, and its seats can be sold again', async () => {
    const [, payment] = await begin(1, 'SEKALI');
    await payerDoes(app, payment.id, 'settlement');
    await payerDoes(app, payment.id, 'reversal');
    const [again, second] = await begin(1, 'SEKALI');
    await payerDoes(app, second.id, 'settlement');
    expect((await paymentOf(again, theatre)).status).toBe('completed');
    await payerDoes(app, second.id, 'refund');
  });
});

describe('notifications in any order, any number of times', () => {
  // After a refund, every order of notifications must lead to the same state.
  const others = ['settlement', 'pending', 'expire', 'deny', 'cancel'] as const;
  const isDenial = (word = '') => ['expire', 'deny', 'cancel'].includes(word);

  it('lead to the state that matches the money', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.subarray([...others]),
        fc.boolean(),
        fc.infiniteStream(fc.nat(1_000)),
        async (kind, some, isTwice, dice) => {
          const [buyer, payment] = await begin();
          const bodies = [kind, 'settlement', ...some].map((status) =>
            notificationBody(payment, { status, eventId: `${payment.id}-${status}` }),
          );
          const wordOf = (body: string) => (JSON.parse(body) as { status: string }).status;
          const sent = isTwice ? [...bodies, ...bodies] : bodies;
          const order = sent
            .map((body) => ({ body, at: dice.next().value }))
            .sort((a, b) => a.at - b.at);
          // The charge as the gateway reports it.
          await app.services.db.query(
            'update simulated_charges set status = $2 where payment_id = $1',
            [payment.id, kind],
          );
          for (const { body } of order) expect(await sendSigned(app, body)).toBe(200);
          await app.tick();
          const { payment: paid, order: ordered, valid, claims } = await standOf(payment);
          // Denied first and refunded before settlement: the seats are still held for another method (ruling R5).
          const words = order.map(({ body }) => wordOf(body)).filter((word) => word !== 'pending');
          const isHeld =
            isDenial(words[0]) && words.find((word) => !isDenial(word)) !== 'settlement';
          expect({ paid, ordered, valid, claims }).toEqual({
            paid: 'refunded',
            ordered: isHeld ? 'draft' : 'refunded',
            valid: 0,
            claims: isHeld ? 1 : 0,
          });
          await buyer.call(calls.exitSession);
          expect((await standOf(payment)).claims).toBe(0);
          await app.services.db.query(
            `update seats set status = 'available' where status = 'block' and id in (
               select i.seat_id from order_seats i join payments p on p.order_id = i.order_id where p.id = $1)`,
            [payment.id],
          );
          await app.services.db.query(
            `update refunds set seats = 'free' where payment_id = $1 and seats = 'blocked'`,
            [payment.id],
          );
        },
      ),
      { numRuns: 25, seed: 13 },
    );
  });
});
