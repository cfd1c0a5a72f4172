import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleLine as line } from '../support/line.ts';
import { listenByMqtt } from '../support/mqtt-socket.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

const queue = `roetix/queue/${concert}`;
const lineTopic = `roetix/line/${concert}`;
let external: Aedes;
let listener: Server;
const sockets: Socket[] = [];
let brokerUrl: string;
let one: TestApp;
let other: TestApp;
let port: number;
let buyer: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  external = await Aedes.createBroker();
  listener = createServer((socket) => {
    sockets.push(socket);
    void external.handle(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  let subscribed = 0;
  const both = new Promise<void>((resolve) => {
    external.on('subscribe', () => {
      subscribed += 1;
      if (subscribed === 2) resolve();
    });
  });
  brokerUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const env = { MQTT_URL: brokerUrl };
  one = await createTestApp({ env, events: [concert] });
  other = await createTestApp({ env, events: [concert] });
  await both;
  port = await other.listen();
  [buyer, stranger] = (await other.makeBuyers(2)) as [TestClient, TestClient];
});
afterAll(async () => {
  await one.close();
  await other.close();
  await new Promise<void>((resolve) => external.close(() => resolve()));
  listener.close();
});

const listen = (who: TestClient, ...topics: string[]) => listenByMqtt(port, who.cookie, ...topics);
/** A client of the external broker, and the texts that it hears. */
async function outside(topic: string) {
  const client = await mqtt.connectAsync(brokerUrl);
  const heard: string[] = [];
  client.on('message', (_topic, payload) => heard.push(String(payload)));
  await client.subscribeAsync(topic);
  return { client, heard };
}

it('carries messages between processes, and delivers them only to their recipients', async () => {
  const topics = [`roetix/payment/${concert}`, `roetix/seats/${concert}`];
  const [mine, theirs] = [await listen(buyer, ...topics), await listen(stranger, ...topics)];
  const changes = [{ seat_number: 'A-1', status: 'sold' }];
  const news = { user_id: buyer.accountId, event: 'payment_completed' };
  one.services.broker.publish('payment', concert, news);
  one.services.broker.publish('seats', concert, { changes });
  const told = ({ heard }: typeof mine) => heard.map(([, text]) => JSON.parse(text));
  await expect.poll(() => told(theirs)).toEqual([{ changes }]);
  await expect.poll(() => told(mine)).toEqual([news, { changes }]);
  await Promise.all([mine, theirs].map(({ client }) => client.endAsync(true)));
});

it('carries news of one account on a topic of that account, to the processes with its connections only', async () => {
  const carried: string[] = [];
  const received: string[] = [];
  external.on('publish', ({ topic }) => carried.push(topic));
  external.on('subscribe', (subscriptions) => {
    received.push(...subscriptions.map(({ topic }) => topic));
  });
  // A new account: the process hears nothing of it yet.
  const [account] = (await other.makeBuyers(1)) as [TestClient];
  const { client, heard } = await listen(account, queue);
  const own = `roetix/person/${account.accountId}`;
  expect(received).toEqual([`${own}/#`]);
  const news = { user_id: account.accountId, event: 'user_promoted' };
  one.services.broker.publish('queue', concert, news);
  await expect.poll(() => heard.map(([topic]) => topic)).toEqual([queue]);
  expect(carried).toContain(`${own}/queue/${concert}`);
  expect(carried).not.toContain(queue);
  const left = new Promise<string[]>((resolve) => external.once('unsubscribe', resolve));
  await client.endAsync(true);
  expect(await left).toEqual([`${own}/#`]);
});

it('sends the newest line at once to a client that subscribes later, and stores it at the broker', async () => {
  const retain = (serving: number) => {
    other.services.broker.retainLine(concert, { ...line, serving });
    return JSON.stringify({ ...line, serving });
  };
  retain(3);
  const newest = retain(4);
  const { client, heard } = await listen(buyer, lineTopic);
  await expect.poll(() => heard).toEqual([[lineTopic, newest, true]]);
  const next = retain(5);
  await expect.poll(() => heard[1]).toEqual([lineTopic, next, false]);
  await client.endAsync(true);
  const store = await outside(lineTopic);
  await expect.poll(() => store.heard).toEqual([next]);
  // A broker that came back without the line gets it again.
  await store.client.publishAsync(lineTopic, '', { retain: true });
  await expect.poll(() => store.heard[1]).toBe('');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => store.heard[2], { timeout: 60_000 }).toBe(next);
  await store.client.endAsync(true);
});

it('tells the clients of every process that a broker is back', async () => {
  const { client, heard } = await listen(buyer, 'roetix/status');
  for (const isUp of [true, false, true]) one.services.broker.setUp(isUp);
  const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/);
  await expect
    .poll(() => heard.map(([, text]) => JSON.parse(text)))
    .toEqual([{ status: 'ok', at }]);
  await client.endAsync(true);
});

it('ignores foreign messages of the external broker (§17.41)', async () => {
  const { client, heard } = await listen(buyer, queue, 'roetix/status');
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
  const broken = ['', 'bukan json', 'null', '7', '[1]'.repeat(3), '{"user_id":[]}'];
  // The last but one does not convert to text.
  const foreign = ['{"user_id":{"toString":1}}', '{"user_id":"orang-lain","event":"user_moved"}'];
  for (const body of [...broken, ...foreign]) await say(queue, body);
  await say(queue, '{"event":"queue_advanced"}');
  const good = [queue, '{"event":"queue_advanced"}', false];
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([good]);
  await client.endAsync(true);
});
