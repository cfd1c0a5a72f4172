import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { signIn } from '../signed-in.ts';

const heads = 300;
const bodies = 200;
const readers = 6;
/** Requests per connection, sent at once, so that the responses exceed the socket buffers. */
const answersEach = 100;
const bigAnswer = '/api/openapi.json';
const dripMs = 1_000;
/** The server's ten seconds with a generous margin for a busy machine. */
const sentWithinMs = 15_000;
/** The server's forty seconds after the last byte read, with a margin for a busy machine. */
const readWithinMs = 50_000;
const signInWithinMs = 2_000;
const giveUpMs = 70_000;

interface Slow {
  readonly socket: Socket;
  /** Milliseconds until the server closed it. */
  readonly ended: Promise<number>;
}

function open(port: number, first: string): Slow {
  const startedAt = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(first));
  socket.on('error', () => {});
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - startedAt));
  });
  return { socket, ended };
}

/** Sends one byte a second until the server closes. */
function drip({ socket }: Slow): void {
  socket.resume();
  const timer = setInterval(() => socket.write('x'), dripMs);
  socket.once('close', () => clearInterval(timer));
}

/** Reads the beginning of many responses, then nothing more. */
async function stall(port: number): Promise<Slow> {
  const slow = open(port, `GET ${bigAnswer} HTTP/1.1\r\nHost: uji\r\n\r\n`.repeat(answersEach));
  await new Promise<void>((resolve) => {
    slow.socket.once('data', () => {
      slow.socket.pause();
      resolve();
    });
    slow.socket.once('close', () => resolve());
  });
  return slow;
}

/** How many of them received incomplete responses although they resumed reading. */
async function countCut(stalled: readonly Slow[], answerBytes: number): Promise<number> {
  const results = stalled.map(async ({ socket, ended }) => {
    // A paused socket notices its end only when it reads again.
    socket.resume();
    const whole = new Promise<boolean>((resolve) => {
      socket.on('data', () => {
        if (socket.bytesRead >= answersEach * answerBytes) resolve(false);
      });
    });
    return Promise.race([whole, ended.then(() => true), sleep(giveUpMs, false)]);
  });
  return (await Promise.all(results)).filter(Boolean).length;
}

/** How many of them the server closed, and the time of the last one. */
async function outcome(slows: readonly Slow[]): Promise<{ ended: number; ms: number }> {
  const late = sleep(giveUpMs, Number.POSITIVE_INFINITY);
  const times = await Promise.all(slows.map(({ ended }) => Promise.race([ended, late])));
  const known = times.filter((ms) => Number.isFinite(ms));
  return { ended: known.length, ms: Math.round(Math.max(0, ...known)) };
}

async function run(target: Target) {
  const { port } = target;
  const slowHeads = Array.from({ length: heads }, () =>
    open(port, 'GET /api/event HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '),
  );
  const slowBodies = Array.from({ length: bodies }, () =>
    open(
      port,
      `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1:${port}\r\nX-Requested-With: roetix\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n`,
    ),
  );
  for (const slow of [...slowHeads, ...slowBodies]) drip(slow);
  const sent = outcome([...slowHeads, ...slowBodies]);
  const startedAt = performance.now();
  await signIn(target.origin, 'pembeli@contoh.id');
  const signInMs = Math.round(performance.now() - startedAt);
  const whole = await fetch(target.origin + bigAnswer, {
    headers: { 'accept-encoding': 'identity' },
  });
  const answerBytes = (await whole.arrayBuffer()).byteLength;
  const stalled: Slow[] = [];
  for (let count = 0; count < readers; count += 1) stalled.push(await stall(port));
  const stalledAt = performance.now();
  const sending = await sent;
  target.say(`${sending.ended} slow senders ended, the last after ${sending.ms} ms`);
  await sleep(Math.max(0, readWithinMs - (performance.now() - stalledAt)));
  const cut = await countCut(stalled, answerBytes);
  for (const { socket } of [...slowHeads, ...slowBodies, ...stalled]) socket.destroy();
  return {
    holds:
      sending.ended === heads + bodies &&
      sending.ms < sentWithinMs &&
      signInMs < signInWithinMs &&
      cut === readers,
    figures: `${sending.ended} of ${heads + bodies} slow heads and bodies ended within ${sending.ms} ms, ${cut} of ${readers} unread answers cut, a sign-in beside them took ${signInMs} ms`,
  };
}

const attack: Attack = {
  promise:
    'heads and bodies of one byte a second, and answers that nobody reads, are ended and delay nobody',
  run,
};
export default attack;
