import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import type { Attack, Target } from '../attack.ts';
import { megabytesOf } from '../memory.ts';
import { openReader, signIn } from '../mqtt-line.ts';

/** Acts as the bus between processes, to make the server send as much as the attack needs. */
const bus = await Aedes.createBroker();
const line = createServer((socket) => void bus.handle(socket)).listen(0, '127.0.0.1');
await once(line, 'listening');
const address = line.address();
const busPort = typeof address === 'object' ? (address?.port ?? 0) : 0;
line.unref();

const stalledTopic = 'roetix/seats/konser-senja-jakarta';
const otherTopic = 'roetix/seats/pesta-rakyat-bandung';
/** More than the buffers of one loopback connection hold. */
const floodMessages = 6_000;
const perRound = 50;
const delayWithinMs = 1_000;
const giveUpMs = 60_000;
/** The server's thirty seconds with a generous margin for a busy machine. */
const endedWithinMs = 45_000;
const grownMegabytes = 40;

function say(topic: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    bus.publish(
      {
        cmd: 'publish',
        qos: 0,
        retain: false,
        dup: false,
        topic,
        payload: Buffer.from(JSON.stringify(body)),
      },
      (error) => (error ? reject(error) : resolve()),
    );
  });
}

async function run(target: Target) {
  const [stalledCookie, otherCookie] = [
    await signIn(target, 'pembeli@contoh.id'),
    await signIn(target, 'pembeli2@contoh.id'),
  ];
  const stalled = await openReader(target, stalledCookie, [stalledTopic]);
  const reader = await openReader(target, otherCookie, [otherTopic]);
  let heard = 0;
  let wake: (() => void) | undefined;
  reader.hear((packet) => {
    if (packet.cmd !== 'publish') return;
    heard += 1;
    wake?.();
  });
  const delays: number[] = [];
  /** Sends one message to the other event and waits until its buyer receives it. */
  const measure = async () => {
    const wanted = heard + 1;
    const startedAt = performance.now();
    const arrived = new Promise<void>((resolve) => {
      wake = () => heard >= wanted && resolve();
    });
    await say(otherTopic, { changes: [] });
    await Promise.race([arrived, sleep(giveUpMs)]);
    delays.push(performance.now() - startedAt);
  };
  await measure();
  const before = megabytesOf(target.pid);
  stalled.webSocket.pause();
  const pausedAt = performance.now();
  const body = { changes: [], filler: 'x'.repeat(3_900) };
  for (let sent = 0; sent < floodMessages; sent += perRound) {
    await Promise.all(Array.from({ length: perRound }, () => say(stalledTopic, body)));
    await measure();
    if ((delays.at(-1) ?? 0) >= giveUpMs) break;
  }
  const grown = megabytesOf(target.pid) - before;
  const slowest = Math.max(...delays);
  // A paused socket does not notice its end, but its connection no longer counts: five others of the account are accepted.
  let endedMs = Number.POSITIVE_INFINITY;
  while (performance.now() - pausedAt < giveUpMs && endedMs === Number.POSITIVE_INFINITY) {
    const others = await Promise.allSettled(
      Array.from({ length: 5 }, () => openReader(target, stalledCookie, [stalledTopic])),
    );
    if (others.every(({ status }) => status === 'fulfilled')) {
      endedMs = performance.now() - pausedAt;
    }
    for (const each of others) if (each.status === 'fulfilled') each.value.webSocket.terminate();
    await sleep(1_000);
  }
  for (const { webSocket } of [stalled, reader]) webSocket.terminate();
  bus.close();
  line.close();
  return {
    holds: slowest < delayWithinMs && grown < grownMegabytes && endedMs < endedWithinMs,
    figures: `slowest of ${delays.length} messages to a buyer of another event ${Math.round(slowest)} ms, server grew by ${grown} MB, the stalled reader was ended after ${Math.round(endedMs / 1_000)} s`,
  };
}

const attack: Attack = {
  promise: 'a reader that stops reading delays no buyer of another event, and is ended',
  env: { MQTT_URL: `mqtt://127.0.0.1:${busPort}` },
  run,
};
export default attack;
