import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { transferHours } from '../../../../contract/ticket/transfer.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { findPayment } from '../../../../server/domain/payment/payments-view.ts';
import { askableOf } from '../../../../server/domain/refund/requests.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { askBack, codesOf, paidTickets } from '../../support/paid-tickets.ts';
import { concert, expectSound, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const offer = (client: TestClient, id: string) =>
  client.call(calls.offerTransfer, { params: { id }, body: {} });
const accept = (client: TestClient, token: string) =>
  client.call(calls.acceptTransfer, { body: { token, holder_name: 'Budi Penerima' } });
const read = async (token: string) =>
  (await app.anonymous().call(calls.readTransfer, { body: { token } })).body.data;
const oneBuyer = async () => (await app.makeBuyers(1))[0] as TestClient;
const lettersTo = (email: string) =>
  app.services.db.query<{ subject: string; enclosed: { accountId?: string } | null }>(
    'select subject, enclosed from mails where recipient = $1 order by id',
    [email],
  );
const stateOf = async (client: TestClient, id: string) =>
  (await client.call(calls.ticketTransfer, { params: { id } })).body.data.transfer?.state ?? null;

describe('a ticket given to another person', () => {
  it('is void at the doors under its old code and valid under its new one', async () => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 2);
    const [given, kept] = tickets;
    const old = await codesOf(app, given?.id ?? '');
    const { token, transfer } = (await offer(buyer, given?.id ?? '')).body.data;
    expect(transfer.state).toBe('offered');
    expect(await read(token)).toMatchObject({
      state: 'offered',
      giver: 'Pembeli',
      event_slug: concert,
      seat_number: given?.seat_number,
    });
    const taker = await oneBuyer();
    const answer = await accept(taker, token);
    expect(answer.status).toBe(200);
    const { ticket_id: id } = answer.body.data;

    const { secret } = await makeGatePass(app.services.db, concert, app.services.clock.now());
    const headers = { [gatePassHeader]: secret };
    const news = await app.anonymous().call(gateCalls.gateNews, { headers });
    expect(news.body.data.revoked).toContain(given?.id);
    expect(news.body.data.revoked).not.toContain(id);
    const fresh = await codesOf(app, id);
    const scanned_at = app.services.clock.now().toISOString();
    const scans = [old.qr_code, fresh.qr_code, old.ticket_code, fresh.ticket_code].map(
      (code, index) => ({
        id: `00000000-0000-4000-8000-00000000000${index}`,
        code,
        scanned_at,
        is_inside: false,
      }),
    );
    const body = { device_id: '00000000-0000-4000-8000-0000000000ff', door: 'Utara', scans };
    const scanned = await app.anonymous().call(gateCalls.gateScans, { headers, body });
    expect(scanned.body.data.results.map(({ result }) => result)).toEqual([
      'revoked',
      'accepted',
      'revoked',
      'already_used',
    ]);

    const list = (client: TestClient) => client.call(calls.myTickets);
    expect((await list(taker)).body.data).toMatchObject([
      { order_id: orderCode, ticket_amount: 1, total_paid_amount: '0' },
    ]);
    expect((await list(buyer)).body.data).toMatchObject([{ ticket_amount: 1 }]);
    const ofTaker = await taker.call(calls.eTicket, { params: { id } });
    expect(ofTaker.body.data.ticket.holder_name).toBe('Budi Penerima');
    expect((await buyer.call(calls.eTicket, { params: { id } })).status).toBe(404);
    expect((await buyer.call(calls.eTicket, { params: { id: kept?.id ?? '' } })).status).toBe(200);
    expect(await stateOf(buyer, given?.id ?? '')).toBe('accepted');
    expect((await read(token)).state).toBe('accepted');
    await expectSound(app.services.db);
  });

  it('tells both by letter, and sends the new ticket to the taker alone', async () => {
    const { buyer, tickets } = await paidTickets(app, 1);
    const { token } = (await offer(buyer, tickets[0]?.id ?? '')).body.data;
    const taker = await oneBuyer();
    await accept(taker, token);
    expect((await lettersTo(taker.email)).at(-1)).toMatchObject({
      subject: expect.stringContaining('untuk Anda'),
      enclosed: { accountId: taker.accountId },
    });
    expect((await lettersTo(buyer.email)).at(-1)).toMatchObject({
      subject: expect.stringContaining('sudah diterima'),
      enclosed: null,
    });
  });

  it('goes to one of two who accept the link at once', async () => {
    const { buyer, tickets } = await paidTickets(app, 1);
    const { token } = (await offer(buyer, tickets[0]?.id ?? '')).body.data;
    const takers = await app.makeBuyers(2);
    const both = await Promise.all(takers.map((taker) => accept(taker, token)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const valid = await app.services.db.query(
      'select 1 from tickets where voided_at is null and seat_id = (select seat_id from tickets where id = $1)',
      [tickets[0]?.id],
    );
    expect(valid).toHaveLength(1);
  });

  it('cannot be asked back as money by its giver', async () => {
    const { buyer, tickets } = await paidTickets(app, 1);
    const { db } = app.services;
    const { token } = (await offer(buyer, tickets[0]?.id ?? '')).body.data;
    await accept(await oneBuyer(), token);
    const [order] = await db.query<{ id: string }>('select id from orders where account_id = $1', [
      buyer.accountId,
    ]);
    const policy = JSON.stringify({ steps: [{ daysBefore: 0, percent: 100 }], fee: 0 });
    await db.query('update orders set refund_policy = $2 where id = $1', [order?.id, policy]);
    const payment = await buyer.call(calls.paymentStatus, { params: { slug: concert } });
    const row = await findPayment(db, payment.body.data.payment.id);
    if (row === null) throw new Error('There is no payment.');
    expect((await askableOf(db, row, app.services.clock.now())).amount).toBe(0);
  });
});

describe('a ticket whose money was asked back', () => {
  it('stays with its buyer until the request is refused', async () => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 2, theatre);
    const [one, other] = tickets.map(({ id }) => id) as [string, string];
    const { db } = app.services;
    const { token } = (await offer(buyer, one)).body.data;
    await askBack(app, buyer, orderCode);
    const taker = await oneBuyer();
    // Approved after that, the refund would void the ticket of another person.
    expect((await accept(taker, token)).body).toMatchObject({ code: 'refundAsked' });
    expect((await offer(buyer, other)).body).toMatchObject({ code: 'refundAsked' });
    const refuse = refundTaskOf(['refuse', orderCode, 'Terlambat'])!;
    const { clock, config } = app.services;
    await runRefundTask({ db, clock, config, live: app.services }, refuse);
    expect((await accept(taker, token)).status).toBe(200);
    expect((await offer(buyer, other)).status).toBe(200);
    await expectSound(db, { operator: true });
  });
});

