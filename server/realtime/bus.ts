import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import mqtt from 'mqtt';
import { keepaliveSeconds, maxRealtimeBytes } from '../../contract/limits.ts';
import { lineTopic, messageKinds, parseTopic } from '../../contract/realtime.ts';
import { personFilter, personTopic, plainTopic } from './person-topic.ts';

/** An external broker that connects several server processes. */
export interface Bus {
  /**
   * Publishes to the processes that need the message, including this one: a message to one account to those with a connection of that account.
   * Returns false while disconnected, when the caller must serve its own clients.
   */
  publish(topic: string, payload: string, accountId: string | null): boolean;
  /** Stores the line of an event at the broker for readers outside of these processes, each of which makes its own. */
  retainLine(slug: string, payload: Buffer): void;
  /** Receives the messages to an account from now on; resolves when the broker has confirmed it, and after a second at the latest. */
  follow(accountId: string): Promise<void>;
  unfollow(accountId: string): void;
  close(): Promise<void>;
}

const reconnectMs = 5000;
/** Maximum bytes buffered for an external broker that does not read; beyond it each process serves only its own clients. */
const maxBufferedBytes = 1024 * 1024;
/** Minimum interval between two warnings about foreign messages, in milliseconds. */
const warnEveryMs = 60_000;
/** A connection of a buyer waits no longer for a broker that does not respond, in milliseconds. */
const followWithinMs = 1000;

/**
 * Connects to MQTT_URL and forwards messages of the contract under the prefix; calls `onUp` after every connect. Ignores other topics and
 * bodies that are too long. Never throws: `publish` returns false while disconnected or blocked.
 */
export function connectBus(
  url: string,
  prefix: string,
  log: FastifyBaseLogger,
  onMessage: (topic: string, payload: Buffer) => void,
  onUp: () => void = () => {},
): Bus {
  const client = mqtt.connect(url, {
    keepalive: keepaliveSeconds,
    reconnectPeriod: reconnectMs,
    queueQoSZero: false,
  });
  const filters = messageKinds
    .filter((kind) => kind !== 'line')
    .map((kind) => (kind === 'status' ? `${prefix}/${kind}` : `${prefix}/${kind}/+`));
  const followed = new Set<string>();
  let subscribed = false;
  let ignored = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const ignore = () => {
    ignored += 1;
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn({ ignored }, 'the external broker carries messages that are not ours');
    ignored = 0;
  };
  const isReady = () =>
    client.connected && subscribed && client.stream.writableLength <= maxBufferedBytes;
  client.on('connect', () => {
    const people = [...followed].map((accountId) => personFilter(prefix, accountId));
    client.subscribe([...filters, ...people], { qos: 0 }, (error) => {
      subscribed = !error;
      if (error) log.error({ err: error }, 'the external broker refused the subscription');
      else onUp();
    });
  });
  client.on('close', () => {
    subscribed = false;
  });
  client.on('error', (error) => log.warn({ err: error }, 'the external broker cannot be reached'));
  client.on('message', (topic, payload) => {
    const plain = plainTopic(prefix, topic);
    const isOurs = payload.length <= maxRealtimeBytes && parseTopic(prefix, plain) !== null;
    if (isOurs) onMessage(plain, payload);
    else ignore();
  });
  return {
    publish(topic, payload, accountId) {
      if (!isReady()) return false;
      const place = accountId === null ? topic : personTopic(prefix, accountId, topic);
      client.publish(place, payload, { qos: 0, retain: false });
      return true;
    },
    retainLine(slug, payload) {
      if (isReady()) client.publish(lineTopic(prefix, slug), payload, { qos: 0, retain: true });
    },
    async follow(accountId) {
      followed.add(accountId);
      // Also while the subscriptions of the connect are under way: they were named before this account.
      if (!client.connected) return;
      const confirmed = new Promise<void>((resolve) => {
        client.subscribe(personFilter(prefix, accountId), { qos: 0 }, () => resolve());
      });
      await Promise.race([confirmed, sleep(followWithinMs, undefined, { ref: false })]);
    },
    unfollow(accountId) {
      followed.delete(accountId);
      if (client.connected) client.unsubscribe(personFilter(prefix, accountId));
    },
    close: () => client.endAsync(true),
  };
}
