import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import {
  keepNotice,
  listNotices,
  type NoticeRow,
} from '../../../../server/domain/payment/notice-rows.ts';
import { takeNotice } from '../../../../server/domain/payment/notices.ts';
import type { GatewayNotice } from '../../../../server/gateway/gateway.ts';
import { type SimulatedGateway, simulatedOf } from '../../../../server/gateway/simulated.ts';
import { type NoticeTask, runNoticeTask } from '../../../../server/operator/notices.ts';
import {
  beginPayment,
  expectSound,
  freeSeats,
  holdSeats,
  payerDoes,
  paymentOf,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, sendSigned } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let gateway: SimulatedGateway;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
  const simulated = simulatedOf(app.services.gateways);
  if (simulated === null) throw new Error('these tests need the simulated gateway');
  gateway = simulated;
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const begin = async (count = 1): Promise<[TestClient, Payment]> => {
  const buyer = await one();
  return [buyer, await beginPayment(app, buyer, theatre, count)];
};
const rowsOf = async (reference: string): Promise<NoticeRow[]> =>
  (await listNotices(app.services.db, true, 1000)).filter((row) => row.payment_ref === reference);
const command = (task: Omit<NoticeTask, 'task'>, live = true) =>
  runNoticeTask(
    { db: app.services.db, now: app.services.clock.now(), live: live ? app.services : null },
    { task: 'notices', ...task },
  );
const noticeOf = (payment: Payment, status: GatewayNotice['status'] = 'settlement') =>
  ({
    eventId: `uji-${randomUUID()}`,
    paymentId: payment.id,
    orderCode: payment.order_code,
    amount: payment.amount,
    currency: 'IDR',
    status,
    reference: null,
  }) satisfies GatewayNotice;

describe('a notification is stored first', () => {
  it('with its body, its signature, and its result', async () => {
    const [, payment] = await begin();
    expect(await sendSigned(app, notificationBody(payment))).toBe(200);
    const [row, ...more] = await rowsOf(payment.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      gateway: 'simulated',
      source: 'notice',
      amount: payment.amount,
      currency: 'IDR',
      outcome: 'settlement',
      state: 'applied',
      payment_id: payment.id,
      times: 1,
    });
    const [kept] = await app.services.db.query<{ raw_body: string; headers: object }>(
      'select raw_body, headers from payment_notices where id = $1',
      [row!.id],
    );
    expect(JSON.parse(kept!.raw_body)).toMatchObject({ payment_id: payment.id });
    expect(Object.keys(kept!.headers).sort()).toEqual([...gateway.signatureHeaders].sort());
  });

  it('so that a process that dies before it applies it loses nothing: the next tick applies it', async () => {
    const [buyer, payment] = await begin(2);
    const kept = await keepNotice(
      app.services.db,
      {
        gateway: 'simulated',
        source: 'notice',
        said: noticeOf(payment),
        rawBody: '{}',
        headers: null,
      },
      app.services.clock.now(),
    );
    expect(kept).toMatchObject({ state: 'received', isRepeated: false });
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    await app.tick();
    const paid = await paymentOf(buyer, theatre);
    expect([paid.status, paid.ticket_ids.length]).toEqual(['completed', 2]);
    expect((await rowsOf(payment.id))[0]?.state).toBe('applied');
  });

  it('also if the database fails while it is applied', async () => {
    const [buyer, payment] = await begin();
    const { db } = app.services;
    const failing: typeof db = {
      ...db,
      query: (sql, params) => db.query(sql, params),
      tx: () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
    };
    const sent = { gateway: 'simulated', notice: noticeOf(payment), rawBody: '{}', headers: {} };
    await expect(takeNotice({ ...app.services, db: failing }, sent)).rejects.toThrow('gone');
    expect((await rowsOf(payment.id))[0]?.state).toBe('received');
    await app.tick();
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
  });

  it('but not without a valid signature: strangers cannot fill the disk', async () => {
    const count = () => app.services.db.query('select count(*)::int as n from payment_notices');
    const before = await count();
    for (const payload of [
      '{}',
      'x'.repeat(10_000),
      notificationBody({ id: 'x', order_code: 'y', amount: 1 }),
    ]) {
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/api/webhooks/payment',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(401);
    }
    expect(await count()).toEqual(before);
  });

  it('once for any number of equal bodies, and again for another body under the same event id', async () => {
    const [buyer, payment] = await begin();
    const eventId = `uji-${randomUUID()}`;
    const wrong = notificationBody(payment, { eventId, amount: payment.amount - 1 });
    expect(await sendSigned(app, wrong)).toBe(409);
    expect(await sendSigned(app, wrong)).toBe(409);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    expect(await sendSigned(app, notificationBody(payment, { eventId }))).toBe(200);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    expect((await rowsOf(payment.id)).map(({ state, times }) => [state, times])).toEqual([
      ['applied', 1],
      ['mismatched', 2],
    ]);
  });
});

