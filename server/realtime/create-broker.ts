import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { generate } from 'mqtt-packet';
import { WebSocketServer } from 'ws';
import { maxRealtimeBytes } from '../../contract/limits.ts';
import { lineTopic, parseTopic } from '../../contract/realtime.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { livingSessions } from '../http/caller.ts';
import { proxiesOf } from '../http/proxies.ts';
import { networkOf } from '../limits/networks.ts';
import { admit, isRealtimeUpgrade } from './access.ts';
import { deliveriesOf } from './audience.ts';
import type { Broker } from './broker.ts';
import { connectBus } from './bus.ts';
import { type Connection, createConnections } from './connections.ts';
import { endSpread } from './end-spread.ts';
import { createFlushes } from './flushes.ts';
import { type BrokerLimits, brokerLimits } from './limits.ts';
import { createProtocol } from './protocol.ts';
import { createRetainedLines } from './retained-lines.ts';
import { openWire } from './wire.ts';

/** Maximum frame: clients send only small control packets. */
const maxFrameBytes = 2 * maxRealtimeBytes;

/** Dependencies of the broker. */
export interface BrokerParts {
  readonly config: Pick<
    Config,
    | 'publicUrl'
    | 'trustProxy'
    | 'mqttUrl'
    | 'mqttTopicPrefix'
    | 'maxConnectionsPerAddress'
    | 'maxRealtimeConnections'
  >;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** The HTTP server whose upgrades at /mqttws the broker accepts; other listeners handle the rest. */
  readonly server: Server;
  /** Default: `brokerLimits`. */
  readonly limits?: BrokerLimits | undefined;
}

/**
 * Creates the embedded broker (§7.111): MQTT over WebSocket on the HTTP server, authenticated by the session cookie, deny by default,
 * exact topics, no publishing by clients. With MQTT_URL that broker carries messages between processes; clients still receive them only
 * through this filter.
 */
