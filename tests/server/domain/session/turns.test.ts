import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { nearOf } from '../../../../server/domain/line/heartbeat.ts';
import { promote, steerQueue } from '../../../../server/domain/session/queue.ts';
import { stillClock } from '../../support/clocks.ts';
import { expectSound, join, party, sessionOf } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
/** Accounts that the test's broker reports as connected. */
let connected: string[] = [];
const told: { user_id?: string; event?: string; reason?: string }[] = [];

beforeAll(async () => {
  app = await createTestApp({
    events: [party],
    overrides: { clock: stillClock() },
  });
  const { broker } = app.services;
  Object.assign(broker, {
    accounts: () => connected,
    publish: (_kind: string, _slug: string, body: (typeof told)[number]) => told.push(body),
  });
});
afterAll(() => app.close());
afterEach(async () => {
  connected = [];
  await expectSound(app.services.db, { operator: true });
});

const steer = async (body: object) => {
  const answer = await app
    .anonymous()
    .ask<{ data: { promoted: number } }>('POST', `/dev/queue/${party}`, { body });
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const stateOf = async (buyer: TestClient) => (await sessionOf(buyer)).session?.state;
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
const lineOf = async (count: number) => {
  await steer({ capacity: 0 });
  const buyers = await app.makeBuyers(count);
  for (const buyer of buyers) await join(buyer, party);
  return buyers;
};
const clear = async (buyers: readonly TestClient[]) => {
  await steer({ capacity: 0 });
  for (const buyer of buyers) await buyer.call(calls.exitSession);
};

/** Lays people in line from a number on, as they would be after joins at this moment; their e-mail addresses begin with `name`. */
const layCrowd = async (name: string, count: number, eventId: string, first: number) => {
  const { db, clock } = app.services;
  const now = clock.now();
  await db.query(
    `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
     select gen_random_uuid(), $3 || '-' || n || '@uji.contoh.id', 'A', 'B', '+62812', true, $1
     from generate_series(0, $2::int - 1) n`,
    [now, count, name],
  );
  await db.query(
    `insert into purchase_sessions (id, account_id, event_id, state, ticket, joined_at, last_contact_at)
     select gen_random_uuid(), id, $1, 'queued', $2::int + split_part(split_part(email, '@', 1), '-', 2)::int, $3, $3
     from accounts where email like $4 || '-%'`,
    [eventId, first, now, name],
  );
};

describe('a turn', () => {
  it('skips absent buyers: the next one present is promoted, and no absent one uses capacity', async () => {
    const buyers = await lineOf(4);
    const [silent, gone, present, last] = buyers as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    app.services.clock.advance(121);
    expect((await infoOf(present))?.queue_position).toBe(3);
    expect((await infoOf(last))?.queue_position).toBe(4);
    await steer({ capacity: 1 });
    expect(await stateOf(present)).toBe('online');
    expect((await infoOf(last))?.queue_position).toBe(1);
    for (const absent of [silent, gone]) {
      expect(await rowOf(absent)).toMatchObject({ state: 'queued', passed_at: expect.any(Date) });
    }
    await clear(buyers);
  });

  it('goes next to buyers who return, before those still queued, in the order of their numbers', async () => {
    const buyers = await lineOf(5);
    const [first, second, present, third, fourth] = buyers as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    app.services.clock.advance(121);
    for (const buyer of [present, third, fourth]) await infoOf(buyer);
    await steer({ capacity: 1 });
    expect(await stateOf(present)).toBe('online');
    expect(await infoOf(second)).toMatchObject({
      user_status: 'waiting',
      queue_position: 1,
      passed_over: true,
      kept_minutes: 30,
    });
    expect(await infoOf(third)).toMatchObject({ queue_position: 2, passed_over: false });
    expect((await infoOf(first))?.queue_position).toBe(1);
    expect((await infoOf(second))?.queue_position).toBe(2);
    expect((await infoOf(fourth))?.queue_position).toBe(4);
    await steer({ promote: 1 });
    expect(await stateOf(first)).toBe('online');
    expect((await infoOf(second))?.queue_position).toBe(1);
    await steer({ promote: 2 });
    expect(await Promise.all([second, third, fourth].map(stateOf))).toEqual([
      'online',
      'online',
      'queued',
    ]);
    await clear(buyers);
  });

  it('ends 30 minutes after it was missed, and not before: reason absent', async () => {
    const buyers = await lineOf(2);
    const [silent, present] = buyers as [TestClient, TestClient];
    app.services.clock.advance(121);
    await infoOf(present);
    await steer({ capacity: 1 });
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
    await clear(buyers);
  });

  it('is kept for a buyer who has not had a turn yet, however long silent', async () => {
    const buyers = await lineOf(3);
    await app.advance(50 * 60);
    for (const [index, buyer] of buyers.entries()) {
      expect(await infoOf(buyer)).toMatchObject({ queue_position: index + 1, passed_over: false });
    }
    await clear(buyers);
  });

  it('of a buyer who returned and fell silent again is decided at the next turn, with 30 minutes from then', async () => {
    const buyers = await lineOf(4);
    const [wavering, ...others] = buyers as [TestClient, ...TestClient[]];
    const hear = async () => {
      for (const buyer of others) await infoOf(buyer);
    };
    app.services.clock.advance(121);
    await hear();
    await steer({ promote: 1 });
    expect((await infoOf(wavering))?.queue_position).toBe(1);
    expect((await rowOf(wavering)).passed_at).toBeNull();
    await app.advance(31 * 60);
    expect((await rowOf(wavering)).state).toBe('queued');
    await hear();
    expect((await infoOf(others[1]!))?.queue_position).toBe(1);
    await steer({ promote: 1 });
    expect(await stateOf(others[1]!)).toBe('online');
    expect((await rowOf(wavering)).passed_at).toEqual(app.services.clock.now());
    await app.advance(30 * 60);
    expect(await infoOf(wavering)).toMatchObject({ queue_position: 1, passed_over: true });
    await clear(buyers);
  });

  it('goes to a newcomer at once if only absent buyers are ahead', async () => {
    const buyers = await lineOf(3);
    app.services.clock.advance(121);
    await steerQueue(app.services, party, { capacity: 1 });
    const [newcomer] = await app.makeBuyers(1);
    expect((await join(newcomer!, party)).session?.state).toBe('online');
    expect((await infoOf(buyers[2]!))?.passed_over).toBe(true);
    await clear([...buyers, newcomer!]);
  });

  it('given by an operator skips absent buyers too', async () => {
    const buyers = await lineOf(3);
    app.services.clock.advance(121);
    await infoOf(buyers[2]!);
    expect((await steer({ promote: 3 })).promoted).toBe(1);
    expect(await stateOf(buyers[2]!)).toBe('online');
    await clear(buyers);
  });
});

describe('a live connection', () => {
  it('counts as contact, without a call', async () => {
    const buyers = await lineOf(2);
    const [connectedOne, silent] = buyers as [TestClient, TestClient];
    connected = [connectedOne.accountId];
    for (let step = 0; step < 20; step += 1) await app.advance(60);
    await steer({ capacity: 2 });
    expect((await rowOf(connectedOne)).state).toBe('online');
    expect((await rowOf(silent)).passed_at).not.toBeNull();
    await clear(buyers);
  });

  it('is not written down far behind the pace and the places of the queue', async () => {
    const buyers = await lineOf(3);
    const [front, edge, far] = buyers as [TestClient, TestClient, TestClient];
    const { db, clock, queueFacts } = app.services;
    const place = (buyer: TestClient, ticket: number | null | undefined) =>
      db.query('update purchase_sessions set ticket = $2 where account_id = $1', [
        buyer.accountId,
        ticket,
      ]);
    const given = [(await infoOf(edge))?.number, (await infoOf(far))?.number];
    // The pace is that of the last minutes: it is read after the clock has moved.
    clock.advance(121);
    const [room] = await db.query<{ event_id: string; serving: number }>(
      'select r.event_id, r.serving from queue_rooms r join events e on e.id = r.event_id where e.slug = $1',
      [party],
    );
    const { servedPerMinute } = await queueFacts(room!.event_id);
    const soon = Number(room!.serving) + nearOf(servedPerMinute, app.services.config);
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
    connected = [];
    await clear(buyers);
  });

  it('restores the turn of a skipped buyer', async () => {
    const buyers = await lineOf(1);
    app.services.clock.advance(121);
    await steer({ capacity: 1 });
    expect((await rowOf(buyers[0]!)).passed_at).not.toBeNull();
    connected = [buyers[0]!.accountId];
    await app.advance(20);
    expect((await rowOf(buyers[0]!)).state).toBe('online');
    const trail = await app.services.db.query<{ action: string }>(
      'select action from audit_log where account_id = $1 order by id',
      [buyers[0]!.accountId],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'session.join',
      'session.pass',
      'session.return',
      'session.promote',
    ]);
    await clear(buyers);
  });
});

