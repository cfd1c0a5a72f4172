import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createJoins, type Joins } from '../../../../server/domain/session/joins.ts';
import { steerQueue } from '../../../../server/domain/session/queue.ts';
import { concert, expectSound, join, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let joins: Joins;
let transactions = 0;

beforeAll(async () => {
  app = await createTestApp({ events: [concert, party] });
  const { db } = app.services;
  const counting: typeof db = {
    ...db,
    tx: (work) => {
      transactions += 1;
      return db.tx(work);
    },
  };
  joins = createJoins(() => ({ ...app.services, db: counting }));
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db, { operator: true }));

const wishOf = async ({ accountId }: TestClient) => ({
  actor: { accountId, requestId: null, addressPrefix: null },
  device: { id: null, takeOver: false },
  presaleCode: null,
  before: await app.services.sessionReads.byAccount(accountId),
});
const joinAll = async (buyers: readonly TestClient[], slug = party) => {
  const wishes = await Promise.all(buyers.map(wishOf));
  return Promise.allSettled(wishes.map((wish) => joins.join(slug, wish)));
};
const numbersOf = (answers: Awaited<ReturnType<typeof joinAll>>) =>
  answers.map((answer) =>
    answer.status === 'fulfilled' ? (answer.value.queue_info?.number ?? 'in') : 'refused',
  );

describe('people who join at once', () => {
  it('get numbers in the order of their arrival, by few transactions; the room is filled first', async () => {
    const buyers = await app.makeBuyers(40);
    transactions = 0;
    const numbers = numbersOf(await joinAll(buyers));
    expect(numbers).toEqual(['in', 'in', ...Array.from({ length: 38 }, (_, index) => index + 1)]);
    expect(transactions).toBeLessThan(10);
    const rows = await app.services.db.query(
      `select 1 from audit_log where action = 'session.join' and account_id = any($1::uuid[])`,
      [buyers.map(({ accountId }) => accountId)],
    );
    expect(rows).toHaveLength(40);
    // Loading the page again keeps the number, and writes nothing.
    transactions = 0;
    expect(numbersOf(await joinAll(buyers.slice(2)))).toEqual(numbers.slice(2));
    expect(transactions).toBe(0);
    for (const buyer of buyers) await buyer.call(calls.exitSession);
  });

  it('one account gets one place, however many of its calls come at once', async () => {
    await steerQueue(app.services, party, { capacity: 0 });
    const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
    const numbers = numbersOf(await joinAll([one, one, other, one]));
    expect(new Set(numbers.filter((_, index) => index !== 2)).size).toBe(1);
    expect(new Set(numbers).size).toBe(2);
    for (const buyer of [one, other]) await buyer.call(calls.exitSession);
    await steerQueue(app.services, party, { capacity: 2 });
  });

  it('a refusal of one fails nobody else', async () => {
    await steerQueue(app.services, party, { capacity: 0 });
    const { db } = app.services;
    await db.query('update events set limit_per_phone = 4 where slug = $1', [party]);
    const buyers = await app.makeBuyers(4);
    const [first, phoneless, elsewhere, last] = buyers as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    await db.query(`update accounts set phone_number = '' where id = $1`, [phoneless.accountId]);
    await join(elsewhere, concert);
    const answers = await joinAll([first, phoneless, elsewhere, last]);
    expect(numbersOf(answers)).toEqual([
      expect.any(Number),
      'refused',
      'refused',
      expect.any(Number),
    ]);
    expect(answers[1]).toMatchObject({ reason: { code: 'phoneRequired' } });
    expect(answers[2]).toMatchObject({ reason: { code: 'otherSessionLive' } });
    for (const buyer of buyers) await buyer.call(calls.exitSession);
    await db.query('update events set limit_per_phone = null where slug = $1', [party]);
    await steerQueue(app.services, party, { capacity: 2 });
  });

  it('an event that is unknown or not on sale refuses each of them with its reason', async () => {
    const buyers = await app.makeBuyers(2);
    const answers = await joinAll(buyers, 'tidak-ada');
    expect(answers).toMatchObject([
      { reason: { code: 'eventNotFound' } },
      { reason: { code: 'eventNotFound' } },
    ]);
  });
});
