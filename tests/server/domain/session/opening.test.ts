import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createClock } from '../../../../server/clock.ts';
import { join, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const opening = '2031-03-07T03:00:00Z';
let apps: readonly TestApp[] = [];

/** Two processes over one database: the clock of the second is three seconds ahead. */
beforeAll(async () => {
  const start = Date.now();
  const first = await createTestApp({
    events: [party],
    overrides: { clock: createClock(0, () => start) },
  });
  const { db } = first.services;
  const shared = Object.create(db, { close: { value: async () => {} } });
  const second = await createTestApp({
    events: 'none',
    overrides: { db: shared, clock: createClock(0, () => start + 3_000) },
  });
  apps = [first, second];
  await db.query(
    `update events set sale_starts_at = $1, starts_at = $1::timestamptz + interval '30 days',
       ends_at = $1::timestamptz + interval '31 days'`,
    [opening],
  );
});
afterAll(async () => {
  for (const app of [...apps].reverse()) await app.close();
});

const databaseSays = (time: string) =>
  apps[0]?.services.db.script(
    `create or replace function sale_clock() returns timestamptz language sql volatile as 'select timestamptz ''${time}'''`,
  );
const tryJoin = (client: TestClient) => client.call(calls.joinQueue, { params: { slug: party } });
const eachBuyer = async () => {
  const [first, second] = apps as [TestApp, TestApp];
  const [one] = (await first.makeBuyers(1)) as [TestClient];
  const [other] = (await second.makeBuyers(1)) as [TestClient];
  return [one, other] as const;
};

it('one second before opening nobody joins, one second after it all do, whatever the clocks of the processes show', async () => {
  const buyers = await eachBuyer();
  await databaseSays('2031-03-07T02:59:59Z');
  for (const buyer of buyers) {
    const { status, body } = await tryJoin(buyer);
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'saleNotBegun',
        meta: {
          sale: { state: 'notYet', at: '2031-03-07T10:00:00+07:00', in_seconds: 1, next: 'open' },
        },
      },
    ]);
  }
  await databaseSays('2031-03-07T03:00:01Z');
  for (const buyer of buyers) {
    expect((await join(buyer, party)).session?.state).toMatch(/^(online|queued)$/);
  }
});

it('the development clock counts for the process that has it', async () => {
  const [ahead, behind] = await eachBuyer();
  await databaseSays('2031-03-07T02:59:00Z');
  apps[0]?.services.clock.advance(60);
  expect((await join(ahead, party)).session).not.toBeNull();
  expect((await tryJoin(behind)).body).toMatchObject({ code: 'saleNotBegun' });
});
