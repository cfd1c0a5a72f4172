import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMosquitto } from '../../../scripts/rush/mosquitto.ts';
import { sampleLine as line } from '../support/line.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const mosquitto = await startMosquitto();
/** Longer than the pause before a process connects again. */
const withinMs = 60_000;

let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  if (mosquitto === null) return;
  const env = { MQTT_URL: mosquitto.url };
  one = await createTestApp({ env, events: [concert] });
  other = await createTestApp({ env, events: [concert] });
});
afterAll(async () => {
  await one?.close();
  await other?.close();
  await mosquitto?.kill();
});

it.skipIf(mosquitto === null)(
  'Mosquitto carries news of one account between two processes, and has the line again after it was killed',
  async () => {
    const [buyer, stranger] = await other.makeBuyers(2);
    const port = await other.listen();
    const heard: [string, string][] = [];
    const clients = await Promise.all(
      [buyer!, stranger!].map(async ({ cookie }, index) => {
        const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqttws`, {
          wsOptions: { headers: { cookie } },
        });
        const name = index === 0 ? 'buyer' : 'stranger';
        client.on('message', (topic) => heard.push([name, topic]));
        await client.subscribeAsync(`roetix/queue/${concert}`);
        return client;
      }),
    );
    const arrives = async () => {
      heard.length = 0;
      const news = { user_id: buyer!.accountId, event: 'user_promoted' };
      await expect
        .poll(
          () => {
            one.services.broker.publish('queue', concert, news);
            return heard[0];
          },
          { timeout: withinMs, interval: 100 },
        )
        .toEqual(['buyer', `roetix/queue/${concert}`]);
      expect(heard.filter(([name]) => name === 'stranger')).toEqual([]);
    };
    await arrives();

    one.services.broker.retainLine(concert, line);
    await mosquitto?.kill();
    await mosquitto?.start();
    await arrives();
    const outside = await mqtt.connectAsync(mosquitto?.url ?? '');
    const stored: string[] = [];
    outside.on('message', (_topic, payload) => stored.push(String(payload)));
    await outside.subscribeAsync(`roetix/line/${concert}`);
    await expect.poll(() => stored[0], { timeout: withinMs }).toBe(JSON.stringify(line));
    await Promise.all([...clients, outside].map((client) => client.endAsync(true)));
  },
);
