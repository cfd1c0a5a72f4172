import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { codesOf, type PaidTickets, paidTickets } from '../../support/paid-tickets.ts';
import { setCharge } from '../../support/payment-rows.ts';
import {
  askPayment,
  askVoid,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  payerDoes,
} from '../../support/purchase.ts';
import { notify } from '../../support/signed-notification.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let support: TestClient;
let finance: TestClient;
let sold: PaidTickets;
beforeAll(async () => {
  app = await createTestApp();
  support = await app.asStaff('support');
  finance = await app.asStaff('finance');
});
beforeEach(async () => {
  sold = await paidTickets(app, 2);
});
afterAll(() => app.close());

const find = async (q: string) =>
  (await support.call(staffCalls.deskFind, { query: { q } })).body.data.orders.map(
    ({ order_code }) => order_code,
  );
const open = async (orderCode = sold.orderCode) =>
  (await support.call(staffCalls.deskOrder, { params: { orderCode } })).body.data;
const ticket = (index = 0) => sold.tickets[index]?.id ?? '';
const byStaff = (action: string, staff: TestClient) =>
  app.services.db.query('select 1 from audit_log where action = $1 and staff_id = $2', [
    action,
    staff.accountId,
  ]);

describe('an order is found by', () => {
  it('its code, a ticket code, a seat, an e-mail, a phone number, and ids of the gateway', async () => {
    const { db } = app.services;
    const { ticket_code } = await codesOf(app, ticket());
    await db.query(`update accounts set phone_number = '+6281299887766' where id = $1`, [
      sold.buyer.accountId,
    ]);
    const [payment] = await db.query<{ id: string }>(
      'select p.id from payments p join orders o on o.id = p.order_id where o.order_code = $1',
      [sold.orderCode],
    );
    for (const q of [
      sold.orderCode.toLowerCase(),
      ticket_code.replace('-', '').toLowerCase(),
      sold.tickets[0]?.seat_number ?? '',
      sold.buyer.email.toUpperCase(),
      '0812-9988-7766',
      payment?.id ?? '',
    ]) {
      expect(await find(q), q).toContain(sold.orderCode);
    }
    expect(await find('tidak-ada')).toEqual([]);
    const [notice] = await db.query<{ event_id: string }>(
      'select event_id from payment_notices where payment_id = $1 and event_id is not null',
      [payment?.id],
    );
    expect(await find(notice?.event_id ?? '')).toEqual([sold.orderCode]);
  });
});

