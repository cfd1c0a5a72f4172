import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { readTicket } from '../../../../server/domain/ticket/ticket-issue.ts';
import { type SimulatedGateway, simulatedOf } from '../../../../server/gateway/simulated.ts';
import {
  askPayment,
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  join,
  lockDraft,
  payerDoes,
  paymentOf,
  seminar,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let gateway: SimulatedGateway;

beforeAll(async () => {
  app = await createTestApp();
  const simulated = simulatedOf(app.services.gateways);
  if (simulated === null) throw new Error('these tests need the simulated gateway');
  gateway = simulated;
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const mailsTo = (email: string) =>
  app.services.db.query<{ subject: string }>('select subject from mails where recipient = $1', [
    email,
  ]);
const methodsOf = (client: TestClient, slug: string) =>
  client.call(calls.paymentMethods, { params: { slug } });

describe('payment methods', () => {
  it('are listed once the draft is locked', async () => {
    const buyer = await one();
    await holdSeats(app, buyer, concert, 1);
    const early = await methodsOf(buyer, concert);
    expect([early.status, early.body.message]).toEqual([403, 'Active order draft required']);
    await buyer.call(calls.exitSession);
    await lockDraft(app, buyer, concert, 1);
    const { available_methods: methods } = (await methodsOf(buyer, concert)).body.data
      .payment_methods;
    expect(methods.map((method) => method.group_name)).toEqual(
      expect.arrayContaining(['QRIS', 'E-Wallet', 'Virtual Account']),
    );
    expect(methods.find((method) => method.code === 'qris')?.fee_calculation.total_fee).toBe(0);
    expect(methods.find((method) => method.code === 'bca')?.fee_calculation.total_fee).toBe(4000);
  });

  it('omit QRIS above Rp10.000.000, and refuse it', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, concert, 1);
    const setTotal = (total: number) =>
      app.services.db.query(
        `update orders set total = $2 where account_id = $1 and status = 'draft'`,
        [buyer.accountId, total],
      );
    const codes = async () =>
      (await methodsOf(buyer, concert)).body.data.payment_methods.available_methods.map(
        (method) => method.code,
      );
    const [before] = await app.services.db.query<{ total: number }>(
      'select total from orders where account_id = $1',
      [buyer.accountId],
    );
    await setTotal(10_000_000);
    expect(await codes()).toContain('qris');
    await setTotal(10_000_001);
    expect(await codes()).not.toContain('qris');
    expect((await askPayment(buyer, concert)).status).toBe(422);
    await setTotal(before!.total);
  });
});

describe('a payment', () => {
  it('needs a locked draft and a known method', async () => {
    const buyer = await one();
    const none = await askPayment(buyer, concert);
    expect([none.status, none.body.message]).toEqual([403, 'Active order draft required']);
    await holdSeats(app, buyer, concert, 1);
    expect((await askPayment(buyer, concert)).status).toBe(403);
    await buyer.call(calls.exitSession);
    await lockDraft(app, buyer, concert, 1);
    expect((await askPayment(buyer, concert, 'kartu')).status).toBe(422);
    expect((await buyer.call(calls.paymentStatus, { params: { slug: concert } })).status).toBe(404);
  });

  it('is created once by any number of concurrent calls', async () => {
    const buyer = await one();
    const draft = await lockDraft(app, buyer, concert, 2);
    const answers = await Promise.all(
      ['qris', 'bca', 'dana', 'qris'].map((method) => askPayment(buyer, concert, method)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.data.payment.id)).size).toBe(1);
    const payment = answers[0]!.body.data.payment;
    expect(payment.amount).toBe(draft.order.total_price + payment.service_fee);
    expect(payment).toMatchObject({ status: 'pending', is_expired: false, ticket_ids: [] });
    // 11 minutes of session less the minute that no QR code may outlive.
    expect(payment.remaining_seconds).toBeGreaterThan(595);
    expect(payment.remaining_seconds).toBeLessThanOrEqual(600);
    const { session } = await sessionOf(buyer);
    expect(session?.state).toBe('payment_processing');
    // One deadline on every page (ruling R18): no page shows the minute by which the hold is longer.
    expect(session?.expires_at).toBe(payment.expires_at);
    expect(session?.remaining_seconds).toBeLessThanOrEqual(600);
  });

  it('settled through the payer’s page completes everything at once', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 2);
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    const done = await paymentOf(buyer, concert);
    expect(done).toMatchObject({
      status: 'completed',
      is_expired: false,
      remaining_seconds: null,
      refund: null,
      pricing: payment.pricing,
      items: payment.items,
    });
    expect(done.items?.flatMap((item) => item.seats)).toHaveLength(2);
    expect(done.ticket_ids).toHaveLength(2);
    expect((await sessionOf(buyer)).session).toMatchObject({
      state: 'completed',
      end_reason: 'paid',
    });
    expect(await mailsTo(buyer.email)).toHaveLength(1);
    const [ticket] = await app.services.db.query<{
      id: string;
      qr_code: string;
      ticket_code: string;
      holder_name: string;
    }>('select id, qr_code, ticket_code, holder_name from tickets where id = $1', [
      done.ticket_ids[0],
    ]);
    expect(ticket?.holder_name).toBe('Tamu 1');
    expect(ticket?.ticket_code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const { ticketPublic } = app.services.keys;
    expect(readTicket([ticketPublic], ticket!.qr_code)?.ticketId).toBe(ticket?.id);
    const [head, payload, signature] = ticket!.qr_code.split('.');
    const forged = Buffer.from(payload!, 'base64url')
      .toString()
      .replace(ticket!.id, crypto.randomUUID());
    const swapped = Buffer.from(forged).toString('base64url');
    expect(readTicket([ticketPublic], `${head}.${swapped}.${signature}`)).toBeNull();
    expect(readTicket([ticketPublic], ticket!.ticket_code)).toBeNull();
    const again = await askPayment(buyer, concert);
    expect(again.body.data.payment.id).toBe(payment.id);
  });

  it('of a free order is completed at once, without a fee', async () => {
    const buyer = await one();
    await lockDraft(app, buyer, seminar, 1);
    const methods = (await methodsOf(buyer, seminar)).body.data.payment_methods.available_methods;
    expect(methods.length).toBeGreaterThan(0);
    expect(new Set(methods.map((method) => method.fee_calculation.total_fee))).toEqual(
      new Set([0]),
    );
    const answers = await Promise.all([
      askPayment(buyer, seminar, 'bca'),
      askPayment(buyer, seminar, 'bca'),
    ]);
    for (const answer of answers) {
      expect(answer.body.data.payment).toMatchObject({
        status: 'completed',
        amount: 0,
        service_fee: 0,
      });
      expect(answer.body.data.payment.ticket_ids).toHaveLength(1);
    }
    expect(answers[0]!.body.data.payment.id).toBe(answers[1]!.body.data.payment.id);
  });

  it('expires by the server’s clock, and its buyer may start again', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await app.advance(601);
    expect(await paymentOf(buyer, concert)).toMatchObject({
      id: payment.id,
      status: 'expired',
      is_expired: true,
    });
    expect((await sessionOf(buyer)).session?.state).toBe('expired');
    await beginPayment(app, buyer, concert, 1);
  });

  it('is voided when its buyer leaves; after payment the session cannot be left', async () => {
    const [leaver, payer] = await app.makeBuyers(2);
    const left = await beginPayment(app, leaver!, concert, 1);
    expect((await leaver!.call(calls.exitSession)).status).toBe(200);
    expect((await gateway.find(left.id))?.status).toBe('cancel');
    expect((await paymentOf(leaver!, concert)).status).toBe('failed');
    expect((await sessionOf(leaver!)).session).toMatchObject({
      state: 'cancelled',
      end_reason: 'left',
    });
    expect((await payerDoes(app, left.id, 'settlement')).status).toBe(409);

    const paid = await beginPayment(app, payer!, concert, 1);
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [paid.id],
    );
    expect((await payer!.call(calls.exitSession)).status).toBe(409);
    expect((await paymentOf(payer!, concert)).status).toBe('completed');
  });

  it('[F38] whose notification was lost is completed by the reconciler', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    await app.services.db.query(
      `update simulated_charges set status = 'settlement' where payment_id = $1`,
      [payment.id],
    );
    expect((await paymentOf(buyer, concert)).status).toBe('pending');
    await app.advance(15);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
    expect(await mailsTo(buyer.email)).toHaveLength(1);
  });

  it('stays an intent while the gateway fails, and is finished by a repeated call or by the reconciler', async () => {
    const [again, patient] = await app.makeBuyers(2);
    const charge = gateway.charge;
    const failing = Object.assign(gateway, { charge: () => Promise.reject(new Error('down')) });
    for (const buyer of [again!, patient!]) {
      await lockDraft(app, buyer, concert, 1);
      expect((await askPayment(buyer, concert)).status).toBe(503);
    }
    Object.assign(failing, { charge });
    const repeated = await askPayment(again!, concert);
    expect(repeated.body.data.payment.payment_data.qr_string).not.toBeNull();
    expect((await paymentOf(patient!, concert)).payment_data.qr_string).toBeNull();
    await app.advance(15);
    expect((await paymentOf(patient!, concert)).payment_data.qr_string).not.toBeNull();
    const rows = await app.services.db.query(
      'select id from payments where account_id = any($1::uuid[])',
      [[again!.accountId, patient!.accountId]],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('the payer’s page', () => {
  it('works without scripts and states that it is a simulation', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, concert, 1);
    const browser = app.anonymous();
    const html = { headers: { accept: 'text/html' } };
    const page = await browser.ask('GET', `/dev/gateway/${payment.id}`, html);
    expect(page.text).toContain('SIMULASI');
    expect(page.text).toContain(payment.order_code);
    expect(page.text.match(/<button/g)).toHaveLength(3);
    expect((await browser.ask('GET', '/dev/gateway', html)).text).toContain(payment.order_code);
    const pressed = await browser.ask('POST', `/dev/gateway/${payment.id}`, {
      body: 'outcome=settlement',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(pressed.status).toBe(303);
    expect((await paymentOf(buyer, concert)).status).toBe('completed');
    expect((await payerDoes(app, payment.id, 'settlement')).status).toBe(200);
    expect(await mailsTo(buyer.email)).toHaveLength(1);
    expect((await payerDoes(app, payment.id, 'deny')).status).toBe(409);
    expect((await payerDoes(app, payment.id, 'kaya')).status).toBe(422);
    expect((await payerDoes(app, crypto.randomUUID(), 'deny')).status).toBe(404);
    expect((await payerDoes(app, 'bukan-id', 'deny')).status).toBe(404);
  });

  it('frees capacity for queued buyers', async () => {
    const buyers = await app.makeBuyers(2);
    const [active] = await app.services.db.query<{ count: number }>(
      `select count(*) as count from purchase_sessions s join events e on e.id = s.event_id
       where e.slug = $1 and s.state in ('online', 'payment_selection', 'payment_processing')`,
      [concert],
    );
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, {
      body: { capacity: Number(active!.count) + 1 },
    });
    const payment = await beginPayment(app, buyers[0]!, concert, 1);
    expect((await join(buyers[1]!, concert)).session?.state).toBe('queued');
    await payerDoes(app, payment.id, 'settlement');
    expect((await sessionOf(buyers[1]!)).session?.state).toBe('online');
    await app.anonymous().ask('POST', `/dev/queue/${concert}`, { body: { capacity: null } });
  });
});
