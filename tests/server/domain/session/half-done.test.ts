import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import { createApp } from '../../../../server/app.ts';
import type { Db, Row } from '../../../../server/db/db.ts';
import { takeNotice } from '../../../../server/domain/payment/notices.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  beginPayment,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  lockDraft,
  party,
  paymentOf,
  sessionOf,
  theatre,
} from '../../support/purchase.ts';
import {
  createTestApp,
  type TestApp,
  type TestClient,
  testConfig,
} from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  // One connection for every lane, which a test can close.
  const db = await openMigrated();
  Object.assign(db, { lane: () => db });
  app = await createTestApp({ events: [theatre, party], overrides: { db } });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const countOf = async (sql: string, value: string) =>
  Number((await app.services.db.query<{ count: number }>(sql, [value]))[0]?.count);
const leave = (buyer: TestClient) => buyer.call(calls.exitSession);

/** The next matching statement gets no response: the database fails in the middle of a transaction. */
function losesDatabaseAt(pattern: RegExp): void {
  const { db } = app.services;
  const { tx } = db;
  Object.assign(db, {
    tx: ((work) =>
      tx((inner) =>
        work({
          ...inner,
          query: <R extends Row>(sql: string, params?: readonly unknown[]) => {
            if (!pattern.test(sql)) return inner.query<R>(sql, params);
            Object.assign(db, { tx });
            const gone = new Error('terminating connection due to administrator command');
            throw Object.assign(gone, { code: '57P01' });
          },
        }),
      )) satisfies Db['tx'],
  });
}

describe('the database fails', () => {
  it('[F52] in the middle of a draft: 503, no partial hold, and the repeated call holds all seats', async () => {
    const buyer = await one();
    await join(buyer, theatre);
    const seats = await freeSeats(app, theatre, 3);
    const request = {
      params: { slug: theatre },
      body: { seats, voucher_code: 'SEKALI' },
      headers: { [idempotencyHeader]: randomUUID() },
    };
    losesDatabaseAt(/insert into order_seats/);
    const lost = await buyer.call(calls.createDraft, request);
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '1']);
    expect(await freeSeats(app, theatre, 3)).toEqual(seats);
    expect(
      await countOf('select count(*) as count from orders where account_id = $1', buyer.accountId),
    ).toBe(0);
    const again = await buyer.call(calls.createDraft, request);
    expect(again.status).toBe(200);
    await leave(buyer);
  });

  it('[F55] between settlement and tickets: neither is stored, and the repeated notification stores both, once', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, theatre, 2);
    const notice = {
      eventId: `uji-${randomUUID()}`,
      paymentId: payment.id,
      orderCode: payment.order_code,
      amount: payment.amount,
      currency: 'IDR',
      status: 'settlement',
      reference: null,
    } as const;
    const sent = { gateway: 'simulated', notice, rawBody: JSON.stringify(notice), headers: {} };
    losesDatabaseAt(/insert into tickets/);
    await expect(takeNotice(app.services, sent)).rejects.toMatchObject({ code: '57P01' });
    expect(await paymentOf(buyer, theatre)).toMatchObject({ status: 'pending', ticket_ids: [] });
    const applied = { state: 'applied', isRepeated: true };
    expect(await takeNotice(app.services, sent)).toMatchObject(applied);
    expect(await takeNotice(app.services, sent)).toMatchObject(applied);
    const paid = await paymentOf(buyer, theatre);
    expect([paid.status, paid.ticket_ids.length]).toEqual(['completed', 2]);
    expect(
      await countOf('select count(*) as count from mails where recipient = $1', buyer.email),
    ).toBe(1);
  });
});

it('[F53] two server processes over one database: one promotes, nobody twice, in queue order, never beyond capacity', async () => {
  const { db, clock } = app.services;
  const other = await createApp(testConfig(), { db, clock }, { ticker: false, seed: false });
  const processes = [app, other];
  const buyers = await app.makeBuyers(24);
  const actors = buyers.map(({ accountId }) => ({
    accountId,
    requestId: null,
    addressPrefix: null,
  }));
  await Promise.all(
    actors.map((actor, index) => joinQueue(processes[index % 2]!.services, actor, party)),
  );
  for (let rounds = 0; rounds < buyers.length; rounds += 1) {
    await Promise.all(processes.map((each) => each.tick()));
    await expectSound(db);
    const [inside] = await db.query<{ account_id: string }>(
      `select account_id from purchase_sessions where state = 'online' limit 1`,
    );
    const buyer = buyers.find(({ accountId }) => accountId === inside?.account_id);
    if (buyer === undefined) break;
    await leave(buyer);
  }
  const promoted = await db.query<{ times: number }>(
    `select count(*) as times from audit_log where action = 'session.promote' and account_id = any($1::uuid[])
     group by object`,
    [actors.map(({ accountId }) => accountId)],
  );
  // Capacity is two: both became online at once, and everybody else was promoted once.
  expect(promoted.map(({ times }) => Number(times))).toEqual(Array(22).fill(1));
  await other.fastify.close();
});

