import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { returnLinkSeconds } from '../../../../contract/payment-return.ts';
import { findBroken } from '../../../../server/domain/invariants/invariants.ts';
import { expireSession } from '../../../../server/domain/session/sessions.ts';
import { readTicket } from '../../../../server/domain/ticket/ticket-issue.ts';
import { oneBuyer, openShop, replaceParts, withParts } from '../../support/open-shop.ts';
import { lettersTo, rowOf, setCharge } from '../../support/payment-rows.ts';
import {
  askPayment,
  beginPayment,
  concert,
  holdSeats,
  lockDraft,
  payerDoes,
  paymentOf,
  seminar,
  sessionOf,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, seminar] });
const { db, clock, config, gateways, keys } = app.services;
const gateway = gateways.of('simulated');
const { charge } = gateway;
type ChargeRequest = Parameters<typeof charge>[0];

const down = () => Promise.reject(new Error('down'));
const exit = (buyer: TestClient) => buyer.call(calls.exitSession);
const methodsOf = async (buyer: TestClient, slug = concert) =>
  (await buyer.call(calls.paymentMethods, { params: { slug } })).body.data.payment_methods
    .available_methods;
/** A buyer with a pending payment for a seat. */
const begin = async (method = 'qris') => {
  const buyer = await oneBuyer(app);
  return { buyer, payment: await beginPayment(app, buyer, concert, 1, null, method) };
};
const lockedBuyer = async (slug = concert, count = 1) => {
  const buyer = await oneBuyer(app);
  return { buyer, draft: await lockDraft(app, buyer, slug, count) };
};
const statusOf = async (buyer: TestClient) => (await paymentOf(buyer, concert)).status;

describe('payment methods (§12.4)', () => {
  it('are listed with their fees, without QRIS above Rp10.000.000 (§9.46, §7.75)', async () => {
    const { buyer, draft } = await lockedBuyer();
    const methods = await methodsOf(buyer);
    const groups = methods.map((method) => method.group_name);
    expect(groups).toEqual(expect.arrayContaining(['QRIS', 'E-Wallet', 'Virtual Account']));
    const feeOf = (code: string) =>
      methods.find((method) => method.code === code)?.fee_calculation.total_fee;
    expect([feeOf('qris'), feeOf('bca')]).toEqual([0, 4000]);
    const setTotal = (total: number) =>
      db.query('update orders set total = $2 where id = $1', [draft.order.id, total]);
    for (const [total, isOffered] of [[10_000_000, true] as const, [10_000_001, false] as const]) {
      await setTotal(total);
      const codes = (await methodsOf(buyer)).map(({ code }) => code);
      expect(codes.includes('qris')).toBe(isOffered);
    }
    expect((await askPayment(buyer, concert)).status).toBe(422);
    await setTotal(draft.order.total_price);
  });
});

