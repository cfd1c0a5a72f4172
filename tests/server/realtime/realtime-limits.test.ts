import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Broker } from '../../../server/realtime/broker.ts';
import { createBroker } from '../../../server/realtime/create-broker.ts';
import { type BrokerLimits, brokerLimits } from '../../../server/realtime/limits.ts';
import { connectPacket, type MqttSocket, openMqttSocket } from '../support/mqtt-socket.ts';
import { openShop } from '../support/open-shop.ts';
import type { TestClient } from '../support/test-app.ts';

const generous = 20_000;
/** One hour, longer than any test. */
const never = 3_600_000;
const app = await openShop({ events: 'none' }, null);
const [one, other] = await app.makeBuyers(2);
let server: Server;
let broker: Broker;
let port: number;

afterEach(async () => {
  await broker.close();
  server.closeAllConnections();
  server.close();
});

async function start(
  limits: Partial<BrokerLimits> = {},
  settings: Partial<Parameters<typeof createBroker>[0]['config']> = {},
): Promise<void> {
  server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const { config, db, clock, log } = app.services;
  broker = await createBroker({
    config: { ...config, ...settings },
    db,
    clock,
    log,
    server,
    limits: { ...brokerLimits, packetMs: never, stuckMs: never, ...limits },
  });
}

const open = (buyer: TestClient, headers: Record<string, string> = {}): Promise<MqttSocket> =>
  openMqttSocket(port, { cookie: buyer.cookie, ...headers });
const refusedWith = (buyer: TestClient, headers: Record<string, string> = {}) =>
  open(buyer, headers).then(
    () => 'open',
    (error: Error) => /\d{3}/.exec(error.message)?.[0],
  );
const isOpen = async (socket: MqttSocket) => {
  const answer = socket.next('pingresp').then(() => true);
  socket.sendPacket({ cmd: 'pingreq' });
  return Promise.race([answer, socket.closed.then(() => false)]);
};

const pieces = (...numbers: number[]) => Buffer.from(numbers);
it.each<[string, Buffer | string, number]>([
  ['a first packet other than CONNECT', pieces(0xc0, 0x00), 1002],
  ['a length without an end', pieces(0x10, 0xff, 0xff, 0xff, 0xff), 1002],
  ['250 MB announced and half sent', pieces(0x10, 0x80, 0xe5, 0x9a, 0x77, 0x00), 1009],
  ['a text frame', 'halo', 1003],
])('closes on %s', async (_name, sent, code) => {
  await start();
  const socket = await open(one);
  socket.webSocket.send(sent);
  expect(await socket.closed).toBe(code);
});

it('refuses a SUBSCRIBE of 40 MB at its header, and serves others on', async () => {
  await start();
  const attacker = await open(one);
  await attacker.subscribe('roetix/status');
  attacker.send(pieces(0x82, 0x80, 0xb4, 0x89, 0x13));
  expect(await attacker.closed).toBe(1009);
  const victim = await open(other);
  await victim.subscribe('roetix/status');
  expect(await isOpen(victim)).toBe(true);
});

it('closes a connection whose CONNECT is missing or incomplete', async () => {
  await start({ packetMs: 100 });
  const silent = await open(one);
  const halfway = await open(one);
  halfway.send(pieces(0x10, 0x20, 0x00));
  expect(await Promise.all([silent.closed, halfway.closed])).toEqual([1008, 1008]);
});

it('closes a connection that leaves a later packet incomplete, and no other', async () => {
  await start({ packetMs: 1_500 });
  const steady = await open(other);
  await steady.subscribe('roetix/status');
  const halfway = await open(one);
  await halfway.subscribe('roetix/status');
  // The end of one packet and the beginning of the next in one frame.
  halfway.send(pieces(0xc0, 0x00, 0x82, 0x20, 0x00));
  expect(await halfway.closed).toBe(1008);
  expect(await isOpen(steady)).toBe(true);
});

