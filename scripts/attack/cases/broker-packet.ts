import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { megabytesOf } from '../memory.ts';
import { type MqttLine, openReader, signIn } from '../mqtt-line.ts';

const frameBytes = 8 * 1024;
const subscribeOf40Mb = Buffer.from([0x82, 0x80, 0xb4, 0x89, 0x13]);
const totalBytes = 40 * 1024 * 1024;
const giveUpMs = 120_000;
const closedWithinMs = 2_000;
const pingWithinMs = 1_000;
/** Below one packet of the attack, with a margin for normal growth of the process. */
const grownMegabytes = 30;
const attackers = 4;

/** Sends the packet frame by frame until it is complete or the server closes; returns bytes sent and duration. */
async function flood(line: MqttLine): Promise<{ sent: number; ms: number }> {
  const { webSocket } = line;
  const startedAt = performance.now();
  const frame = Buffer.alloc(frameBytes, 'a');
  subscribeOf40Mb.copy(frame);
  let sent = 0;
  while (sent < totalBytes && webSocket.readyState === webSocket.OPEN) {
    if (webSocket.bufferedAmount > 16 * frameBytes) {
      await sleep(1);
      continue;
    }
    webSocket.send(frame, () => {});
    sent += frameBytes;
    if (sent === frameBytes) frame.fill('a');
    if (sent % (64 * frameBytes) === 0) await sleep(0);
  }
  await Promise.race([line.closed, sleep(giveUpMs)]);
  return { sent, ms: performance.now() - startedAt };
}

async function slowestPing(line: MqttLine, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  let slowest = 0;
  for (let count = 0; count < 5 || (!isOver && count < 200); count += 1) {
    slowest = Math.max(slowest, await Promise.race([line.ping(), sleep(giveUpMs, giveUpMs)]));
    await sleep(50);
  }
  return slowest;
}

async function run(target: Target) {
  const victim = await openReader(target, await signIn(target, 'pembeli2@contoh.id'), [
    'roetix/status',
  ]);
  const cookie = await signIn(target, 'pembeli@contoh.id');
  const lines: MqttLine[] = [];
  for (let index = 0; index < attackers; index += 1) {
    lines.push(await openReader(target, cookie, ['roetix/status']));
  }
  const before = megabytesOf(target.pid);
  const floods = Promise.all(lines.map(flood));
  const ping = await slowestPing(victim, floods);
  const results = await floods;
  const grown = megabytesOf(target.pid) - before;
  victim.webSocket.terminate();
  const slowest = Math.max(...results.map(({ ms }) => ms));
  const sent = Math.round(Math.max(...results.map(({ sent }) => sent)) / 1024);
  return {
    holds: slowest < closedWithinMs && ping < pingWithinMs && grown < grownMegabytes,
    figures: `closed after ${Math.round(slowest)} ms and ${sent} KB at most, server grew by ${grown} MB, slowest ping of another buyer ${Math.round(ping)} ms`,
  };
}

const attack: Attack = {
  promise: 'four SUBSCRIBEs of 40 MB in frames of 8 KB are refused at the header and delay nobody',
  run,
};
export default attack;
