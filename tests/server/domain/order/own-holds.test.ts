import { gunzipSync } from 'node:zlib';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { type Seatmap, seatmapSchema } from '../../../../contract/seatmap.ts';
import {
  askDraft,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  payerDoes,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let port: number;
const open: MqttClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  port = await app.listen();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
  await expectSound(app.services.db);
});
afterAll(() => app.close());

const two = async () => (await app.makeBuyers(2)) as [TestClient, TestClient];
const numbersOf = (draft: { order_data: { items: { seats: { seat_number: string }[] }[] } }) =>
  draft.order_data.items.flatMap((item) => item.seats.map((seat) => seat.seat_number));
const mapFor = async (client: TestClient): Promise<Seatmap> => {
  const { body } = await client.call(calls.seatmapCategories, { params: { slug: concert } });
  return seatmapSchema.parse(body.data);
};

async function listen(client: TestClient, ...kinds: string[]) {
  const line = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
    reconnectPeriod: 0,
    wsOptions: { headers: { cookie: client.cookie, origin: `http://127.0.0.1:${port}` } },
  });
  open.push(line);
  const heard: { readonly kind: string; readonly body: Record<string, unknown> }[] = [];
  line.on('message', (topic, payload) => {
    heard.push({ kind: topic.split('/')[1] ?? '', body: JSON.parse(String(payload)) });
  });
  await line.subscribeAsync(kinds.map((kind) => `roetix/${kind}/${concert}`));
  const of = (kind: string) =>
    heard.filter((message) => message.kind === kind).map(({ body }) => body);
  return { of };
}

