import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleLine as line } from '../support/line.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let external: Aedes;
let listener: Server;
const sockets: Socket[] = [];
let brokerUrl: string;
let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  external = await Aedes.createBroker();
  listener = createServer((socket) => {
    sockets.push(socket);
    void external.handle(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  let subscribed = 0;
  const both = new Promise<void>((resolve) => {
    external.on('subscribe', () => {
      subscribed += 1;
      if (subscribed === 2) resolve();
    });
  });
  brokerUrl = `mqtt://127.0.0.1:${address.port}`;
  const env = { MQTT_URL: brokerUrl };
  one = await createTestApp({ env, events: [concert] });
  other = await createTestApp({ env, events: [concert] });
  await both;
});
afterAll(async () => {
  await one.close();
  await other.close();
  await new Promise<void>((resolve) => external.close(() => resolve()));
  listener.close();
});

function portOf(app: TestApp): number {
  const address = app.fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

it('carries messages between processes, and delivers them only to their recipients', async () => {
  const port = await other.listen();
  const [buyer, stranger] = await other.makeBuyers(2);
  const topics = [`roetix/payment/${concert}`, `roetix/seats/${concert}`];
  const heard: Record<string, unknown>[][] = [[], []];
  const clients = await Promise.all(
    [buyer!, stranger!].map(async ({ cookie }, index) => {
      const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqttws`, {
        wsOptions: { headers: { cookie } },
      });
      client.on('message', (_topic, payload) => heard[index]!.push(JSON.parse(String(payload))));
      await client.subscribeAsync(topics);
      return client;
    }),
  );
  const changes = [{ seat_number: 'A-1', status: 'sold' }];
  one.services.broker.publish('payment', concert, {
    user_id: buyer!.accountId,
    event: 'payment_completed',
  });
  one.services.broker.publish('seats', concert, { changes });
  await expect.poll(() => heard[1]?.length).toBe(1);
  await expect.poll(() => heard[0]?.length).toBe(2);
  expect(heard[1]).toEqual([{ changes }]);
  expect(heard[0]).toEqual([
    { user_id: buyer!.accountId, event: 'payment_completed' },
    { changes },
  ]);
  await Promise.all(clients.map((client) => client.endAsync(true)));
});

it('carries news of one account on a topic of that account, to the processes with its connections only', async () => {
  const [buyer] = await other.makeBuyers(1);
  const port = portOf(other);
  const carried: string[] = [];
  const received: string[] = [];
  external.on('publish', ({ topic }) => carried.push(topic));
  external.on('subscribe', (subscriptions) => {
    received.push(...subscriptions.map(({ topic }) => topic));
  });
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqttws`, {
    wsOptions: { headers: { cookie: buyer!.cookie } },
  });
  const heard: string[] = [];
  client.on('message', (topic) => heard.push(topic));
  await client.subscribeAsync(`roetix/queue/${concert}`);
  const own = `roetix/person/${buyer!.accountId}`;
  expect(received).toEqual([`${own}/#`]);
  const news = { user_id: buyer!.accountId, event: 'user_promoted' };
  one.services.broker.publish('queue', concert, news);
  await expect.poll(() => heard).toEqual([`roetix/queue/${concert}`]);
  expect(carried).toContain(`${own}/queue/${concert}`);
  expect(carried).not.toContain(`roetix/queue/${concert}`);
  const left = new Promise<string[]>((resolve) => external.once('unsubscribe', resolve));
  await client.endAsync(true);
  expect(await left).toEqual([`${own}/#`]);
});

it('sends the newest line at once to a client that subscribes later, and stores it at the broker', async () => {
  const [buyer] = await other.makeBuyers(1);
  const topic = `roetix/line/${concert}`;
  other.services.broker.retainLine(concert, line);
  const newest = { ...line, serving: 4 };
  other.services.broker.retainLine(concert, newest);
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${portOf(other)}/mqttws`, {
    wsOptions: { headers: { cookie: buyer!.cookie } },
  });
  const heard: unknown[] = [];
  client.on('message', (from, payload, { retain }) =>
    heard.push([from, retain, JSON.parse(String(payload))]),
  );
  await client.subscribeAsync(topic);
  await expect.poll(() => heard).toEqual([[topic, true, newest]]);
  other.services.broker.retainLine(concert, { ...line, serving: 5 });
  await expect.poll(() => heard[1]).toEqual([topic, false, { ...line, serving: 5 }]);
  await client.endAsync(true);
  const outside = await mqtt.connectAsync(brokerUrl);
  const stored = new Promise((resolve) =>
    outside.on('message', (_topic, payload) => resolve(JSON.parse(String(payload)))),
  );
  await outside.subscribeAsync(topic);
  expect(await stored).toMatchObject({ serving: 5 });
  await outside.endAsync(true);
});

it('stores the line again at a broker that came back without it', async () => {
  const topic = `roetix/line/${concert}`;
  other.services.broker.retainLine(concert, { ...line, serving: 6 });
  const outside = await mqtt.connectAsync(brokerUrl);
  const heard: string[] = [];
  outside.on('message', (_topic, payload) => heard.push(String(payload)));
  await outside.subscribeAsync(topic);
  await expect.poll(() => heard[0]).toContain('"serving":6');
  await outside.publishAsync(topic, '', { retain: true });
  await expect.poll(() => heard[1]).toBe('');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => heard[2], { timeout: 60_000 }).toBe(heard[0]);
  await outside.endAsync(true);
});

it('tells the clients of every process that a broker is back', async () => {
  const [buyer] = await other.makeBuyers(1);
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${portOf(other)}/mqttws`, {
    wsOptions: { headers: { cookie: buyer!.cookie } },
  });
  const heard: unknown[] = [];
  client.on('message', (_topic, payload) => heard.push(JSON.parse(String(payload))));
  await client.subscribeAsync('roetix/status');
  one.services.broker.setUp(true);
  one.services.broker.setUp(false);
  one.services.broker.setUp(true);
  const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
  await expect.poll(() => heard).toEqual([{ status: 'ok', at }]);
  await client.endAsync(true);
});

it('ignores foreign messages of the external broker', async () => {
  const [buyer] = await other.makeBuyers(1);
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${portOf(other)}/mqttws`, {
    wsOptions: { headers: { cookie: buyer!.cookie } },
  });
  const heard: [string, string][] = [];
  client.on('message', (topic, payload) => heard.push([topic, String(payload)]));
  const queue = `roetix/queue/${concert}`;
  await client.subscribeAsync([queue, 'roetix/status']);
  const say = (topic: string, payload: string | Buffer) =>
    new Promise<void>((resolve, reject) =>
      external.publish(
        { cmd: 'publish', qos: 0, retain: false, dup: false, topic, payload },
        (error) => (error ? reject(error) : resolve()),
      ),
    );
  await say('roetix/status', JSON.stringify({ status: 'x'.repeat(5_000) }));
  await say('roetix/status', Buffer.alloc(4 * 1024 * 1024, 0x7b));
  await say(`${queue}/lebih/dalam`, '{}');
  await say('lain/status', '{"status":"lain"}');
  for (const body of ['', 'bukan json', 'null', '7', '[1]'.repeat(3), '{"user_id":[]}']) {
    await say(queue, body);
  }
  // Such a value does not convert to text.
  await say(queue, '{"user_id":{"toString":1}}');
  await say(queue, '{"user_id":"orang-lain","event":"user_moved"}');
  await say(queue, '{"event":"queue_advanced"}');
  await expect
    .poll(() => heard, { timeout: 10_000 })
    .toEqual([[queue, '{"event":"queue_advanced"}']]);
  await client.endAsync(true);
});
