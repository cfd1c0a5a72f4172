import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { transferHours } from '../../../../contract/ticket/transfer.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { reissueTicket, voidByDesk } from '../../../../server/domain/desk/ticket-acts.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { emailsTo } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import { askBack, codesOf, paidTickets } from '../../support/paid-tickets.ts';
import { concert, expectSound, payerDoes, theatre } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const name = 'Teater Tanpa Form: Juru Kunci';
const app = await openShop({ events: [concert, theatre] }, null);

const offer = (client: TestClient, id: string) =>
  client.call(calls.offerTransfer, { params: { id }, body: {} });
const accept = (client: TestClient, token: string) =>
  client.call(calls.acceptTransfer, { body: { token, holder_name: 'Budi Penerima' } });
const read = async (token: string) =>
  (await app.anonymous().call(calls.readTransfer, { body: { token } })).body.data;
const eTicket = (client: TestClient, id: string) => client.call(calls.eTicket, { params: { id } });
const stateOf = async (client: TestClient, id: string) =>
  (await client.call(calls.ticketTransfer, { params: { id } })).body.data.transfer?.state ?? null;
const refund = (line: string) => {
  const { db, clock, config } = app.services;
  return runRefundTask({ db, clock, config, live: app.services }, refundTaskOf(line.split(' '))!);
};
const sale = (verb: 'postpone' | 'cancel', to?: string) => {
  const { db, clock } = app.services;
  const task = { task: 'sale', verb, slug: theatre, yes: theatre } as const;
  const live = app.services;
  return runSaleTask({ db, clock, live }, to === undefined ? task : { ...task, to });
};

/** Two paid tickets; the first is offered. */
async function offered(slug = theatre) {
  const { buyer, orderCode, tickets } = await paidTickets(app, 2, slug);
  const [one, other] = tickets.map(({ id }) => id) as [string, string];
  const { token, transfer } = (await offer(buyer, one)).body.data;
  const [taker] = await app.makeBuyers(1);
  return { buyer, taker, orderCode, one, other, token, transfer };
}
/** Two paid tickets; the first has gone to another person. */
async function given(slug = theatre) {
  const all = await offered(slug);
  const answer = await accept(all.taker, all.token);
  expect(answer.status).toBe(200);
  return { ...all, id: answer.body.data.ticket_id };
}

