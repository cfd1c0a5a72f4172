import { gunzipSync } from 'node:zlib';
import mqtt, { type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { type Seatmap, seatmapSchema } from '../../../../contract/seatmap.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { numbersOf } from '../../support/orders.ts';
import {
  askDraft,
  beginPayment,
  concert,
  freeSeats,
  holdSeats,
  join,
  payerDoes,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });
const port = await app.listen();
const open: MqttClient[] = [];
afterEach(() => Promise.all(open.splice(0).map((client) => client.endAsync(true))));

const params = { slug: concert };
const cancel = (buyer: TestClient) => buyer.call(calls.cancelDraft, { params });
const mapFor = async (client: TestClient): Promise<Seatmap> =>
  seatmapSchema.parse((await client.call(calls.seatmapCategories, { params })).body.data);
const holder = async (count: number) => {
  const buyer = await oneBuyer(app);
  return { buyer, seats: numbersOf(await holdSeats(app, buyer, concert, count)) };
};

/** A page of an account that listens to topics; gives what it heard of one so far. */
async function listen(client: TestClient, ...kinds: string[]) {
  const line = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
    reconnectPeriod: 0,
    wsOptions: { headers: { cookie: client.cookie, origin: `http://127.0.0.1:${port}` } },
  });
  open.push(line);
  const heard: Record<string, Record<string, unknown>[]> = {};
  for (const kind of kinds) heard[kind] = [];
  line.on('message', (topic, payload) => {
    heard[topic.split('/')[1] ?? '']?.push(JSON.parse(String(payload)));
  });
  await line.subscribeAsync(kinds.map((kind) => `roetix/${kind}/${concert}`));
  return (kind: string) => heard[kind] ?? [];
}

describe('[§3.33] the map', () => {
  it('names only the seats of the calling account', async () => {
    const { buyer, seats } = await holder(2);
    const map = await mapFor(buyer);
    expect(map.mine?.toSorted()).toEqual(seats);
    const held = map.seatLayout.items.filter(({ seat_number }) => seats.includes(seat_number));
    expect(held.map(({ status }) => status)).toEqual(['in_transaction', 'in_transaction']);
    expect((await mapFor(await oneBuyer(app))).mine).toEqual([]);
    expect(await mapFor(app.anonymous())).not.toHaveProperty('mine');
    await cancel(buyer);
    expect((await mapFor(buyer)).mine).toEqual([]);
  });

  it.each(['return=minimal', ''])(
    'is the same in every format; only its last part differs per account (%j)',
    async (prefer) => {
      const { buyer, seats } = await holder(2);
      const read = async (client: TestClient, encoding: string) => {
        const { rawPayload } = await app.fastify.inject({
          url: `/api/event/${concert}/seatmap-categories`,
          headers: { prefer, 'accept-encoding': encoding, cookie: client.cookie },
        });
        return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString();
      };
      const texts: string[] = [];
      for (const client of [buyer, await oneBuyer(app), app.anonymous()]) {
        texts.push(await read(client, 'gzip'));
        expect(texts.at(-1)).toBe(await read(client, 'identity'));
      }
      const [own = '', theirs, strangers = ''] = texts;
      const shared = strangers.slice(0, -2);
      const { mine } = JSON.parse(own).data;
      expect(own).toBe(`${shared},"mine":${JSON.stringify(mine)}}}`);
      expect(mine.toSorted()).toEqual(seats);
      expect(theirs).toBe(`${shared},"mine":[]}}`);
      await cancel(buyer);
    },
  );

  it('no longer names seats past deadline and grace period, nor sold ones', async () => {
    const payer = await oneBuyer(app);
    const paid = await beginPayment(app, payer, concert, 1);
    expect((await mapFor(payer)).mine).toHaveLength(1);
    await payerDoes(app, paid.id, 'settlement');
    expect((await mapFor(payer)).mine).toEqual([]);
    const { buyer } = await holder(2);
    app.services.clock.advance(15 * 60 + app.services.config.graceSeconds + 1);
    expect((await mapFor(buyer)).mine).toEqual([]);
  });
});

describe('[§17.41] the message', () => {
  it('tells the holder that seats are its own, and others that they are not, without a name', async () => {
    const [buyer, other] = [await oneBuyer(app), await oneBuyer(app)];
    const pages = [await listen(buyer, 'seats'), await listen(buyer, 'seats')];
    const theirs = await listen(other, 'seats');
    const payment = await beginPayment(app, buyer, concert, 2);
    await payerDoes(app, payment.id, 'settlement');
    for (const [page, mine] of [
      ...pages.map((page) => [page, true] as const),
      [theirs, false] as const,
    ]) {
      await expect.poll(() => page('seats').map((told) => told.mine)).toEqual([mine, mine]);
    }
    const changes = (status: string) => ({ changes: [{ status }, { status }] });
    expect(theirs('seats')).toMatchObject([changes('in_transaction'), changes('sold')]);
    const words = JSON.stringify([...theirs('seats'), ...(pages[0]?.('seats') ?? [])]);
    expect(words).not.toContain(buyer.accountId);
    expect(words).not.toContain('user_id');
  });
});

it('[§4.58] a changed draft is announced to every page of its account only', async () => {
  const [buyer, other] = [await oneBuyer(app), await oneBuyer(app)];
  await join(buyer, concert);
  const pages = [await listen(buyer, 'queue'), await listen(buyer, 'queue')];
  const theirs = await listen(other, 'queue', 'seats');
  const seqOf = async () => (await buyer.call(calls.session)).body.data.session?.seq ?? 0;
  const before = await seqOf();
  for (const seat of await freeSeats(app, concert, 2)) await askDraft(buyer, concert, [seat]);
  await cancel(buyer);
  const user_id = buyer.accountId;
  const changed = [1, 2, 3].map((step) => ({
    user_id,
    event: 'draft_changed',
    seq: before + step,
  }));
  for (const page of pages) await expect.poll(() => page('queue')).toEqual(changed);
  expect(await seqOf()).toBe(before + 3);
  await expect.poll(() => theirs('seats').length).toBeGreaterThanOrEqual(3);
  expect(theirs('queue')).toEqual([]);
});
