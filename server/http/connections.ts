import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { networkOf } from '../limits/networks.ts';
import { envelope } from './envelope.ts';
import { type Proxies, proxiesOf } from './proxies.ts';
import { refusal } from './refuse.ts';
import { createTally } from './tally.ts';

/** Time limits of a connection, in milliseconds. */
export interface ConnectionTimes {
  /** From the first byte of a call, or from the opening of the connection, to the last byte of its body. */
  readonly requestMs: number;
  /** Interval of the check of these limits. */
  readonly checkMs: number;
  /**
   * Time without progress after which a client that does not read its response is cut off, twice as long at most; a slow client that reads on is
   * not.
   */
  readonly stalledMs: number;
  /** Time that a connection may stay open between two calls. */
  readonly idleMs: number;
  /** Time for a connection beyond the limit to send its request and receive the refusal. */
  readonly refusedMs: number;
}

/** The time limits of every server (decision 023). */
export const connectionTimes: ConnectionTimes = {
  requestMs: 10_000,
  checkMs: 500,
  stalledMs: 20_000,
  // Longer than proxies keep theirs (60 s), so that no proxy sends a call into a closing connection.
  idleMs: 72_000,
  refusedMs: 2_000,
};

/** Connections beyond the limit that receive a refusal; further ones are closed without a response. */
const refusedAtOnce = 100;
/** Share of the limit above which idle connections are closed, and the least time between two such rounds, in milliseconds. */
const crowdedShare = 0.9;
const closeIdleEveryMs = 1_000;

const retryAfterSeconds = 5;

const tooSlow = 'The request took too long to arrive. Please try again.';

/** Ends connections of a server that break its limits. */
export interface ConnectionGuard {
  /** Settings for Fastify. */
  readonly options: ReturnType<typeof optionsFor>;
  /** Counts connections and watches responses; call it before any route is mounted. */
  watch(app: FastifyInstance): void;
  /** Whether a connection exceeds a limit, so that its requests are refused. */
  isRefused(socket: Socket): boolean;
}

/**
 * Ends connections beyond the limits, in all and from one address (except trusted proxies, which carry many clients): they get 503 with
 * Retry-After, and beyond a hundred of them no response. Closes idle connections first when the server is crowded. Ends calls that take too long to
 * arrive (408), and those whose client does not read the response.
 */
export function createConnectionGuard(
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerAddress' | 'trustProxy'>,
  times: ConnectionTimes,
  { isTrustedPeer }: Proxies = proxiesOf(config.trustProxy),
): ConnectionGuard {
  const calls: Calls = new WeakMap();
  const refused = new Set<Socket>();
  const isRefused = (socket: Socket) => refused.has(socket);
  return {
    options: optionsFor(times, calls),
    isRefused,
    watch(app) {
      countConnections(app.server, config, times, isTrustedPeer, refused);
      app.server.on('timeout', (socket: Socket) => {
        const answer = calls.get(socket)?.answer;
        const isPreparing = answer?.writableFinished === false && answer.writableLength === 0;
        if (!isPreparing) socket.destroy();
      });
      app.server.on('upgrade', ({ socket }: IncomingMessage) => {
        if (isRefused(socket)) socket.destroy();
      });
      app.addHook('onRequest', (request, reply, done) => {
        const { socket } = request.raw;
        calls.set(socket, { request: request.raw, answer: reply.raw });
        if (!isRefused(socket)) return done();
        reply.header('connection', 'close');
        done(refusal('tooManyConnections', { retryAfterSeconds }));
      });
    },
  };
}

/** The current or last call of each socket. */
type Calls = WeakMap<
  Socket,
  { readonly request: IncomingMessage; readonly answer: ServerResponse }
>;

function optionsFor(times: ConnectionTimes, calls: Calls) {
  return {
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.idleMs,
    connectionTimeout: times.stalledMs,
    http: {
      requestTimeout: times.requestMs,
      headersTimeout: times.requestMs,
      connectionsCheckingInterval: times.checkMs,
    },
    /** Responds to invalid or incomplete HTTP with an envelope, and closes the connection. */
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const { request, answer } = calls.get(socket) ?? {};
      const isAnswering =
        answer?.headersSent === true && !(answer.writableFinished && request?.complete === true);
      if (socket.writable && !isAnswering) socket.write(bareAnswer(...wordsFor(error.code)));
      socket.destroy();
    },
  };
}

/** Counts open connections; those that exceed the limit are in `refused` until they end. */
function countConnections(
  server: Server,
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerAddress'>,
  times: ConnectionTimes,
  isTrustedPeer: Proxies['isTrustedPeer'],
  refused: Set<Socket>,
): void {
  const fromAddress = createTally();
  let open = 0;
  let idleClosedAt = Number.NEGATIVE_INFINITY;

  const refuse = (socket: Socket) => {
    if (refused.size >= refusedAtOnce) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const end = setTimeout(() => socket.destroy(), times.refusedMs).unref();
    socket.once('close', () => {
      clearTimeout(end);
      refused.delete(socket);
    });
  };
  const closeIdle = () => {
    const now = performance.now();
    if (now - idleClosedAt < closeIdleEveryMs) return;
    idleClosedAt = now;
    server.closeIdleConnections();
  };

  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const address = isTrustedPeer(peer) ? null : networkOf(peer).host;
    if (open + 1 > config.maxConnections * crowdedShare) closeIdle();
    const isFull = address !== null && fromAddress.of(address) >= config.maxConnectionsPerAddress;
    if (open >= config.maxConnections || isFull) {
      refuse(socket);
      return;
    }
    open += 1;
    if (address !== null) fromAddress.add(address);
    socket.once('close', () => {
      open -= 1;
      if (address !== null) fromAddress.remove(address);
    });
  });
}

function wordsFor(code: string | undefined): [string, string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', tooSlow];
    case 'HPE_HEADER_OVERFLOW':
      return ['431 Request Header Fields Too Large', 'The headers of the request are too long'];
    default:
      return ['400 Bad Request', 'The request could not be read'];
  }
}

function bareAnswer(status: string, message: string): string {
  const body = JSON.stringify(envelope(Number.parseInt(status, 10), message, null));
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
