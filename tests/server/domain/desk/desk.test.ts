import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { openShop } from '../../support/open-shop.ts';
import { codesOf, enter, type PaidTickets, paidTickets } from '../../support/paid-tickets.ts';
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
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] }, null);
let support: TestClient;
let finance: TestClient;
let sold: PaidTickets;
beforeAll(async () => {
  support = await app.asStaff('support');
  finance = await app.asStaff('finance');
});
beforeEach(async () => {
  sold = await paidTickets(app, 2);
});

const ofOrder = () => ({ params: { orderCode: sold.orderCode } });
const open = async (orderCode = sold.orderCode) =>
  (await support.call(staffCalls.deskOrder, { params: { orderCode } })).body.data;
const states = async () => (await open()).tickets.map(({ state }) => state);
const told = async () => (await open()).history.map(({ what }) => what);
const ticket = (index = 0) => sold.tickets[index]?.id ?? '';
const rename = () =>
  support.call(staffCalls.deskRename, { params: { id: ticket() }, body: { name: 'Ani' } });
const eTicket = async (id: string) =>
  (await sold.buyer.call(calls.eTicket, { params: { id } })).body.data.ticket;
const byStaff = (action: string, staff: TestClient) =>
  app.services.db.query('select 1 from audit_log where action = $1 and staff_id = $2', [
    action,
    staff.accountId,
  ]);

it('an order is found by its code, a ticket code, a seat, an e-mail, a phone number, and ids of the gateway (§15.21, §15.56)', async () => {
  const { db } = app.services;
  const find = async (q: string) =>
    (await support.call(staffCalls.deskFind, { query: { q } })).body.data.orders.map(
      ({ order_code }) => order_code,
    );
  const { ticket_code } = await codesOf(app, ticket());
  await db.query(`update accounts set phone_number = '+6281299887766' where id = $1`, [
    sold.buyer.accountId,
  ]);
  const [ids] = await db.query<{ payment: string; notice: string }>(
    `select p.id as payment, n.event_id as notice from payments p join orders o on o.id = p.order_id
     join payment_notices n on n.payment_id = p.id and n.event_id is not null where o.order_code = $1`,
    [sold.orderCode],
  );
  for (const q of [
    sold.orderCode.toLowerCase(),
    ticket_code.replace('-', '').toLowerCase(),
    sold.tickets[0]?.seat_number ?? '',
    sold.buyer.email.toUpperCase(),
    '0812-9988-7766',
    ids?.payment ?? '',
  ]) {
    expect(await find(q), q).toContain(sold.orderCode);
  }
  expect(await find('tidak-ada')).toEqual([]);
  expect(await find(ids?.notice ?? '')).toEqual([sold.orderCode]);
});

