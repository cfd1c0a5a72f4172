import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { concert, expectSound, join, lockDraft, party, sessionOf } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db, { operator: true }));

const steer = (slug: string, body: object) =>
  app.anonymous().ask('POST', `/dev/queue/${slug}`, { body });
const leave = (client: TestClient) => client.call(calls.exitSession);

describe('joining', () => {
  it('is idempotent: twenty at once create one row and one position', async () => {
    await steer(concert, { paused: true });
    const [buyer] = await app.makeBuyers(1);
    const actor = { accountId: buyer!.accountId, requestId: null, addressPrefix: null };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => joinQueue(app.services, actor, concert)),
    );
    expect(new Set(answers.map((answer) => answer.session?.id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.queue_info?.queue_position))).toEqual(
      new Set([1]),
    );
    const rows = await app.services.db.query(
      'select id from purchase_sessions where account_id = $1',
      [buyer!.accountId],
    );
    expect(rows).toHaveLength(1);
    await leave(buyer!);
    await steer(concert, { paused: false });
  });

  it('leads online at once while there is capacity, with fifteen minutes', async () => {
    const [buyer] = await app.makeBuyers(1);
    const answer = await join(buyer!, concert);
    expect(answer.event?.slug).toBe(concert);
    expect(answer.session).toMatchObject({ state: 'online', has_draft: false, end_reason: null });
    expect(answer.session?.remaining_seconds).toBe(900);
    expect(answer.queue_info).toMatchObject({
      online: true,
      user_status: 'online',
      in_queue: false,
    });
    await leave(buyer!);
  });

  it('never displaces a live session of another event', async () => {
    const [buyer] = await app.makeBuyers(1);
    await join(buyer!, concert);
    const answer = await buyer!.call(calls.joinQueue, { params: { slug: party } });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('You already have a session for another event');
    expect(answer.body.meta).toMatchObject({ session: { event: { slug: concert } } });
    await leave(buyer!);
    expect((await join(buyer!, party)).event?.slug).toBe(party);
    await leave(buyer!);
  });

  it('is refused with 404 for an unknown event and 409 for a closed one', async () => {
    const [buyer] = await app.makeBuyers(1);
    const unknown = await buyer!.call(calls.joinQueue, { params: { slug: 'tidak-ada' } });
    expect(unknown.status).toBe(404);
    await app.services.db.query(`update events set status = 'closed' where slug = $1`, [party]);
    const closed = await buyer!.call(calls.joinQueue, { params: { slug: party } });
    expect(closed.status).toBe(409);
    await app.services.db.query(`update events set status = 'active' where slug = $1`, [party]);
  });
});

