import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { Payment } from '../../../../contract/payment.ts';
import { findBroken } from '../../../../server/domain/invariants/invariants.ts';
import { keepNotice, listNotices } from '../../../../server/domain/payment/notice-rows.ts';
import { takeNotice, workOff } from '../../../../server/domain/payment/notices.ts';
import { type NoticeTask, runNoticeTask } from '../../../../server/operator/notices.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { rowOf, seatsOf, setCharge } from '../../support/payment-rows.ts';
import {
  askDraft,
  beginPayment,
  join,
  paymentOf,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, notify, sendSigned } from '../../support/signed-notification.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [theatre] });
const { db, clock } = app.services;

const begin = async (count = 1) => {
  const buyer = await oneBuyer(app);
  return { buyer, payment: await beginPayment(app, buyer, theatre, count) };
};
const statusOf = async (payment: Payment) => (await rowOf(app, payment)).payment;
const noticesOf = async (reference: string) =>
  (await listNotices(db, true, 1000)).filter((row) => row.payment_ref === reference);
const command = (task: Omit<NoticeTask, 'task'>, live = true) =>
  runNoticeTask(
    { db, now: clock.now(), live: live ? app.services : null },
    { task: 'notices', ...task },
  );
/** A settlement as a gateway tells it after its signature is checked. */
const sentOf = (payment: Payment, gateway = 'simulated', orderCode: string | null = null) => ({
  gateway,
  rawBody: '{}',
  notice: {
    eventId: `uji-${randomUUID()}`,
    paymentId: payment.id,
    orderCode,
    amount: payment.amount,
    currency: 'IDR',
    status: 'settlement' as const,
    reference: null,
  },
});

/** A settlement of another amount than the payment's, of which the gateway has received so much. */
const notifyOf = async (payment: Payment, amount: number) => {
  await db.query('update simulated_charges set amount = $2 where payment_id = $1', [
    payment.id,
    amount,
  ]);
  await notify(app, payment, { amount });
};

afterEach(() =>
  db.query(
    'update simulated_charges c set amount = p.amount from payments p where p.id = c.payment_id',
  ),
);

describe('a notification is stored first (§12.20)', () => {
  it('with its body and its result, without its signature (§17.62)', async () => {
    const { payment } = await begin();
    expect(await notify(app, payment)).toBe(200);
    const [row, ...more] = await noticesOf(payment.id);
    expect(more).toEqual([]);
    const { amount, id: payment_id } = payment;
    expect(row).toMatchObject({ gateway: 'simulated', source: 'notice', amount, currency: 'IDR' });
    expect(row).toMatchObject({ outcome: 'settlement', state: 'applied', payment_id, times: 1 });
    const [kept] = await db.query<{ raw_body: string; headers: null }>(
      'select raw_body, headers from payment_notices where id = $1',
      [row!.id],
    );
    expect(JSON.parse(kept!.raw_body)).toMatchObject({ payment_id });
    expect(kept!.headers).toBeNull();
  });

  it('so that a process that dies before it applies it loses nothing: the next tick applies it', async () => {
    const { payment } = await begin(2);
    const { notice: said, ...sent } = sentOf(payment, 'simulated', payment.order_code);
    const given = { ...sent, source: 'notice' as const, said };
    await setCharge(app, payment);
    const kept = await keepNotice(db, given, clock.now());
    expect(kept).toMatchObject({ state: 'received', isRepeated: false });
    expect(await statusOf(payment)).toBe('pending');
    await app.tick();
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 2 });
    expect((await noticesOf(payment.id))[0]?.state).toBe('applied');
  });

  it('once for any number of equal bodies, and again for another body under the same event id', async () => {
    const { payment } = await begin();
    const eventId = `uji-${randomUUID()}`;
    const wrong = notificationBody(payment, { eventId, amount: payment.amount - 1 });
    for (let time = 0; time < 2; time += 1) expect(await sendSigned(app, wrong)).toBe(409);
    expect(await statusOf(payment)).toBe('pending');
    expect(await notify(app, payment, { eventId })).toBe(200);
    expect(await statusOf(payment)).toBe('completed');
    expect((await noticesOf(payment.id)).map(({ state, times }) => [state, times])).toEqual([
      ['applied', 1],
      ['mismatched', 2],
    ]);
  });
});

