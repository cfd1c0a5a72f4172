import { describe, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { listNotices } from '../../../../server/domain/payment/notice-rows.ts';
import { runNoticeTask } from '../../../../server/operator/notices.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { lettersTo, rowOf, setCharge } from '../../support/payment-rows.ts';
import {
  beginPayment,
  payerDoes,
  paymentOf,
  payTimeEnds,
  theatre,
} from '../../support/purchase.ts';
import { notificationBody, notify, sendSigned } from '../../support/signed-notification.ts';

const app = await openShop({ events: [theatre] });
const { db, clock, broker } = app.services;

const kinds = ['refund', 'reversal', 'chargeback'] as const;
const begin = async (count = 1, voucher: string | null = null) => {
  const buyer = await oneBuyer(app);
  return { buyer, payment: await beginPayment(app, buyer, theatre, count, voucher) };
};
const paid = async (count = 1, voucher: string | null = null) => {
  const begun = await begin(count, voucher);
  expect((await payerDoes(app, begun.payment.id, 'settlement')).status).toBe(200);
  return begun;
};

describe.each(kinds)('a %s after the completion', (kind) => {
  it('voids the tickets, frees the seats, tells buyer and gates, and appears in the history', async () => {
    const { buyer, payment } = await paid(2, kind === 'refund' ? 'SEKALI' : null);
    const [id = ''] = (await paymentOf(buyer, theatre)).ticket_ids;
    const { secret } = await makeGatePass(db, theatre, clock.now());
    const headers = { [gatePassHeader]: secret };
    const revoked = async () =>
      (await app.anonymous().call(gateCalls.gateNews, { headers })).body.data.revoked;
    expect(await revoked()).not.toContain(id);
    const told = vi.spyOn(broker, 'publish');
    expect((await payerDoes(app, payment.id, kind)).status).toBe(200);
    const seats = kind === 'chargeback' ? 'block' : 'available';
    const undone = { payment: 'refunded', order: 'refunded', session: 'completed', valid: 0 };
    expect(await rowOf(app, payment)).toMatchObject({ ...undone, void: 2, seats, claims: 0 });
    const reference = expect.stringMatching(/^SIM-/);
    const refund = { amount: payment.amount, status: 'done', reference };
    const shown = { status: 'refunded', ticket_ids: [], refund };
    expect(await paymentOf(buyer, theatre)).toMatchObject(shown);
    expect(await revoked()).toContain(id);
    const changes = told.mock.calls.filter(([topic]) => topic === 'seats');
    expect(JSON.stringify(changes)).toContain(`"status":"${seats}"`);
    expect(told.mock.calls).toContainEqual([
      'payment',
      theatre,
      { user_id: buyer.accountId, event: 'payment_failed', payment_id: payment.id },
    ]);
    told.mockRestore();
    const letters = await lettersTo(app, buyer);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain('tidak berlaku lagi');
    expect(letters[1]).toContain(payment.order_code);
    const history = await buyer.call(calls.purchaseHistory);
    const entry = { transaction_id: payment.order_code, order_status: 'refunded' };
    expect(history.body.data).toMatchObject([entry]);
    expect((await buyer.call(calls.eTicket, { params: { id } })).status).toBe(404);
    expect((await buyer.call(calls.ticketPdf, { params: { id } })).status).toBe(404);
    expect((await buyer.call(calls.myTickets)).body.data).toEqual([]);
    // A repeated notification or poll has no further effect.
    expect((await payerDoes(app, payment.id, kind)).status).toBe(200);
    await notify(app, payment, { status: kind });
    await notify(app, payment);
    expect(await lettersTo(app, buyer)).toEqual(letters);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'refunded', valid: 0, void: 2 });
  });

  it.each(['pending', 'expired', 'failed'] as const)(
    'that overtakes the settlement, while the payment is %s, leaves nothing to issue',
    async (state) => {
      const { buyer, payment } = await begin();
      if (state === 'expired') await payTimeEnds(app);
      if (state === 'failed') await buyer.call(calls.exitSession);
      expect((await rowOf(app, payment)).payment).toBe(state);
      await setCharge(app, payment, kind);
      expect(await notify(app, payment, { status: kind })).toBe(200);
      expect(await notify(app, payment)).toBe(200);
      await app.advance(60);
      const row = await rowOf(app, payment);
      expect(row).toMatchObject({ payment: 'refunded', order: 'refunded', seats: 'available' });
      expect(row).toMatchObject({ valid: 0, void: 0, claims: 0 });
      expect(row.session).not.toBe('payment_processing');
      const letters = await lettersTo(app, buyer);
      expect(letters.filter((text) => text.includes('tidak berlaku'))).toHaveLength(1);
    },
  );
});

describe('returned money (§12.30)', () => {
  it('by both refund and chargeback is left to an operator: nothing more changes', async () => {
    const { payment } = await paid();
    await payerDoes(app, payment.id, 'refund');
    expect(await notify(app, payment, { status: 'chargeback' })).toBe(200);
    const [last] = await listNotices(db, true, 1);
    expect(last).toMatchObject({ state: 'mismatched', reason: 'second_return' });
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'refunded', seats: 'available' });
  });

  it.each(['reversal', 'chargeback'])(
    'by a %s of which the gateway knows nothing voids no ticket',
    async (status) => {
      const { payment } = await paid();
      expect(await sendSigned(app, notificationBody(payment, { status }))).toBe(200);
      expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
      await app.advance(11 * 60);
      const notice = (await listNotices(db, true, 1))[0];
      expect(notice).toMatchObject({ state: 'mismatched', reason: 'contradicts' });
      expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
    },
  );

  it('is a reversal if the gateway, polled about a late denial, no longer has the money', async () => {
    const { payment } = await paid();
    expect(await notify(app, payment, { status: 'deny' })).toBe(200);
    expect((await rowOf(app, payment)).payment).toBe('completed');
    await setCharge(app, payment, 'deny');
    expect(await notify(app, payment, { status: 'deny' })).toBe(200);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'refunded', valid: 0 });
  });

  it('after a dispute blocks its seats until an operator frees them', async () => {
    const { payment } = await paid(2);
    await payerDoes(app, payment.id, 'chargeback');
    expect((await rowOf(app, payment)).seats).toBe('block');
    const notice = (await listNotices(db, true, 100)).find(
      (row) => row.payment_id === payment.id && row.outcome === 'chargeback',
    );
    const task = { task: 'notices', verb: 'free-seats', id: notice!.id } as const;
    const free = () => runNoticeTask({ db, now: clock.now(), live: app.services }, task);
    expect((await free())[0]).toContain(theatre);
    expect((await rowOf(app, payment)).seats).toBe('available');
    await expect(free()).rejects.toThrow('No seat is blocked');
  });

  it('releases its voucher, and its seats can be sold again', async () => {
    for (const kind of ['reversal', 'refund']) {
      const { payment } = await paid(1, 'SEKALI');
      expect((await rowOf(app, payment)).payment).toBe('completed');
      await payerDoes(app, payment.id, kind);
    }
  });
});
