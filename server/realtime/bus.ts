import type { FastifyBaseLogger } from 'fastify';
import mqtt from 'mqtt';

/** An external broker that joins several server processes. */
export interface Bus {
  /** Publishes to every process, this one included; false when the line is down and the caller must serve its own clients itself. */
  publish(topic: string, payload: string): boolean;
  close(): Promise<void>;
}

const reconnectMs = 5000;

/**
 * Connects to MQTT_URL and hands on whatever comes under the prefix; `onUp` hears of every time the line stands. Never throws:
 * while it is down, `publish` says so.
 */
export function connectBus(
  url: string,
  prefix: string,
  log: FastifyBaseLogger,
  onMessage: (topic: string, payload: Buffer) => void,
  onUp: () => void = () => {},
): Bus {
  const client = mqtt.connect(url, { reconnectPeriod: reconnectMs, queueQoSZero: false });
  let subscribed = false;
  client.on('connect', () => {
    client.subscribe(`${prefix}/#`, { qos: 0 }, (error) => {
      subscribed = !error;
      if (error) log.error({ err: error }, 'the external broker refused the subscription');
      else onUp();
    });
  });
  client.on('close', () => {
    subscribed = false;
  });
  client.on('error', (error) => log.warn({ err: error }, 'the external broker cannot be reached'));
  client.on('message', onMessage);
  return {
    publish(topic, payload) {
      if (!client.connected || !subscribed) return false;
      client.publish(topic, payload, { qos: 0, retain: false });
      return true;
    },
    close: () => client.endAsync(true),
  };
}