it('[F57] a price change leaves existing drafts at their price; new drafts have the new one', async () => {
  const [first, second] = (await app.makeBuyers(2)) as [TestClient, TestClient];
  const before = await lockDraft(app, first, theatre, 2);
  await app.services.db.query(
    `update categories set price = price + 25000 where event_id = (select id from events where slug = $1)`,
    [theatre],
  );
  const kept = await first.call(calls.readDraft, { params: { slug: theatre } });
  expect(kept.body.data.order_data).toEqual(before.order_data);
  const payment = (await askPayment(first, theatre)).body.data.payment;
  expect(payment.amount - payment.service_fee).toBe(before.order.total_price);
  expect(payment.pricing).toEqual(before.order_data.pricing_details);
  const after = await holdSeats(app, second, theatre, 2);
  expect(after.order_data.pricing_details.original_price).toBe(
    before.order_data.pricing_details.original_price + 50_000,
  );
  await leave(first);
  await leave(second);
});

describe('a shown deadline', () => {
  it('has a grace period of exactly fifteen seconds for forms and payment', async () => {
    const [inTime, late] = (await app.makeBuyers(2)) as [TestClient, TestClient];
    const { clock, config } = app.services;
    expect(config.graceSeconds).toBe(15);
    for (const buyer of [inTime, late]) await holdSeats(app, buyer, theatre, 1);
    // No tick: the sweep has not run yet, so the calls check the deadline themselves.
    clock.advance(config.sessionMinutes * 60 + 14);
    expect((await askSubmit(inTime, theatre, {})).status).toBe(200);
    clock.advance(2);
    expect((await askSubmit(late, theatre, {})).status).toBe(403);
    clock.advance(config.paymentSelectionMinutes * 60 + 11);
    expect((await askPayment(inTime, theatre)).status).toBe(200);
    await leave(inTime);
    await app.tick();
    const slow = await one();
    await lockDraft(app, slow, theatre, 1);
    clock.advance(config.paymentSelectionMinutes * 60 + 16);
    const refused = await askPayment(slow, theatre);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      refusalTable.payTimeOver.sentence,
    ]);
    await app.tick();
  });

  it('of a charge at the gateway is a minute before the one of the server (ruling 1.9-A)', async () => {
    const buyer = await one();
    const payment = await beginPayment(app, buyer, theatre, 1);
    const [charge] = await app.services.db.query<{ expires_at: Date; deadline: Date }>(
      `select c.expires_at, s.deadline from simulated_charges c join payments p on p.id = c.payment_id
       join purchase_sessions s on s.id = p.session_id where p.id = $1`,
      [payment.id],
    );
    expect(charge!.deadline.getTime() - charge!.expires_at.getTime()).toBe(60_000);
    expect(payment.expires_at).toBe(charge!.expires_at.toISOString());
    await leave(buyer);
  });
});

it('a session with a payment that the gateway cannot void cannot be left: 409, and nothing changes (ruling 1.4-S)', async () => {
  const buyer = await one();
  await beginPayment(app, buyer, theatre, 1);
  const gateway = app.services.gateways.of('simulated');
  const { void: voiding } = gateway;
  Object.assign(gateway, { void: () => Promise.reject(new Error('down')) });
  expect((await leave(buyer)).status).toBe(409);
  Object.assign(gateway, { void: () => Promise.resolve(false) });
  expect((await leave(buyer)).status).toBe(409);
  expect((await sessionOf(buyer)).session?.state).toBe('payment_processing');
  expect((await paymentOf(buyer, theatre)).status).toBe('pending');
  const taken = await askDraft(buyer, theatre, await freeSeats(app, theatre, 1));
  expect(taken.status).toBe(409);
  Object.assign(gateway, { void: voiding });
  expect((await leave(buyer)).status).toBe(200);
});