it.each([0, 65_535])('ends a silent client that asks for a keepalive of %d s', async (asked) => {
  await start({ keepaliveSeconds: 0.2 });
  const socket = await open(one);
  const accepted = socket.next('connack');
  socket.sendPacket(connectPacket(asked));
  await accepted;
  expect(await socket.closed).toBe(1006);
});

it('disconnects a client beyond its frame limit: MQTT pings, WebSocket pings, fragments', async () => {
  await start({ turnsPerMinute: 50 });
  const pings = await open(one);
  await pings.subscribe('roetix/status');
  pings.send(Buffer.concat(Array<Buffer>(60).fill(pieces(0xc0, 0x00))));
  const frames = await open(one);
  await frames.subscribe('roetix/status');
  for (let index = 0; index < 60; index += 1) frames.webSocket.ping('', true, () => {});
  const fragments = await open(one);
  for (let index = 0; index < 60; index += 1) fragments.send(Buffer.alloc(0));
  const codes = await Promise.all([pings.closed, frames.closed, fragments.closed]);
  expect(codes).toEqual([1008, 1008, 1008]);
});

it('isolates a stalled reader: drops its oldest messages, keeps the newest, and delays no other (§17.42)', async () => {
  await start();
  const stalled = await open(one);
  const reader = await open(other);
  await stalled.subscribe('roetix/seats/acara-a');
  await reader.subscribe('roetix/seats/acara-b');
  stalled.webSocket.pause();
  const filler = 'x'.repeat(3_900);
  let number = 0;
  // More than the socket buffers of one loopback connection hold.
  const flood = 4_000;
  while (number < flood) {
    for (let each = 0; each < 50; each += 1) {
      broker.publish('seats', 'acara-a', { number, filler });
      number += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  stalled.sendPacket({ cmd: 'pingreq' });
  const heard = reader.next('publish');
  broker.publish('seats', 'acara-b', { number: 0 });
  expect(await heard).toMatchObject({ topic: 'roetix/seats/acara-b' });
  expect(stalled.webSocket.isPaused).toBe(true);
  expect(stalled.messages()).toEqual([]);

  const answered = stalled.next('pingresp');
  stalled.webSocket.resume();
  await answered;
  const numbers = () =>
    stalled.messages().map(({ payload }) => JSON.parse(String(payload)).number as number);
  await expect.poll(() => numbers().at(-1), { timeout: generous }).toBe(flood - 1);
  const all = numbers();
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeLessThan(flood);
  // At most sixteen of these are queued; the others of the last round were dropped.
  expect(all.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => flood - 10 + index));
});

it('disconnects a client that has read nothing for too long, even if it still writes', async () => {
  await start({ stuckMs: 400 });
  const stalled = await open(one);
  await stalled.subscribe('roetix/seats/acara-a');
  const left = once(stalled.webSocket, 'close');
  stalled.webSocket.pause();
  const body = { filler: 'x'.repeat(3_900) };
  const flood = setInterval(() => {
    for (let each = 0; each < 200; each += 1) broker.publish('seats', 'acara-a', body);
  }, 5);
  const writing = setInterval(() => stalled.sendPacket({ cmd: 'pingreq' }), 300);
  await expect.poll(() => broker.subscriptions, { timeout: generous }).toBe(0);
  clearInterval(flood);
  clearInterval(writing);
  stalled.webSocket.resume();
  await left;
});

it('limits the connections per address, /64 or client of a proxy, and in total', async () => {
  const capped = { maxConnectionsPerAddress: 2, maxRealtimeConnections: 3 };
  await start({}, { ...capped, trustProxy: ['127.0.0.0/8'] });
  const from = (address: string) => ({ 'x-forwarded-for': `192.0.2.9, ${address}` });
  const first = await open(one, from('2001:db8::1'));
  await open(one, from('2001:db8::2'));
  expect(await refusedWith(other, from('2001:db8::3'))).toBe('503');
  await open(other, from('198.51.100.7'));
  expect(await refusedWith(other, from('198.51.100.8'))).toBe('503');
  first.webSocket.terminate();
  await expect.poll(() => refusedWith(other, from('2001:db8::3'))).toBe('open');
});