describe('a notification that cannot be applied', () => {
  it.each([
    ['another amount', { amount: 5 }, 409, 'mismatched', 'amount'],
    ['no whole amount', { amount: 1.5 }, 409, 'mismatched', 'amount'],
    ['another currency', { currency: 'USD' }, 409, 'mismatched', 'currency'],
    ['another order', { orderCode: 'RTX-AAAAAA' }, 409, 'mismatched', 'order'],
    [
      'a part of the money',
      { status: 'partial_refund', amount: 5 },
      409,
      'mismatched',
      'partial_refund',
    ],
  ] as const)('with %s changes nothing and waits', async (_name, parts, code, state, reason) => {
    const [buyer, payment] = await begin();
    expect(await sendSigned(app, notificationBody(payment, parts))).toBe(code);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    expect(await rowsOf(payment.id)).toMatchObject([{ state, reason }]);
    await buyer.call(calls.exitSession);
  });

  it('of an unknown payment, or unreadable, is kept for the operator too', async () => {
    const [buyer, payment] = await begin();
    const strange = randomUUID();
    expect(await sendSigned(app, notificationBody(payment, { paymentId: strange }))).toBe(404);
    expect(await sendSigned(app, notificationBody(payment, { paymentId: 'bukan-id-kita' }))).toBe(
      404,
    );
    expect(await rowsOf(strange)).toMatchObject([{ state: 'unmatched', payment_id: null }]);
    expect(await rowsOf('bukan-id-kita')).toMatchObject([{ state: 'unmatched' }]);
    const odd = JSON.stringify({ event_id: randomUUID(), status: 'kaya' });
    expect(await sendSigned(app, odd)).toBe(422);
    const rows = await listNotices(app.services.db, false, 1000);
    expect(rows.filter((row) => row.state === 'refused')).toMatchObject([{ reason: 'unreadable' }]);
    await buyer.call(calls.exitSession);
  });

  it('is applied by command: an accepted wrong amount issues the tickets', async () => {
    const [buyer, payment] = await begin(2);
    await sendSigned(app, notificationBody(payment, { amount: payment.amount - 500 }));
    const [row] = await rowsOf(payment.id);
    expect((await command({ verb: 'list' })).join('\n')).toContain(
      'another amount than the payment',
    );
    expect((await command({ verb: 'show', id: row!.id })).join('\n')).toContain(payment.order_code);
    expect(await command({ verb: 'apply', id: row!.id })).toEqual([
      `Notice ${row!.id} is applied.`,
    ]);
    const paid = await paymentOf(buyer, theatre);
    expect([paid.status, paid.ticket_ids.length]).toEqual(['completed', 2]);
    const [told] = await app.services.db.query<{ detail: object }>(
      `select detail from audit_log where action = 'notice.accept' and object = $1`,
      [`notice:${row!.id}`],
    );
    expect(told?.detail).toMatchObject({ amount: payment.amount - 500, expected: payment.amount });
    await expect(command({ verb: 'apply', id: row!.id })).rejects.toThrow('is applied');
  });

  it('is accepted while no server runs, and applied by the next tick', async () => {
    const [buyer, payment] = await begin();
    await sendSigned(app, notificationBody(payment, { amount: 1 }));
    const [row] = await rowsOf(payment.id);
    const [said] = await command({ verb: 'apply', id: row!.id }, false);
    expect(said).toContain('within seconds');
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    await app.tick();
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
  });

  it('is not applied once the seats are taken: the server cannot refund another amount', async () => {
    const [late, payment] = await begin();
    await payTimeEnds(app);
    const quick = await one();
    const before = await freeSeats(app, theatre, 1);
    await holdSeats(app, quick, theatre, 1);
    const [held] = await app.services.db.query<{ seat_number: string }>(
      `select t.seat_number from order_seats i join seats t on t.id = i.seat_id join payments p on p.order_id = i.order_id
       where p.id = $1`,
      [payment.id],
    );
    // Released seats are listed first again, so the other buyer got exactly this one.
    expect(before).toEqual([held!.seat_number]);
    await sendSigned(app, notificationBody(payment, { amount: 1 }));
    const [row] = (await rowsOf(payment.id)).filter((each) => each.outcome === 'settlement');
    await expect(command({ verb: 'apply', id: row!.id })).rejects.toThrow(
      'seats or voucher are gone',
    );
    expect((await paymentOf(late, theatre)).status).toBe('expired');
    expect((await rowsOf(payment.id)).find((each) => each.id === row!.id)).toMatchObject({
      state: 'mismatched',
      reason: 'seats_gone',
      accepted_at: null,
    });
    await quick.call(calls.exitSession);
  });

  it('is dismissed with a reason; if no command can resolve it, the listing says how to', async () => {
    const [buyer, payment] = await begin();
    await sendSigned(app, notificationBody(payment, { currency: 'USD' }));
    await sendSigned(app, notificationBody(payment, { status: 'partial_refund', amount: 5 }));
    const [partial, foreign] = await rowsOf(payment.id);
    await expect(command({ verb: 'apply', id: foreign!.id })).rejects.toThrow('Another currency');
    await expect(command({ verb: 'apply', id: partial!.id })).rejects.toThrow('ticket:void');
    await expect(command({ verb: 'dismiss', id: foreign!.id, reason: ' ' })).rejects.toThrow('why');
    await command({ verb: 'dismiss', id: foreign!.id, reason: 'returned at the gateway' });
    await expect(command({ verb: 'dismiss', id: foreign!.id, reason: 'again' })).rejects.toThrow(
      'nothing to dismiss',
    );
    await expect(command({ verb: 'show', id: 999_999 })).rejects.toThrow('no notice 999999');
    const waiting = await command({ verb: 'list' });
    const isListed = (id: number) => waiting.some((line) => line.trimStart().startsWith(`${id} `));
    expect([isListed(partial!.id), isListed(foreign!.id)]).toEqual([true, false]);
    await buyer.call(calls.exitSession);
  });
});

