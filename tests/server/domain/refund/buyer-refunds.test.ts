import { beforeEach, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { findPayment } from '../../../../server/domain/payment/payments-view.ts';
import { askRefund } from '../../../../server/domain/refund/requests.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import type { SaleTask } from '../../../../server/operator/sale-task.ts';
import { oneBuyer, openShop, setEvent } from '../../support/open-shop.ts';
import { enter } from '../../support/paid-tickets.ts';
import {
  offerEverything,
  operateRefund,
  paidOrder,
  subjectsTo,
} from '../../support/payment-rows.ts';
import { paymentOf, theatre } from '../../support/purchase.ts';

const app = await openShop({ events: [theatre] }, { operator: true });
const { db, clock } = app.services;
beforeEach(async () => {
  await setEvent(app, theatre, 'refund_policy = null');
  await offerEverything(app, theatre, false);
});

const half = { steps: [{ daysBefore: 1, percent: 50 }], fee: 1_000 };
const setPolicy = () => setEvent(app, theatre, 'refund_policy = $2::jsonb', JSON.stringify(half));
const operate = (line: string) => operateRefund(app, line);
const postpone = (given: Partial<SaleTask> = { to: '2030-01-01T19:00+07:00' }) => {
  const task = { task: 'sale', verb: 'postpone', slug: theatre, yes: theatre } as const;
  return runSaleTask({ db, clock, live: app.services }, { ...task, ...given });
};

/** A paid order, and the calls of its buyer. */
async function paid() {
  const order = await paidOrder(app);
  const { params } = order;
  let { buyer } = order;
  return {
    ...order,
    read: async () => (await buyer.call(calls.orderRefund, { params })).body.data,
    ask: async (expected: number) =>
      (await buyer.call(calls.askOrderRefund, { params, body: { expected } })).body,
    keep: async () => (await buyer.call(calls.keepTickets, { params })).body,
    signInAgain: async () => {
      buyer = await app.as(buyer.email);
    },
  };
}

it('gives nothing back without a policy, and nothing of the order of another (§13.4)', async () => {
  const { payment, code, params, read, ask } = await paid();
  expect(await read()).toEqual({
    order_code: code,
    event: { slug: theatre, name: expect.any(String), datetime: expect.any(String) },
    paid: payment.amount,
    policy: null,
    askable: 0,
    tickets: [
      expect.objectContaining({ state: 'valid', askable: null }),
      expect.objectContaining({ state: 'valid', askable: null }),
    ],
    left: payment.amount,
    everything_until: null,
    everything_open: false,
    kept: false,
    refund: null,
    refunds: [],
  });
  const other = await oneBuyer(app);
  const body = { expected: payment.amount };
  expect((await other.call(calls.orderRefund, { params })).status).toBe(404);
  expect((await other.call(calls.keepTickets, { params })).status).toBe(404);
  expect((await other.call(calls.askOrderRefund, { params, body })).status).toBe(404);
  expect(await ask(payment.amount)).toMatchObject({ code: 'refundUnavailable' });
});

it('waits for the operator where the buyer asks by the policy of the order (§13.6, §7.99)', async () => {
  await setPolicy();
  const { payment, code, read, ask } = await paid();
  const { askable, policy } = await read();
  expect(policy).toEqual(half);
  expect(askable).toBe(Math.floor((payment.amount - payment.service_fee) / 2) - 2_000);
  expect(await ask(askable + 1)).toMatchObject({ code: 'refundAmountChanged' });
  const asked = { askable: 0, refund: { state: 'asked', amount: askable } };
  expect((await ask(askable)).data).toMatchObject(asked);
  expect(await ask(askable)).toMatchObject({ code: 'refundBegun' });
  const [audited] = await db.query<{ account_id: string; request_id: string | null }>(
    `select l.account_id, l.request_id from audit_log l join refunds r on l.object = 'refund:' || r.id
     where r.payment_id = $1 and l.action = 'refund.ask'`,
    [payment.id],
  );
  const [account_id, request_id] = [expect.any(String), expect.any(String)];
  expect(audited).toEqual({ account_id, request_id });
  await operate(`refuse ${code} Terlambat`);
  expect((await read()).refund).toMatchObject({ state: 'refused', note: 'Terlambat' });
  // What was refused may be asked for again.
  await ask((await read()).askable);
  await operate(`approve ${code}`);
  expect((await read()).refund).toMatchObject({ state: 'done', amount: askable });
});

it('asks the buyers of a postponed event: keep, or everything back, until a day that passes (§13.20)', async () => {
  const [giver, keeper, silent] = [await paid(), await paid(), await paid()];
  await postpone();
  await app.tick();
  for (const { read, buyer, payment } of [giver, keeper, silent]) {
    const offer = { askable: payment.amount, everything_until: expect.any(String), kept: false };
    expect(await read()).toMatchObject(offer);
    const subjects = await subjectsTo(app, buyer);
    expect(subjects.filter((subject) => subject.startsWith('Perubahan acara'))).toHaveLength(1);
  }
  // The organiser offered it to everybody: there is nothing more to approve.
  const { amount } = giver.payment;
  expect((await giver.ask(amount)).data.refund).toMatchObject({ state: 'approved' });
  await app.tick();
  expect((await giver.read()).refund).toMatchObject({ state: 'done', amount });
  expect(await giver.keep()).toMatchObject({ code: 'refundUnavailable' });
  for (let time = 0; time < 2; time += 1) {
    expect((await keeper.keep()).data).toMatchObject({ kept: true, refund: null });
  }
  expect((await keeper.read()).kept).toBe(true);
  await app.advance(14 * 86_400 + 1);
  await silent.signInAgain();
  const missed = { askable: 0, everything_until: null, refund: null };
  expect(await silent.read()).toMatchObject(missed);
  expect(await silent.ask(amount)).toMatchObject({ code: 'refundUnavailable' });
});

const hourMs = 3_600_000;
/** As a response has it. */
const toSecond = (ms: number) => Math.floor(ms / 1000) * 1000;
const startOf = async () => {
  const [event] = await db.query<{ starts_at: Date }>(
    'select starts_at from events where slug = $1',
    [theatre],
  );
  return toSecond(event?.starts_at.getTime() ?? 0);
};
const inHours = (ms: number, hours: number) => new Date(ms + hours * hourMs).toISOString();
/** Seven in the evening in Jakarta of a day far off. */
const evening = Date.parse('2031-03-01T12:00:00Z');
const beginInTheEvening = () => {
  const times = `starts_at = $2, ends_at = $2::timestamptz + interval '3 hours', sale_ends_at = null`;
  return setEvent(app, theatre, times, new Date(evening));
};
it.each<[string, Partial<SaleTask>, boolean]>([
  ['half an hour', { to: inHours(evening, 0.5) }, false],
  ['half an hour, by a word', { to: inHours(evening, 0.5), refunds: true }, true],
  ['three hours', { to: inHours(evening, 3) }, true],
  ['to another day', { to: inHours(evening, -24 + 2) }, true],
  ['to another day, by a word', { to: inHours(evening, 48), refunds: false }, false],
  ['to another venue', { venue: 'Gedung Lain' }, true],
  ['to no date', {}, true],
])(
  'offers everything after a move of %s, as the command says before',
  async (_, move, isOffered) => {
    await beginInTheEvening();
    const { read } = await paid();
    const flag = isOffered ? '--refunds' : '--no-refunds';
    await expect(postpone({ ...move, yes: undefined })).rejects.toThrow(flag);
    await postpone(move);
    const { everything_until, everything_open } = await read();
    expect(everything_until !== null || everything_open).toBe(isOffered);
    await setEvent(app, theatre, `status = 'active'`);
  },
);

it('offers everything for each piece of news to those who were charged before it, at most until the start', async () => {
  const before = await paid();
  await app.advance(1);
  await postpone({});
  await app.advance(30 * 86_400);
  await before.signInAgain();
  expect(await before.read()).toMatchObject({ everything_open: true, everything_until: null });
  const date = inHours(clock.now().getTime(), 60 * 24);
  await postpone({ to: date, refunds: false });
  const dated = clock.now().getTime();
  const after = await paid();
  expect(await after.read()).toMatchObject({ askable: 0, everything_until: null });
  const untilOf = async (order: typeof before) =>
    Date.parse((await order.read()).everything_until ?? '');
  expect(await untilOf(before)).toBe(toSecond(dated + 14 * 24 * hourMs));
  // The show comes sooner than the end of its days.
  await app.advance(86_400);
  await before.signInAgain();
  await after.signInAgain();
  await postpone({ to: inHours(dated, 6 * 24) });
  for (const order of [before, after]) expect(await untilOf(order)).toBe(await startOf());
  await app.advance(6 * 86_400);
  await before.signInAgain();
  expect(await before.read()).toMatchObject({ askable: 0, everything_until: null });
  await beginInTheEvening();
});

it('decides with the order locked: the amount that was shown, and what is offered to all in the same transaction (§13.5)', async () => {
  await setPolicy();
  const byPolicy = await paid();
  const { askable } = await byPolicy.read();
  const ask = async ({ payment }: typeof byPolicy, expected: number) => {
    const by = { accountId: null, requestId: null };
    const row = (await findPayment(db, payment.id))!;
    await askRefund(app.services, row, { amount: null, expected, by });
  };
  // The policy took its next step between the page and the lock.
  const late = ask(byPolicy, askable + 1);
  await expect(late).rejects.toMatchObject({ code: 'refundAmountChanged' });
  expect((await byPolicy.read()).refund).toBeNull();
  const offered = await paid();
  await postpone();
  const { amount } = offered.payment;
  await ask(offered, amount);
  expect((await offered.read()).refund).toMatchObject({ state: 'approved', amount });
  await app.tick();
});

it('is not approved for an order that somebody has entered with since it was asked for (§13.7)', async () => {
  await setPolicy();
  const { buyer, payment, code, read, ask } = await paid();
  await ask((await read()).askable);
  const [ticket = ''] = (await paymentOf(buyer, theatre)).ticket_ids;
  await app.advance(60);
  await enter(app, ticket);
  const entered = { status: 409, message: expect.stringContaining('entered') };
  await expect(operate(`approve ${code}`)).rejects.toMatchObject(entered);
  expect((await read()).refund).toMatchObject({ state: 'asked' });
  // An operator who gives money back all the same says how much.
  await operate(`refuse ${code} Tiketnya sudah dipakai`);
  await app.advance(60);
  await operate(`ask ${code} ${payment.amount}`);
  await operate(`approve ${code}`);
  expect((await read()).refund).toMatchObject({ state: 'done', amount: payment.amount });
});
