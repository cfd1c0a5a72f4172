import { createServer, type Socket, connect as toServer } from 'node:net';

/** Milliseconds for which the answers of the database are held: everything that was sent together is on its way by then. */
const heldMs = 20;

/** Connections of calls; those of the ticker and of the health check work beside them. */
const ofCalls = /roetix (?:buy|read)/;
/** The last message of the database before a connection takes statements: ReadyForQuery, idle. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** A way to a PostgreSQL server that counts round trips of calls. */
export interface CountedTrips {
  /** The address of the database through it. */
  readonly url: string;
  /** Round trips of `work` on all connections: one is everything sent until an answer is read. */
  during(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** Opens a way to the database at `url`, on a port of this machine. */
export async function countTrips(url: string): Promise<CountedTrips> {
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
      setTimeout(() => {
        isAnswered = true;
        client.write(bytes);
      }, heldMs);
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The way has no port.');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(address.port);
  return {
    url: own.href,
    during: async (work) => {
      trips = 0;
      isAnswered = true;
      await work();
      return trips;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
