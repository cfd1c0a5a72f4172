import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pooler, poolerProgram, startPooler } from '../../../scripts/postgres/pooler.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { createDraft } from '../../../server/domain/order/drafts.ts';
import { joinQueue } from '../../../server/domain/session/join.ts';
import { concert, expectSound } from '../support/purchase.ts';
import { untilDecided } from '../support/race/until-decided.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { actorOf } from './locks/control.ts';
import { createOwn, describePostgres } from './own-database.ts';

const program = poolerProgram();
if (program === null)
  console.warn('Left out: the database through PgBouncer, which is not installed here.');

describePostgres('a pooler in transaction mode before the database', (direct) => {
  let pooler: Pooler;
  let apps: TestApp[];
  beforeAll(async () => {
    if (program === null) return;
    await createOwn(direct);
    pooler = await startPooler(program, direct);
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct };
    const first = await createTestApp({ env, events: [concert] });
    apps = [first, await createTestApp({ env, events: [concert] })];
  });
  afterAll(async () => {
    for (const app of apps ?? []) await app.close();
    await pooler?.stop();
  });

  it.skipIf(program === null)('serves two processes that race for the same seats', async () => {
    const [first] = apps;
    const buyers = await first!.makeBuyers(20);
    const wishes = buyers.map(async (buyer, index) => {
      const { services } = apps[index % 2]!;
      const actor = actorOf(buyer);
      const seats = [`A-${(index % 10) + 1}`];
      return untilDecided(async () => {
        await joinQueue(services, actor, concert);
        await createDraft(services, actor, concert, { seats, quantities: [], voucher_code: null });
      });
    });
    const results = await Promise.allSettled(wishes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expectSound(first!.services.db);
  });

  it.skipIf(program === null)(
    'limits the time of a transaction as a direct connection does',
    async () => {
      const db = apps[0]!.services.db;
      const [row] = await db.tx((tx) =>
        tx.query(
          `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
        ),
      );
      expect(row).toEqual({ lock: '2s', statement: '4s' });
    },
  );

  it.skipIf(program === null)('is refused without the address of the server itself', async () => {
    await expect(openPostgres({ url: pooler.url })).rejects.toThrow(
      /^DATABASE_URL leads to a pooler.* Set DATABASE_DIRECT_URL/,
    );
  });
});
