import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import {
  concert,
  expectSound,
  join,
  leave,
  lockDraft,
  party,
  sessionOf,
  steer as steerEvent,
} from '../../support/purchase.ts';
import { sharedApp } from '../../support/test-app.ts';

const app = sharedApp();
afterEach(() => expectSound(app.services.db, { operator: true }));

const steer = (slug: string, body: object) => steerEvent(app, slug, body);
const setStatus = (slug: string, status: string) =>
  app.services.db.query('update events set status = $2 where slug = $1', [slug, status]);

it('joining leads online at once while there is capacity, with fifteen minutes, and to no other event', async () => {
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

describe('the queue of a full event', () => {
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

describe('operator actions', () => {
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

  it.each([
    ['tidak-ada', { paused: true }, 404],
    [party, {}, 422],
    [party, { capacity: -1 }, 422],
    [party, { kick: 'siapa@contoh.id' }, 404],
  ])('on %s with %j are refused: %i', async (slug, body, status) => {
    expect((await steer(slug, body)).status).toBe(status);
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