describe('an offer', () => {
  it('is made for a postponed event whose former date has passed', async () => {
    const { buyer, tickets } = await paidTickets(app, 1, theatre);
    const { db, clock } = app.services;
    const set = (status: string, days: number) =>
      db.query(
        `update events set status = $2, starts_at = starts_at + make_interval(days => $3) where slug = $1`,
        [theatre, status, days],
      );
    await set('postponed', -1_000);
    const { transfer, token } = (await offer(buyer, tickets[0]?.id ?? '')).body.data;
    const hours = (Date.parse(transfer.expires_at) - clock.now().getTime()) / 3_600_000;
    expect(hours).toBe(transferHours);
    expect((await accept(await oneBuyer(), token)).status).toBe(200);
    await set('active', 1_000);
  });

  it('can be withdrawn, and a second one ends the first', async () => {
    const { buyer, tickets } = await paidTickets(app, 1);
    const id = tickets[0]?.id ?? '';
    expect(await stateOf(buyer, id)).toBeNull();
    const first = (await offer(buyer, id)).body.data.token;
    const second = (await offer(buyer, id)).body.data.token;
    const taker = await oneBuyer();
    expect((await accept(taker, first)).body).toMatchObject({ code: 'transferEnded' });
    expect((await read(first)).state).toBe('withdrawn');
    const params = { id };
    const withdrawn = await buyer.call(calls.withdrawTransfer, { params, body: {} });
    expect(withdrawn.body.data.transfer.state).toBe('withdrawn');
    expect((await accept(taker, second)).status).toBe(409);
    const again = await buyer.call(calls.withdrawTransfer, { params, body: {} });
    expect(again.body).toMatchObject({ code: 'transferEnded' });
    expect((await buyer.call(calls.eTicket, { params })).status).toBe(200);
  });

  it('lapses after its hours, and with its ticket', async () => {
    const { buyer, tickets } = await paidTickets(app, 2, theatre);
    const [one, other] = tickets.map(({ id }) => id) as [string, string];
    const { token } = (await offer(buyer, one)).body.data;
    await app.advance(transferHours * 3_600);
    // The sign-in of the giver is over by then.
    const giver = await app.as(buyer.email);
    expect(await stateOf(giver, one)).toBe('lapsed');
    expect((await accept(await oneBuyer(), token)).body).toMatchObject({ code: 'transferEnded' });
    await offer(giver, other);
    await app.services.db.query('update tickets set voided_at = $2 where id = $1', [
      other,
      app.services.clock.now(),
    ]);
    await app.tick();
    const [row] = await app.services.db.query<{ state: string }>(
      'select state from ticket_transfers where ticket_id = $1',
      [other],
    );
    expect(row?.state).toBe('lapsed');
  });

  it('is refused for a ticket of somebody else, a used one, and a cancelled event', async () => {
    const { buyer, tickets } = await paidTickets(app, 1);
    const id = tickets[0]?.id ?? '';
    expect((await offer(await oneBuyer(), id)).body).toMatchObject({ code: 'ticketNotFound' });
    const { token } = (await offer(buyer, id)).body.data;
    expect((await accept(buyer, token)).body).toMatchObject({ code: 'transferOwn' });
    expect((await accept(buyer, 'tidak-ada')).body).toMatchObject({ code: 'transferNotFound' });
    const { db, clock } = app.services;
    await runSaleTask(
      { db, clock, live: null },
      {
        task: 'sale',
        verb: 'cancel',
        slug: concert,
        yes: concert,
      },
    );
    expect((await offer(buyer, id)).status).toBe(404);
  });
});
