import type { FastifyBaseLogger } from 'fastify';
import mqtt from 'mqtt';
import { maxRealtimeBytes } from '../../contract/limits.ts';
import { messageKinds, parseTopic } from '../../contract/realtime.ts';

/** An external broker that joins several server processes. */
export interface Bus {
  /** Publishes to every process, this one included; false when the line is down and the caller must serve its own clients itself. */
  publish(topic: string, payload: string): boolean;
  close(): Promise<void>;
}

const reconnectMs = 5000;
/** Bytes that may wait for an external broker that stopped reading; beyond it each process serves its own clients. */
const waitingBytes = 1024 * 1024;
/** How often it is logged that somebody else's messages come, in milliseconds. */
const warnEveryMs = 60_000;

/**
 * Connects to MQTT_URL and hands on the messages of the contract that come under the prefix; `onUp` hears of every time the line stands.
 * What has another topic or is too long is ignored. Never throws: while the line is down or stuck, `publish` says so.
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
      if (!client.connected || !subscribed || client.stream.writableLength > waitingBytes)
        return false;
      client.publish(topic, payload, { qos: 0, retain: false });
      return true;
    },
    close: () => client.endAsync(true),
  };
}