describe('a notification that cannot be applied (§12.21)', () => {
  it.each([
    ['another amount', { amount: 5 }, 'amount'],
    ['no whole amount', { amount: 1.5 }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['another order', { orderCode: 'RTX-AAAAAA' }, 'order'],
    ['a part of the money', { status: 'partial_refund', amount: 5 }, 'partial_refund'],
  ])('with %s changes nothing and waits', async (_name, parts, reason) => {
    const { buyer, payment } = await begin();
    if ('status' in parts) await setCharge(app, payment, parts.status);
    expect(await notify(app, payment, parts)).toBe(reason === 'partial_refund' ? 200 : 409);
    expect(await statusOf(payment)).toBe('pending');
    expect(await noticesOf(payment.id)).toMatchObject([{ state: 'mismatched', reason }]);
    await buyer.call(calls.exitSession);
  });

  it('of an unknown payment, or unreadable, is kept for the operator too', async () => {
    const { buyer, payment } = await begin();
    for (const paymentId of [randomUUID(), 'bukan-id-kita']) {
      expect(await notify(app, payment, { paymentId })).toBe(200);
      const kept = { state: 'unmatched', payment_id: null };
      expect(await noticesOf(paymentId)).toMatchObject([kept]);
    }
    const odd = JSON.stringify({ event_id: randomUUID(), status: 'kaya' });
    expect(await sendSigned(app, odd)).toBe(422);
    const rows = await listNotices(db, false, 1000);
    expect(rows.filter((row) => row.state === 'refused')).toMatchObject([{ reason: 'unreadable' }]);
    await buyer.call(calls.exitSession);
  });

  it('is applied by command: an accepted wrong amount issues the tickets', async () => {
    const { payment } = await begin(2);
    const amount = payment.amount - 500;
    await notifyOf(payment, amount);
    const [{ id } = { id: 0 }] = await noticesOf(payment.id);
    const listed = (await command({ verb: 'list' })).join('\n');
    expect(listed).toContain('another amount than the payment');
    expect((await command({ verb: 'show', id })).join('\n')).toContain(payment.order_code);
    expect(await command({ verb: 'apply', id })).toEqual([`Notice ${id} is applied.`]);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 2 });
    const [told] = await db.query<{ detail: object }>(
      `select detail from audit_log where action = 'notice.accept' and object = $1`,
      [`notice:${id}`],
    );
    expect(told?.detail).toMatchObject({ amount, expected: payment.amount });
    await expect(command({ verb: 'apply', id })).rejects.toThrow('is applied');
  });

  it('is accepted while no server runs, and applied by the next tick', async () => {
    const { payment } = await begin();
    await notifyOf(payment, 1);
    const [row] = await noticesOf(payment.id);
    const [said] = await command({ verb: 'apply', id: row!.id }, false);
    expect(said).toContain('within seconds');
    expect(await statusOf(payment)).toBe('pending');
    await app.tick();
    expect(await statusOf(payment)).toBe('completed');
  });

  it('is not applied once the seats are taken: the server cannot refund another amount', async () => {
    const { payment } = await begin();
    await payTimeEnds(app);
    const quick = await oneBuyer(app);
    await join(quick, theatre);
    expect((await askDraft(quick, theatre, await seatsOf(app, payment))).status).toBe(200);
    await notifyOf(payment, 1);
    const settled = async () =>
      (await noticesOf(payment.id)).find(({ outcome }) => outcome === 'settlement')!;
    const { id } = await settled();
    const words = 'seats or voucher are gone';
    await expect(command({ verb: 'apply', id })).rejects.toThrow(words);
    expect(await statusOf(payment)).toBe('expired');
    const waiting = { id, state: 'mismatched', reason: 'seats_gone', accepted_at: null };
    expect(await settled()).toMatchObject(waiting);
    await setCharge(app, payment, 'expire');
    await quick.call(calls.exitSession);
  });

  it('is dismissed with a reason; if no command can resolve it, the listing says how to', async () => {
    const { buyer, payment } = await begin();
    await notify(app, payment, { currency: 'USD' });
    await setCharge(app, payment, 'partial_refund');
    await notify(app, payment, { status: 'partial_refund', amount: 5 });
    const [partial = 0, foreign = 0] = (await noticesOf(payment.id)).map(({ id }) => id);
    const dismiss = (id: number, reason: string) => command({ verb: 'dismiss', id, reason });
    const apply = (id: number) => command({ verb: 'apply', id });
    await expect(apply(foreign)).rejects.toThrow('Another currency');
    await expect(apply(partial)).rejects.toThrow('ticket void');
    await expect(dismiss(foreign, ' ')).rejects.toThrow('why');
    await dismiss(foreign, 'returned at the gateway');
    await expect(dismiss(foreign, 'again')).rejects.toThrow('nothing to dismiss');
    await expect(command({ verb: 'show', id: 999_999 })).rejects.toThrow('no notice 999999');
    const waiting = await command({ verb: 'list' });
    const isListed = (id: number) => waiting.some((line) => line.trimStart().startsWith(`${id} `));
    expect([isListed(partial), isListed(foreign)]).toEqual([true, false]);
    await buyer.call(calls.exitSession);
  });
});

describe('a notification of one gateway', () => {
  it.each([
    ['says nothing about a payment of another, and waits', 'other', 'unmatched', 'pending'],
    ['that names our payment alone completes it', 'simulated', 'applied', 'completed'],
  ])('%s', async (_, gateway, state, status) => {
    const { payment } = await begin();
    await setCharge(app, payment);
    const { id } = await takeNotice(app.services, sentOf(payment, gateway));
    await app.drain();
    expect((await noticesOf(payment.id)).find((row) => row.id === id)?.state).toBe(state);
    expect(await statusOf(payment)).toBe(status);
  });
});

