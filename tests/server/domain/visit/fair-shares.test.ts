import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { sweepSubjects } from '../../../../server/domain/visit/shares.ts';
import { answerOf } from '../../../support/solve-challenge.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  expectSound,
  freeSeats,
  join,
  leave,
  seminar,
  steer,
  theatre,
} from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';
import type { TestClient } from '../../support/test-app.ts';

const minute = 60;
/** A session with its grace period, after which an unpaid hold has ended. */
const sessionSeconds = 15 * minute + 16;

const app = await openShop(
  {
    env: { RATE_LIMITS: 'on', MAX_TICKETS_PER_PERSON: '10', FREE_UNPAID_HOLDS: '3' },
    events: [seminar, theatre],
  },
  null,
);

const joinAs = (buyer: TestClient, slug: string) =>
  buyer.call(calls.joinQueue, { params: { slug } });
const cancel = (buyer: TestClient) => buyer.call(calls.cancelDraft, { params: { slug: theatre } });
const draft = async (buyer: TestClient, count: number, slug = theatre) =>
  askDraft(buyer, slug, await freeSeats(app, slug, count));

/** A verified account under an address, without a password. */
async function addAccount(email: string): Promise<void> {
  const { db, clock } = app.services;
  await db.query(
    `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
     values ($1, $2, 'A', 'B', '+62812', true, $3)`,
    [randomUUID(), email, clock.now()],
  );
}
async function buyerAt(email: string): Promise<TestClient> {
  await addAccount(email);
  return app.as(email);
}

/** Accounts with live sessions at the theatre that become one person afterwards: one person gets one place. */
async function onePersonInside(name: string, count: number): Promise<TestClient[]> {
  const accounts = await Promise.all(
    Array.from({ length: count }, (_, n) => buyerAt(`${name}${n}@contoh.id`)),
  );
  for (const account of accounts) await join(account, theatre);
  await app.services.db.query(
    `update accounts set email = replace(email, $1, $1 || '+') where email like $1 || '%'`,
    [name],
  );
  return accounts;
}

/** Buys free seats of the seminar; returns the status of the draft. */
async function buy(buyer: TestClient, count: number): Promise<number> {
  const joined = await joinAs(buyer, seminar);
  if (joined.status !== 200) return joined.status;
  const { status } = await draft(buyer, count, seminar);
  if (status !== 200) {
    await leave(buyer);
    return status;
  }
  expect((await askSubmit(buyer, seminar, {})).status).toBe(200);
  const paid = await askPayment(buyer, seminar);
  expect(paid.body.data.payment.status).toBe('completed');
  return 200;
}

describe('tickets for each person (§11.5)', () => {
  it('one account that buys the free seminar repeatedly gets ten, and is then refused at the join (§9.50)', async () => {
    const [buyer] = await app.makeBuyers(1);
    const got: number[] = [];
    for (let order = 0; order < 5; order += 1) {
      got.push(await buy(buyer, 5));
      await app.advance(61);
    }
    expect(got).toEqual([200, 200, 409, 409, 409]);
    expect((await joinAs(buyer, seminar)).body).toMatchObject({
      code: 'shareSpent',
      meta: { share: 'full', limit: 10, taken: 10 },
    });
    await expectSound(app.services.db);
  });

  it('addresses of one person share, those of two do not', async () => {
    const one = await buyerAt('sri.rahayu@gmail.com');
    const same = await buyerAt('srirahayu+lagi@googlemail.com');
    const other = await buyerAt('srirahayu@contoh.id');
    expect([await buy(one, 5), await buy(same, 4)]).toEqual([200, 200]);
    await join(same, seminar);
    expect((await draft(same, 2, seminar)).body).toMatchObject({
      code: 'shareFull',
      meta: { share: 'full', limit: 10, taken: 9 },
    });
    expect((await draft(same, 1, seminar)).status).toBe(200);
    // Swapped seats do not add up.
    expect((await draft(same, 1, seminar)).status).toBe(200);
    expect(await buy(other, 5)).toBe(200);
    await leave(same);
  });

  it('held seats count, released ones do not; a refused order has no effect', async () => {
    const [a, b, c] = (await onePersonInside('keluarga', 3)) as [
      TestClient,
      TestClient,
      TestClient,
    ];
    expect((await draft(a, 5)).status).toBe(200);
    expect((await draft(b, 5)).status).toBe(200);
    const free = await freeSeats(app, theatre, 1);
    expect((await askDraft(c, theatre, free)).status).toBe(409);
    expect(await freeSeats(app, theatre, 1)).toEqual(free);
    expect((await c.call(calls.readDraft, { params: { slug: theatre } })).status).toBe(404);
    expect((await cancel(a)).status).toBe(200);
    expect((await askDraft(c, theatre, free)).status).toBe(200);
    for (const account of [a, b, c]) await leave(account);
    await expectSound(app.services.db);
  });

  it('an event may have its own limits', async () => {
    const { db } = app.services;
    await db.query('update events set max_tickets_per_person = 2 where slug = $1', [theatre]);
    const [buyer] = await app.makeBuyers(1);
    await join(buyer, theatre);
    expect((await draft(buyer, 3)).status).toBe(409);
    expect((await draft(buyer, 2)).status).toBe(200);
    await db.query('update events set max_tickets_per_person = null where slug = $1', [theatre]);
    await leave(buyer);
  });
});