describe('the history of an order', () => {
  it('tells session, payment, gateway and letters in one list, newest first (§15.57)', async () => {
    const order = await open();
    expect(order).toMatchObject({ status: 'completed', event_slug: concert });
    expect(order.payments).toMatchObject([{ refunds: [] }]);
    expect(await states()).toEqual(['valid', 'valid']);
    const lines = order.history.map(({ kind, what }) => `${kind} ${what}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        'record session.join',
        'record order.draft',
        'record payment.create',
        'gateway settlement',
        'record order.complete',
        expect.stringMatching(/^letter Tiket /),
      ]),
    );
    const times = order.history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('lists records of one instant in the order in which they were written', async () => {
    const steps = ['instant.a', 'instant.c', 'instant.b'];
    for (const step of steps) {
      await app.services.db.query(
        `insert into audit_log (at, action, object) select timestamptz '2030-01-01', $1, 'order:' || id from orders where order_code = $2`,
        [step, sold.orderCode],
      );
    }
    const instants = (await told()).filter((what) => what.startsWith('instant.'));
    expect(instants).toEqual(steps.toReversed());
  });

  it('shows no answer of a form; those who may read them ask for them, which is recorded (§15.58)', async () => {
    expect(JSON.stringify(await open())).not.toContain('answers');
    expect(await byStaff('desk.open', support)).not.toEqual([]);
    expect((await finance.call(staffCalls.deskAnswers, ofOrder())).status).toBe(403);
    const { body } = await support.call(staffCalls.deskAnswers, ofOrder());
    expect(body.data.answers.length).toBeGreaterThan(0);
    expect(body.data.answers[0]?.question).not.toBe('');
    expect(await byStaff('desk.answers', support)).not.toEqual([]);
  });
});

describe('an act (§15.23)', () => {
  it('corrects a name and leaves the code, by the member of the staff whom the history names (§15.60)', async () => {
    const before = await codesOf(app, ticket());
    await rename();
    expect(await codesOf(app, ticket())).toEqual(before);
    expect((await eTicket(ticket())).holder_name).toBe('Ani');
    const { history } = await open();
    expect(history.find(({ what }) => what === 'desk.rename')?.staff).toBe('Staf Uji');
  });

  it('issues a ticket again: one valid ticket for the seat, with a letter (§14.32, §15.61)', async () => {
    const before = await codesOf(app, ticket());
    const given = { params: { id: ticket() }, body: {} };
    const { body } = await support.call(staffCalls.deskReissue, given);
    expect((await codesOf(app, body.data.id)).ticket_code).not.toBe(before.ticket_code);
    expect((await states()).sort()).toEqual(['replaced', 'valid', 'valid']);
    expect(await told()).toEqual(
      expect.arrayContaining(['ticket.replace', expect.stringMatching(/^Tiket baru/)]),
    );
    const again = await support.call(staffCalls.deskReissue, given);
    expect(again.body).toMatchObject({ code: 'ticketNotFound' });
    await expectSound(app.services.db);
  });

  it('moves a ticket to a free seat and gives the old one back, in one step (§15.61)', async () => {
    const [target = ''] = await freeSeats(app, concert, 1);
    const [from = '', other = ''] = sold.tickets.map(({ seat_number }) => seat_number ?? '');
    const move = (id: string, seat_number: string) =>
      support.call(staffCalls.deskMove, { params: { id }, body: { seat_number } });
    const { id } = (await move(ticket(), target)).body.data;
    expect((await eTicket(id)).seat_number).toBe(target);
    const seats = await app.services.db.query(
      `select s.status from seats s join events e on e.id = s.event_id where e.slug = $1 and s.seat_number = $2`,
      [concert, from],
    );
    expect(seats).toEqual([{ status: 'available' }]);
    expect((await move(id, other)).body).toMatchObject({ code: 'seatsTaken' });
    await expectSound(app.services.db);
  });

  it.each(['Parket', 'Tribun Utara'])('names a seat of %s in either case', async (section) => {
    const sales = await app.asStaff('sales');
    const { db } = app.services;
    await db.query(
      `update seats set seat_number = $1 || '-' || seat_number where event_id = (select id from events where slug = $2)`,
      [section, concert],
    );
    const seats = await freeSeats(app, concert, 3);
    const [given = '', target = '', other = ''] = seats.map((seat) => seat.toLowerCase());
    const params = { slug: concert };
    const steer = async (verb: 'hold-back' | 'give-out') => {
      const body = { verb, seats: [target, other.toUpperCase()] };
      return (await sales.call(staffCalls.controlSteer, { params, body })).status;
    };
    expect([await steer('hold-back'), await steer('give-out')]).toEqual([200, 200]);
    const [receiver] = await app.makeBuyers(1);
    const gift = { email: receiver.email, seats: [given], standing: null };
    expect((await sales.call(staffCalls.controlGive, { params, body: gift })).status).toBe(200);
    const moved = { params: { id: ticket() }, body: { seat_number: target } };
    expect((await support.call(staffCalls.deskMove, moved)).status).toBe(200);
    const { body } = await support.call(staffCalls.deskFind, { query: { q: target } });
    expect(body.data.orders).toMatchObject([{ order_code: sold.orderCode }]);
    await db.query(
      `update seats set seat_number = substr(seat_number, length($1) + 2) where event_id = (select id from events where slug = $2)`,
      [section, concert],
    );
  });

  it('voids a ticket, keeps its place or puts it on sale again as it is said, and sends the letter again (§15.62, §15.59)', async () => {
    const voidIt = (id: string, seat: 'kept' | 'onSale') =>
      support.call(staffCalls.deskVoid, { params: { id }, body: { seat } });
    const placeOf = async (id: string) =>
      app.services.db.query(
        'select s.status, c.order_id is not null as is_claimed from tickets t join seats s on s.id = t.seat_id left join seat_claims c on c.seat_id = s.id where t.id = $1',
        [id],
      );
    await voidIt(ticket(), 'kept');
    expect(await states()).toEqual(['valid', 'void']);
    expect(await placeOf(ticket())).toEqual([{ status: 'sold', is_claimed: true }]);
    await enter(app, ticket(1));
    expect((await voidIt(ticket(1), 'onSale')).body).toMatchObject({ code: 'ticketUsed' });
    const other = await paidTickets(app, 2);
    const [one = '', two = ''] = other.tickets.map(({ id }) => id);
    expect((await voidIt(one, 'onSale')).status).toBe(200);
    expect(await placeOf(one)).toEqual([{ status: 'available', is_claimed: false }]);
    expect(await placeOf(two)).toEqual([{ status: 'sold', is_claimed: true }]);
    const letters = async () => (await told()).filter((what) => what.startsWith('Tiket ')).length;
    const before = await letters();
    await support.call(staffCalls.deskSendAgain, { ...ofOrder(), body: {} });
    expect(await letters()).toBe(before + 1);
    await expectSound(app.services.db);
  });

  it('refunds step by step, by finance alone (§15.63)', async () => {
    const step = (staff: TestClient, body: object) =>
      staff.call(staffCalls.deskRefund, { ...ofOrder(), body });
    expect((await step(support, { step: 'begin', amount: 1_000 })).status).toBe(403);
    expect((await step(finance, { step: 'approve' })).body).toMatchObject({
      code: 'refundStepImpossible',
    });
    await step(finance, { step: 'begin', amount: 1_000 });
    await step(finance, { step: 'refuse', reason: 'Belum waktunya' });
    const refused = { state: 'refused', note: 'Belum waktunya' };
    expect((await open()).payments).toMatchObject([{ refunds: [refused] }]);
    await step(finance, { step: 'begin', amount: 2_000 });
    await step(finance, { step: 'approve' });
    await app.tick();
    const order = await open();
    expect(order.payments).toMatchObject([
      { refunds: [refused, { state: 'done', amount: 2_000 }] },
    ]);
    expect(await states()).toEqual(['void', 'void']);
    const acts = order.history
      .filter(({ what, staff }) => what.startsWith('refund.') && staff === 'Staf Uji')
      .map(({ what }) => what);
    expect(acts.sort()).toEqual(['refund.approve', 'refund.ask', 'refund.ask', 'refund.refuse']);
    await expectSound(app.services.db);
  });

  it('refunds the payment that is named of an order that was paid twice, as its buyer asked', async () => {
    const { db } = app.services;
    const [buyer] = await app.makeBuyers(1);
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
      (await open(first.order_code)).payments.map(({ refunds: [one] }) => [
        one?.reason,
        one?.state,
      ]);
    const paidTwice = ['paid_twice', 'done'];
    expect(await refunds()).toEqual([paidTwice, ['requested', 'asked']]);
    const approve = (payment?: string) =>
      finance.call(staffCalls.deskRefund, {
        params,
        body: { step: 'approve', ...(payment === undefined ? {} : { payment }) },
      });
    expect((await approve()).body.message).toContain('more than once');
    expect((await approve(ticket())).status).toBe(404);
    expect((await approve(second.id)).status).toBe(200);
    await app.tick();
    expect(await refunds()).toEqual([paidTwice, ['requested', 'done']]);
    await expectSound(db);
  });
});
