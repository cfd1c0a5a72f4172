import mqtt, { type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { endSpread } from '../../../server/realtime/end-spread.ts';
import { openShop } from '../support/open-shop.ts';
import { askDraft, concert, freeSeats, join, party } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

const settleMs = 150;
const app = await openShop({}, null);
const port = await app.listen();
const open: MqttClient[] = [];

afterEach(() => Promise.all(open.splice(0).map((client) => client.endAsync(true))));

interface Received {
  readonly topic: string;
  readonly body: Record<string, unknown>;
}

function connectWith(headers: Record<string, string>, options: object = {}): MqttClient {
  const client = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
    reconnectPeriod: 0,
    wsOptions: { headers },
    ...options,
  });
  client.on('error', () => {});
  open.push(client);
  return client;
}

const headersOf = (buyer: TestClient) => ({
  cookie: buyer.cookie,
  origin: `http://127.0.0.1:${port}`,
});

/** Resolves with true when connected, false when closed. */
function outcome(client: MqttClient): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('connect', () => resolve(true));
    client.once('close', () => resolve(false));
  });
}

async function listenTo(buyer: TestClient, ...topics: string[]) {
  const client = connectWith(headersOf(buyer));
  const heard: Received[] = [];
  client.on('message', (topic, payload) =>
    heard.push({ topic, body: JSON.parse(String(payload)) }),
  );
  expect(await outcome(client)).toBe(true);
  if (topics.length > 0) await client.subscribeAsync(topics);
  return { client, heard };
}

const isGranted = async (client: MqttClient, topic: string) => {
  const granted = await client.subscribeAsync(topic).catch(() => [{ qos: 128 }]);
  return granted.every((each) => each.qos === 0);
};
const pause = () => new Promise((resolve) => setTimeout(resolve, settleMs));
const closed = (client: MqttClient) =>
  new Promise<void>((resolve) => (client.connected ? client.once('close', resolve) : resolve()));

describe('a connecting client (§17.40)', () => {
  it('must be a verified account on our own pages (§7.111)', async () => {
    const [buyer] = await app.makeBuyers(1);
    const unverified = await app.as('baru@contoh.id');
    const { origin, cookie } = headersOf(buyer!);
    const connects = (headers: Record<string, string>) => outcome(connectWith(headers));
    expect(await connects({ cookie, origin })).toBe(true);
    expect(await connects({ cookie })).toBe(true);
    for (const headers of [
      { origin },
      { cookie: 'roetix_session=rekaan', origin },
      { cookie, origin: 'https://jahat.contoh.id' },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie: unverified.cookie, origin },
    ] as Record<string, string>[]) {
      expect([headers, await connects(headers)]).toEqual([headers, false]);
    }
  });

  it('has at most five connections, none with a will', async () => {
    const [buyer] = await app.makeBuyers(1);
    const payload = Buffer.from('{}');
    const will = { topic: `roetix/queue/${concert}`, payload, qos: 0, retain: false };
    expect(await outcome(connectWith(headersOf(buyer!), { will }))).toBe(false);
    for (let index = 0; index < 5; index += 1) await listenTo(buyer!);
    expect(await outcome(connectWith(headersOf(buyer!)))).toBe(false);
  });

  it('cannot disconnect another account by using its client id', async () => {
    const [one, other] = await app.makeBuyers(2);
    const first = connectWith(headersOf(one!), { clientId: 'roetix-sama' });
    expect(await outcome(first)).toBe(true);
    expect(await outcome(connectWith(headersOf(other!), { clientId: 'roetix-sama' }))).toBe(true);
    await pause();
    expect(first.connected).toBe(true);
  });
});

