import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { idempotencyHeader } from '../../../../contract/limits.ts';
import { createApp } from '../../../../server/app.ts';
import type { Db, Row } from '../../../../server/db/db.ts';
import { takeNotice, workOff } from '../../../../server/domain/payment/notices.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { openShop } from '../../support/open-shop.ts';
import { setCharge } from '../../support/payment-rows.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  beginPayment,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  leave,
  lockDraft,
  party,
  paymentOf,
  sessionOf,
  theatre,
} from '../../support/purchase.ts';
import { testConfig } from '../../support/test-app.ts';

// One connection for every lane, which a test can close.
const oneDb = await openMigrated();
Object.assign(oneDb, { lane: () => oneDb });
const app = await openShop({ events: [theatre, party], overrides: { db: oneDb } });

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
    const [buyer] = await app.makeBuyers(1);
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
    expect(await app.services.db.query('select 1 from orders')).toEqual([]);
    expect((await buyer.call(calls.createDraft, request)).status).toBe(200);
    await leave(buyer);
  });

  it('[F55] between settlement and tickets: neither is stored, and the repeated notification stores both, once', async () => {
    const [buyer] = await app.makeBuyers(1);
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
    const sent = { gateway: 'simulated', notice, rawBody: JSON.stringify(notice) };
    await setCharge(app, payment);
    const { id } = await takeNotice(app.services, sent);
    losesDatabaseAt(/insert into tickets/);
    await expect(workOff(app.services, id)).rejects.toMatchObject({ code: '57P01' });
    expect(await paymentOf(buyer, theatre)).toMatchObject({ status: 'pending', ticket_ids: [] });
    for (let repeated = 0; repeated < 2; repeated += 1) {
      expect((await takeNotice(app.services, sent)).isRepeated).toBe(true);
      await app.drain();
    }
    const paid = await paymentOf(buyer, theatre);
    expect([paid.status, paid.ticket_ids.length]).toEqual(['completed', 2]);
    const letters = await app.services.db.query('select 1 from mails where recipient = $1', [
      buyer.email,
    ]);
    expect(letters).toHaveLength(1);
  });
});

it('[F53] two server processes over one database: one promotes, nobody twice, in queue order, never beyond capacity', async () => {
  const { db, clock } = app.services;
  const other = await createApp(testConfig(), { db, clock }, { ticker: false, seed: false });
  const processes = [app, other];
  const buyers = await app.makeBuyers(24);
  const ids = buyers.map(({ accountId }) => accountId);
  await Promise.all(
    ids.map((accountId, index) =>
      joinQueue(
        processes[index % 2]!.services,
        { accountId, requestId: null, addressPrefix: null },
        party,
      ),
    ),
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
    [ids],
  );
  // Capacity is two: both became online at once, and everybody else was promoted once.
  expect(promoted.map(({ times }) => Number(times))).toEqual(Array(22).fill(1));
  await other.fastify.close();
});

it('a shown deadline has a grace period of exactly fifteen seconds for forms and payment (§4.5)', async () => {
  const [inTime, late, slow] = await app.makeBuyers(3);
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
  await lockDraft(app, slow, theatre, 1);
  clock.advance(config.paymentSelectionMinutes * 60 + 16);
  expect((await askPayment(slow, theatre)).body).toMatchObject({
    status: 403,
    code: 'payTimeOver',
  });
  await app.tick();
});

it('a charge ends at the gateway a minute before the hold ends at the server (§12.10, §9.16)', async () => {
  const [buyer] = await app.makeBuyers(1);
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

it('a session with a payment that the gateway cannot void cannot be left: 409, and nothing changes (§4.7)', async () => {
  const [buyer] = await app.makeBuyers(1);
  await beginPayment(app, buyer, theatre, 1);
  const gateway = app.services.gateways.of('simulated');
  const { void: voiding } = gateway;
  for (const answer of [() => Promise.reject(new Error('down')), async () => false]) {
    Object.assign(gateway, { void: answer });
    expect((await leave(buyer)).status).toBe(409);
  }
  expect((await sessionOf(buyer)).session?.state).toBe('payment_processing');
  expect((await paymentOf(buyer, theatre)).status).toBe('pending');
  const taken = await askDraft(buyer, theatre, await freeSeats(app, theatre, 1));
  expect(taken.status).toBe(409);
  Object.assign(gateway, { void: voiding });
  expect((await leave(buyer)).status).toBe(200);
});