describe('the queue of pesta-rakyat-bandung', () => {
  it('puts the third buyer at position 1 and promotes the buyer who waited longest', async () => {
    const buyers = await app.makeBuyers(5);
    const [first, second, third, fourth, fifth] = buyers as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    expect((await join(first, party)).session?.state).toBe('online');
    expect((await join(second, party)).session?.state).toBe('online');
    const waiting = await join(third, party);
    expect(waiting.session).toMatchObject({ state: 'queued', remaining_seconds: null });
    expect(waiting.queue_info).toMatchObject({ user_status: 'waiting', queue_position: 1 });
    expect((await join(fourth, party)).queue_info?.queue_position).toBe(2);
    expect((await join(fifth, party)).queue_info?.queue_position).toBe(3);

    await leave(third);
    expect((await sessionOf(fifth)).queue_info?.queue_position).toBe(2);

    await leave(first);
    app.services.clock.advance(1);
    const promoted = await sessionOf(fourth);
    expect(promoted.session).toMatchObject({ state: 'online', remaining_seconds: 899 });
    expect((await sessionOf(fifth)).queue_info).toMatchObject({
      queue_position: 1,
      served_per_minute: 1,
    });
    await leave(second);
    expect((await sessionOf(fifth)).session?.state).toBe('online');
    for (const buyer of [fourth, fifth]) await leave(buyer);
  });

  it('promotes the next one when a deadline and its grace period have passed', async () => {
    const [first, second, third] = await app.makeBuyers(3);
    for (const buyer of [first!, second!, third!]) await join(buyer, party);
    for (let poll = 0; poll < 3; poll += 1) {
      await app.advance(290);
      await sessionOf(third!);
    }
    await app.advance(31);
    const over = await sessionOf(first!);
    expect(over.session).toMatchObject({
      state: 'expired',
      remaining_seconds: 0,
      end_reason: 'deadline',
    });
    await app.advance(app.services.config.graceSeconds + 1);
    expect((await sessionOf(third!)).session?.state).toBe('online');
    expect((await sessionOf(first!)).session?.state).toBe('expired');
    await leave(third!);
  });

  it('never exceeds the capacity, and keeps the order of joining', async () => {
    await steer(party, { capacity: 3 });
    const buyers = await app.makeBuyers(20);
    const order: string[] = [];
    for (const buyer of buyers) await join(buyer, party);
    const seen = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const online = await app.services.db.query<{ account_id: string }>(
        `select s.account_id from purchase_sessions s join events e on e.id = s.event_id
         where e.slug = $1 and s.state = 'online' order by s.online_at, s.ticket nulls first`,
        [party],
      );
      expect(online.length).toBeLessThanOrEqual(3);
      for (const { account_id } of online) {
        if (!seen.has(account_id)) order.push(account_id);
        seen.add(account_id);
      }
      await expectSound(app.services.db);
      const out = buyers.find((buyer) => online.some((row) => row.account_id === buyer.accountId));
      if (out !== undefined) await leave(out);
    }
    expect(order).toEqual(buyers.map((buyer) => buyer.accountId));
    await steer(party, { capacity: 2 });
  });

  it('[F54] a capacity of one never holds two when fifty join and leave at once, first in, first out', async () => {
    await steer(party, { capacity: 1 });
    const buyers = await app.makeBuyers(50);
    await Promise.all(buyers.map((buyer) => join(buyer, party)));
    await expectSound(app.services.db);
    await Promise.all(
      buyers.map(async (buyer) => {
        await leave(buyer);
        await expectSound(app.services.db);
      }),
    );
    await steer(party, { capacity: 2 });
  });
});

describe('operator actions', () => {
  it('kick with a reason, and a paused queue promotes nobody until it resumes', async () => {
    await steer(party, { capacity: 1, paused: false });
    const [inside, next, after] = await app.makeBuyers(3);
    for (const buyer of [inside!, next!, after!]) await join(buyer, party);
    await steer(party, { paused: true });
    expect((await steer(party, { kick: inside!.email, reason: 'Terlalu lama' })).status).toBe(200);
    expect((await sessionOf(inside!)).session).toMatchObject({
      state: 'cancelled',
      end_reason: 'kicked',
      end_note: 'Terlalu lama',
    });
    await app.tick();
    expect((await sessionOf(next!)).queue_info).toMatchObject({
      user_status: 'waiting',
      paused: true,
    });
    expect((await steer(party, { promote: 1 })).body).toMatchObject({ data: { promoted: 1 } });
    expect((await sessionOf(next!)).session?.state).toBe('online');
    await steer(party, { paused: false, capacity: null });
    expect((await sessionOf(after!)).session?.state).toBe('online');
    for (const buyer of [next!, after!]) await leave(buyer);
    await steer(party, { capacity: 2 });
  });

  it('with invalid input are refused', async () => {
    expect((await steer('tidak-ada', { paused: true })).status).toBe(404);
    expect((await steer(party, {})).status).toBe(422);
    expect((await steer(party, { capacity: -1 })).status).toBe(422);
    expect((await steer(party, { kick: 'siapa@contoh.id' })).status).toBe(404);
  });

  it('[F56] end the sessions of a closed event, the queued ones too', async () => {
    const [buyer, waiting] = await app.makeBuyers(2);
    await lockDraft(app, buyer!, concert);
    await steer(concert, { capacity: 1 });
    expect((await join(waiting!, concert)).session?.state).toBe('queued');
    await app.services.db.query(`update events set status = 'closed' where slug = $1`, [concert]);
    await app.tick();
    for (const told of [buyer!, waiting!]) {
      expect((await sessionOf(told)).session).toMatchObject({
        state: 'cancelled',
        end_reason: 'closed',
      });
    }
    await steer(concert, { capacity: null });
    await app.services.db.query(`update events set status = 'active' where slug = $1`, [concert]);
  });
});
