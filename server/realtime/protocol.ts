import type { IncomingMessage } from 'node:http';
import { Aedes } from 'aedes';
import type { FastifyBaseLogger } from 'fastify';
import { parseTopic } from '../../contract/realtime.ts';
import type { BrokerLimits } from './limits.ts';

/** A connection as the protocol handler needs it. */
export interface ProtocolClient {
  readonly accountId: string;
  /** The subscribed topics. */
  readonly topics: ReadonlySet<string>;
  /** Also sends the retained message of the topic, if there is one. */
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
}

/** Dependencies of the protocol handler. */
export interface ProtocolParts {
  readonly prefix: string;
  readonly limits: Pick<BrokerLimits, 'topicsPerConnection' | 'keepaliveSeconds'>;
  readonly log: FastifyBaseLogger;
  /** Returns the connection of an upgrade request; undefined once closed. */
  clientOf(request: IncomingMessage | undefined): ProtocolClient | undefined;
}

/**
 * Creates the MQTT protocol handler: CONNECT, subscriptions to exact topics of the contract, pings, keepalive. It forwards no messages: the
 * broker writes them to the readers directly, so that a stalled socket does not delay others (decision 023).
 */
export async function createProtocol({
  prefix,
  limits,
  log,
  clientOf,
}: ProtocolParts): Promise<Aedes> {
  const hasRoom = ({ topics }: ProtocolClient, topic: string) =>
    topics.has(topic) || topics.size < limits.topicsPerConnection;
  const aedes = await Aedes.createBroker({
    preConnect: (client, packet, done) => {
      const known = clientOf(client.req);
      // A will would be a publish; a shared client id would let one account disconnect another.
      if (packet.will !== undefined || known === undefined) {
        done(new Error('connection refused'), false);
        return;
      }
      packet.clean = true;
      packet.clientId = `${known.accountId}:${packet.clientId}`;
      const asked = packet.keepalive ?? 0;
      const { keepaliveSeconds } = limits;
      packet.keepalive = asked > 0 ? Math.min(asked, keepaliveSeconds) : keepaliveSeconds;
      done(null, true);
    },
    authorizePublish: (_client, _packet, done) => done(new Error('clients do not publish')),
    authorizeSubscribe: (client, subscription, done) => {
      const known = clientOf(client.req);
      const { topic } = subscription;
      const isTopic = parseTopic(prefix, topic) !== null;
      if (known === undefined || !isTopic || !hasRoom(known, topic)) {
        done(null, null);
        return;
      }
      known.subscribe(topic);
      done(null, { ...subscription, qos: 0 });
    },
  });
  aedes.on('unsubscribe', (topics, client) => {
    for (const topic of topics) clientOf(client.req)?.unsubscribe(topic);
  });
  aedes.on('clientError', (_client, error) =>
    log.debug({ err: error }, 'a real-time client failed'),
  );
  aedes.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'a real-time connection failed'),
  );
  return aedes;
}
