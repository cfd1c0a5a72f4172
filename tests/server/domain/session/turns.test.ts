import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nearOf } from '../../../../server/domain/line/heartbeat.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  expectSound,
  join,
  leave,
  party,
  sessionOf,
  steer as steerEvent,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [party] }, null);
/** Accounts that the test's broker reports as connected. */
let connected: string[] = [];
const told: { user_id?: string; event?: string; reason?: string }[] = [];
/** Those in line of the current test. */
let inLine: readonly TestClient[] = [];

beforeAll(() => {
  Object.assign(app.services.broker, {
    accounts: () => connected,
    publish: (_kind: string, _slug: string, body: (typeof told)[number]) => told.push(body),
  });
});
afterEach(async () => {
  connected = [];
  await steer({ capacity: 0 });
  for (const buyer of inLine) await leave(buyer);
  await expectSound(app.services.db, { operator: true });
});

const steer = async (body: object) => {
  const answer = await steerEvent(app, party, body);
  expect(answer.status).toBe(200);
};
const infoOf = async (buyer: TestClient) => (await sessionOf(buyer)).queue_info;
/** The stored session, read without counting as contact. */
const rowOf = async (buyer: TestClient) => {
  const [row] = await app.services.db.query<{ state: string; passed_at: Date | null }>(
    'select state, passed_at from purchase_sessions where account_id = $1 order by joined_at desc limit 1',
    [buyer.accountId],
  );
  return row!;
};
/** A queue without capacity. */
const lineOf = async <N extends number>(count: N) => {
  await steer({ capacity: 0 });
  const buyers = await app.makeBuyers(count);
  for (const buyer of buyers) await join(buyer, party);
  inLine = buyers;
  return buyers;
};

it('a missed turn is kept for thirty minutes, and no longer: reason absent (§11.21)', async () => {
  const [silent, present] = await lineOf(2);
  app.services.clock.advance(121);
  await infoOf(present);
  await steer({ capacity: 1 });
  expect((await rowOf(present)).state).toBe('online');
  await app.advance(30 * 60);
  expect((await rowOf(silent)).state).toBe('queued');
  told.length = 0;
  await app.advance(1);
  expect((await sessionOf(silent)).session).toMatchObject({
    state: 'cancelled',
    end_reason: 'absent',
  });
  expect(told).toContainEqual(
    expect.objectContaining({ user_id: silent.accountId, event: 'user_left', reason: 'absent' }),
  );
});

describe('a live connection (§11.20)', () => {
  it('counts as contact, without a call', async () => {
    const [connectedOne, silent] = await lineOf(2);
    connected = [connectedOne.accountId];
    for (let step = 0; step < 20; step += 1) await app.advance(60);
    await steer({ capacity: 2 });
    expect((await rowOf(connectedOne)).state).toBe('online');
    expect((await rowOf(silent)).passed_at).not.toBeNull();
  });

  it('is not written down far behind the pace and the places of the queue', async () => {
    const buyers = await lineOf(3);
    const [front, edge, far] = buyers;
    const { db, clock, queueFacts, config } = app.services;
    const place = (buyer: TestClient, ticket: number | null | undefined) =>
      db.query('update purchase_sessions set ticket = $2 where account_id = $1', [
        buyer.accountId,
        ticket,
      ]);
    const given = [(await infoOf(edge))?.number, (await infoOf(far))?.number];
    // The pace is that of the last minutes: it is read after the clock has moved.
    clock.advance(121);
    const [room] = await db.query<{ event_id: string; serving: number }>(
      'select event_id, serving from queue_rooms',
    );
    const { servedPerMinute } = await queueFacts(room!.event_id);
    const soon = Number(room!.serving) + nearOf(servedPerMinute, config);
    await place(far, soon + 1);
    await place(edge, soon);
    connected = buyers.map(({ accountId }) => accountId);
    await app.tick();
    const heard = await db.query<{ account_id: string }>(
      'select account_id::text from purchase_sessions where last_contact_at >= $1',
      [clock.now()],
    );
    expect(new Set(heard.map(({ account_id }) => account_id))).toEqual(
      new Set([front.accountId, edge.accountId]),
    );
    await place(edge, given[0]);
    await place(far, given[1]);
  });
});

it('silence during an outage is not absence: the first in line has the turn', async () => {
  const [first, , last] = await lineOf(3);
  app.services.clock.advance(300);
  // The last one reconnects first.
  await infoOf(last);
  const lost = vi.spyOn(app.services.listening, 'lostMs').mockReturnValue(180_000);
  await steer({ capacity: 1 });
  lost.mockRestore();
  expect((await rowOf(first)).state).toBe('online');
  expect(await rowOf(last)).toMatchObject({ state: 'queued', passed_at: null });
});

it('after an outage in which everybody missed a turn and came back a position counts a thousand of them, and a turn looks at the line in parts', async () => {
  const gone = 5_000;
  const back = 1_200;
  const { db, clock } = app.services;
  await steer({ capacity: 0 });
  const [buyer] = await app.makeBuyers(1);
  inLine = [buyer];
  const [event] = await db.query<{ id: string; next_ticket: number }>(
    'select e.id, r.next_ticket from events e join queue_rooms r on r.event_id = e.id',
  );
  const { id, next_ticket: first } = event!;
  const missed = clock.now();
  await db.query(
    `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
     select gen_random_uuid(), 'kembali-' || n || '@uji.contoh.id', 'A', 'B', '+62812', true, $1
     from generate_series(0, $2::int - 1) n`,
    [missed, gone + back],
  );
  await db.query(
    `insert into purchase_sessions (id, account_id, event_id, state, ticket, joined_at, last_contact_at)
     select gen_random_uuid(), id, $1, 'queued', $2::int + split_part(split_part(email, '@', 1), '-', 2)::int, $3, $3
     from accounts where email like 'kembali-%'`,
    [id, first, missed],
  );
  await db.query('update queue_rooms set next_ticket = $1', [first + gone + back]);
  await join(buyer, party);
  clock.advance(121);
  // The last of those who came back have been heard of since, the others not.
  await db.query(
    `update purchase_sessions set returned_at = $2,
       last_contact_at = case when ticket < $3 then last_contact_at else $4 end
     where event_id = $1 and state = 'queued'`,
    [id, missed, first + gone, clock.now()],
  );
  await db.query('update queue_rooms set serving = next_ticket - 1');
  for (const action of ['join', 'pass', 'return']) {
    await db.query(
      `insert into audit_log (at, account_id, action, object, status_after)
       select $2, account_id, 'session.' || $3, 'session:' || id, case when $3 = 'join' then state end
       from purchase_sessions where event_id = $1 and state = 'queued' and account_id <> $4 order by ticket`,
      [id, missed, action, buyer.accountId],
    );
  }
  expect((await infoOf(buyer))?.queue_position).toBe(1_001);
  await steer({ capacity: 1 });
  const [turn] = await db.query<{ ticket: number; passed: number }>(
    `select max(ticket) filter (where state = 'online') - $2 as ticket, count(passed_at) as passed
     from purchase_sessions where event_id = $1 and ticket >= $2`,
    [id, first],
  );
  expect(turn).toEqual({ ticket: gone, passed: gone });
  await steer({ capacity: 0 });
  await db.query(
    `delete from purchase_sessions s using accounts a where a.id = s.account_id and a.email like 'kembali-%'`,
  );
});
