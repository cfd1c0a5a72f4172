import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { secretHash } from '../../../../server/secrets/secret-hash.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const seeded = { email: 'pembeli@contoh.id', password: 'tiket1234' };
const cookieName = 'roetix_session';
/** The specified time is a second; this allows for a busy machine. */
const closedWithinMs = 10_000;

let app: TestApp;
let port: number;
const open: MqttClient[] = [];
beforeAll(async () => {
  app = await createTestApp({ events: [] });
  port = await app.listen();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.endAsync(true)));
});
afterAll(() => app.close());

const idOf = (cookie: string) => cookie.slice(`${cookieName}=`.length);
const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

/** The newest e-mail to an address with a code; it may be sent after the response. */
async function codeFor(email: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const [row] = await app.services.db.query<{ subject: string }>(
        'select subject from mails where recipient = $1 order by id desc',
        [email],
      );
      code = codeIn(row?.subject);
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** Ways to become signed in with a password; Google's is in google.test.ts. */
const ways: [name: string, (browser: TestClient) => Promise<void>][] = [
  [
    'a sign-in',
    async (browser) => {
      expect((await browser.call(calls.login, { body: seeded })).status).toBe(200);
    },
  ],
  [
    'a registration',
    async (browser) => {
      const body = {
        firstName: 'Ani',
        lastName: 'Uji',
        phoneNumber: '+6281234567890',
        email: `baru-${Math.random().toString(36).slice(2)}@uji.contoh.id`,
        password: 'kuda-laut-9',
      };
      expect((await browser.call(calls.register, { body })).status).toBe(200);
    },
  ],
  [
    'a new password',
    async (browser) => {
      const { email } = seeded;
      await app.services.db.query('delete from otp_codes');
      await app.services.db.query('delete from mails');
      expect((await browser.call(calls.forgotPassword, { body: { email } })).status).toBe(200);
      const body = { email, otp: await codeFor(email), password: 'tiket1234' };
      expect((await browser.call(calls.resetPassword, { body })).status).toBe(200);
    },
  ],
];

describe.each(ways)('%s', (_name, signIn) => {
  test('returns a new id of 256 bits, of which only the hash is stored, for twelve hours', async () => {
    const [browser] = (await app.makeBuyers(1)) as [TestClient];
    const before = browser.cookie;
    await signIn(browser);
    expect(browser.cookie).not.toBe(before);
    const id = idOf(browser.cookie);
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    const rows = await app.services.db.query<{
      id_hash: string;
      created_at: Date;
      expires_at: Date;
    }>(
      'select id_hash, created_at, expires_at from auth_sessions where id_hash = any($1::text[])',
      [[secretHash(id), id]],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.id_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.expires_at.getTime() - rows[0]!.created_at.getTime()).toBe(12 * 3_600_000);
    const old = await app.services.db.query('select 1 from auth_sessions where id_hash = $1', [
      secretHash(idOf(before)),
    ]);
    expect(old).toEqual([]);
  });

  test('does not adopt an id that was planted in the browser', async () => {
    const planted = 'A'.repeat(43);
    const browser = app.anonymous();
    await browser.call(calls.logout, { headers: { cookie: `${cookieName}=${planted}` } });
    await signIn(browser);
    expect(idOf(browser.cookie)).not.toBe(planted);
    const answer = await app
      .anonymous()
      .call(calls.me, { headers: { cookie: `${cookieName}=${planted}` } });
    expect(answer.status).toBe(401);
  });
});

test('verifying an address renews the session and ends every other session of the account', async () => {
  const [here, there] = [await app.as('baru@contoh.id'), await app.as('baru@contoh.id')];
  const before = here.cookie;
  expect((await here.call(calls.generateOtp)).status).toBe(200);
  const otp = await codeFor('baru@contoh.id');
  expect((await here.call(calls.validateOtp, { body: { otp } })).status).toBe(200);
  expect(Buffer.from(idOf(here.cookie), 'base64url')).toHaveLength(32);
  expect((await here.call(calls.me)).status).toBe(200);
  expect((await there.call(calls.me)).status).toBe(401);
  const old = await app.anonymous().call(calls.me, { headers: { cookie: before } });
  expect(old.status).toBe(401);
});

test.each([
  ['an empty one', ''],
  ['rubbish', '%00%ff'],
  ['the hash itself', 'HASH'],
  ['a very long one', 'x'.repeat(4_000)],
])('a cookie with %s is nobody’s', async (_what, value) => {
  const client = await app.as(seeded.email);
  const given = value === 'HASH' ? secretHash(idOf(client.cookie)) : value;
  const answer = await app
    .anonymous()
    .call(calls.me, { headers: { cookie: `${cookieName}=${given}` } });
  expect([answer.status, answer.body.data]).toEqual([401, null]);
});

async function connect(client: TestClient): Promise<MqttClient> {
  const connection = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
    reconnectPeriod: 0,
    wsOptions: { headers: { cookie: client.cookie, origin: `http://127.0.0.1:${port}` } },
  });
  connection.on('error', () => {});
  open.push(connection);
  await new Promise<void>((resolve) => connection.once('connect', () => resolve()));
  return connection;
}

/** Waits for the end of a connection; the test fails if it does not come in time. */
const ended = (connection: MqttClient) =>
  expect.poll(() => connection.connected, { timeout: closedWithinMs, interval: 20 }).toBe(false);

describe('the end of a session', () => {
  const endings: [string, (client: TestClient) => Promise<unknown>][] = [
    ['a sign-out', (client) => client.call(calls.logout)],
    ['another sign-in in its browser', (client) => client.call(calls.login, { body: seeded })],
    [
      'a new password chosen elsewhere',
      async (client) => {
        const email = client.email;
        await app.services.db.query('delete from mails where recipient = $1', [email]);
        await app.anonymous().call(calls.forgotPassword, { body: { email } });
        const body = { email, otp: await codeFor(email), password: 'kuda-laut-9' };
        expect((await app.anonymous().call(calls.resetPassword, { body })).status).toBe(200);
      },
    ],
  ];
  test.each(endings)(
    '%s deletes its row and closes its connections, and no others',
    async (_name, end) => {
      const [leaving, staying] = (await app.makeBuyers(2)) as [TestClient, TestClient];
      const connections = [await connect(leaving), await connect(leaving)];
      const other = await connect(staying);
      const hash = secretHash(idOf(leaving.cookie));
      await end(leaving);
      expect(
        await app.services.db.query('select 1 from auth_sessions where id_hash = $1', [hash]),
      ).toEqual([]);
      await Promise.all(connections.map(ended));
      expect(other.connected).toBe(true);
      expect((await staying.call(calls.me)).status).toBe(200);
    },
  );
});
