import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Aedes } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { maxRealtimeBytes } from '../../contract/limits.ts';
import { parseTopic } from '../../contract/realtime.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { livingSessions } from '../http/caller.ts';
import { admit, isRealtimeUpgrade } from './access.ts';
import type { Broker } from './broker.ts';
import { connectBus } from './bus.ts';
import { createForwardFilter } from './forward-filter.ts';

/** Open connections one account may have (resolutions §3). */
const connectionsPerAccount = 5;
/** Topics one connection may read. */
const subscriptionsPerConnection = 10;
/** How often it is asked whether the sessions behind the connections still live. */
const recheckMs = 60_000;
/** Clients send only small control packets: anything longer is not one of ours. */
const maxFrameBytes = 2 * maxRealtimeBytes;

/** One open connection. */
interface Connection {
  readonly accountId: string;
  readonly sessionHash: string;
  readonly socket: WebSocket;
  readonly topics: Set<string>;
}

/** What the broker is built from. */
export interface BrokerParts {
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy' | 'mqttUrl' | 'mqttTopicPrefix'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** The HTTP server whose upgrades at /mqttws are answered; others are left to whoever listens for them. */
  readonly server: Server;
}

/**
 * The embedded broker (ruling 1.7-F): MQTT over WebSocket on the HTTP server, identity from the session cookie, deny by default,
 * exact topics, no publishing by clients. With MQTT_URL messages travel over that broker between the processes and still reach
 * clients only through this filter.
 */
export async function createBroker(parts: BrokerParts): Promise<Broker> {
  const { config, db, clock, log, server } = parts;
  const prefix = config.mqttTopicPrefix;
  const mayRead = createForwardFilter(prefix);
  const connections = new Map<IncomingMessage, Connection>();
  let up = true;
  let closed = false;

  const aedes = await Aedes.createBroker({
    preConnect: (client, packet, done) => {
      // A will would be a publish in disguise; a shared client id would let one account cut another's connection.
      if (packet.will !== undefined || connectionOf(client.req) === undefined) {
        done(new Error('connection refused'), false);
        return;
      }
      packet.clean = true;
      packet.clientId = `${connectionOf(client.req)?.accountId}:${packet.clientId}`;
      done(null, true);
    },
    authorizePublish: (_client, _packet, done) => done(new Error('clients do not publish')),
    authorizeSubscribe: (client, subscription, done) => {
      const connection = connectionOf(client.req);
      const known = parseTopic(prefix, subscription.topic) !== null;
      const topics = connection?.topics ?? new Set();
      const room = topics.has(subscription.topic) || topics.size < subscriptionsPerConnection;
      if (connection === undefined || !known || !room) {
        done(null, null);
        return;
      }
      topics.add(subscription.topic);
      done(null, { ...subscription, qos: 0 });
    },
    authorizeForward: (client, packet) => {
      const connection = connectionOf(client.req);
      if (connection === undefined) return null;
      const payload = packet.payload as Buffer;
      return mayRead(packet.topic, payload, connection.accountId) ? packet : null;
    },
  });
  aedes.on('unsubscribe', (topics, client) => {
    for (const topic of topics) connectionOf(client.req)?.topics.delete(topic);
  });
  aedes.on('clientError', (_client, error) =>
    log.debug({ err: error }, 'a real-time client failed'),
  );
  aedes.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'a real-time connection failed'),
  );

  function connectionOf(request: IncomingMessage | undefined): Connection | undefined {
    return request === undefined ? undefined : connections.get(request);
  }

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isRealtimeUpgrade(request)) {
      // With nobody else listening the request would hang for ever.
      if (server.listenerCount('upgrade') === 1) refuse(socket, 404);
      return;
    }
    socket.on('error', () => socket.destroy());
    accept(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a real-time connection could not be judged');
      refuse(socket, 503);
    });
  };

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!up || closed) {
      refuse(socket, 503);
      return;
    }
    const admission = await admit(request, config, db, clock.now());
    if ('refused' in admission) {
      refuse(socket, admission.refused);
      return;
    }
    const { id: accountId, sessionHash } = admission.caller;
    const own = [...connections.values()].filter((other) => other.accountId === accountId);
    if (own.length >= connectionsPerAccount) {
      refuse(socket, 429);
      return;
    }
    if (!up || closed) {
      refuse(socket, 503);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      connections.set(request, { accountId, sessionHash, socket: webSocket, topics: new Set() });
      webSocket.on('close', () => connections.delete(request));
      // The stream listens once only; a second error nobody hears would end the process.
      webSocket.on('error', (error) => log.debug({ err: error }, 'a real-time socket failed'));
      const stream = createWebSocketStream(webSocket);
      stream.on('error', (error) => log.debug({ err: error }, 'a real-time stream failed'));
      aedes.handle(stream, request);
    });
  };

  const dropWhere = (isMeant: (connection: Connection) => boolean) => {
    for (const connection of connections.values()) {
      if (isMeant(connection)) connection.socket.terminate();
    }
  };

  const recheck = async () => {
    const hashes = [...new Set([...connections.values()].map((each) => each.sessionHash))];
    if (hashes.length === 0) return;
    const living = await livingSessions(db, hashes, clock.now());
    dropWhere((connection) => !living.has(connection.sessionHash));
  };
  const recheckTimer = setInterval(() => {
    recheck().catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions behind real-time connections could not be checked'),
    );
  }, recheckMs);
  recheckTimer.unref();

  const forward = (topic: string, payload: Buffer) => {
    if (!up || closed) return;
    aedes.publish(
      { cmd: 'publish', qos: 0, retain: false, dup: false, topic, payload },
      (error) => {
        if (error) log.warn({ err: error }, 'a real-time message was lost');
      },
    );
  };
  const publish: Broker['publish'] = (kind, slug, body) => {
    const topic = slug === null ? `${prefix}/${kind}` : `${prefix}/${kind}/${slug}`;
    const payload = JSON.stringify(body);
    const bytes = Buffer.byteLength(payload);
    if (parseTopic(prefix, topic) === null || bytes > maxRealtimeBytes) {
      log.error({ kind, bytes }, 'a real-time message does not fit and was dropped');
      return;
    }
    if (bus?.publish(topic, payload) !== true) forward(topic, Buffer.from(payload));
  };
  /** Whoever is connected hears that messages flow: at the start, and whenever this broker or the external one is back. */
  const sayUp = () =>
    publish('status', null, { status: 'ok', at: parts.clock.now().toISOString() });
  const bus =
    config.mqttUrl === null ? null : connectBus(config.mqttUrl, prefix, log, forward, sayUp);

  server.on('upgrade', onUpgrade);
  sayUp();

  return {
    publish,
    dropSession(sessionHash) {
      dropWhere((connection) => connection.sessionHash === sessionHash);
    },
    setUp(wanted) {
      const isBack = wanted && !up;
      up = wanted;
      if (!up) dropWhere(() => true);
      if (isBack) sayUp();
    },
    get up() {
      return up && !closed;
    },
    get subscriptions() {
      return [...connections.values()].reduce((sum, { topics }) => sum + topics.size, 0);
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(recheckTimer);
      server.off('upgrade', onUpgrade);
      dropWhere(() => true);
      await bus?.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