describe('a ticket given to another person (§14.30)', () => {
  it('is void at the doors under its old code and valid under its new one', async () => {
    const { buyer, taker, orderCode, one, other, token, transfer } = await offered(concert);
    expect(transfer.state).toBe('offered');
    const old = await codesOf(app, one);
    expect(await read(token)).toMatchObject({
      state: 'offered',
      giver: 'Pembeli',
      event_slug: concert,
      seat_number: expect.any(String),
    });
    const { ticket_id: id } = (await accept(taker, token)).body.data;

    const { secret } = await makeGatePass(app.services.db, concert, app.services.clock.now());
    const headers = { [gatePassHeader]: secret };
    const news = await app.anonymous().call(gateCalls.gateNews, { headers });
    expect(news.body.data.revoked).toContain(one);
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

    const list = async (client: TestClient) => (await client.call(calls.myTickets)).body.data;
    expect(await list(taker)).toMatchObject([
      { order_id: orderCode, ticket_amount: 1, total_paid_amount: '0' },
    ]);
    expect(await list(buyer)).toMatchObject([{ ticket_amount: 1 }]);
    expect((await eTicket(taker, id)).body.data.ticket.holder_name).toBe('Budi Penerima');
    expect((await eTicket(buyer, id)).status).toBe(404);
    expect((await eTicket(buyer, other)).status).toBe(200);
    expect(await stateOf(buyer, one)).toBe('accepted');
    expect((await read(token)).state).toBe('accepted');
    await expectSound(app.services.db);
  });

  it('goes to one of two who accept the link at once (§7.102)', async () => {
    const { one, token } = await offered();
    const takers = await app.makeBuyers(2);
    const both = await Promise.all(takers.map((taker) => accept(taker, token)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const valid = await app.services.db.query(
      'select 1 from tickets where voided_at is null and seat_id = (select seat_id from tickets where id = $1)',
      [one],
    );
    expect(valid).toHaveLength(1);
  });

  it('whose money was asked back stays with its buyer until the request is refused', async () => {
    const { buyer, taker, orderCode, other, token } = await offered();
    await askBack(app, buyer, orderCode);
    // Approved after that, the refund would void the ticket of another person.
    expect((await accept(taker, token)).body).toMatchObject({ code: 'refundAsked' });
    expect((await offer(buyer, other)).body).toMatchObject({ code: 'refundAsked' });
    await refund(`refuse ${orderCode} Terlambat`);
    expect((await accept(taker, token)).status).toBe(200);
    expect((await offer(buyer, other)).status).toBe(200);
    await expectSound(app.services.db, { operator: true });
  });
});

describe('an offer (§14.31)', () => {
  it('is made for a postponed event whose former date has passed', async () => {
    const { db, clock } = app.services;
    const { buyer, taker, other } = await offered();
    const set = (status: string, days: number) =>
      db.query(
        `update events set status = $2, starts_at = starts_at + make_interval(days => $3) where slug = $1`,
        [theatre, status, days],
      );
    await set('postponed', -1_000);
    const { transfer, token } = (await offer(buyer, other)).body.data;
    const hours = (Date.parse(transfer.expires_at) - clock.now().getTime()) / 3_600_000;
    expect(hours).toBe(transferHours);
    expect((await accept(taker, token)).status).toBe(200);
    await set('active', 1_000);
  });

  it('can be withdrawn, and a second one ends the first (§7.101)', async () => {
    const { buyer, taker, one: id, other, token: first } = await offered();
    expect(await stateOf(buyer, other)).toBeNull();
    const second = (await offer(buyer, id)).body.data.token;
    expect((await accept(taker, first)).body).toMatchObject({ code: 'transferEnded' });
    expect((await read(first)).state).toBe('withdrawn');
    const params = { id };
    const withdrawn = await buyer.call(calls.withdrawTransfer, { params, body: {} });
    expect(withdrawn.body.data.transfer.state).toBe('withdrawn');
    expect((await accept(taker, second)).status).toBe(409);
    expect((await eTicket(buyer, id)).status).toBe(200);
  });

  it('lapses after its hours, and with its ticket (§9.49)', async () => {
    const { buyer, taker, one, other, token } = await offered();
    const { db, clock } = app.services;
    await app.advance(transferHours * 3_600);
    // The sign-in of the giver is over by then.
    const [giver, late] = [await app.as(buyer.email), await app.as(taker.email)];
    expect(await stateOf(giver, one)).toBe('lapsed');
    expect((await accept(late, token)).body).toMatchObject({ code: 'transferEnded' });
    await offer(giver, other);
    await db.query('update tickets set voided_at = $2 where id = $1', [other, clock.now()]);
    await app.tick();
    const rows = await db.query('select state from ticket_transfers where ticket_id = $1', [other]);
    expect(rows).toEqual([{ state: 'lapsed' }]);
  });
});

describe('the letters', () => {
  const by = { accountId: null, requestId: null };
  beforeEach(() => app.services.db.query('delete from mails'));
  const subjectsTo = async ({ email }: TestClient) =>
    (await emailsTo(app, email))
      .map(({ subject }) => subject.replace(/ \(RTX-\S+\)/, ''))
      .reverse();
  const ended = `Tiket ${name} tidak berlaku lagi`;
  const givenBefore = async () => {
    const all = await given();
    await app.services.db.query('delete from mails');
    return all;
  };

  it('tell both of a taken ticket, and bring the new ticket to the taker alone (§16.82)', async () => {
    const { buyer, taker } = await given();
    expect((await emailsTo(app, taker.email))[0]).toMatchObject({
      subject: expect.stringContaining('untuk Anda'),
      enclosed: { accountId: taker.accountId },
    });
    expect((await emailsTo(app, buyer.email))[0]).toMatchObject({
      subject: expect.stringContaining('sudah diterima'),
      enclosed: null,
    });
  });

  it('tell the holder of another code, another seat and its end, which are no news for the buyer (§16.82)', async () => {
    const { buyer, taker, id } = await givenBefore();
    const fresh = await reissueTicket(app.services, id, by);
    expect((await emailsTo(app, taker.email))[0]).toMatchObject({
      subject: `Tiket baru ${name}`,
      enclosed: { accountId: taker.accountId },
    });
    await voidByDesk(app.services, fresh, 'kept', by);
    expect(await subjectsTo(taker)).toEqual([`Tiket baru ${name}`, ended]);
    expect(await subjectsTo(buyer)).toEqual([]);
  });

  it('tell the holder that the staff gave the money of the order back', async () => {
    const { taker, orderCode } = await givenBefore();
    for (const line of [`ask ${orderCode} 1000`, `approve ${orderCode}`]) await refund(line);
    expect(await subjectsTo(taker)).toEqual([ended]);
  });

  it('tell the holder that the bank took the money of the order back', async () => {
    const { taker, orderCode } = await givenBefore();
    const [payment] = await app.services.db.query<{ id: string }>(
      'select p.id from payments p join orders o on o.id = p.order_id where o.order_code = $1',
      [orderCode],
    );
    await payerDoes(app, payment?.id ?? '', 'chargeback');
    await app.tick();
    expect(await subjectsTo(taker)).toEqual([ended]);
  });

  it('tell the holder of a new date and of the end of the event, as its buyer', async () => {
    const { buyer, taker, id, other } = await givenBefore();
    await sale('postpone');
    await app.tick();
    await sale('postpone', '2030-01-01T19:00+07:00');
    await app.tick();
    await sale('cancel');
    await app.tick();
    const news = [`${name} ditunda`, `Perubahan acara ${name}`, `${name} dibatalkan`];
    expect(await subjectsTo(taker)).toEqual(news);
    expect(await subjectsTo(buyer)).toEqual(expect.arrayContaining(news));
    expect((await eTicket(taker, id)).status).toBe(404);
    expect((await offer(buyer, other)).status).toBe(404);
  });
});
