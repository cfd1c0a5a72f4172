import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import { openShop } from '../../support/open-shop.ts';
import { numbersOf } from '../../support/orders.ts';
import { askDraft, concert, expectSound, freeSeats, join } from '../../support/purchase.ts';
import { draftDuel } from '../../support/race/draft-duel.ts';
import { withoutLocks } from '../../support/race/without-locks.ts';
import { createTestApp } from '../../support/test-app.ts';

const repetitions = 40;
const app = await openShop({ events: [concert] }, null);

/** The statement after which a buyer has read the free seats but not claimed them. */
const looked = /from seats t .*skip locked/s;
const doubled = 'select seat_id from seat_claims group by seat_id having count(*) > 1';
/** Two buyers claim one free seat at the same moment; returns how many succeeded. */
const duel = async (shop = app, services = shop.services) => {
  const [seat = ''] = await freeSeats(shop, concert, 1);
  return draftDuel(shop, services, concert, [seat, seat], null, refusalTable.seatsTaken.sentence);
};
const unlocked = (services = app.services) => ({
  ...services,
  db: withoutLocks(services.db, looked),
});

describe('two buyers on one seat', () => {
  it('control: without the lock and the unique index both get it, so the tests below can fail', async () => {
    const bare = await createTestApp({ events: [concert] });
    const { db } = bare.services;
    await db.script('alter table seat_claims drop constraint seat_claims_pkey');
    expect(await duel(bare, unlocked(bare.services))).toBe(2);
    expect(await db.query(doubled)).toHaveLength(1);
    await bare.close();
  });

  it('[F45] one of them gets it, every time, and the other the agreed refusal', async () => {
    for (let round = 0; round < repetitions; round += 1) expect(await duel()).toBe(1);
    await expectSound(app.services.db);
  });
});

it('[F46] a hundred buyers claim twenty seats: no seat twice, no server error, the agreed refusal for the rest', async () => {
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
  const meta = { seats: expect.arrayContaining([expect.any(String)]), mine: [] };
  for (const lost of answers.filter((answer) => answer.status !== 200)) {
    const message = refusalTable.seatsTaken.sentence;
    expect(lost.body).toMatchObject({ status: 409, message, meta });
  }
  const given = won.flatMap(({ body }) => numbersOf(body.data));
  expect(new Set(given).size).toBe(given.length);
  await expectSound(app.services.db);
});

// Last, because a refused draft that is not rolled back leaves the database broken.
it('the unique index alone suffices without the lock', async () => {
  expect(await duel(app, unlocked())).toBe(1);
  expect(await app.services.db.query(doubled)).toEqual([]);
});
