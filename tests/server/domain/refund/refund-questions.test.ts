import { describe, expect, it } from 'vitest';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { listForStaff } from '../../../../server/domain/invariants/staff-lists.ts';
import { refund } from '../../../../server/domain/payment/refund-sending.ts';
import { refundsOf } from '../../../../server/domain/refund/refund-rows.ts';
import { oneBuyer, openShop, withParts } from '../../support/open-shop.ts';
import { cancelEvent, operateRefund, rowOf, subjectsTo } from '../../support/payment-rows.ts';
import { beginPayment, concert, party, theatre } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';
import { twinDesk } from '../../support/twin-desk.ts';

describe.each(['midtrans', 'xendit'] as const)('at %s', async (name) => {
  const app = await openShop(
    { events: [theatre, concert, party], env: { PAYMENT_GATEWAYS: name } },
    { operator: true },
  );
  const { db, gateways } = app.services;
  const gateway = gateways.of(name);
  const { steer, act, look } = twinDesk(app, name);
  const operate = (line: string, isLive = true) => operateRefund(app, line, isLive);

  const settled = async (method = 'qris', slug = theatre) => {
    const buyer = await oneBuyer(app);
    const payment = await beginPayment(app, buyer, slug, 1, null, method);
    await act(payment, 'settle');
    return { buyer, payment, code: payment.order_code };
  };
  const approved = async (method = 'qris') => {
    const order = await settled(method);
    await operate(`ask ${order.code} ${order.payment.amount}`);
    await operate(`approve ${order.code}`, false);
    return order;
  };
  type Order = Awaited<ReturnType<typeof settled>>;
  const row = ({ payment }: Order) => rowOf(app, payment);
  const returned = async ({ payment }: Order) =>
    (await look()).charges.find(({ paymentId }) => paymentId === payment.id)?.returned;
  const letters = async ({ buyer }: Order) =>
    (await subjectsTo(app, buyer)).filter((subject) => subject.startsWith('Rekening'));
  /** The days in which the gateway sends refunds are over. */
  const daysOver = {
    methods: gateway.methods.map((method) => ({
      ...method,
      refund: { by: 'payout', withinDays: null, closed: null } as const,
    })),
  };

  it('no account is asked for once the gateway has refunded and its response was lost (§13.32)', async () => {
    const order = await approved();
    await steer({ post: 'lost' });
    await steer({ fault: 'lost' });
    await app.tick();
    expect(await row(order)).toMatchObject({ refund: 'owed', payment: 'refund_due' });
    await withParts(gateway, daysOver, () => app.advance(20));
    await steer({ post: 'once' });
    expect(await row(order)).toMatchObject({ refund: 'done', payment: 'refunded' });
    expect([await letters(order), await returned(order)]).toEqual([[], order.payment.amount]);
  });

  it('a success is booked that arrives after a bank account was chosen', async () => {
    const order = await approved();
    const { refund: send } = gateway;
    let call = () => {};
    let release = () => {};
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await steer({ post: 'lost' });
    const slow = async (...given: Parameters<typeof send>) => {
      call();
      await released;
      return send(...given);
    };
    await withParts(gateway, { refund: slow }, async () => {
      const ticked = app.tick();
      await called;
      await operate(`payout ${order.code}`, false);
      release();
      await ticked;
    });
    await app.advance(20);
    await steer({ post: 'once' });
    expect(await row(order)).toMatchObject({ refund: 'done', payment: 'refunded' });
    expect(await letters(order)).toEqual([]);
  });

  it('a refund of the dashboard pays off what is owed, although its notification is lost', async () => {
    for (const what of ['refund', 'refundPart']) {
      const order = await approved();
      await steer({ post: 'lost' });
      await act(order.payment, what);
      await app.advance(20);
      await steer({ post: 'once' });
      const done = { payment: 'refunded', amount: order.payment.amount, kept: 0, valid: 0 };
      expect(await row(order)).toMatchObject(done);
      expect(await returned(order)).toBe(order.payment.amount);
      const refunds = await refundsOf(db, order.payment.id);
      expect(refunds.map(({ kind }) => kind)).toEqual(['whole', 'dashboard']);
    }
  });

  it('a refund of the dashboard takes from what is asked for, and voids nothing while a part of the money is left (§12.31)', async () => {
    const order = await settled();
    await operate(`ask ${order.code} ${order.payment.amount}`);
    await act(order.payment, 'refundPart');
    expect(await row(order)).toMatchObject({ payment: 'completed', valid: 1 });
    await act(order.payment, 'refundPart');
    expect(await row(order)).toMatchObject({ payment: 'completed', valid: 1 });
    await act(order.payment, 'refund');
    expect(await row(order)).toMatchObject({ payment: 'refunded', valid: 0, kept: 0 });
  });

  it('a refund of the dashboard after one of a part is found within a day, although its notification is lost', async () => {
    const order = await settled();
    await operate(`ask ${order.code} 10000`);
    await operate(`approve ${order.code}`);
    expect(await row(order)).toMatchObject({ payment: 'refunded', refund: 'done', amount: 10_000 });
    await steer({ post: 'lost' });
    await act(order.payment, 'refund');
    await steer({ post: 'once' });
    await app.advance(90_000);
    const refunds = await refundsOf(db, order.payment.id);
    expect(refunds.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['whole', 10_000],
      ['dashboard', order.payment.amount - 10_000],
    ]);
  });

  it('nothing is noted as paid by hand that the dashboard has sent, and the daily question books it (§13.32)', async () => {
    const order = await approved(name === 'midtrans' ? 'bni' : 'bca');
    await app.tick();
    expect(await row(order)).toMatchObject({ refund: 'accountAsked' });
    await steer({ post: 'lost' });
    await act(order.payment, 'refund');
    await steer({ post: 'once' });
    const paid = () => operate(`paid ${order.code} TRF-1`);
    await expect(paid()).rejects.toThrow(`has sent Rp${order.payment.amount}`);
    await withParts(gateway, { status: () => Promise.reject(new Error('away')) }, () =>
      expect(paid()).rejects.toThrow('does not say'),
    );
    await app.advance(90_000);
    expect(await row(order)).toMatchObject({ payment: 'refunded', reason: 'refund' });
  });

  it.each([
    ['two answers ten minutes apart that it is not there', [null, null, null]],
    ['such answers after one that it is pending', [null, 'pending', null, null, null]],
    ['one answer that it failed', ['pending', 'pending', 'failed']],
  ] as const)(
    'a refund without a clear result blocks every other way until %s',
    async (_, answers) => {
      const order = await approved();
      const [due] = await refundsOf(db, order.payment.id);
      const { status: ask } = gateway;
      let state: (typeof answers)[number] = null;
      const own = () => ({ key: due?.id ?? '', amount: due?.amount ?? 0, reference: null });
      const parts: Partial<typeof gateway> = {
        refund: () => Promise.reject(new Error('no answer')),
        status: async (charge) => {
          const said = await ask(charge);
          return said && { ...said, refunds: state === null ? [] : [{ ...own(), state }] };
        },
      };
      await withParts(gateway, parts, async () => {
        await app.tick();
        await operate(`payout ${order.code}`);
        for (const [index, answer] of answers.entries()) {
          state = answer;
          expect(await row(order)).toMatchObject({ refund: 'owed' });
          await expect(operate(`paid ${order.code} TRF-2`)).rejects.toThrow('has not said yet');
          await app.advance(index === answers.length - 1 ? 310 : 295);
          // Its job may be due later.
          await refund(app.services, order.payment.id);
        }
      });
      expect(await row(order)).toMatchObject({ refund: 'accountAsked' });
      expect(await letters(order)).toHaveLength(1);
    },
  );

  const overruling = (order: Order) => async (staff: TestClient) => {
    const body = { step: 'overrule', reason: 'Gateway diam' } as const;
    const params = { orderCode: order.code };
    return (await staff.call(staffCalls.deskRefund, { params, body })).body;
  };
  const listedAs = async (words: string) =>
    (await listForStaff(db)).find((list) => list.name.includes(words))?.rows;

  it('two who may refund overrule a gateway that has not answered for 24 hours; verify lists it (§13.33)', async () => {
    const order = await approved();
    const overrule = overruling(order);
    const away = () => Promise.reject(new Error('away'));
    await withParts(gateway, { refund: away }, () => app.tick());
    await withParts(gateway, { status: away }, async () => {
      await operate(`payout ${order.code}`);
      await app.advance(60);
      expect((await overrule(await app.asStaff('owner'))).message).toContain('24 hours after');
      await app.advance(86_400);
      const [finance, owner, support] = [
        await app.asStaff('finance'),
        await app.asStaff('owner'),
        await app.asStaff('support'),
      ];
      expect((await overrule(support)).status).toBe(403);
      for (const staff of [finance, finance]) expect((await overrule(staff)).status).toBe(200);
      await app.advance(20);
      expect(await row(order)).toMatchObject({ refund: 'owed' });
      expect((await overrule(owner)).status).toBe(200);
      await app.advance(20);
      expect(await row(order)).toMatchObject({ refund: 'accountAsked' });
      await operate(`account ${order.code} lain 12345 Siti`);
      await operate(`paid ${order.code} TRF-3`);
    });
    expect(await listedAs('two people')).toEqual([`${order.code}, Rp${order.payment.amount}`]);
    // The gateway had it after all: a loss, posted once.
    const [due] = await refundsOf(db, order.payment.id);
    const book = { key: due!.id, amount: due!.amount, state: 'done', reference: 'G-1' } as const;
    const answer = {
      status: 'refund',
      amount: due!.amount,
      currency: 'IDR',
      reference: 'G-1',
      refunds: [book],
    } as const;
    await withParts(gateway, { status: async () => answer }, async () => {
      await db.query(`update payments set status = status, checked_at = null where id = $1`, [
        due!.payment_id,
      ]);
      await app.tick();
    });
    expect(await row(order)).toMatchObject({ refund: 'done', reference: 'TRF-3' });
  });

  it('money that came while the server was away for days is heard of at once', async () => {
    const payment = await beginPayment(app, await oneBuyer(app), party, 1, null, 'qris');
    await steer({ post: 'lost' });
    await act(payment, 'settle');
    await steer({ post: 'once' });
    await app.advance(2 * 86_400);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'completed', valid: 1 });
  });

  it.runIf(name === 'xendit')(
    'a payout without a clear result blocks every other way, until two people overrule it; a second payment is a loss',
    async () => {
      const paidOut = async () => {
        const order = await approved('bca');
        await app.tick();
        await operate(`account ${order.code} bca 12345 Siti`);
        await app.tick();
        expect(await row(order)).toMatchObject({ refund: 'payingOut' });
        return order;
      };
      const quick = await paidOut();
      await app.advance(20);
      expect(await row(quick)).toMatchObject({ refund: 'done' });
      const silent = await paidOut();
      const { payouts } = gateway;
      const away = { send: () => Promise.reject(new Error('no answer')) };
      const overrule = overruling(silent);
      await withParts(payouts!, away, async () => {
        for (const line of [
          'paid # TRF-4',
          'wrong-account #',
          'payout #',
          'account # bca 12345 S',
        ]) {
          await expect(operate(line.replace('#', silent.code))).rejects.toThrow('payingOut');
        }
        expect((await overrule(await app.asStaff('owner'))).message).toContain('24 hours after');
        await app.advance(86_400);
        for (const role of ['finance', 'owner'] as const) {
          expect((await overrule(await app.asStaff(role))).status).toBe(200);
        }
        await operate(`paid ${silent.code} TRF-4`);
      });
      await app.advance(6 * 3_600 + 1);
      expect(await row(silent)).toMatchObject({ refund: 'done', reference: 'TRF-4' });
      expect(await listedAs('two ways')).toContain(`${silent.code}, Rp${silent.payment.amount}`);
    },
  );

  it('of an order of which a part went back, the rest is owed once the event is cancelled', async () => {
    const order = await settled('qris', concert);
    await act(order.payment, 'refundPart');
    await cancelEvent(app, concert);
    await app.tick();
    await app.advance(20);
    const done = { payment: 'refunded', amount: order.payment.amount, kept: 0, valid: 0 };
    expect(await row(order)).toMatchObject(done);
    expect(await returned(order)).toBe(order.payment.amount);
  });
});
