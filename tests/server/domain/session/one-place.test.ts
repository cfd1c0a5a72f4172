import { expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createClock } from '../../../../server/clock.ts';
import { workDraws } from '../../../../server/domain/draw/draws.ts';
import { expectSound, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const minute = 60_000;
const opening = Date.parse('2031-03-07T03:00:00Z');
const params = { slug: party };

/** A shop whose waiting room is open, with a buyer for each address. */
async function openRoom(addresses: readonly string[], env: Record<string, string> = {}) {
  let now = opening - 20 * minute;
  const app = await createTestApp({
    events: [party],
    env: { RATE_LIMITS: 'on', ...env },
    overrides: { clock: createClock(0, () => now) },
  });
  const setTime = async (at: number) => {
    now = at;
    await app.services.db.script(
      `create or replace function sale_clock() returns timestamptz language sql volatile as
         'select timestamptz ''${new Date(at).toISOString()}'''`,
    );
  };
  await app.services.db.query(
    `update events set sale_starts_at = $1, starts_at = $1::timestamptz + interval '30 days',
       ends_at = $1::timestamptz + interval '31 days', sale_room_opens_at = $1::timestamptz - interval '30 minutes'`,
    [new Date(opening)],
  );
  await setTime(now);
  const buyers = await app.makeBuyers(addresses.length);
  for (const [index, { accountId }] of buyers.entries()) {
    const email = addresses[index] ?? '';
    await app.services.db.query('update accounts set email = $2 where id = $1', [accountId, email]);
  }
  return { app, buyers, setTime };
}

const joinAll = (buyers: Awaited<ReturnType<TestApp['makeBuyers']>>) =>
  Promise.all(buyers.map((buyer) => buyer.call(calls.joinQueue, { params })));

it('five addresses of one mailbox have one place, together and one by one, and are told which (§11.3, §11.72)', async () => {
  const spellings = [
    'a@gmail.com',
    'a.@gmail.com',
    'a+1@gmail.com',
    'A@googlemail.com',
    'b@gmail.com',
  ];
  const { app, buyers } = await openRoom(spellings);
  const answers = await joinAll(buyers);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  const refused = answers.findIndex(({ status }) => status === 409);
  const holder = answers.findIndex(({ status }) => status === 200);
  expect((await joinAll(buyers.slice(refused, refused + 1)))[0]?.body).toMatchObject({
    code: 'personHasPlace',
    message: expect.stringContaining(spellings[holder] ?? '-'),
    meta: { address: spellings[holder] },
  });
  // The place passes on when its holder leaves.
  await buyers[holder]?.call(calls.exitSession);
  expect((await joinAll(buyers.slice(refused, refused + 1)))[0]?.status).toBe(200);
  await expectSound(app.services.db, { operator: true });
  await app.close();
});

it('a domain has its lots of a room, further entrants follow those drawn; a public provider has no limit (§11.53)', async () => {
  const own = ['a', 'b', 'c', 'd'].map((name) => `${name}@x.dagang.co.id`);
  const more = ['e@y.dagang.co.id', 'f@toko.id', 'g@gmail.com', 'h@gmail.com', 'i@gmail.com'];
  const { app, buyers, setTime } = await openRoom([...own, ...more], { LOTS_PER_DOMAIN: '2' });
  for (const [second, buyer] of buyers.entries()) {
    await setTime(opening - 20 * minute + second * 1000);
    expect((await joinAll([buyer]))[0]?.status).toBe(200);
  }
  const infos = async () =>
    Promise.all(
      buyers.map(async (buyer) => (await buyer.call(calls.session)).body.data.queue_info),
    );
  expect((await infos()).map((info) => info?.behind_draw)).toEqual([
    ...[false, false, true, true, true],
    ...[false, false, false, false],
  ]);
  await app.services.db.query(
    `insert into queue_rooms (event_id, capacity) select id, 0 from events on conflict (event_id) do update set capacity = 0`,
  );
  await setTime(opening + 1000);
  await workDraws(app.services);
  const numbers = (await infos()).map((info) => info?.number);
  expect(numbers.slice(2, 5)).toEqual([7, 8, 9]);
  expect([...numbers.slice(0, 2), ...numbers.slice(5)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  await expectSound(app.services.db, { operator: true });
  await app.close();
});