describe('a subscription (§17.41)', () => {
  it('accepts at most ten exact topics of the contract', async () => {
    const [buyer] = await app.makeBuyers(1);
    const { client } = await listenTo(buyer!);
    for (const kind of ['queue', 'payment', 'logs', 'seats']) {
      expect(await isGranted(client, `roetix/${kind}/${concert}`)).toBe(true);
    }
    expect(await isGranted(client, 'roetix/status')).toBe(true);
    for (const topic of [
      ...['#', 'roetix/#', 'roetix/queue/+', '$SYS/#', '+/queue/x', 'roetix/queue'],
      ...['roetix/status/x', 'roetix/admin/x', 'other/status', 'roetix/queue/A B'],
      `roetix/queue/${concert}/x`,
    ]) {
      expect([topic, await isGranted(client, topic)]).toEqual([topic, false]);
    }
    for (let index = 0; index < 5; index += 1) {
      expect(await isGranted(client, `roetix/seats/acara-${index}`)).toBe(true);
    }
    expect(await isGranted(client, 'roetix/seats/acara-5')).toBe(false);
    await client.unsubscribeAsync('roetix/seats/acara-0');
    expect(await isGranted(client, 'roetix/seats/acara-5')).toBe(true);
  });

  it('reports a promotion to its buyer alone, and the line to all', async () => {
    const [first, second, third, fourth] = await app.makeBuyers(4);
    for (const buyer of [first!, second!, third!, fourth!]) await join(buyer, party);
    const promoted = await listenTo(third!, `roetix/queue/${party}`);
    const waiting = await listenTo(fourth!, `roetix/queue/${party}`);
    const line = await listenTo(fourth!, `roetix/line/${party}`);
    await app.tick();
    await first!.call(calls.exitSession);
    // The document is made at most once a second.
    await expect
      .poll(() => app.tick().then(() => line.heard.length), { timeout: 10_000 })
      .toBeGreaterThan(1);
    expect(promoted.heard.map(({ body }) => body.event)).toEqual(['user_promoted']);
    expect(waiting.heard).toEqual([]);
    const served = line.heard.map(({ body }) => Number(body.serving));
    expect(served).toEqual([served[0], (served[0] ?? 0) + 1]);
    expect(promoted.heard[0]?.body).toMatchObject({ user_id: third!.accountId, seq: 2 });
  });

  it('to the event log receives numbers of buyers and seats without ids (§3.83)', async () => {
    // Ends all earlier sessions: the buyer admitted last needs one more deadline.
    for (let round = 0; round < 2; round += 1) await app.advance(20 * 60);
    const [first, second, third, watcher] = await app.makeBuyers(4);
    for (const buyer of [first!, second!, third!]) await join(buyer, party);
    const { heard } = await listenTo(watcher!, `roetix/logs/${party}`);
    await askDraft(first!, party, await freeSeats(app, party, 2));
    await first!.call(calls.exitSession);
    await pause();
    const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
    expect(heard.map(({ body }) => body)).toEqual([
      { event: 'seats_held', message: '2 kursi sedang dipesan', at },
      { event: 'seats_released', message: '2 kursi tersedia kembali', at },
      { event: 'queue_advanced', message: '1 pembeli masuk dari antrean', at },
    ]);
    for (const buyer of [second!, third!]) await buyer.call(calls.exitSession);
  });

  it('never receives more than 4 KiB per message', async () => {
    const [buyer] = await app.makeBuyers(1);
    const { heard } = await listenTo(buyer!, 'roetix/status');
    app.services.broker.publish('status', null, { status: 'x'.repeat(5000) });
    app.services.broker.publish('status', null, { status: 'ok' });
    await pause();
    expect(heard.map(({ body }) => body)).toEqual([{ status: 'ok' }]);
  });
});

describe('a connection', () => {
  it('is closed when its client publishes, and the message is not delivered', async () => {
    const [forger, victim] = await app.makeBuyers(2);
    const { heard } = await listenTo(victim!, `roetix/payment/${concert}`);
    const { client } = await listenTo(forger!);
    const forged = { user_id: victim!.accountId, event: 'payment_completed' };
    client.publish(`roetix/payment/${concert}`, JSON.stringify(forged));
    await closed(client);
    await pause();
    expect(heard).toEqual([]);
  });

  it('ends when the broker goes down, and reconnects when it is back', async () => {
    const [buyer] = await app.makeBuyers(1);
    const steer = (up: unknown) => app.anonymous().ask('POST', '/dev/broker', { body: { up } });
    const { client } = await listenTo(buyer!);
    expect((await steer(false)).status).toBe(200);
    await closed(client);
    expect(await outcome(connectWith(headersOf(buyer!)))).toBe(false);
    expect((await steer('ya')).status).toBe(422);
    await steer(true);
    expect(await outcome(connectWith(headersOf(buyer!)))).toBe(true);
  });

  // The last case: a drained broker does not come back.
  it('is lost to a draining broker, which takes no new one, while calls are served', async () => {
    const [buyer] = await app.makeBuyers(1);
    const { client } = await listenTo(buyer!);
    await app.services.broker.drain(0);
    await closed(client);
    expect(await outcome(connectWith(headersOf(buyer!)))).toBe(false);
    expect(await app.anonymous().ask('GET', '/api/ready')).toMatchObject({ status: 200 });
  });
});

it('ends connections evenly over the given time, each once', async () => {
  const ended: number[] = [];
  const after: number[] = [];
  await endSpread(
    Array.from({ length: 10 }, (_, index) => index),
    200,
    (one) => ended.push(one),
    async () => after.push(ended.length),
  );
  expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(after).toEqual([3, 5, 8]);
});
