import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createClock } from '../../../../server/clock.ts';
import { join, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let apps: readonly [TestApp, TestApp];

/** Two processes over one database: the clock of the second is three seconds ahead. */
beforeAll(async () => {
  const start = Date.now();
  const clock = createClock(0, () => start);
  const first = await createTestApp({ events: [party], overrides: { clock } });
  const { db } = first.services;
  const shared = Object.create(db, { close: { value: async () => {} } });
  const ahead = createClock(0, () => start + 3_000);
  apps = [first, await createTestApp({ events: 'none', overrides: { db: shared, clock: ahead } })];
  await db.query(
    `update events set sale_starts_at = $1, starts_at = $1::timestamptz + interval '30 days',
       ends_at = $1::timestamptz + interval '31 days'`,
    ['2031-03-07T03:00:00Z'],
  );
});
afterAll(async () => {
  for (const app of [...apps].reverse()) await app.close();
});

const databaseSays = (time: string) =>
  apps[0].services.db.script(
    `create or replace function sale_clock() returns timestamptz language sql volatile as 'select timestamptz ''${time}'''`,
  );
const tryJoin = (client: TestClient) => client.call(calls.joinQueue, { params: { slug: party } });
const eachBuyer = async () =>
  [(await apps[0].makeBuyers(1))[0], (await apps[1].makeBuyers(1))[0]] as const;

it('one second before opening nobody joins, one second after it all do, whatever the clocks of the processes show (§10.20)', async () => {
  const buyers = await eachBuyer();
  await databaseSays('2031-03-07T02:59:59Z');
  const sale = { state: 'notYet', at: '2031-03-07T10:00:00+07:00', in_seconds: 1, next: 'open' };
  for (const buyer of buyers) {
    const { body } = await tryJoin(buyer);
    expect(body).toMatchObject({ status: 409, code: 'saleNotBegun', meta: { sale } });
  }
  await databaseSays('2031-03-07T03:00:01Z');
  for (const buyer of buyers) {
    expect((await join(buyer, party)).session?.state).toMatch(/^(online|queued)$/);
  }
});