describe('the history of an order', () => {
  it('tells session, payment, gateway and letters in one list, newest first', async () => {
    const order = await open();
    expect(order).toMatchObject({ status: 'completed', event_slug: concert });
    expect(order.payments).toMatchObject([{ refund: null }]);
    expect(order.tickets.map(({ state }) => state)).toEqual(['valid', 'valid']);
    const told = order.history.map(({ kind, what }) => `${kind} ${what}`);
    for (const line of [
      'record session.join',
      'record order.draft',
      'record payment.create',
      'gateway settlement',
      'record order.complete',
    ]) {
      expect(told).toContain(line);
    }
    expect(told.some((line) => line.startsWith('letter Tiket '))).toBe(true);
    const times = order.history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('lists records of one instant in the order in which they were written', async () => {
    const { db } = app.services;
    const steps = ['instant.a', 'instant.c', 'instant.b'];
    for (const step of steps) {
      await db.query(
        `insert into audit_log (at, action, object) select timestamptz '2030-01-01', $1, 'order:' || id from orders where order_code = $2`,
        [step, sold.orderCode],
      );
    }
    const { history } = await open();
    const told = history.map(({ what }) => what).filter((what) => what.startsWith('instant.'));
    expect(told).toEqual(steps.toReversed());
  });

  it('names the member of the staff who acted, and records who looked', async () => {
    await support.call(staffCalls.deskRename, { params: { id: ticket() }, body: { name: 'Ani' } });
    const { history } = await open();
    expect(history.find(({ what }) => what === 'desk.rename')?.staff).toBe('Staf Uji');
    expect(await byStaff('desk.open', support)).not.toEqual([]);
  });

  it('shows no answer of a form; those who may read them ask for them', async () => {
    expect(JSON.stringify(await open())).not.toContain('answers');
    const params = { orderCode: sold.orderCode };
    expect((await finance.call(staffCalls.deskAnswers, { params })).status).toBe(403);
    const { body } = await support.call(staffCalls.deskAnswers, { params });
    expect(body.data.answers.length).toBeGreaterThan(0);
    expect(body.data.answers[0]?.question).not.toBe('');
    expect(await byStaff('desk.answers', support)).not.toEqual([]);
  });
});

describe('an act', () => {
  it('corrects a name and leaves the code', async () => {
    const before = await codesOf(app, ticket());
    await support.call(staffCalls.deskRename, { params: { id: ticket() }, body: { name: 'Ani' } });
    expect(await codesOf(app, ticket())).toEqual(before);
    const eTicket = await sold.buyer.call(calls.eTicket, { params: { id: ticket() } });
    expect(eTicket.body.data.ticket.holder_name).toBe('Ani');
  });

  it('issues a ticket again: one valid ticket for the seat, with a letter', async () => {
    const before = await codesOf(app, ticket());
    const params = { id: ticket() };
    const { body } = await support.call(staffCalls.deskReissue, { params, body: {} });
    expect((await codesOf(app, body.data.id)).ticket_code).not.toBe(before.ticket_code);
    const { tickets, history } = await open();
    expect(tickets.map(({ state }) => state).sort()).toEqual(['replaced', 'valid', 'valid']);
    expect(history.map(({ what }) => what)).toContain('ticket.replace');
    expect(history.some(({ what }) => what.startsWith('Tiket baru'))).toBe(true);
    const again = await support.call(staffCalls.deskReissue, { params, body: {} });
    expect(again.body).toMatchObject({ code: 'ticketNotFound' });
    await expectSound(app.services.db);
  });

  it('moves a ticket to a free seat and gives the old one back, in one step', async () => {
    const [target = ''] = await freeSeats(app, concert, 1);
    const from = sold.tickets[0]?.seat_number ?? '';
    const params = { id: ticket() };
    const { body } = await support.call(staffCalls.deskMove, {
      params,
      body: { seat_number: target.toLowerCase() },
    });
    const eTicket = await sold.buyer.call(calls.eTicket, { params: { id: body.data.id } });
    expect(eTicket.body.data.ticket.seat_number).toBe(target);
    const [seat] = await app.services.db.query<{ status: string }>(
      `select s.status from seats s join events e on e.id = s.event_id where e.slug = $1 and s.seat_number = $2`,
      [concert, from],
    );
    expect(seat?.status).toBe('available');
    const taken = await support.call(staffCalls.deskMove, {
      params: { id: body.data.id },
      body: { seat_number: sold.tickets[1]?.seat_number ?? '' },
    });
    expect(taken.body).toMatchObject({ code: 'seatsTaken' });
    await expectSound(app.services.db);
  });

  it('voids a ticket, and sends the letter again', async () => {
    await support.call(staffCalls.deskVoid, { params: { id: ticket() }, body: {} });
    expect((await open()).tickets.map(({ state }) => state)).toEqual(['valid', 'void']);
    const letters = async () =>
      (await open()).history.filter(({ what }) => what.startsWith('Tiket ')).length;
    const before = await letters();
    const params = { orderCode: sold.orderCode };
    await support.call(staffCalls.deskSendAgain, { params, body: {} });
    expect(await letters()).toBe(before + 1);
    await expectSound(app.services.db);
  });

  it('refunds step by step, by finance alone', async () => {
    const params = { orderCode: sold.orderCode };
    const step = (staff: TestClient, body: object) =>
      staff.call(staffCalls.deskRefund, { params, body });
    expect((await step(support, { step: 'begin', amount: 1_000 })).status).toBe(403);
    expect((await step(finance, { step: 'approve' })).body).toMatchObject({
      code: 'refundStepImpossible',
    });
    await step(finance, { step: 'begin', amount: 1_000 });
    await step(finance, { step: 'refuse', reason: 'Belum waktunya' });
    expect((await open()).payments).toMatchObject([
      { refund: { state: 'refused', note: 'Belum waktunya' } },
    ]);
    await step(finance, { step: 'begin', amount: 2_000 });
    await step(finance, { step: 'approve' });
    await app.tick();
    const order = await open();
    expect(order.payments).toMatchObject([{ refund: { state: 'done', amount: 2_000 } }]);
    expect(order.tickets.map(({ state }) => state)).toEqual(['void', 'void']);
    const who = order.history.filter(({ what }) => what.startsWith('refund.'));
    expect(
      who
        .filter(({ staff }) => staff === 'Staf Uji')
        .map(({ what }) => what)
        .sort(),
    ).toEqual(['refund.approve', 'refund.ask', 'refund.ask', 'refund.refuse']);
    await expectSound(app.services.db);
  });

  it('refunds the payment that is named of an order that was paid twice, as its buyer asked', async () => {
    const { db } = app.services;
    const buyer = (await app.makeBuyers(1))[0]!;
    const first = await beginPayment(app, buyer, concert, 1);
    await askVoid(buyer, concert, first.id);
    await app.advance(1);
    const second = (await askPayment(buyer, concert, 'qris')).body.data.payment;
    await payerDoes(app, second.id, 'settlement');
    await setCharge(app, first);
    await notify(app, first);
    await app.tick();
    const policy = { steps: [{ daysBefore: 0, percent: 100 }], fee: 0 };
    await db.query('update orders set refund_policy = $2::jsonb where order_code = $1', [
      first.order_code,
      JSON.stringify(policy),
    ]);
    const params = { orderCode: first.order_code };
    const { askable } = (await buyer.call(calls.orderRefund, { params })).body.data;
    await buyer.call(calls.askOrderRefund, { params, body: { expected: askable } });
    const refunds = async () =>
      (await open(first.order_code)).payments.map(({ refund }) => [refund?.reason, refund?.state]);
    const paidTwice = ['paid_twice', 'done'];
    expect(await refunds()).toEqual([paidTwice, ['requested', 'asked']]);
    const approve = (payment?: string) =>
      finance.call(staffCalls.deskRefund, {
        params,
        body: { step: 'approve', ...(payment === undefined ? {} : { payment }) },
      });
    expect((await approve()).body.message).toContain('more than once');
    expect((await approve(sold.tickets[0]?.id)).status).toBe(404);
    expect((await approve(second.id)).status).toBe(200);
    await app.tick();
    expect(await refunds()).toEqual([paidTwice, ['requested', 'done']]);
    await expectSound(db);
  });
});
