import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJoins } from '../../../../server/domain/session/joins.ts';
import { steerQueue } from '../../../../server/domain/session/queue.ts';
import { openShop } from '../../support/open-shop.ts';
import { concert, expectSound, join, leave, party } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, party] }, null);
let transactions = 0;
const joins = createJoins(() => {
  const { db } = app.services;
  const counting: typeof db = {
    ...db,
    tx: (work) => {
      transactions += 1;
      return db.tx(work);
    },
  };
  return { ...app.services, db: counting };
});
let joined: readonly TestClient[] = [];
beforeEach(() => steerQueue(app.services, party, { capacity: 2 }));
afterEach(async () => {
  for (const buyer of joined) await leave(buyer);
  await expectSound(app.services.db, { operator: true });
});

/** Joins all at once; gives the number of each in the queue. */
const joinAll = async (buyers: readonly TestClient[], slug = party) => {
  joined = buyers;
  const wishes = await Promise.all(
    buyers.map(async ({ accountId }) => ({
      actor: { accountId, requestId: null, addressPrefix: null },
      device: { id: null, takeOver: false },
      presaleCode: null,
      before: await app.services.sessionReads.byAccount(accountId),
    })),
  );
  transactions = 0;
  const answers = await Promise.allSettled(wishes.map((wish) => joins.join(slug, wish)));
  return answers.map((answer) =>
    answer.status === 'fulfilled'
      ? (answer.value.queue_info?.number ?? 'in')
      : (answer.reason as { code: string }).code,
  );
};

describe('people who join at once (§11.4)', () => {
  it('get numbers in the order of their arrival, by few transactions; the room is filled first', async () => {
    const buyers = await app.makeBuyers(40);
    const numbers = await joinAll(buyers);
    expect(numbers).toEqual(['in', 'in', ...Array.from({ length: 38 }, (_, index) => index + 1)]);
    expect(transactions).toBeLessThan(10);
    const rows = await app.services.db.query(
      `select 1 from audit_log where action = 'session.join' and account_id = any($1::uuid[])`,
      [buyers.map(({ accountId }) => accountId)],
    );
    expect(rows).toHaveLength(40);
    // Loading the page again keeps the number, and writes nothing.
    expect(await joinAll(buyers.slice(2))).toEqual(numbers.slice(2));
    expect(transactions).toBe(0);
    joined = buyers;
  });

  it('have one place for an account, however many of its calls come at once (§4.1, §7.62)', async () => {
    await steerQueue(app.services, party, { capacity: 0 });
    const [one, other] = await app.makeBuyers(2);
    const [first, second, third, fourth] = await joinAll([one, one, other, one]);
    expect([second, fourth]).toEqual([first, first]);
    expect(third).not.toBe(first);
  });

  it('are refused each for its own reason, which fails nobody else', async () => {
    await steerQueue(app.services, party, { capacity: 0 });
    const { db } = app.services;
    await db.query('update events set limit_per_phone = 4 where slug = $1', [party]);
    const buyers = await app.makeBuyers(4);
    const [, phoneless, elsewhere] = buyers;
    await db.query(`update accounts set phone_number = '' where id = $1`, [phoneless.accountId]);
    await join(elsewhere, concert);
    expect(await joinAll(buyers)).toEqual([
      expect.any(Number),
      'phoneRequired',
      'otherSessionLive',
      expect.any(Number),
    ]);
    await db.query('update events set limit_per_phone = null where slug = $1', [party]);
    const others = await app.makeBuyers(2);
    expect(await joinAll(others, 'tidak-ada')).toEqual(['eventNotFound', 'eventNotFound']);
    joined = buyers;
  });
});
