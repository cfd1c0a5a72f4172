import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { MessageKind } from '../../../../contract/realtime.ts';
import { createQueueFacts } from '../../../../server/domain/session/queue-facts.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  concert,
  expectSound,
  holdSeats,
  join,
  leave,
  lockDraft,
  party,
  sessionOf,
  steer as steerEvent,
  theatre,
} from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({}, { operator: true });
const told: { kind: MessageKind; body: unknown }[] = [];
beforeAll(() => {
  const { broker } = app.services;
  const publish = broker.publish.bind(broker);
  Object.assign(broker, {
    publish: (...args: Parameters<typeof publish>) => {
      told.push({ kind: args[0], body: args[2] });
      publish(...args);
    },
  });
});

const steer = (slug: string, body: object) => steerEvent(app, slug, body);
const setStatus = (slug: string, status: string) =>
  app.services.db.query('update events set status = $2 where slug = $1', [slug, status]);

const queueOf = async (buyer: TestClient) => (await sessionOf(buyer)).queue_info;

// First in the file: the pace is measured since the first promotion of an event.
describe('a queued buyer receives (§3.50)', () => {
  it('the promotions per minute after the first one, measured over five minutes or since the first (§9.60)', async () => {
    await steer(party, { capacity: 0 });
    const buyers = await app.makeBuyers(10);
    for (const buyer of buyers) await join(buyer, party);
    const last = buyers[9];
    expect((await queueOf(last))?.served_per_minute).toBeNull();
    await steer(party, { promote: 3 });
    app.services.clock.advance(1);
    expect((await queueOf(last))?.served_per_minute).toBe(3);
    app.services.clock.advance(119);
    for (const buyer of buyers.slice(3)) await queueOf(buyer);
    expect((await queueOf(last))?.served_per_minute).toBe(1.5);
    await steer(party, { promote: 3 });
    app.services.clock.advance(120);
    expect((await queueOf(last))?.served_per_minute).toBe(1.5);
    app.services.clock.advance(61);
    // The first three are older than five minutes: a full five minutes are measured.
    expect((await queueOf(last))?.served_per_minute).toBe(0.6);
    app.services.clock.advance(240);
    expect((await queueOf(last))?.served_per_minute).toBeNull();
    for (const buyer of buyers) await leave(buyer);
    await steer(party, { capacity: 2 });
  });

  it('the number of free seats, an online buyer does not', async () => {
    await steer(theatre, { capacity: 1 });
    const [inside, waiting] = await app.makeBuyers(2);
    await join(inside, theatre);
    await join(waiting, theatre);
    const before = (await queueOf(waiting))?.seats_left;
    expect(before).toBeGreaterThan(100);
    await holdSeats(app, inside, theatre, 3);
    app.services.clock.advance(5);
    expect((await queueOf(waiting))?.seats_left).toBe(before! - 3);
    expect((await queueOf(inside))?.seats_left).toBeNull();
    for (const buyer of [inside, waiting]) await leave(buyer);
    await steer(theatre, { capacity: null });
  });

  it('them from one read for all calls of a second', async () => {
    const { clock, db } = app.services;
    let reads = 0;
    const counted = recordedDb(db, () => {
      reads += 1;
    });
    const facts = createQueueFacts(counted, clock);
    const [event] = await db.query<{ id: string }>('select id from events where slug = $1', [
      party,
    ]);
    await Promise.all(Array.from({ length: 500 }, () => facts(event!.id)));
    expect(reads).toBe(2);
    clock.advance(1);
    await facts(event!.id);
    expect(reads).toBe(3);
  });
});

it('joining leads online at once while there is capacity, with fifteen minutes, and to no other event (§4.30)', async () => {
  const [buyer] = await app.makeBuyers(1);
  const answer = await join(buyer, concert);
  expect(answer).toMatchObject({
    event: { slug: concert },
    session: { state: 'online', has_draft: false, end_reason: null, remaining_seconds: 900 },
    queue_info: { online: true, user_status: 'online', in_queue: false },
  });
  const elsewhere = await buyer.call(calls.joinQueue, { params: { slug: party } });
  expect(elsewhere.body).toMatchObject({
    code: 'otherSessionLive',
    meta: { session: { event: { slug: concert } } },
  });
  await leave(buyer);
  expect((await join(buyer, party)).event?.slug).toBe(party);
  await leave(buyer);
});

