import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { readInvoice } from '../../../../server/domain/payment/invoices.ts';
import { refundsOf } from '../../../../server/domain/refund/refund-rows.ts';
import { undoApproved } from '../../../../server/domain/refund/requests.ts';
import { oneBuyer, openShop, withParts } from '../../support/open-shop.ts';
import { enter } from '../../support/paid-tickets.ts';
import {
  lettersTo,
  offerEverything,
  operateRefund,
  paidOrder,
  rowOf,
} from '../../support/payment-rows.ts';
import { concert, expectSound, payerDoes, seminar, theatre } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, theatre, seminar] }, { operator: true });
const { db } = app.services;
const finance = await app.asStaff('finance');
const half = { steps: [{ daysBefore: 0, percent: 50 }], fee: 1_001 };
beforeEach(() => db.query('update events set refund_policy = $1', [JSON.stringify(half)]));

async function bought(count = 3, slug = theatre) {
  const order = await paidOrder(app, slug, 'qris', count);
  const { buyer, params } = order;
  const read = async () => (await buyer.call(calls.orderRefund, { params })).body.data;
  const ask = async (expected: number, tickets?: readonly string[]) =>
    (
      await buyer.call(calls.askOrderRefund, {
        params,
        body: { expected, ...(tickets && { tickets: [...tickets] }) },
      })
    ).body;
  const ids = (await read()).tickets.map(({ id }) => id);
  return { ...order, ids, read, ask };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const desk = (order: Bought, body: object) =>
  finance.call(staffCalls.deskRefund, { params: order.params, body: body as never });
/** Undoes what is approved, and sends its money. */
const work = async () => {
  await undoApproved(app.services);
  await app.drain();
};
const approve = ({ code }: Bought) => operateRefund(app, `approve ${code}`);
const statesOf = async ({ read }: Bought) => (await read()).tickets.map(({ state }) => state);
const seatsOf = async ({ ids }: Bought) =>
  (
    await db.query<{ status: string }>(
      'select s.status from tickets k join seats s on s.id = k.seat_id where k.id = any($1::uuid[]) order by s.id',
      [ids],
    )
  ).map(({ status }) => status);
const mine = async (buyer: TestClient, slug = theatre) =>
  (await buyer.call(calls.myEventTickets, { params: { eventId: slug } })).body.data.data.length;
const give = async ({ buyer }: Bought, id: string) => {
  const { token } = (await buyer.call(calls.offerTransfer, { params: { id }, body: {} })).body.data;
  const body = { token, holder_name: 'Budi Penerima' };
  return (await (await oneBuyer(app)).call(calls.acceptTransfer, { body })).status;
};

describe('a single ticket of an order (§13.1, §13.2)', () => {
  it('may be given back although another one has gone to another person, or somebody entered with one', async () => {
    const order = await bought(4);
    expect(await give(order, order.ids[0] ?? '')).toBe(200);
    await enter(app, order.ids[1] ?? '');
    const { askable, tickets } = await order.read();
    expect(tickets.map(({ state }) => state)).toEqual(['given', 'entered', 'valid', 'valid']);
    const [, , third, fourth] = tickets.map((ticket) => ticket.askable);
    expect(tickets.map((ticket) => ticket.askable)).toEqual([null, null, third, fourth]);
    expect(askable).toBe((third ?? 0) + (fourth ?? 0));
    expect(askable).toBeGreaterThan(0);
    const none = tickets.slice(0, 2).map(({ id }) => id);
    expect(await order.ask(0, none)).toMatchObject({ code: 'refundUnavailable' });
  });

  it('goes back alone: it is void and on sale again, and nothing else of the order changes', async () => {
    const order = await bought();
    const { buyer, ids, payment, code, read, ask } = order;
    const [one = '', two = ''] = ids;
    const part = (await read()).tickets[0]?.askable ?? 0;
    expect(await ask(part + 1, [one])).toMatchObject({ code: 'refundAmountChanged' });
    const asked = (await ask(part, [one])).data;
    expect(asked.refunds).toMatchObject([{ kind: 'tickets', state: 'asked', amount: part }]);
    expect(await ask(part, [one])).toMatchObject({ code: 'refundBegun' });
    expect(await give(order, two)).toBe(200);
    const { tickets } = await read();
    const fresh = tickets[1]?.id ?? '';
    expect(fresh).not.toBe(two);
    // An entry with a ticket that it does not name is none of its business.
    await enter(app, ids[2] ?? '');
    await approve(order);
    expect(await statesOf(order)).toEqual(['void', 'given', 'entered']);
    expect(await seatsOf(order)).toEqual(['available', 'sold', 'sold']);
    expect(await mine(buyer)).toBe(1);
    const kept = {
      payment: 'completed',
      order: 'completed',
      valid: 2,
      kept: payment.amount - part,
    };
    expect(await rowOf(app, payment)).toMatchObject({ ...kept, refund: 'done', amount: part });
    const place = tickets[0]?.place ?? '';
    expect((await lettersTo(app, buyer)).slice(-2)).toEqual([
      expect.stringContaining(`Tiket ${place} tidak berlaku lagi; tiket lain`),
      expect.stringContaining('Pengembalian dana'),
    ]);
    await app.tick();
    const invoice = await readInvoice(db, buyer.accountId, code);
    expect(invoice.creditNotes).toMatchObject([
      { amount: part, tickets: [expect.stringContaining(`${place} (`)] },
    ]);
    // Somebody else buys the place, and the rest goes back with the event.
    const [seat] = await db.query<{ seat_number: string }>(
      'select s.seat_number from tickets k join seats s on s.id = k.seat_id where k.id = $1',
      [one],
    );
    expect(seat?.seat_number).toBe(place);
    await payerDoes(app, payment.id, 'chargeback');
    expect(await rowOf(app, payment)).toMatchObject({ order: 'refunded', valid: 0, kept: 0 });
    await expectSound(db, { operator: true });
  });

  it('adds up with the others to the whole order, which ends with its last ticket', async () => {
    await offerEverything(app, theatre, true);
    const order = await bought();
    const { ids, payment, read, ask } = order;
    for (const [at, id] of ids.entries()) {
      const part = (await read()).tickets[at]?.askable ?? 0;
      expect((await ask(part, [id])).data.refunds.at(-1)).toMatchObject({ state: 'approved' });
      await work();
    }
    await offerEverything(app, theatre, false);
    const all = { order: 'refunded', payment: 'refunded', valid: 0, kept: 0, claims: 0 };
    expect(await rowOf(app, payment)).toMatchObject({ ...all, amount: payment.amount });
    expect((await read()).refunds.map(({ kind }) => kind)).toEqual(['tickets', 'tickets', 'whole']);
  });

  it('goes back although the gateway fails another refund of its order', async () => {
    const order = await bought(2);
    const gateway = app.services.gateways.of('simulated');
    const { refund } = gateway;
    const keys = new Set<string>();
    const failing: typeof refund = (charge, amount, key) => {
      const [first] = keys.add(key);
      return key === first ? Promise.reject(new Error('no')) : refund(charge, amount, key);
    };
    await desk(order, { step: 'goodwill', amount: 1_000 });
    const [one] = (await order.read()).tickets;
    await order.ask(one?.askable ?? 0, order.ids.slice(0, 1));
    await withParts(gateway, { refund: failing }, async () => {
      for (const { id } of await refundsOf(db, order.payment.id)) {
        await operateRefund(app, `approve ${id}`, false);
      }
      await work();
    });
    const states = (await refundsOf(db, order.payment.id)).map(({ state }) => state);
    expect(states).toEqual(['owed', 'done']);
  });

  it('is asked for again with the others once the organiser offers everything', async () => {
    const order = await bought(2);
    const [one = ''] = order.ids;
    const part = (await order.read()).tickets[0]?.askable ?? 0;
    await order.ask(part, [one]);
    await offerEverything(app, theatre, true);
    const { amount } = order.payment;
    expect((await order.read()).askable).toBe(amount);
    expect((await order.ask(amount)).data.refunds).toMatchObject([
      { kind: 'whole', state: 'approved', amount },
    ]);
    await offerEverything(app, theatre, false);
    await work();
  });

  it('does not go back once somebody entered with it', async () => {
    const order = await bought(2);
    const [one = ''] = order.ids;
    await order.ask((await order.read()).tickets[0]?.askable ?? 0, [one]);
    await app.advance(60);
    await enter(app, one);
    expect((await desk(order, { step: 'approve' })).body.message).toContain('entered');
    expect(await statesOf(order)).toEqual(['entered', 'valid']);
  });

  it('that was issued again meanwhile goes back under its new code', async () => {
    const order = await bought(2);
    const [one = ''] = order.ids;
    await order.ask((await order.read()).tickets[0]?.askable ?? 0, [one]);
    const support = await app.asStaff('support');
    const params = { id: one };
    await support.call(staffCalls.deskReissue, { params, body: {} });
    await approve(order);
    expect(await statesOf(order)).toEqual(['void', 'valid']);
  });
});

describe('the desk', () => {
  it('gives tickets back that the policy does not, at any amount up to what was paid for them', async () => {
    const order = await bought(2);
    const [, two = ''] = order.ids;
    await enter(app, two);
    const paid = (await order.read()).tickets[1]?.paid ?? 0;
    const begin = (amount: number) => desk(order, { step: 'begin', amount, tickets: [two] });
    expect((await begin(paid + 1)).body.message).toContain(`At most Rp${paid}`);
    // The command knows a ticket by its code.
    const sql = 'select ticket_code as code from tickets where id = $1';
    const [ticket] = await db.query<{ code: string }>(sql, [two]);
    const ask = (code = '') => operateRefund(app, `ask ${order.code} ${paid} ${code}`);
    await expect(ask('ZZZZ-ZZZZ')).rejects.toThrow('is no ticket of this order');
    await ask(ticket?.code);
    await approve(order);
    expect(await statesOf(order)).toEqual(['valid', 'void']);
    expect(await rowOf(app, order.payment)).toMatchObject({ order: 'completed', amount: paid });
  });

  it('pays goodwill without voiding anything, and never more than is left', async () => {
    const order = await bought(2);
    const { amount } = order.payment;
    await desk(order, { step: 'goodwill', amount: amount - 10 });
    await approve(order);
    expect(await statesOf(order)).toEqual(['valid', 'valid']);
    expect(await seatsOf(order)).toEqual(['sold', 'sold']);
    expect((await lettersTo(app, order.buyer)).at(-2)).toContain('Semua tiketnya tetap berlaku');
    expect(await rowOf(app, order.payment)).toMatchObject({ order: 'completed', kept: 10 });
    await expect(operateRefund(app, `goodwill ${order.code} 11`)).rejects.toThrow('At most Rp10');
    // The rest of the payment is the most that goes back for both tickets.
    expect(await order.read()).toMatchObject({ left: 10, askable: 10 });
    await order.ask(10);
    await approve(order);
    expect(await rowOf(app, order.payment)).toMatchObject({ order: 'refunded', kept: 0, valid: 0 });
  });
});

it('a free ticket is given back at once, its place is on sale again, and the order ends with the last (§13.6)', async () => {
  const order = await bought(2, seminar);
  const { ids, ask, payment } = order;
  const [one = '', two = ''] = ids;
  expect((await order.read()).tickets.map(({ askable }) => askable)).toEqual([0, 0]);
  await ask(0, [one]);
  await app.tick();
  expect(await statesOf(order)).toEqual(['void', 'valid']);
  expect(await seatsOf(order)).toEqual(['available', 'sold']);
  expect((await lettersTo(app, order.buyer)).at(-1)).toContain('sudah Anda lepas');
  expect(await rowOf(app, payment)).toMatchObject({
    order: 'completed',
    refund: 'done',
    claims: 1,
  });
  await ask(0, [two]);
  await app.tick();
  expect(await rowOf(app, payment)).toMatchObject({ order: 'refunded', claims: 0, valid: 0 });
  await expectSound(db, { operator: true });
});

it('a returned ticket frees the share of its buyer, and its voucher only with the whole order', async () => {
  const order = await bought(2, theatre);
  await db.query(`update events set limit_per_account = 2 where slug = $1`, [theatre]);
  const claim = async () => {
    const params = { slug: theatre };
    await order.buyer.call(calls.joinQueue, { params });
    const [free] = await db.query<{ seat_number: string }>(
      `select s.seat_number from seats s join events e on e.id = s.event_id where e.slug = $1 and s.status = 'available' limit 1`,
      [theatre],
    );
    const body = { seats: [free?.seat_number ?? ''], voucher_code: null };
    return (await order.buyer.call(calls.createDraft, { params, body })).status;
  };
  expect(await claim()).not.toBe(200);
  await order.ask((await order.read()).tickets[0]?.askable ?? 0, [order.ids[0] ?? '']);
  await approve(order);
  expect(await claim()).toBe(200);
  await order.buyer.call(calls.exitSession);
  await db.query('update events set limit_per_account = null');
});
