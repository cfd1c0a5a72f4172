import mqtt, { type MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { endSpread } from '../../../server/realtime/end-spread.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp | undefined;
const clients: MqttClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await app?.close();
});

it('ends connections evenly over the given time, each once', async () => {
  const ended: number[] = [];
  const after: number[] = [];
  await endSpread(
    Array.from({ length: 10 }, (_, index) => index),
    200,
    (one) => ended.push(one),
    async () => after.push(ended.length),
  );
  expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(after).toEqual([3, 5, 8]);
});

it('ends all at once without time, and none where there is none', async () => {
  const ended: string[] = [];
  const wait = () => Promise.reject(new Error('It waits.'));
  await endSpread(['a', 'b'], 0, (one) => ended.push(one), wait);
  await endSpread<string>([], 5_000, (one) => ended.push(one), wait);
  expect(ended).toEqual(['a', 'b']);
});

it('a draining broker loses its connections and takes no new one, while calls are served', async () => {
  app = await createTestApp();
  const port = await app.listen();
  const [buyer] = await app.makeBuyers(1);
  const open = () => {
    const client = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
      reconnectPeriod: 0,
      wsOptions: { headers: { cookie: buyer!.cookie, origin: `http://127.0.0.1:${port}` } },
    });
    client.on('error', () => {});
    clients.push(client);
    return new Promise<boolean>((resolve) => {
      client.once('connect', () => resolve(true));
      client.once('close', () => resolve(false));
    });
  };
  expect(await open()).toBe(true);
  const lost = new Promise<void>((resolve) => clients[0]?.once('close', () => resolve()));
  await app.services.broker.drain(0);
  await lost;
  expect(await open()).toBe(false);
  expect(await app.anonymous().ask('GET', '/api/ready')).toMatchObject({ status: 200 });
});