describe('the queue of a full event (§11.1)', () => {
  it('promotes the next one when a deadline and its grace period have passed', async () => {
    const [first, second, third] = await app.makeBuyers(3);
    for (const buyer of [first, second, third]) await join(buyer, party);
    for (let poll = 0; poll < 3; poll += 1) {
      await app.advance(290);
      await sessionOf(third);
    }
    await app.advance(31);
    expect((await sessionOf(first)).session).toMatchObject({
      state: 'expired',
      remaining_seconds: 0,
      end_reason: 'deadline',
    });
    await app.advance(app.services.config.graceSeconds + 1);
    expect((await sessionOf(third)).session?.state).toBe('online');
    expect((await sessionOf(first)).session?.state).toBe('expired');
    await leave(third);
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

describe('operator actions (§11.24)', () => {
  it('kick with a reason, and a paused queue promotes nobody until it resumes', async () => {
    await steer(party, { capacity: 1, paused: false });
    const [inside, next, after] = await app.makeBuyers(3);
    for (const buyer of [inside, next, after]) await join(buyer, party);
    await steer(party, { paused: true });
    expect((await steer(party, { kick: inside.email, reason: 'Terlalu lama' })).status).toBe(200);
    expect((await sessionOf(inside)).session).toMatchObject({
      state: 'cancelled',
      end_reason: 'kicked',
      end_note: 'Terlalu lama',
    });
    await app.tick();
    expect((await sessionOf(next)).queue_info).toMatchObject({
      user_status: 'waiting',
      paused: true,
    });
    expect((await steer(party, { promote: 1 })).body).toMatchObject({ data: { promoted: 1 } });
    expect((await sessionOf(next)).session?.state).toBe('online');
    await steer(party, { paused: false, capacity: null });
    expect((await sessionOf(after)).session?.state).toBe('online');
    for (const buyer of [next, after]) await leave(buyer);
    await steer(party, { capacity: 2 });
  });

  it('[F56] end the sessions of a closed event, the queued ones too', async () => {
    const [buyer, waiting] = await app.makeBuyers(2);
    await lockDraft(app, buyer, concert);
    await steer(concert, { capacity: 1 });
    expect((await join(waiting, concert)).session?.state).toBe('queued');
    await setStatus(concert, 'closed');
    await app.tick();
    for (const told of [buyer, waiting]) {
      const { session } = await sessionOf(told);
      expect(session).toMatchObject({ state: 'cancelled', end_reason: 'closed' });
    }
    await steer(concert, { capacity: null });
    await setStatus(concert, 'active');
  });
});

describe('a second device (§4.36)', () => {
  const one = 'gawai-pertama';
  const two = 'gawai-kedua';
  const joinFrom = async (buyer: TestClient, device: string, takeOver = false) => {
    const answer = await buyer.call(calls.joinQueue, {
      params: { slug: party },
      body: { device, take_over: takeOver },
    });
    expect(answer.status).toBe(200);
    return answer.body.data.queue_info?.elsewhere;
  };
  const readFrom = async (buyer: TestClient, device: string) =>
    (await buyer.call(calls.session, { query: { device } })).body.data.queue_info?.elsewhere;

  it('has the same position, learns that the first one follows it, and may take it over', async () => {
    const [buyer] = await app.makeBuyers(1);
    expect(await joinFrom(buyer, one)).toBe(false);
    const place = (await sessionOf(buyer)).session!;
    expect(await joinFrom(buyer, two)).toBe(true);
    expect((await sessionOf(buyer)).session!.id).toBe(place.id);
    expect([await readFrom(buyer, one), await readFrom(buyer, two)]).toEqual([false, true]);
    told.length = 0;
    expect(await joinFrom(buyer, two, true)).toBe(false);
    const { seq } = (await sessionOf(buyer)).session!;
    expect(seq).toBeGreaterThan(place.seq);
    expect(told).toContainEqual({
      kind: 'queue',
      body: { user_id: buyer.accountId, event: 'user_moved', seq },
    });
    expect([await readFrom(buyer, one), await readFrom(buyer, two)]).toEqual([true, false]);
    await leave(buyer);
  });

  it('takes over by itself after 45 s without contact from the first; one that polls keeps its role', async () => {
    const [silent, polling] = await app.makeBuyers(2);
    for (const buyer of [silent, polling]) await joinFrom(buyer, one);
    app.services.clock.advance(30);
    expect(await readFrom(polling, one)).toBe(false);
    app.services.clock.advance(16);
    expect(await joinFrom(silent, two)).toBe(false);
    expect(await readFrom(silent, one)).toBe(true);
    expect(await joinFrom(polling, two)).toBe(true);
    for (const buyer of [silent, polling]) await leave(buyer);
  });

  it('changes nothing for calls without a device, and an invalid name is refused', async () => {
    const [buyer] = await app.makeBuyers(1);
    await joinFrom(buyer, one);
    const plain = await join(buyer, party);
    expect(plain.queue_info).not.toHaveProperty('elsewhere');
    expect((await sessionOf(buyer)).queue_info).not.toHaveProperty('elsewhere');
    expect((await buyer.call(calls.session, { query: { device: 'x y' } })).status).toBe(422);
    await leave(buyer);
  });
});