describe('a notification of one gateway', () => {
  it('says nothing about a payment of another, and waits', async () => {
    const [buyer, payment] = await begin();
    const sent = { gateway: 'other', notice: noticeOf(payment), rawBody: '{}', headers: {} };
    expect((await takeNotice(app.services, sent)).state).toBe('unmatched');
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
  });

  it('that names our payment alone completes it', async () => {
    const [buyer, payment] = await begin();
    const notice = { ...noticeOf(payment), orderCode: null };
    const sent = { gateway: 'simulated', notice, rawBody: '{}', headers: {} };
    expect((await takeNotice(app.services, sent)).state).toBe('applied');
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
  });
});

describe('the charge as the gateway reports it', () => {
  const setCharge = (payment: Payment, set: string) =>
    app.services.db.query(`update simulated_charges set ${set} where payment_id = $1`, [
      payment.id,
    ]);

  it('completes nothing with another amount, and reports it once to an operator', async () => {
    const [buyer, payment] = await begin();
    await setCharge(payment, `status = 'settlement', amount = amount - 1000`);
    await app.advance(15);
    await app.advance(15);
    expect((await paymentOf(buyer, theatre)).status).toBe('pending');
    expect(await rowsOf(payment.id)).toMatchObject([
      { source: 'status', state: 'mismatched', reason: 'amount', amount: payment.amount - 1000 },
    ]);
    // Its buyer cannot leave while the payment may be paid; the deadline ends the hold in any case.
    expect((await buyer.call(calls.exitSession)).status).toBe(409);
    await app.advance(12 * 60);
    expect((await paymentOf(buyer, theatre)).status).toBe('expired');
    await setCharge(payment, 'amount = amount + 1000');
    const [row] = await rowsOf(payment.id);
    await command({ verb: 'apply', id: row!.id });
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
  });

  it('reveals a refund whose notification was lost', async () => {
    const [buyer, payment] = await begin();
    await payerDoes(app, payment.id, 'settlement');
    await setCharge(payment, `status = 'chargeback'`);
    await app.advance(60);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    await app.advance(24 * 3600);
    const nextDay = await app.as(buyer.email);
    expect(await paymentOf(nextDay, theatre)).toMatchObject({ status: 'refunded', ticket_ids: [] });
  });

  it('is not trusted about a refund of an unknown charge: an operator decides', async () => {
    const [buyer, payment] = await begin();
    await sendSigned(app, notificationBody(payment));
    await app.services.db.query('delete from simulated_charges where payment_id = $1', [
      payment.id,
    ]);
    expect(await sendSigned(app, notificationBody(payment, { status: 'deny' }))).toBe(409);
    expect((await paymentOf(buyer, theatre)).status).toBe('completed');
    const denial = (await rowsOf(payment.id)).find((row) => row.outcome === 'deny');
    expect(denial).toMatchObject({ state: 'mismatched', reason: 'contradicts' });
  });
});
