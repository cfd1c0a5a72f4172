import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMosquitto } from '../../../lab/shared/mosquitto.ts';
import { sampleLine as line } from '../support/line.ts';
import { listenByMqtt } from '../support/mqtt-socket.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const mosquitto = await startMosquitto();
/** Longer than the pause before a process connects again. */
const timeout = 60_000;

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
    const queue = `roetix/queue/${concert}`;
    const mine = await listenByMqtt(port, buyer!.cookie, queue);
    const theirs = await listenByMqtt(port, stranger!.cookie, queue);
    const arrives = async () => {
      mine.heard.length = 0;
      const news = { user_id: buyer!.accountId, event: 'user_promoted' };
      const sendAndLook = () => {
        one.services.broker.publish('queue', concert, news);
        return mine.heard[0]?.[0];
      };
      await expect.poll(sendAndLook, { timeout, interval: 100 }).toBe(queue);
      expect(theirs.heard).toEqual([]);
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
    await expect.poll(() => stored[0], { timeout }).toBe(JSON.stringify(line));
    for (const client of [mine.client, theirs.client, outside]) await client.endAsync(true);
  },
);
