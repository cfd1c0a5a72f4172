import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import type { Services } from '../../../../server/services.ts';
import { askDraft, concert, expectSound, freeSeats, join } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { withoutLocks } from '../../support/without-locks.ts';

const repetitions = 40;

/** The statement after which a buyer has read the free seats but not claimed them. */
const looked = /from seats t .*skip locked/s;

/** Two buyers claim one free seat at the same moment; returns how many succeeded. */
async function duel(app: TestApp, services: Services): Promise<number> {
  const buyers = await app.makeBuyers(2);
  const actors = buyers.map((buyer) => ({
    accountId: buyer.accountId,
    requestId: null,
    addressPrefix: null,
  }));
  for (const actor of actors) await joinQueue(app.services, actor, concert);
  const seats = await freeSeats(app, concert, 1);
  const results = await Promise.allSettled(
    actors.map((actor) => createDraft(services, actor, concert, { seats, voucher_code: null })),
  );
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toBeInstanceOf(Refusal);
      expect((result.reason as Refusal).message).toBe(refusalTable.seatsTaken.sentence);
    }
  }
  return results.filter((result) => result.status === 'fulfilled').length;
}

describe('control: without the lock and the unique index', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [concert] });
  });
  afterAll(() => app.close());

  it('two buyers get the same seat, so the tests below can fail', async () => {
    const { db } = app.services;
    await db.script('alter table seat_claims drop constraint seat_claims_pkey');
    const winners = await duel(app, { ...app.services, db: withoutLocks(db, looked) });
    expect(winners).toBe(2);
    const doubled = await db.query(
      'select seat_id from seat_claims group by seat_id having count(*) > 1',
    );
    expect(doubled).toHaveLength(1);
  });
});

describe('with them', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [concert] });
  });
  afterAll(() => app.close());

  it('[F45] one of two gets the seat, every time, and the other the agreed refusal', async () => {
    for (let round = 0; round < repetitions; round += 1) {
      expect(await duel(app, app.services)).toBe(1);
    }
    await expectSound(app.services.db);
  });

  it('the unique index alone suffices without the lock', async () => {
    const results = await duel(app, { ...app.services, db: withoutLocks(app.services.db, looked) });
    expect(results).toBe(1);
    const doubled = await app.services.db.query(
      'select seat_id from seat_claims group by seat_id having count(*) > 1',
    );
    expect(doubled).toEqual([]);
  });
});

describe('a hundred buyers on twenty seats', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [concert] });
  });
  afterAll(() => app.close());

  it('[F46] claim them: no seat twice, no server error, the agreed refusal for the rest', async () => {
    const seats = await freeSeats(app, concert, 20);
    const buyers = await app.makeBuyers(100);
    for (const buyer of buyers) await join(buyer, concert);
    const pick = () => {
      const wanted = new Set<string>();
      const count = randomInt(1, 6);
      while (wanted.size < count) wanted.add(seats[randomInt(seats.length)]!);
      return [...wanted];
    };
    const answers = await Promise.all(buyers.map((buyer) => askDraft(buyer, concert, pick())));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won.length).toBeGreaterThan(0);
    for (const lost of answers.filter((answer) => answer.status !== 200)) {
      expect([lost.status, lost.body.message]).toEqual([409, refusalTable.seatsTaken.sentence]);
      expect(lost.body.meta).toEqual({
        seats: expect.arrayContaining([expect.any(String)]),
        mine: [],
      });
    }
    const given = won.flatMap((answer) =>
      answer.body.data.order_data.items.flatMap((item) =>
        item.seats.map((seat) => seat.seat_number),
      ),
    );
    expect(new Set(given).size).toBe(given.length);
    await expectSound(app.services.db);
  });
});