describe('unpaid holds (§11.5)', () => {
  /** Holds seats until the deadline. */
  const letRunOut = async (buyer: TestClient) => {
    await join(buyer, theatre);
    expect((await draft(buyer, 2)).status).toBe(200);
    await app.advance(sessionSeconds);
    return app.as(buyer.email);
  };

  it('have no effect three times, then cause growing pauses, for the person and the event only', async () => {
    let [buyer] = await app.makeBuyers(1);
    for (let round = 0; round < 3; round += 1) buyer = await letRunOut(buyer);
    for (const pause of [1, 2, 5, 15, 30, 60, 60]) {
      const refused = await joinAs(buyer, theatre);
      expect(refused.body).toMatchObject({ status: 429, code: 'holdsPaused' });
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan((pause - 1) * minute);
      expect(wait).toBeLessThanOrEqual(pause * minute);
      expect((await joinAs(buyer, seminar)).status).toBe(200);
      await leave(buyer);
      await app.advance(wait);
      buyer = await letRunOut(await app.as(buyer.email));
    }
    const [neighbour] = await app.makeBuyers(1);
    expect((await joinAs(neighbour, theatre)).status).toBe(200);
    await leave(neighbour);
    // Half a day later no hold counts any more.
    await app.advance(12 * 60 * minute);
    buyer = await app.as(buyer.email);
    expect((await joinAs(buyer, theatre)).status).toBe(200);
    await leave(buyer);
  });

  it('have a weight by their length: returning to the map many times costs nothing, minutes add up', async () => {
    const [buyer] = await app.makeBuyers(1);
    const holdInOneSession = async (rounds: number, seconds: number) => {
      await join(buyer, theatre);
      for (let round = 0; round < rounds; round += 1) {
        expect((await draft(buyer, 1)).status).toBe(200);
        await app.advance(seconds);
        expect((await cancel(buyer)).status).toBe(200);
      }
      await leave(buyer);
    };
    await holdInOneSession(12, 30);
    for (const rounds of [2, 2]) await holdInOneSession(rounds, 7 * minute);
    expect((await joinAs(buyer, theatre)).body).toMatchObject({ code: 'holdsPaused' });
  });

  it('that an operator ended have no effect', async () => {
    const [buyer] = await app.makeBuyers(1);
    for (let round = 0; round < 4; round += 1) {
      await join(buyer, theatre);
      await draft(buyer, 1);
      await app.advance(11 * minute);
      expect((await steer(app, theatre, { kick: buyer.email })).status).toBe(200);
    }
    expect((await joinAs(buyer, theatre)).status).toBe(200);
    await leave(buyer);
  });
});

describe('throwaway accounts', () => {
  beforeEach(() => app.advance(13 * 60 * minute));

  const draftWith = async (buyer: TestClient, count: number, headers: Record<string, string>) => {
    await join(buyer, theatre);
    const body = { seats: await freeSeats(app, theatre, count), voucher_code: null };
    return buyer.call(calls.createDraft, { params: { slug: theatre }, body, headers });
  };

  it('of one host must solve a challenge for each hold after twenty unpaid ones', async () => {
    for (const buyer of await app.makeBuyers(21)) {
      expect((await draftWith(buyer, 1, {})).status).toBe(200);
    }
    await app.advance(sessionSeconds);
    const [buyer] = await app.makeBuyers(1);
    const asked = await draftWith(buyer, 1, {});
    expect(asked.status).toBe(428);
    expect((await draftWith(buyer, 1, await answerOf(asked.body))).status).toBe(200);
    await leave(buyer);
  });

  it('of one device have the share of two people together', async () => {
    const { limits, clock } = app.services;
    const device = limits.devices.write(limits.devices.fresh(), clock.now());
    const buyers = await app.makeBuyers(5);
    const statuses = [];
    for (const buyer of buyers) {
      const cookie = `${buyer.cookie}; roetix_device=${device}`;
      statuses.push((await draftWith(buyer, 5, { cookie })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 409]);
    for (const buyer of buyers) await leave(buyer);
  });

  it('weighs a network before the claim locks anything, and ends with the event', async () => {
    const { services } = app;
    const [buyer] = await app.makeBuyers(1);
    const { accountId } = buyer;
    const kind = 'network';
    const subjects = [{ kind, key: 'alamat', tickets: null, freeUnpaidHolds: null }] as const;
    const actor = { accountId, requestId: null, addressPrefix: null, subjects };
    await joinQueue(services, actor, theatre);
    const statements: string[] = [];
    const recorded = { ...services, db: recordedDb(services.db, (sql) => statements.push(sql)) };
    const request = { seats: await freeSeats(app, theatre, 1), voucher_code: null };
    await createDraft(recorded, actor, theatre, request, { prove: async () => {} });
    const weighing = statements.map((sql) => sql.includes("u.kind = 'network'"));
    expect([weighing.indexOf(true), weighing.lastIndexOf(true)]).toEqual([0, 0]);

    const kept = async (at: Date) => {
      await sweepSubjects(services.db, at);
      return services.db.query("select 1 as one from order_subjects where key = 'alamat'");
    };
    expect(await kept(services.clock.now())).toHaveLength(1);
    await leave(buyer);
    expect(await kept(new Date('2100-01-01T00:00:00Z'))).toHaveLength(0);
  });
});