export async function createBroker(parts: BrokerParts): Promise<Broker> {
  const { config, db, clock, log, server } = parts;
  const prefix = config.mqttTopicPrefix;
  const limits = parts.limits ?? brokerLimits;
  const retained = createRetainedLines(prefix);
  const connections = createConnections(({ wire }, topic) => {
    const payload = retained.of(topic);
    if (payload !== undefined) wire.message(messagePacket(topic, payload, true));
  });
  const schedule = createFlushes();
  const proxies = proxiesOf(config.trustProxy);
  let up = true;
  let draining = false;
  let closed = false;

  const protocol = await createProtocol({
    prefix,
    limits,
    log,
    clientOf: (request) => connections.of(request),
  });

  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isRealtimeUpgrade(request)) {
      // Without another listener the request would hang.
      if (server.listenerCount('upgrade') === 1) refuse(socket, 404);
      return;
    }
    socket.on('error', () => socket.destroy());
    accept(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a real-time connection could not be judged');
      refuse(socket, 503);
    });
  };

  const isFull = (address: string) =>
    connections.count >= config.maxRealtimeConnections ||
    connections.countFrom(address) >= config.maxConnectionsPerAddress;

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!up || draining || closed) {
      refuse(socket, 503);
      return;
    }
    const address = networkOf(proxies.clientOf(request).address).host;
    if (isFull(address)) {
      refuse(socket, 503);
      return;
    }
    const admission = await admit(request, config, db, clock.now());
    if ('refused' in admission) {
      refuse(socket, admission.refused);
      return;
    }
    const { id: accountId, sessionHash } = admission.caller;
    // Before the connection opens, because its client then reads once and relies on messages.
    await bus?.follow(accountId);
    if (connections.countOf(accountId) >= limits.connectionsPerAccount) {
      refuse(socket, 429);
      return;
    }
    if (!up || draining || closed || isFull(address)) {
      refuse(socket, 503);
      unfollowGone(accountId);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const wire = openWire(webSocket, limits, schedule, (why) =>
        log.debug({ why, dropped: wire.dropped }, 'a real-time connection was ended'),
      );
      connections.open(request, { accountId, sessionHash, address }, wire);
      webSocket.on('close', () => {
        connections.close(request);
        unfollowGone(accountId);
      });
      // The stream listens for one error only; an unhandled second one would end the process.
      webSocket.on('error', (error) => log.debug({ err: error }, 'a real-time socket failed'));
      wire.stream.on('error', (error) => log.debug({ err: error }, 'a real-time stream failed'));
      protocol.handle(wire.stream, request);
    });
    // An upgrade that was aborted has opened none.
    unfollowGone(accountId);
  };
  const unfollowGone = (accountId: string) => {
    if (connections.countOf(accountId) === 0) bus?.unfollow(accountId);
  };

  const disconnectWhere = (isMeant: (connection: Connection) => boolean) => {
    for (const connection of connections.all()) {
      if (isMeant(connection)) connection.wire.stream.destroy();
    }
  };

  const recheck = async () => {
    const hashes = [...new Set([...connections.all()].map((each) => each.sessionHash))];
    if (hashes.length === 0) return;
    const activeHashes = await livingSessions(db, hashes, clock.now());
    disconnectWhere((connection) => !activeHashes.has(connection.sessionHash));
  };
  const recheckTimer = setInterval(() => {
    recheck().catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions behind real-time connections could not be checked'),
    );
  }, limits.recheckMs);
  recheckTimer.unref();
  const stuckTimer = setInterval(() => {
    const now = performance.now();
    for (const { wire } of connections.all()) wire.endIfStuck(now);
  }, limits.stuckMs / 4);
  stuckTimer.unref();

  const forward = (topic: string, payload: Buffer) => {
    if (!up || closed) return;
    for (const { audience, payload: form } of deliveriesOf(prefix, topic, payload)) {
      const packet = messagePacket(topic, form);
      for (const { wire } of connections.readers(topic, audience)) wire.message(packet);
    }
  };
  const publish: Broker['publish'] = (kind, slug, body) => {
    const topic = slug === null ? `${prefix}/${kind}` : `${prefix}/${kind}/${slug}`;
    const payload = JSON.stringify(body);
    const bytes = Buffer.byteLength(payload);
    if (parseTopic(prefix, topic) === null || bytes > maxRealtimeBytes) {
      log.error({ kind, bytes }, 'a real-time message does not fit and was dropped');
      return;
    }
    const accountId = kind === 'seats' ? null : accountOf(body);
    if (bus?.publish(topic, payload, accountId) !== true) forward(topic, Buffer.from(payload));
  };
  const retainLine: Broker['retainLine'] = (slug, line) => {
    const payload = retained.change(slug, line);
    if (payload === null) return;
    bus?.retainLine(slug, payload);
    if (payload.length > 0) forward(lineTopic(prefix, slug), payload);
  };
  /** Publishes that real time is available: at the start, and whenever this or the external broker is back. */
  const publishUp = () =>
    publish('status', null, { status: 'ok', at: parts.clock.now().toISOString() });
  /** A broker that keeps nothing on its disk has lost the lines by its restart, and what was retained meanwhile never reached it. */
  const onBusUp = () => {
    for (const [slug, payload] of retained.all()) bus?.retainLine(slug, payload);
    publishUp();
  };
  const bus =
    config.mqttUrl === null ? null : connectBus(config.mqttUrl, prefix, log, forward, onBusUp);

  server.on('upgrade', onUpgrade);
  publishUp();

  return {
    publish,
    retainLine,
    retainedLines: () => retained.slugs(),
    dropSession(sessionHash) {
      disconnectWhere((connection) => connection.sessionHash === sessionHash);
    },
    setUp(wanted) {
      const isBack = wanted && !up;
      up = wanted;
      if (!up) disconnectWhere(() => true);
      if (isBack) publishUp();
    },
    get up() {
      return up && !closed;
    },
    accounts: () => connections.accounts(),
    get subscriptions() {
      return [...connections.all()].reduce((sum, { topics }) => sum + topics.size, 0);
    },
    drain(ms) {
      draining = true;
      return endSpread([...connections.all()], ms, ({ wire }) => wire.stream.destroy());
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(recheckTimer);
      clearInterval(stuckTimer);
      server.off('upgrade', onUpgrade);
      disconnectWhere(() => true);
      await bus?.close();
      await new Promise<void>((resolve) => protocol.close(() => resolve()));
    },
  };
}

function messagePacket(topic: string, payload: Buffer, retain = false): Buffer {
  return generate({ cmd: 'publish', qos: 0, retain, dup: false, topic, payload });
}

/** The account that a message is for; null for a message to everybody. */
function accountOf({ user_id: accountId }: Record<string, unknown>): string | null {
  return typeof accountId === 'string' ? accountId : null;
}

function refuse(socket: Duplex, status: number): void {
  // Destroys the socket after the response: a client that never closes its half would keep it open.
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
