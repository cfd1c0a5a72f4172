import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { MessageKind } from '../../../../contract/realtime.ts';
import { createQueueFacts } from '../../../../server/domain/session/queue-facts.ts';
import {
  expectSound,
  holdSeats,
  join,
  leave,
  party,
  sessionOf,
  steer as steerEvent,
  theatre,
} from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';
import { sharedApp, type TestClient } from '../../support/test-app.ts';

const app = sharedApp({ events: [party, theatre] });
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
afterEach(() => expectSound(app.services.db, { operator: true }));

const steer = (slug: string, body: object) => steerEvent(app, slug, body);
const queueOf = async (buyer: TestClient) => (await sessionOf(buyer)).queue_info;

describe('a queued buyer receives', () => {
  it('the promotions per minute after the first one, measured over five minutes or since the first', async () => {
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

describe('a second device', () => {
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
