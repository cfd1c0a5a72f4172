import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { megabytesOf } from '../memory.ts';
import { openLine, openReader, signIn } from '../mqtt-line.ts';

/** The server's ten seconds with a generous margin for a busy machine. */
const closedWithinMs = 15_000;
const giveUpMs = 45_000;
const grownMegabytes = 30;

async function run(target: Target) {
  const cookie = await signIn(target, 'pembeli@contoh.id');
  const victimCookie = await signIn(target, 'pembeli2@contoh.id');
  const victim = await openReader(target, victimCookie, ['roetix/status']);
  const before = megabytesOf(target.pid);
  const startedAt = performance.now();
  const silent = await openLine(target, cookie);
  const halfConnect = await openLine(target, cookie);
  halfConnect.webSocket.send(Buffer.from([0x10, 0x40, 0x00, 0x04]));
  const trickling = await openLine(target, cookie);
  trickling.webSocket.send(Buffer.from([0x10, 0x80, 0x0f]));
  const drops = setInterval(() => trickling.webSocket.send(Buffer.from([0x00]), () => {}), 500);
  const halfSubscribe = await openReader(target, cookie, ['roetix/status']);
  halfSubscribe.webSocket.send(Buffer.from([0x82, 0x80, 0x0f, 0x00]));
  const huge = await openReader(target, cookie, ['roetix/status']);
  huge.webSocket.send(
    Buffer.concat([Buffer.from([0x82, 0x80, 0xe5, 0x9a, 0x77]), Buffer.alloc(8_000)]),
  );
  const lines = [silent, halfConnect, trickling, halfSubscribe, huge];
  let closed = 0;
  const all = Promise.all(
    lines.map((line) =>
      line.closed.then(() => {
        closed += 1;
      }),
    ),
  );
  await Promise.race([all, sleep(giveUpMs)]);
  const ms = performance.now() - startedAt;
  clearInterval(drops);
  const grown = megabytesOf(target.pid) - before;
  const ping = await victim.ping();
  // The five connections of the account are available again.
  const again =
    closed === lines.length ? await openReader(target, cookie, ['roetix/status']) : null;
  for (const line of [...lines, victim, ...(again === null ? [] : [again])]) {
    line.webSocket.terminate();
  }
  return {
    holds: closed === lines.length && ms < closedWithinMs && grown < grownMegabytes,
    figures: `${closed} of ${lines.length} half packets closed within ${Math.round(ms)} ms, server grew by ${grown} MB, ping of another buyer ${Math.round(ping)} ms`,
  };
}

const attack: Attack = {
  promise: 'packets and CONNECTs that are begun and never ended are closed within ten seconds',
  run,
};
export default attack;