describe('the charge as the gateway reports it (§12.22)', () => {
  it('completes nothing with another amount, and reports it once to an operator', async () => {
    const { buyer, payment } = await begin();
    const addToCharge = (amount: number) =>
      db.query('update simulated_charges set amount = amount + $2 where payment_id = $1', [
        payment.id,
        amount,
      ]);
    await setCharge(app, payment);
    await addToCharge(-1000);
    for (let time = 0; time < 2; time += 1) await app.advance(15);
    expect(await statusOf(payment)).toBe('pending');
    const wrong = { source: 'status', state: 'mismatched', reason: 'amount' };
    const notices = await noticesOf(payment.id);
    expect(notices).toMatchObject([{ ...wrong, amount: payment.amount - 1000 }]);
    // Its buyer cannot leave while the payment may be paid; the deadline ends the hold in any case.
    expect((await buyer.call(calls.exitSession)).status).toBe(409);
    await app.advance(12 * 60);
    expect(await statusOf(payment)).toBe('expired');
    await addToCharge(1000);
    await command({ verb: 'apply', id: notices[0]!.id });
    expect(await statusOf(payment)).toBe('completed');
  });

  it('is not trusted about a refund of an unknown charge: an operator decides', async () => {
    const { payment } = await begin();
    await notify(app, payment);
    await db.query('delete from simulated_charges where payment_id = $1', [payment.id]);
    expect(await notify(app, payment, { status: 'deny' })).toBe(200);
    expect(await statusOf(payment)).toBe('completed');
    const denial = (await noticesOf(payment.id)).find((row) => row.outcome === 'deny');
    expect(denial).toMatchObject({ state: 'mismatched', reason: 'contradicts' });
  });
});

describe('a notification that fails to be applied', () => {
  const failing = (code: string) => ({
    ...app.services,
    db: { ...db, tx: () => Promise.reject(Object.assign(new Error('no'), { code })) },
  });
  const later = async (services: typeof app.services, seconds: number) => {
    clock.advance(seconds);
    for (const { id } of await listNotices(db, false, 1000)) {
      await workOff(services, id).catch(() => {});
    }
  };
  const shownTo = async (buyer: TestClient) => {
    const { in_review } = await paymentOf(buyer, theatre);
    const [order] = (await buyer.call(calls.purchaseHistory)).body.data;
    return [in_review, order?.order_status];
  };

  it('by an error of ours waits for an operator after ten minutes, and is run again in order', async () => {
    const { buyer, payment } = await begin();
    const broken = failing('23505');
    await setCharge(app, payment, 'refund');
    for (const status of ['settlement', 'refund'] as const) {
      const { notice, ...sent } = sentOf(payment);
      await takeNotice(app.services, { ...sent, notice: { ...notice, status } });
    }
    for (const seconds of [0, 15, 15, 15, 15, 15, 500]) await later(broken, seconds);
    expect(await noticesOf(payment.id)).toMatchObject([
      { state: 'received', tries: 7 },
      { state: 'received', tries: 7 },
    ]);
    expect(await shownTo(buyer)).toEqual([true, 'in_review']);
    await later(broken, 25);
    const waits = { state: 'mismatched', reason: 'failed' };
    expect(await noticesOf(payment.id)).toMatchObject([waits, waits]);
    expect(await shownTo(buyer)).toEqual([true, 'in_review']);
    // Before the mend it waits again at once.
    const desk = { db, now: clock.now(), live: broken };
    expect((await runNoticeTask(desk, { task: 'notices', verb: 'again' })).join()).toContain(
      'error of this software',
    );
    expect(await noticesOf(payment.id)).toMatchObject([waits, waits]);
    await command({ verb: 'again' });
    expect(await noticesOf(payment.id)).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'refunded', valid: 0 });
    expect(await shownTo(buyer)).toEqual([false, 'refunded']);
  });

  it('because the database is away stays, and verify says that it waits', async () => {
    const { buyer, payment } = await begin();
    const away = failing('57P01');
    await setCharge(app, payment);
    await takeNotice(app.services, sentOf(payment));
    for (const seconds of [15, 15, 15, 15, 560]) await later(away, seconds);
    expect(await noticesOf(payment.id)).toMatchObject([{ state: 'received', tries: 0 }]);
    expect(await shownTo(buyer)).toEqual([false, 'pending']);
    const found = await findBroken(db, { holdsDueBefore: clock.now() });
    expect(found.map(({ name }) => name)).toContain(
      'no money notice has waited for ten minutes to be applied',
    );
    await app.advance(15);
    expect((await rowOf(app, payment)).payment).toBe('completed');
  });
});