describe('a payment', () => {
  it('is created once by any number of concurrent calls, with one deadline on every page (§7.76)', async () => {
    const { buyer, draft } = await lockedBuyer(concert, 2);
    const answers = await Promise.all(
      ['qris', 'bca', 'dana', 'qris'].map((method) => askPayment(buyer, concert, method)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.payment.id)).size).toBe(1);
    const payment = answers[0]!.body.data.payment;
    expect(payment.amount).toBe(draft.order.total_price + payment.service_fee);
    expect(payment).toMatchObject({ status: 'pending', is_expired: false, ticket_ids: [] });
    // 11 minutes of session less the minute that no QR code may outlive.
    expect(payment.remaining_seconds).toBeGreaterThan(595);
    expect(payment.remaining_seconds).toBeLessThanOrEqual(600);
    const { session } = await sessionOf(buyer);
    expect(session).toMatchObject({ state: 'payment_processing', expires_at: payment.expires_at });
    expect(session?.remaining_seconds).toBeLessThanOrEqual(600);
  });

  it('settled through the payer’s page completes everything at once', async () => {
    const buyer = await oneBuyer(app);
    const payment = await beginPayment(app, buyer, concert, 2);
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    const done = await paymentOf(buyer, concert);
    const { pricing, items } = payment;
    expect(done).toMatchObject({ status: 'completed', is_expired: false, refund: null, pricing });
    expect(done).toMatchObject({ remaining_seconds: null, items });
    expect(done.items?.flatMap((item) => item.seats)).toHaveLength(2);
    expect(done.ticket_ids).toHaveLength(2);
    const { session } = await sessionOf(buyer);
    expect(session).toMatchObject({ state: 'completed', end_reason: 'paid' });
    expect(await lettersTo(app, buyer)).toHaveLength(1);
    const [ticket] = await db.query<Record<'id' | 'qr_code' | 'ticket_code', string>>(
      'select * from tickets where id = $1',
      [done.ticket_ids[0]],
    );
    const { id, qr_code, ticket_code } = ticket!;
    expect(ticket).toMatchObject({ holder_name: 'Tamu 1' });
    expect(ticket_code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const read = (code: string) => readTicket([keys.ticketPublic], code);
    expect(read(qr_code)?.ticketId).toBe(id);
    const [head, payload, signature] = qr_code.split('.');
    const forged = Buffer.from(payload!, 'base64url').toString().replace(id, crypto.randomUUID());
    const swapped = Buffer.from(forged).toString('base64url');
    expect(read(`${head}.${swapped}.${signature}`)).toBeNull();
    expect(read(ticket_code)).toBeNull();
    expect((await askPayment(buyer, concert)).body.data.payment.id).toBe(payment.id);
  });

  it('of a free order is completed at once, without a fee (§4.77)', async () => {
    const { buyer } = await lockedBuyer(seminar);
    const fees = (await methodsOf(buyer, seminar)).map(
      (method) => method.fee_calculation.total_fee,
    );
    expect(new Set(fees)).toEqual(new Set([0]));
    const answers = await Promise.all([1, 2].map(() => askPayment(buyer, seminar, 'bca')));
    const [one, other] = answers.map(({ body }) => body.data.payment);
    expect(one).toMatchObject({ status: 'completed', amount: 0, service_fee: 0 });
    expect(one?.ticket_ids).toHaveLength(1);
    expect(other).toEqual(one);
  });

  it('expires by the server’s clock, and its buyer may start again', async () => {
    const { buyer, payment } = await begin();
    await app.advance(601);
    const ended = { id: payment.id, status: 'expired', is_expired: true };
    expect(await paymentOf(buyer, concert)).toMatchObject(ended);
    expect((await sessionOf(buyer)).session?.state).toBe('expired');
    await beginPayment(app, buyer, concert, 1);
  });

  it('is voided when its buyer leaves; after payment the session cannot be left (§7.61)', async () => {
    const left = await begin();
    expect((await exit(left.buyer)).status).toBe(200);
    expect(await rowOf(app, left.payment)).toMatchObject({ payment: 'failed', charge: 'cancel' });
    const { session } = await sessionOf(left.buyer);
    expect(session).toMatchObject({ state: 'cancelled', end_reason: 'left' });
    expect((await payerDoes(app, left.payment.id, 'settlement')).status).toBe(409);
    const paid = await begin();
    await setCharge(app, paid.payment);
    expect((await exit(paid.buyer)).status).toBe(409);
    expect(await statusOf(paid.buyer)).toBe('completed');
  });

  it('[F38] whose notification was lost is completed by asking', async () => {
    const { buyer, payment } = await begin();
    await setCharge(app, payment);
    expect(await statusOf(buyer)).toBe('pending');
    await app.advance(15);
    expect(await statusOf(buyer)).toBe('completed');
    expect(await lettersTo(app, buyer)).toHaveLength(1);
  });

  it('stays an intent while the gateway fails, and is finished by a repeated call or by its next question', async () => {
    const [again, patient] = [(await lockedBuyer()).buyer, (await lockedBuyer()).buyer];
    await withParts(gateway, { charge: down }, async () => {
      for (const buyer of [again, patient]) {
        expect((await askPayment(buyer, concert)).status).toBe(503);
      }
    });
    const qrOf = async (buyer: TestClient) =>
      (await paymentOf(buyer, concert)).payment_data.qr_string;
    const repeated = await askPayment(again, concert);
    expect(repeated.body.data.payment.payment_data.qr_string).not.toBeNull();
    expect(await qrOf(patient)).toBeNull();
    await app.advance(15);
    expect(await qrOf(patient)).not.toBeNull();
    const rows = await db.query('select id from payments where account_id = any($1::uuid[])', [
      [again.accountId, patient.accountId],
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe('a push of one minute', () => {
  it('leaves the seats and nine more minutes to another method', async () => {
    const { buyer, payment } = await begin('ovo');
    expect(payment.remaining_seconds).toBe(60);
    await app.advance(61);
    const ended = { status: 'expired', end_reason: 'expired', can_change: true };
    expect(await paymentOf(buyer, concert)).toMatchObject(ended);
    const { session } = await sessionOf(buyer);
    expect(session?.state).toBe('payment_selection');
    const left = Date.parse(session?.expires_at ?? '') - Date.parse(payment.expires_at ?? '');
    expect(left).toBe(540_000);
    const next = (await askPayment(buyer, concert)).body.data.payment;
    expect(next.expires_at).toBe(session?.expires_at);
    await payerDoes(app, next.id, 'settlement');
    expect(await statusOf(buyer)).toBe('completed');
  });

  it('is voided if the gateway is late to end it', async () => {
    const { payment } = await begin('ovo');
    await db.query(
      `update simulated_charges set expires_at = expires_at + interval '1 hour' where payment_id = $1`,
      [payment.id],
    );
    await app.advance(61);
    expect((await rowOf(app, payment)).payment).toBe('pending');
    await app.advance(15);
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'expired', charge: 'cancel' });
  });
});

/** Runs `meanwhile` before the gateway makes the next charge; with `dies` the response is lost. */
function duringCharge(meanwhile: () => Promise<unknown>, dies = false): void {
  const restore = replaceParts(gateway, {
    charge: async (request) => {
      restore();
      await meanwhile();
      const data = await charge(request);
      if (dies) throw new Error('the process is gone');
      return data;
    },
  });
}

describe('a charge (§12.10)', () => {
  it('carries buyer, lines that add up to its amount, and the way back (§12.16, §7.103, §3.65)', async () => {
    let asked: ChargeRequest | undefined;
    const listening = (request: ChargeRequest) => {
      asked = request;
      return charge(request);
    };
    const { buyer, payment } = await withParts(gateway, { charge: listening }, () => begin('ovo'));
    const sum = asked?.items.reduce((total, { quantity, price }) => total + quantity * price, 0);
    expect(sum).toBe(payment.amount);
    expect(asked).toMatchObject({
      amount: payment.amount,
      buyer: { email: buyer.email },
      phone: expect.stringMatching(/^\+\d+$/),
    });
    // A wallet may lead back into another browser, which has no sign-in.
    const token = new URL(asked?.returnUrl ?? '').pathname.split('/').at(-1) ?? '';
    const opened = async (by: TestClient, of = token) => {
      const { status, headers, text } = await by.call(calls.paymentReturn, {
        params: { token: of },
      });
      return { status, to: headers.location, text };
    };
    const anybody = app.anonymous();
    expect(await opened(buyer)).toMatchObject({ status: 303, to: `/event/${concert}/payment` });
    const waiting = await opened(anybody);
    expect(waiting).toMatchObject({ status: 200, text: expect.stringContaining('belum diterima') });
    expect(waiting.text).toContain('Konser Senja Jakarta');
    expect(waiting.text).not.toContain('@');
    await payerDoes(app, payment.id, 'settlement');
    expect((await opened(anybody)).text).toContain('Pembayaran berhasil');
    const forged = token.replace(/_\d{10}_/, '_9999999999_');
    const over = { status: 404, text: expect.stringContaining('Tautan ini tidak berlaku') };
    expect(await opened(anybody, forged)).toMatchObject(over);
    expect(await opened(anybody, 'x')).toMatchObject(over);
    await app.advance(returnLinkSeconds + 1);
    expect(await opened(anybody)).toMatchObject(over);
  });
});

describe('a charge in progress when its buyer leaves (§12.14)', () => {
  it('is voided afterwards: no unwatched charge can be paid', async () => {
    const { buyer } = await lockedBuyer();
    duringCharge(() => exit(buyer));
    const { payment } = (await askPayment(buyer, concert)).body.data;
    expect(await rowOf(app, payment)).toMatchObject({ payment: 'failed', charge: 'pending' });
    await app.advance(16);
    expect((await rowOf(app, payment)).charge).toBe('cancel');
  });

  it.each([
    ['is found by asking when it is paid and its notification lost', 0, false],
    ['whose process died before it recorded the charge is watched too', 0, true],
    // The gateway knows no charge, and one is under way.
    ['is asked about again if its question came before the charge', 16, true],
  ])('%s', async (_, seconds, dies) => {
    const { buyer } = await lockedBuyer();
    const meanwhile = async () => {
      await exit(buyer);
      if (seconds > 0) await app.advance(seconds);
    };
    duringCharge(meanwhile, dies);
    expect((await askPayment(buyer, concert)).status).toBe(dies ? 503 : 200);
    await setCharge(app, await paymentOf(buyer, concert));
    await app.advance(16);
    expect(await statusOf(buyer)).toBe('completed');
  });
});

describe('a deadline (§12.15)', () => {
  it('that moved during the sweep ends nothing and voids nothing', async () => {
    const { buyer, payment } = await begin();
    await expireSession(app.services, (await sessionOf(buyer)).session!.id);
    const live = { charge: 'pending', session: 'payment_processing' };
    expect(await rowOf(app, payment)).toMatchObject(live);
    await exit(buyer);
  });

  it.each([
    ['in its grace period lets the draft be cancelled', -1, 200, 'online', null],
    ['with its grace period over does not revive the session', 1, 404, 'expired', 'deadline'],
  ])('%s', async (_, after, status, state, reason) => {
    const { buyer } = await lockedBuyer();
    // No tick: the sweep has not run yet.
    clock.advance(config.paymentSelectionMinutes * 60 + config.graceSeconds + after);
    const answer = await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(answer.status).toBe(status);
    expect((await sessionOf(buyer)).session?.state).toBe(state);
    await app.tick();
    expect((await sessionOf(buyer)).session?.end_reason).toBe(reason);
    await exit(buyer);
  });

  it('reports holds past it and its grace period, and a sweep leaves none', async () => {
    const browsing = await oneBuyer(app);
    const draft = await holdSeats(app, browsing, concert, 2);
    // Its forms are not filled in.
    expect((await askPayment(browsing, concert)).status).toBe(403);
    await begin();
    const overdue = async () => {
      const holdsDueBefore = new Date(clock.now().getTime() - config.graceSeconds * 1000);
      return (await findBroken(db, { holdsDueBefore })).flatMap((finding) => finding.rows);
    };
    clock.advance(config.sessionMinutes * 60 + config.graceSeconds - 1);
    expect(await overdue()).toEqual([]);
    clock.advance(2);
    // The one with a pending payment is not reported: its money may be on the way.
    expect(await overdue()).toEqual([draft.order.order_code]);
    await app.tick();
    expect(await overdue()).toEqual([]);
  });
});
