import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket, connect as toServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { freeSeats, join, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';
import { createOwn, describePostgres } from './own-database.ts';

/** Milliseconds for which the answers of the database are held: everything that was sent together is on its way by then. */
const heldMs = 20;

/** Connections of calls; those of the ticker and of the health check work beside them. */
const ofCalls = /roetix (?:buy|read)/;
/** The last message of the database before a connection takes statements: ReadyForQuery, idle. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** Opens a way to the database at `url` that counts round trips of calls, on a port of this machine. */
async function countTrips(url: string) {
  const target = new URL(url);
  let trips = 0;
  let isAnswered = true;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = toServer(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => {});
    }
    let isCounted = false;
    let isReady = false;
    client.on('data', (bytes) => {
      isCounted ||= !isReady && ofCalls.test(bytes.toString('latin1'));
      if (isCounted && isReady) {
        if (isAnswered) trips += 1;
        isAnswered = false;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (!isCounted || !isReady) {
        isReady ||= bytes.subarray(-ready.length).equals(ready);
        client.write(bytes);
        return;
      }
      const release = () => {
        isAnswered = true;
        client.write(bytes);
      };
      // After the reads of the turn in which the time is over, which may be late on a busy machine.
      setTimeout(() => setImmediate(release), heldMs);
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    /** Round trips of `work` on all connections: one is everything sent until a response is read. */
    during: async (work: () => Promise<unknown>) => {
      trips = 0;
      isAnswered = true;
      await work();
      return trips;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describePostgres('round trips to the database', (url) => {
  let way: Awaited<ReturnType<typeof countTrips>>;
  let app: TestApp;
  beforeAll(async () => {
    await createOwn(url);
    way = await countTrips(url);
    app = await createTestApp({ env: { DATABASE_URL: way.url } });
  });
  afterAll(async () => {
    await app?.close();
    await way?.close();
  });

  const ask = (buyer: TestClient, wanted: readonly string[], voucher: string | null = null) =>
    buyer.call(calls.createDraft, {
      params: { slug: theatre },
      body: { seats: [...wanted], voucher_code: voucher },
      headers: { 'idempotency-key': randomUUID() },
    });
  const tripsOf = async (work: () => ReturnType<typeof ask>) => {
    let status = 0;
    const trips = await way.during(async () => {
      status = (await work()).status;
    });
    return [status, trips];
  };
  /** A first claim, a lost one, a swap, one with a voucher, and one repeated under another key. */
  const claims = async (
    buyer: TestClient,
    other: TestClient,
    [a = '', b = '', c = '']: string[],
  ) => {
    return [
      await tripsOf(() => ask(buyer, [a])),
      await tripsOf(() => ask(other, [a])),
      await tripsOf(() => ask(buyer, [b, c])),
      await tripsOf(() => ask(buyer, [b, c], 'HEMAT10')),
      await tripsOf(() => ask(buyer, [b, c], 'HEMAT10')),
    ];
  };

  test('a claim takes three at most, and a poll of the session one', async () => {
    const [one, two, three, four] = await app.makeBuyers(4);
    for (const buyer of [one, two, three, four]) await join(buyer, theatre);
    const seats = await freeSeats(app, theatre, 6);
    // Opens the connections.
    await claims(one, two, seats.slice(0, 3));
    expect(await claims(three, four, seats.slice(3))).toEqual([
      [200, 3],
      [409, 3],
      [200, 3],
      [200, 3],
      [200, 3],
    ]);
    await one.call(calls.session);
    expect(await way.during(() => one.call(calls.session))).toBe(1);
  });
});