describe('silence during an outage', () => {
  it('is not absence: the first in line has the turn', async () => {
    const buyers = await lineOf(3);
    const [first, , last] = buyers as [TestClient, TestClient, TestClient];
    app.services.clock.advance(300);
    // The last one reconnects first.
    await infoOf(last);
    const lost = vi.spyOn(app.services.listening, 'lostMs').mockReturnValue(180_000);
    await steer({ capacity: 1 });
    lost.mockRestore();
    expect((await rowOf(first)).state).toBe('online');
    expect(await rowOf(last)).toMatchObject({ state: 'queued', passed_at: null });
    await clear(buyers);
  });
});

describe('after an outage in which everybody missed a turn and came back', () => {
  const gone = 5_000;
  const back = 1_200;

  it('a position counts a thousand of them, and a turn looks at the line in parts', async () => {
    const { db, clock } = app.services;
    await steer({ capacity: 0 });
    const [buyer] = (await app.makeBuyers(1)) as [TestClient];
    const [event] = await db.query<{ id: string; next_ticket: number }>(
      'select e.id, r.next_ticket from events e join queue_rooms r on r.event_id = e.id where e.slug = $1',
      [party],
    );
    const { id, next_ticket: first } = event!;
    const missed = clock.now();
    await layCrowd('kembali', gone + back, id, first);
    await db.query('update queue_rooms set next_ticket = $2 where event_id = $1', [
      id,
      first + gone + back,
    ]);
    await join(buyer, party);
    clock.advance(121);
    // The last of those who came back have been heard of since, the others not.
    await db.query(
      `update purchase_sessions set returned_at = $2,
         last_contact_at = case when ticket < $3 then last_contact_at else $4 end
       where event_id = $1 and state = 'queued'`,
      [id, missed, first + gone, clock.now()],
    );
    await db.query('update queue_rooms set serving = next_ticket - 1 where event_id = $1', [id]);
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
    await clear([buyer]);
  });
});

