import type { MqttClient } from 'mqtt';
import { fromCallback } from 'xstate';
import { keepaliveSeconds } from '../../../contract/limits.ts';
import { lineTopic, parseRealtime, topicsOf } from '../../../contract/realtime.ts';
import type { realtimePorts } from '../../../machines/realtime/realtime.ports.ts';
import type {
  ConnectionCommand,
  ConnectionInput,
  RealtimeEvent,
} from '../../../machines/realtime/realtime.types.ts';
import { timings } from '../../../machines/shared/timings.ts';

/** Where and how to connect. */
export interface ConnectionSettings {
  /** Address of the endpoint, ws or wss. */
  readonly url: string;
  readonly topicPrefix: string;
  /** A number from 0 to 1. */
  readonly random: () => number;
  /** Resolves when the page is idle: the client is large and never part of the first load. */
  readonly whenIdle: () => Promise<void>;
  /** Headers of the upgrade outside a browser, which sends its own. */
  readonly headers?: () => Record<string, string>;
}

/** Settings of a broker connection, or actor logic that replaces it. */
export type RealtimeConnection = ConnectionSettings | (typeof realtimePorts)['connection'];

/**
 * The MQTT client as an actor: sends `connection.*`, handles `topics.switch` and `line.switch`, ends its client when stopped. The cookie of the upgrade
 * request authenticates it; the credentials are only a label (§7.111).
 */
export function createConnection(settings: ConnectionSettings) {
  return fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack, receive }) => {
    let client: MqttClient | null = null;
    let stopped = false;
    let { slug, followsLine } = input;
    const topics = () =>
      topicsOf(settings.topicPrefix, slug).concat(
        followsLine && slug !== null ? lineTopic(settings.topicPrefix, slug) : [],
      );
    const tell = (event: RealtimeEvent) => {
      if (!stopped) sendBack(event);
    };

    async function connect() {
      await settings.whenIdle();
      // Only the default export exists at run time, whatever the types say.
      const { default: mqtt } = await import('mqtt');
      if (stopped) return;
      const opened = mqtt.connect(settings.url, {
        clientId: `${settings.topicPrefix}-web-${Math.floor(settings.random() * 2 ** 48).toString(36)}`,
        username: 'web',
        password: 'web',
        clean: true,
        keepalive: keepaliveSeconds,
        reconnectPeriod:
          timings.reconnectPeriod + Math.round(settings.random() * timings.reconnectJitter),
        connectTimeout: timings.connectTimeout,
        resubscribe: false,
        ...(settings.headers === undefined ? {} : { wsOptions: { headers: settings.headers() } }),
      });
      client = opened;
      opened.on('connect', () => {
        opened.subscribe(topics(), { qos: 0 }, (error) => {
          if (error) console.warn('A real-time topic was refused.');
        });
        tell({ type: 'connection.opened' });
      });
      opened.on('close', () => tell({ type: 'connection.lost' }));
      opened.on('reconnect', () => tell({ type: 'connection.retried' }));
      opened.on('error', () => console.warn('The real-time connection failed.'));
      opened.on('message', (topic, payload) => {
        const read = parseRealtime(settings.topicPrefix, topic, payload.toString(), input.userId);
        if (read.ok) tell({ type: 'connection.received', message: read.message });
        else
          console.warn(
            `A real-time message was dropped: ${read.dropped.reason}, ${read.dropped.length} characters.`,
          );
      });
    }

    receive((command) => {
      const before = topics();
      if (command.type === 'topics.switch') slug = command.slug;
      else followsLine = command.followsLine;
      const after = topics();
      if (client?.connected !== true) return;
      const left = before.filter((topic) => !after.includes(topic));
      if (left.length > 0) client.unsubscribe(left);
      const joined = after.filter((topic) => !before.includes(topic));
      if (joined.length > 0) client.subscribe(joined, { qos: 0 });
    });

    connect().catch(() =>
      tell({ type: 'connection.failed', message: 'The real-time client could not be started.' }),
    );
    return () => {
      stopped = true;
      client?.end(true);
    };
  });
}
