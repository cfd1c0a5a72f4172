import { once } from 'node:events';
import mqtt, { type MqttClient } from 'mqtt';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { WebSocket } from 'ws';

/** An MQTT client by hand, for packets that no client library sends. */
export interface MqttSocket {
  readonly webSocket: WebSocket;
  /** Every received packet, in order. */
  readonly packets: readonly Packet[];
  /** Sends bytes as one frame. */
  send(bytes: Buffer): void;
  sendPacket(packet: Packet): void;
  /** Connects and subscribes; resolves with the broker's acknowledgement. */
  subscribe(...topics: string[]): Promise<void>;
  /** The next packet of a kind; earlier ones are skipped. */
  next(cmd: Packet['cmd']): Promise<Packet>;
  messages(): IPublishPacket[];
  /** The close code; 1006 for a connection that was cut. */
  readonly closed: Promise<number>;
}

/** The first packet of every client. */
export const connectPacket = (keepalive = 60): Packet => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: `uji-${Math.random().toString(36).slice(2)}`,
  keepalive,
});

/** Opens the WebSocket without sending MQTT. Throws with the status if the upgrade is refused. */
export async function openMqttSocket(
  port: number,
  headers: Record<string, string>,
): Promise<MqttSocket> {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/mqttws`, ['mqtt'], { headers });
  const packets: Packet[] = [];
  const waiting = new Set<{ cmd: Packet['cmd']; resolve: (packet: Packet) => void }>();
  const reader = parser();
  reader.on('packet', (packet: Packet) => {
    packets.push(packet);
    for (const each of waiting) {
      if (each.cmd !== packet.cmd) continue;
      waiting.delete(each);
      each.resolve(packet);
    }
  });
  webSocket.on('message', (data) => reader.parse(data as Buffer));
  const closed = new Promise<number>((resolve) => webSocket.once('close', resolve));
  await once(webSocket, 'open');
  webSocket.on('error', () => {});
  const send = (bytes: Buffer) => webSocket.send(bytes, () => {});
  const sendPacket = (packet: Packet) => send(generate(packet));
  const next = (cmd: Packet['cmd']) =>
    new Promise<Packet>((resolve) => waiting.add({ cmd, resolve }));
  return {
    webSocket,
    packets,
    send,
    sendPacket,
    async subscribe(...topics) {
      const accepted = next('connack');
      sendPacket(connectPacket());
      await accepted;
      const granted = next('suback');
      const subscriptions = topics.map((topic) => ({ topic, qos: 0 as const }));
      sendPacket({ cmd: 'subscribe', messageId: 1, subscriptions });
      await granted;
    },
    next,
    messages: () => packets.filter((packet) => packet.cmd === 'publish'),
    closed,
  };
}

/** A connected MQTT client of an account, and every message that it hears: topic, text and retain flag. */
export async function listenByMqtt(
  port: number,
  cookie: string,
  ...topics: string[]
): Promise<{ client: MqttClient; heard: [topic: string, text: string, isRetained: boolean][] }> {
  const url = `ws://127.0.0.1:${port}/mqttws`;
  const client = await mqtt.connectAsync(url, { wsOptions: { headers: { cookie } } });
  const heard: [string, string, boolean][] = [];
  client.on('message', (topic, payload, { retain }) =>
    heard.push([topic, String(payload), retain]),
  );
  await client.subscribeAsync(topics);
  return { client, heard };
}