describe('20,000 queued buyers, 60 % of them silent', () => {
  const waiting = 20_000;
  const room = 500;
  /** Three of five are silent, evenly over the queue. */
  const isPresent = (ticket: number) => ticket % 5 < 2;

  it('no silent one uses capacity; those who return within 30 minutes come next; the others end as absent', async () => {
    const { db, clock } = app.services;
    await steer({ capacity: 0 });
    const [event] = await db.query<{ id: string; next_ticket: number }>(
      'select e.id, r.next_ticket from events e join queue_rooms r on r.event_id = e.id where e.slug = $1',
      [party],
    );
    const { id, next_ticket: first } = event!;
    await layCrowd('ramai', waiting, id, first);
    await db.query(
      `insert into audit_log (at, account_id, action, object, status_after)
       select joined_at, account_id, 'session.join', 'session:' || id, state
       from purchase_sessions where event_id = $1 and state = 'queued' order by ticket`,
      [id],
    );
    await db.query('update queue_rooms set next_ticket = $2 where event_id = $1', [
      id,
      first + waiting,
    ]);
    const hear = (which: string) =>
      db.query(
        `update purchase_sessions set last_contact_at = $2
         where event_id = $1 and state = 'queued' and (ticket - $3) % 5 < 2 and ${which}`,
        [id, clock.now(), first],
      );
    clock.advance(300);
    await hear('true');
    await steerQueue(app.services, party, { capacity: room });

    const cameIn: number[] = [];
    let turns = 0;
    const turn = async () => {
      turns += 1;
      await promote(app.services, id);
      const inside = await db.query<{ ticket: number }>(
        `with out as (
           update purchase_sessions set state = 'completed', ended_at = $2
           where event_id = $1 and state = 'online' returning id, account_id, ticket),
         told as (
           insert into audit_log (at, account_id, action, object, status_before, status_after)
           select $2::timestamptz, account_id, 'session.leave', 'session:' || id, 'online', 'completed' from out)
         select ticket - $3 as ticket from out`,
        [id, clock.now(), first],
      );
      clock.advance(1);
      expect(inside.length).toBeLessThanOrEqual(room);
      cameIn.push(...inside.map(({ ticket }) => Number(ticket)).sort((a, b) => a - b));
      return inside.length;
    };
    while ((await turn()) > 0);
    const present = Array.from({ length: waiting }, (_, index) => index).filter(isPresent);
    expect(cameIn).toEqual(present);
    // Every turn but the last used the full capacity: none stayed free for an absent buyer.
    expect(turns).toBe(present.length / room + 1);

    // Within 30 minutes some return; present newcomers are queued behind them.
    clock.advance(20 * 60);
    await steerQueue(app.services, party, { capacity: 0 });
    const newcomers = await app.makeBuyers(3);
    for (const newcomer of newcomers) await join(newcomer, party);
    const back = await db.query<{ account_id: string; ticket: number }>(
      `select account_id, ticket - $2 as ticket from purchase_sessions
       where event_id = $1 and state = 'queued' and (ticket - $2) % 100 = 2 and ticket < $3 order by ticket`,
      [id, first, first + waiting],
    );
    connected = back.map(({ account_id: account }) => account);
    await app.advance(20);
    expect((await infoOf(newcomers[0]!))?.queue_position).toBe(back.length + 1);
    cameIn.length = 0;
    await steerQueue(app.services, party, { capacity: back.length });
    await turn();
    expect(cameIn).toEqual(back.map(({ ticket }) => Number(ticket)));
    await turn();
    expect(cameIn.slice(back.length)).toEqual([0, 1, 2].map((index) => waiting + index));

    await app.advance(30 * 60);
    const ends = await db.query<{ end_reason: string; count: number }>(
      `select end_reason, count(*) as count from purchase_sessions
       where event_id = $1 and ticket >= $2 and state = 'cancelled' group by end_reason`,
      [id, first],
    );
    expect(ends).toEqual([{ end_reason: 'absent', count: waiting - present.length - back.length }]);
  });
});
