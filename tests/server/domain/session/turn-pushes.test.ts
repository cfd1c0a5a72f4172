import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { PushSubscriptionData } from '../../../../contract/push.ts';
import { createPush, type Push } from '../../../../server/push/push.ts';
import { stillClock } from '../../support/clocks.ts';
import { expectSound, join, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const { sendNotification } = vi.hoisted(() => ({ sendNotification: vi.fn(async () => null) }));
vi.mock('web-push', () => ({ default: { sendNotification } }));

let app: TestApp;
const send = vi.fn<Push['send']>(async () => undefined);
beforeAll(async () => {
  app = await createTestApp({
    events: [party],
    overrides: { clock: stillClock(), push: { send } },
  });
});
afterAll(() => app.close());
afterEach(async () => {
  send.mockClear();
  await expectSound(app.services.db, { operator: true });
});

const steer = (body: object) => app.anonymous().ask('POST', `/dev/queue/${party}`, { body });
const browser = (name: string): PushSubscriptionData => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  p256dh: `B${'x'.repeat(86)}`,
  auth: 'y'.repeat(22),
});
const subscribe = async (client: TestClient, subscription: PushSubscriptionData | null) => {
  const answer = await client.call(calls.setTurnPush, { body: { subscription } });
  expect(answer.status).toBe(200);
  return answer.body.data.is_on;
};
const stored = async () =>
  (await app.services.db.query<{ endpoint: string }>('select endpoint from turn_pushes')).map(
    ({ endpoint }) => endpoint,
  );
/** Buyers in a full queue. */
const line = async (count: number) => {
  await steer({ capacity: 0 });
  const buyers = (await app.makeBuyers(count)) as [TestClient, TestClient, TestClient];
  for (const buyer of buyers) await join(buyer, party);
  return buyers;
};

it('notifies the newest browser at the turn, once, until the turn ends', async () => {
  const [buyer, other, third] = await line(3);
  expect(await subscribe(buyer, browser('lama'))).toBe(true);
  expect(await subscribe(buyer, browser('baru'))).toBe(true);
  expect(await subscribe(other, browser('lain'))).toBe(true);
  expect(await subscribe(other, null)).toBe(false);
  expect(await subscribe(third, browser('menunggu'))).toBe(true);
  await app.tick();
  expect(send).not.toHaveBeenCalled();

  await steer({ promote: 2 });
  await app.tick();
  await app.tick();
  expect(send.mock.calls).toEqual([
    [
      browser('baru'),
      {
        title: expect.stringMatching(/^Giliran Anda! /),
        body: expect.stringMatching(/sebelum .* WIB.*before .* WIB/),
        path: `/event/${party}/seats`,
      },
      900,
    ],
  ]);
  expect(await stored()).toEqual([browser('menunggu').endpoint]);
  // Nobody who is in waits for a turn.
  expect(await subscribe(buyer, browser('baru'))).toBe(false);

  for (const client of [buyer, other, third]) await client.call(calls.exitSession);
  await app.tick();
  expect(await stored()).toEqual([]);
  expect(send).toHaveBeenCalledTimes(1);
});

it('goes on when a service refuses one, and logs no address of a browser', async () => {
  const [first, second] = await line(2);
  await subscribe(first, browser('hilang'));
  await subscribe(second, browser('ada'));
  send.mockRejectedValueOnce(Object.assign(new Error('hilang'), { statusCode: 410 }));
  const info = vi.spyOn(app.services.log, 'info');
  await steer({ promote: 2 });
  await app.tick();
  expect(send).toHaveBeenCalledTimes(2);
  const logged = JSON.stringify(info.mock.calls);
  expect(logged).toContain('{"service":"fcm.googleapis.com","status":410}');
  expect(logged).not.toContain('hilang');
  expect(await stored()).toEqual([]);
  for (const client of [first, second]) await client.call(calls.exitSession);
});

it.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://fcm.googleapis.com.contoh.id/x',
  'https://contoh.id/?fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/x',
  'https://a@fcm.googleapis.com/x',
  'https://push.services.mozilla.com.contoh.id/x',
])('sends to no address such as %s', async (endpoint) => {
  const [buyer] = (await app.makeBuyers(1)) as [TestClient];
  const subscription = { ...browser('x'), endpoint };
  const { status, body } = await buyer.call(calls.setTurnPush, { body: { subscription } });
  expect([status, body]).toEqual([422, expect.objectContaining({ code: 'inputInvalid' })]);
});

it('sends none without keys, and signs with those of the settings', async () => {
  expect(createPush(null)).toBeNull();
  const [publicKey, privateKey] = [`B${'x'.repeat(86)}`, 'z'.repeat(43)];
  const push = createPush({ publicKey, privateKey, contact: 'mailto:it@contoh.id' });
  const message = { title: 'Giliran Anda!', body: 'Pilih', path: '/event/pesta/seats' };
  await push?.send(browser('b'), message, 60);
  expect(sendNotification).toHaveBeenCalledWith(
    {
      endpoint: browser('b').endpoint,
      keys: { p256dh: browser('b').p256dh, auth: browser('b').auth },
    },
    JSON.stringify(message),
    expect.objectContaining({
      TTL: 60,
      urgency: 'high',
      vapidDetails: { subject: 'mailto:it@contoh.id', publicKey, privateKey },
    }),
  );
});