describe('[R22] the map', () => {
  it('names only the seats of the calling account', async () => {
    const [buyer, other] = await two();
    const seats = numbersOf(await holdSeats(app, buyer, concert));
    const mine = await mapFor(buyer);
    expect(mine.mine?.toSorted()).toEqual(seats.toSorted());
    const statusOf = (map: Seatmap, number: string) =>
      map.seatLayout.items.find((seat) => seat.seat_number === number)?.status;
    for (const seat of seats) expect(statusOf(mine, seat)).toBe('in_transaction');
    expect((await mapFor(other)).mine).toEqual([]);
    expect(await mapFor(app.anonymous())).not.toHaveProperty('mine');
    await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect((await mapFor(buyer)).mine).toEqual([]);
  });

  it('is the same in every format; only its last part differs per account', async () => {
    const [buyer, other] = await two();
    const seats = numbersOf(await holdSeats(app, buyer, concert));
    const url = `/api/event/${concert}/seatmap-categories`;
    for (const prefer of ['return=minimal', '']) {
      const read = async (client: TestClient | null, encoding: string) => {
        const { rawPayload } = await app.fastify.inject({
          url,
          headers: {
            prefer,
            'accept-encoding': encoding,
            ...(client === null ? {} : { cookie: client.cookie }),
          },
        });
        return (encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString();
      };
      const [own, theirs, strangers] = await Promise.all(
        [buyer, other, null].map((client) => read(client, 'gzip')),
      );
      expect(own).toBe(await read(buyer, 'identity'));
      expect(theirs).toBe(await read(other, 'identity'));
      expect(strangers).toBe(await read(null, 'identity'));
      const shared = (strangers ?? '').slice(0, -2);
      expect(own).toBe(`${shared},"mine":${JSON.stringify(JSON.parse(own ?? '').data.mine)}}}`);
      expect(JSON.parse(own ?? '').data.mine.toSorted()).toEqual(seats.toSorted());
      expect(theirs).toBe(`${shared},"mine":[]}}`);
    }
    await buyer.call(calls.cancelDraft, { params: { slug: concert } });
  });

  it('no longer names seats past deadline and grace period, nor sold ones', async () => {
    const [buyer, payer] = await two();
    const paid = await beginPayment(app, payer, concert, 1);
    expect((await mapFor(payer)).mine).toHaveLength(1);
    await payerDoes(app, paid.id, 'settlement');
    expect((await mapFor(payer)).mine).toEqual([]);
    await holdSeats(app, buyer, concert);
    app.services.clock.advance(15 * 60 + app.services.config.graceSeconds + 1);
    expect((await mapFor(buyer)).mine).toEqual([]);
  });
});

describe('[R22] the message', () => {
  it('tells the holder that seats are its own, and others that they are not, without a name', async () => {
    const [buyer, other] = await two();
    const pages = [await listen(buyer, 'seats'), await listen(buyer, 'seats')];
    const theirs = await listen(other, 'seats');
    const payment = await beginPayment(app, buyer, concert, 2);
    await payerDoes(app, payment.id, 'settlement');
    await expect.poll(() => theirs.of('seats').length).toBe(2);
    for (const page of pages) {
      await expect.poll(() => page.of('seats').map(({ mine }) => mine)).toEqual([true, true]);
    }
    expect(theirs.of('seats').map(({ mine }) => mine)).toEqual([false, false]);
    expect(theirs.of('seats')).toMatchObject([
      { changes: [{ status: 'in_transaction' }, { status: 'in_transaction' }] },
      { changes: [{ status: 'sold' }, { status: 'sold' }] },
    ]);
    const words = JSON.stringify([...theirs.of('seats'), ...(pages[0]?.of('seats') ?? [])]);
    expect(words).not.toContain(buyer.accountId);
    expect(words).not.toContain('user_id');
  });

  it('about released seats does not reveal who held them', async () => {
    const [buyer, other] = await two();
    await holdSeats(app, buyer, concert, 1);
    const theirs = await listen(other, 'seats');
    await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    await expect.poll(() => theirs.of('seats').length).toBe(1);
    expect(Object.keys(theirs.of('seats')[0] ?? {})).toEqual(['changes']);
  });
});

describe('[R22] the refusal of taken seats', () => {
  it('names the seats of others, and those that the caller still holds', async () => {
    const [buyer, other] = await two();
    const [a, b, c] = (await freeSeats(app, concert, 3)) as [string, string, string];
    await join(other, concert);
    await askDraft(other, concert, [c]);
    await join(buyer, concert);
    await askDraft(buyer, concert, [a, b]);
    const refused = await askDraft(buyer, concert, [a, c]);
    expect(refused.status).toBe(409);
    expect(refused.body.meta).toMatchObject({ seats: [c], mine: [a, b] });
    const seatless = await askDraft(other, concert, [a]);
    expect(seatless.body.meta).toMatchObject({ seats: [a], mine: [c] });
    for (const client of [buyer, other]) {
      await client.call(calls.cancelDraft, { params: { slug: concert } });
    }
  });
});

describe('[R4] a changed draft', () => {
  it('is announced to every page of its account only', async () => {
    const [buyer, other] = await two();
    await join(buyer, concert);
    const pages = [await listen(buyer, 'queue'), await listen(buyer, 'queue')];
    const theirs = await listen(other, 'queue', 'seats');
    const [a, b] = (await freeSeats(app, concert, 2)) as [string, string];
    const seqOf = async () => (await buyer.call(calls.session)).body.data.session?.seq;
    const before = (await seqOf()) ?? 0;
    await askDraft(buyer, concert, [a]);
    await askDraft(buyer, concert, [b]);
    await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    const changed = [1, 2, 3].map((step) => ({
      user_id: buyer.accountId,
      event: 'draft_changed',
      seq: before + step,
    }));
    for (const page of pages) await expect.poll(() => page.of('queue')).toEqual(changed);
    expect(await seqOf()).toBe(before + 3);
    await expect.poll(() => theirs.of('seats').length).toBeGreaterThanOrEqual(3);
    expect(theirs.of('queue')).toEqual([]);
  });

  it('is reported as missing with the reason, while the session stays online', async () => {
    const [buyer] = await two();
    await join(buyer, concert);
    const ask = async () => (await buyer.call(calls.readDraft, { params: { slug: concert } })).body;
    expect((await ask()).meta?.reason).toBeUndefined();
    await askDraft(buyer, concert, await freeSeats(app, concert, 1));
    await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(await ask()).toMatchObject({ status: 404, meta: { reason: 'released' } });
    await buyer.call(calls.exitSession);
    expect((await ask()).meta?.reason).toBeUndefined();
  });
});
