import { afterEach, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { PushSubscriptionData } from '../../../../contract/push.ts';
import { turnEmailSeconds } from '../../../../server/domain/session/turn-emails.ts';
import { createPush, type Push } from '../../../../server/push/push.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  askDraft,
  expectSound,
  freeSeats,
  join,
  leave,
  party,
  steer as steerEvent,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const { sendNotification } = vi.hoisted(() => ({ sendNotification: vi.fn(async () => null) }));
vi.mock('web-push', () => ({ default: { sendNotification } }));

const send = vi.fn<Push['send']>(async () => undefined);
const app = await openShop({ events: [party], overrides: { push: { send } } }, null);
afterEach(async () => {
  send.mockClear();
  await expectSound(app.services.db, { operator: true });
});

const steer = (body: object) => steerEvent(app, party, body);
/** Buyers in a full queue. */
const line = async <N extends number>(count: N) => {
  await steer({ capacity: 0 });
  const buyers = await app.makeBuyers(count);
  for (const buyer of buyers) await join(buyer, party);
  return buyers;
};
/** The e-mails about turns, with their recipients, in the order of writing. */
const turnMails = () =>
  app.services.db.query<{ recipient: string; body_text: string; lane: string }>(
    `select recipient, body_text, lane from mails where subject like 'Giliran Anda: %' order by id`,
  );

it('tells buyers by e-mail whose turn came while they were away, once and together; not those who hold seats, came straight in or left (§11.30)', async () => {
  await steer({ capacity: 1 });
  const buyers = await app.makeBuyers(5);
  const [, holding, away, asleep, leaving] = buyers;
  for (const buyer of buyers) await join(buyer, party);
  await steer({ promote: 4 });
  await askDraft(holding, party, await freeSeats(app, party, 1));
  await app.advance(turnEmailSeconds - 1);
  expect(await turnMails()).toEqual([]);

  await leave(leaving);
  const enqueue = vi.spyOn(app.services.mailer, 'enqueue');
  await app.advance(1);
  const mails = await turnMails();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([away.email, asleep.email].sort());
  expect(enqueue).toHaveBeenCalledTimes(1);
  expect(mails[0]?.lane).toBe('tickets');
  expect(mails[0]?.body_text).toMatch(/sebelum .* WIB[\s\S]*\/event\/pesta-rakyat-bandung\/seats/);
  expect(mails[0]?.body_text).toMatch(/before .* WIB/);
  await app.advance(60);
  expect(await turnMails()).toHaveLength(2);
  for (const buyer of buyers) await leave(buyer);
});

it('writes no e-mail for a turn that is nearly over when the server comes back', async () => {
  const [buyer] = await line(1);
  await steer({ promote: 1 });
  app.services.clock.advance(14 * 60 + 1);
  const before = await turnMails();
  await app.tick();
  expect(await turnMails()).toEqual(before);
  await leave(buyer);
});

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

it('notifies the newest browser at the turn, once, until the turn ends (§11.40)', async () => {
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
  const message = {
    title: expect.stringMatching(/^Giliran Anda! /),
    body: expect.stringMatching(/sebelum .* WIB.*before .* WIB/),
    path: `/event/${party}/seats`,
  };
  expect(send.mock.calls).toEqual([[browser('baru'), message, 900]]);
  expect(await stored()).toEqual([browser('menunggu').endpoint]);
  // Nobody who is in waits for a turn.
  expect(await subscribe(buyer, browser('baru'))).toBe(false);

  for (const client of [buyer, other, third]) await leave(client);
  await app.tick();
  expect(await stored()).toEqual([]);
  expect(send).toHaveBeenCalledTimes(1);
});

it('goes on when a service refuses a message, and logs no address of a browser', async () => {
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
  for (const client of [first, second]) await leave(client);
});

it('a stored address that is none costs its own message alone', async () => {
  const [first, second] = await line(2);
  await subscribe(first, browser('jahat'));
  await subscribe(second, browser('baik'));
  await app.services.db.query(
    `update turn_pushes set endpoint = 'https://xn--a.push.apple.com/x' where endpoint = $1`,
    [browser('jahat').endpoint],
  );
  send.mockImplementation(async ({ endpoint }) => void new URL(endpoint));
  await steer({ promote: 2 });
  await app.tick();
  expect(send.mock.calls.map(([{ endpoint }]) => endpoint)).toContain(browser('baik').endpoint);
  expect(await stored()).toEqual([]);
  send.mockReset();
  for (const client of [first, second]) await leave(client);
});

it.each([
  'https://xn--a.push.apple.com/x',
  'https://a..push.apple.com/x',
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://fcm.googleapis.com.contoh.id/x',
  'https://contoh.id/?fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/x',
  'https://a@fcm.googleapis.com/x',
  'https://push.services.mozilla.com.contoh.id/x',
])('sends to no address such as %s', async (endpoint) => {
  const [buyer] = await app.makeBuyers(1);
  const subscription = { ...browser('x'), endpoint };
  const { body } = await buyer.call(calls.setTurnPush, { body: { subscription } });
  expect(body).toMatchObject({ status: 422, code: 'inputInvalid' });
});

it('sends none without keys, and signs with those of the settings (§7.63)', async () => {
  expect(createPush(null)).toBeNull();
  const keys = { publicKey: `B${'x'.repeat(86)}`, privateKey: 'z'.repeat(43) };
  const push = createPush({ ...keys, contact: 'mailto:it@contoh.id' });
  const message = { title: 'Giliran Anda!', body: 'Pilih', path: '/event/pesta/seats' };
  const { endpoint, ...secrets } = browser('b');
  await push?.send(browser('b'), message, 60);
  expect(sendNotification).toHaveBeenCalledWith(
    { endpoint, keys: secrets },
    JSON.stringify(message),
    expect.objectContaining({
      TTL: 60,
      urgency: 'high',
      vapidDetails: { subject: 'mailto:it@contoh.id', ...keys },
    }),
  );
});
