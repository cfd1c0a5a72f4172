import type { FastifyBaseLogger } from 'fastify';
import mqtt from 'mqtt';
import { maxRealtimeBytes } from '../../contract/limits.ts';
import { messageKinds, parseTopic } from '../../contract/realtime.ts';

/** An external broker that connects several server processes. */
export interface Bus {
  /** Publishes to every process, including this one; returns false while disconnected, when the caller must serve its own clients. */
  publish(topic: string, payload: string): boolean;
  close(): Promise<void>;
}

const reconnectMs = 5000;
/** Maximum bytes buffered for an external broker that does not read; beyond it each process serves only its own clients. */
const maxBufferedBytes = 1024 * 1024;
/** Minimum interval between two warnings about foreign messages, in milliseconds. */
const warnEveryMs = 60_000;

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
  const client = mqtt.connect(url, { reconnectPeriod: reconnectMs, queueQoSZero: false });
  const filters = messageKinds.map((kind) =>
    kind === 'status' ? `${prefix}/${kind}` : `${prefix}/${kind}/+`,
  );
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
  client.on('connect', () => {
    client.subscribe(filters, { qos: 0 }, (error) => {
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
    const isOurs = payload.length <= maxRealtimeBytes && parseTopic(prefix, topic) !== null;
    if (isOurs) onMessage(topic, payload);
    else ignore();
  });
  return {
    publish(topic, payload) {
      if (!client.connected || !subscribed || client.stream.writableLength > maxBufferedBytes)
        return false;
      client.publish(topic, payload, { qos: 0, retain: false });
      return true;
    },
    close: () => client.endAsync(true),
  };
}
