import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConnectionTimes, createConnectionGuard } from '../../../server/http/connections.ts';
import { setBodyParsers, setErrorHandler } from '../../../server/http/errors.ts';
import { createTestApp } from '../support/test-app.ts';

const never = 3_600_000;
/** More than any system buffers for a client. */
const bigBytes = 24 * 1024 * 1024;
const slow: ConnectionTimes = {
  requestMs: never,
  checkMs: 50,
  stalledMs: never,
  idleMs: never,
  refusedMs: never,
};
const host = 'HTTP/1.1\r\nHost: localhost\r\n';
const head = `GET /api/health ${host}`;
const lastCall = `${head}Connection: close\r\n\r\n`;
const json = 'X-Requested-With: roetix\r\nContent-Type: application/json\r\n';
const login = `POST /api/auth/login ${host}${json}`;
const upgrade = `GET /mqttws ${host}Connection: Upgrade\r\nUpgrade: websocket\r\n`;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The guard on a server that starts at once, with the parsers and refusals of the real one. */
async function start(
  times: Partial<ConnectionTimes>,
  settings: Partial<Parameters<typeof createConnectionGuard>[0]> = {},
) {
  const config = { maxConnections: 100, maxConnectionsPerAddress: 100, trustProxy: [] };
  const guard = createConnectionGuard({ ...config, ...settings }, { ...slow, ...times });
  const app = Fastify({ ...guard.options, forceCloseConnections: true });
  guard.watch(app);
  setBodyParsers(app);
  setErrorHandler(app);
  app.get('/api/health', () => 'ok');
  app.post('/api/auth/login', () => 'ok');
  app.get('/big', () => Buffer.alloc(bigBytes));
  app.get('/late', async () => {
    await sleep((times.stalledMs ?? 0) * 3);
    return 'at last';
  });
  ends.push(() => app.close());
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  return { app, port };
}

interface Line {
  readonly socket: Socket;
  /** The first data. */
  readonly begun: Promise<unknown>;
  /** All data until the server closed. */
  readonly answer: Promise<string>;
}

async function open(port: number, first = ''): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  let heard = '';
  socket.on('data', (bytes) => {
    heard += String(bytes);
  });
  socket.on('error', () => {});
  const begun = new Promise((resolve) => socket.once('data', resolve));
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return { socket, begun, answer };
}
const openMany = (port: number, count: number, first = '') =>
  Promise.all(Array.from({ length: count }, () => open(port, first)));
/** The whole response to one more call. */
const askOnce = async (port: number) => (await open(port, lastCall)).answer;

/** Sends `text` again and again until the server closes the connection. */
function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  ends.push(() => clearInterval(timer));
  socket.once('close', () => clearInterval(timer));
}

function expectRefusal(answer: string, expected: number): void {
  const [status, body] = answer.split('\r\n\r\n');
  expect(status).toMatch(new RegExp(`^HTTP/1\\.1 ${expected} `));
  expect(JSON.parse(body ?? '')).toMatchObject({ status: expected, data: null });
}

describe('an incomplete call', () => {
  it.each([
    ['nothing at all', '', ''],
    ['a head without end', head, 'x'],
    ['a body without end', `${login}Content-Length: 4000\r\n\r\n`, ' '],
    ['chunks without end', `${login}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('is ended with 408 after its time: %s', async (_name, first, more) => {
    const { port } = await start({ requestMs: 300 });
    const { socket, answer } = await open(port, first);
    if (more !== '') trickle(socket, more);
    expectRefusal(await answer, 408);
  });

  it('of bytes other than HTTP gets an envelope', async () => {
    const { port } = await start({});
    expectRefusal(await (await open(port, 'HALO\r\n\r\n')).answer, 400);
  });
});

describe('a response', () => {
  const answerOf = (port: number, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', agent: false }, resolve).on('error', reject);
    });

  it('that no client reads is ended', async () => {
    const { app, port } = await start({ stalledMs: 300 });
    const answer = await answerOf(port, '/big');
    ends.push(() => answer.destroy());
    answer.pause();
    const openSockets = () =>
      new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));
    await expect.poll(openSockets, { timeout: 10_000 }).toBe(0);
  });

  it('that is read slowly arrives complete, though it takes many times longer', async () => {
    const { port } = await start({ stalledMs: 1_500 });
    const startedAt = performance.now();
    let read = 0;
    for await (const piece of await answerOf(port, '/big')) {
      const { length } = piece as Buffer;
      read += length;
      // Spread evenly, so that no pause comes near the limit.
      if (read < bigBytes) await sleep(Math.min(200, (length / bigBytes) * 4_500));
    }
    expect(read).toBe(bigBytes);
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  });
});

describe('connections', () => {
  const capped = { maxConnections: 20, maxConnectionsPerAddress: 10 };

  it('of one address beyond its limit are refused, and freed ones are available again', async () => {
    const { port } = await start({}, capped);
    const lines = await openMany(port, 10);
    const answer = await (await open(port, `${head}\r\n`)).answer;
    expectRefusal(answer, 503);
    expect(answer.toLowerCase()).toContain('\r\nretry-after: 5\r\n');
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    lines[0]?.socket.destroy();
    await expect.poll(() => askOnce(port)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('of a trusted proxy count only in the total', async () => {
    const { port } = await start({}, { ...capped, trustProxy: ['127.0.0.0/8'] });
    await openMany(port, 15);
    expect(await askOnce(port)).toMatch(/^HTTP\/1\.1 200 /);
    await openMany(port, 5);
    expect(await askOnce(port)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('that are idle are closed for active ones', async () => {
    const { port } = await start({}, { maxConnections: 10, maxConnectionsPerAddress: 10 });
    const idle = await openMany(port, 9, `${head}\r\n`);
    await Promise.all(idle.map(({ begun }) => begun));
    expect(await askOnce(port)).toMatch(/^HTTP\/1\.1 200 /);
    await Promise.all(idle.map(({ answer }) => answer));
  });

  it('beyond the limit are closed if they send nothing, and cannot become real-time ones', async () => {
    const { port } = await start({ refusedMs: 200 }, capped);
    await openMany(port, 10);
    const silent = await open(port);
    const keyed =
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    const socket = await open(port, upgrade + keyed);
    expect(await Promise.all([silent.answer, socket.answer])).toEqual(['', '']);
  });
});

describe('the whole server', () => {
  async function startWhole(times: Partial<ConnectionTimes>, env: Record<string, string> = {}) {
    const connectionTimes = { ...slow, ...times };
    const app = await createTestApp({ events: 'none', env, connectionTimes });
    ends.push(() => app.close());
    return app.listen();
  }

  it('ends a slow body, and refuses a connection beyond the limit with an envelope', async () => {
    const env = { MAX_CONNECTIONS: '10', MAX_CONNECTIONS_PER_ADDRESS: '10' };
    const port = await startWhole({ requestMs: 4_000 }, env);
    const lines = await openMany(port, 10, `${login}Content-Length: 4000\r\n\r\n`);
    expectRefusal(await (await open(port, `${head}\r\n`)).answer, 503);
    for (const { answer } of lines) expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await askOnce(port)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes a refused real-time connection even if the client keeps its half open', async () => {
    const port = await startWhole({});
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    ends.push(() => socket.destroy());
    socket.write(`${upgrade}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    // The server has closed: a write now causes a reset.
    socket.on('error', () => {});
    trickle(socket, 'x');
    await new Promise((resolve) => socket.once('close', resolve));
  });
});
