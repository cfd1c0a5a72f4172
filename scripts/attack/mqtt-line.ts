import { once } from 'node:events';
import { generate, type Packet, parser } from 'mqtt-packet';
import { WebSocket } from 'ws';
import type { Target } from './attack.ts';

/** A real-time connection that an attack controls by hand. */
export interface MqttLine {
  readonly webSocket: WebSocket;
  send(packet: Packet): void;
  /** Called with every received packet. */
  hear(listener: (packet: Packet) => void): void;
  /** Milliseconds from a ping to its response. */
  ping(): Promise<number>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
}

/** Signs a seeded account in; returns the cookie. Throws if the server refuses. */
export async function signIn({ origin }: Target, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'roetix', origin },
    body: JSON.stringify({ email, password: 'tiket1234' }),
  });
  await response.arrayBuffer();
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || cookie === undefined) throw new Error(`Sign-in got ${response.status}.`);
  return cookie;
}

/** Opens the WebSocket without sending MQTT. Throws if the upgrade is refused. */
export async function openLine({ port }: Target, cookie: string): Promise<MqttLine> {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/mqttws`, ['mqtt'], {
    headers: { cookie },
  });
  const reader = parser();
  webSocket.on('message', (data) => reader.parse(data as Buffer));
  const closed = new Promise<number>((resolve) => webSocket.once('close', resolve));
  await once(webSocket, 'open');
  webSocket.on('error', () => {});
  const send = (packet: Packet) => webSocket.send(generate(packet), () => {});
  return {
    webSocket,
    send,
    hear: (listener) => reader.on('packet', listener),
    ping: async () => {
      const startedAt = performance.now();
      send({ cmd: 'pingreq' });
      await new Promise<void>((resolve) => {
        const answer = (packet: Packet) => {
          if (packet.cmd !== 'pingresp') return;
          reader.off('packet', answer);
          resolve();
        };
        reader.on('packet', answer);
      });
      return performance.now() - startedAt;
    },
    closed,
  };
}

/** Opens, connects and subscribes. Throws if the upgrade is refused. */
export async function openReader(
  target: Target,
  cookie: string,
  topics: readonly string[],
): Promise<MqttLine> {
  const line = await openLine(target, cookie);
  const granted = new Promise<void>((resolve) => {
    line.hear((packet) => {
      if (packet.cmd === 'connack') {
        const subscriptions = topics.map((topic) => ({ topic, qos: 0 as const }));
        line.send({ cmd: 'subscribe', messageId: 1, subscriptions });
      }
      if (packet.cmd === 'suback') resolve();
    });
  });
  line.send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: `serangan-${Math.random().toString(36).slice(2)}`,
    keepalive: 60,
  });
  await granted;
  return line;
}
