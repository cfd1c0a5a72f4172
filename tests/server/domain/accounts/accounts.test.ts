import mqtt, { type MqttClient } from 'mqtt';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { secretHash } from '../../../../server/secrets/secret-hash.ts';
import { codeTo } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import type { TestClient } from '../../support/test-app.ts';

const cookieName = 'roetix_session';
/** The specified time is a second; this allows for a busy machine. */
const closedWithinMs = 10_000;
const seeded = { email: 'pembeli@contoh.id', password: 'tiket1234' };
const newcomer = {
  firstName: 'Sari',
  lastName: 'Dewi',
  phoneNumber: '0812-3456-7890',
  email: 'sari@contoh.id',
  password: 'kuda-laut-9',
};

const app = await openShop({ events: [] }, null);
let port: number;
beforeAll(async () => {
  port = await app.listen();
});

const idOf = (cookie: string) => cookie.slice(`${cookieName}=`.length);
const register = (client: TestClient, change: object = {}) =>
  client.call(calls.register, { body: { ...newcomer, ...change } });
const signIn = (client: TestClient, change: object = {}) =>
  client.call(calls.login, { body: { ...seeded, ...change } });
const isSignedIn = async (cookie: string) =>
  (await app.anonymous().call(calls.me, { headers: { cookie } })).status === 200;
const sessionRows = (cookie: string) =>
  app.services.db.query<{ id_hash: string; created_at: Date; expires_at: Date }>(
    'select id_hash, created_at, expires_at from auth_sessions where id_hash = any($1::text[])',
    [[secretHash(idOf(cookie)), idOf(cookie)]],
  );
const chooseNewPassword = async (browser: TestClient, email: string) => {
  for (const table of ['otp_codes', 'mails']) await app.services.db.query(`delete from ${table}`);
  await browser.call(calls.forgotPassword, { body: { email } });
  const body = { email, otp: await codeTo(app, email), password: seeded.password };
  expect((await browser.call(calls.resetPassword, { body })).status).toBe(200);
};

describe('registration (§7.21)', () => {
  test('creates an unverified account that agreed to both texts, with the phone number in E.164 (§3.13, §7.21)', async () => {
    const client = app.anonymous();
    const answer = await register(client);
    expect(answer.body).toMatchObject({ status: 200, data: { isVerified: false } });
    expect((await client.call(calls.me)).body.data).toMatchObject({
      name: 'Sari Dewi',
      email: newcomer.email,
      phoneNumber: '+6281234567890',
      role: 'user',
      isVerified: false,
    });
    const { privacy, terms } = app.services.legal;
    const agreed = await app.services.db.query(
      `select a.document, a.hash, t.html_id = $2 as same from legal_acceptances a
       join accounts on accounts.id = a.account_id join legal_texts t on t.hash = a.hash
       where email = $1 order by a.document`,
      [newcomer.email, terms.html.id],
    );
    expect(agreed).toMatchObject([
      { document: 'privacy', hash: privacy.hash, same: false },
      { document: 'terms', hash: terms.hash, same: true },
    ]);
    const shown = await client.call(calls.legalText, { params: { document: 'terms' } });
    expect(shown.body.data).toEqual(terms);
    expect((await client.ask('GET', '/api/legal/imprint')).status).toBe(422);
  });

  test.each([
    ['a password everybody knows', { password: 'Password123' }, 'password'],
    ['a short password', { password: 'abc1' }, 'password'],
    ['a number that cannot exist', { phoneNumber: '+62 12 345 678' }, 'phoneNumber'],
    ['a taken address, in other letters', { email: 'PEMBELI@contoh.id' }, 'email'],
  ])('%s is 422', async (_what, change, field) => {
    const answer = await register(app.anonymous(), { email: 'lain@contoh.id', ...change });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  test('several at once with one address create one account', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => register(app.anonymous(), { email: 'kembar@contoh.id' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('sign-in (§7.20)', () => {
  beforeEach(() => app.services.db.query('delete from login_failures'));
  const twin = { email: 'pembeli2@contoh.id' };
  const wrong = (client: TestClient) => signIn(client, { ...twin, password: 'salah1234' });

  test('ignores the case of the address; its cookie is for this site and no script', async () => {
    const client = app.anonymous();
    const { body, headers } = await signIn(client, { email: ' Pembeli@Contoh.id ' });
    expect(body).toMatchObject({ status: 200, data: { isVerified: true } });
    expect(String(headers['set-cookie'])).toMatch(
      /^roetix_session=[\w-]{43};(?=.*Path=\/)(?=.*HttpOnly)(?=.*SameSite=Lax)(?!.*Secure)/,
    );
    expect((await client.call(calls.logout)).cookies.roetix_session).toBe('');
    expect((await app.anonymous().call(calls.logout)).status).toBe(200);
  });

  test('a known device waits after its own failures, longer each time, and may try again after each wait', async () => {
    const client = app.anonymous();
    expect((await signIn(client, twin)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(client)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    for (const wait of [30, 60, 120, 240]) {
      const refused = await signIn(client, twin);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(wait)]);
      await app.advance(wait);
      expect((await wrong(client)).status).toBe(401);
    }
    // Nobody else waits, and the right password is not refused for longer than that.
    expect((await signIn(app.anonymous(), twin)).status).toBe(200);
    await app.advance(480);
    expect((await signIn(client, twin)).status).toBe(200);
  });
});

/** Ways to become signed in with a password; Google's is in google.test.ts. */
const ways: [name: string, (browser: TestClient) => Promise<unknown>][] = [
  ['a sign-in', (browser) => signIn(browser)],
  ['a registration', (browser) => register(browser, { email: `baru-${Date.now()}@uji.contoh.id` })],
  ['a new password', (browser) => chooseNewPassword(browser, seeded.email)],
];

test.each(ways)(
  '%s returns a new id of 256 bits, of which only the hash is stored, for twelve hours',
  async (_name, become) => {
    const [browser] = await app.makeBuyers(1);
    const before = browser.cookie;
    await app.services.db.query(`delete from accounts where email like 'baru-%'`);
    await become(browser);
    expect(browser.cookie).not.toBe(before);
    expect(Buffer.from(idOf(browser.cookie), 'base64url')).toHaveLength(32);
    const [row, ...others] = await sessionRows(browser.cookie);
    expect(others).toEqual([]);
    expect(row?.id_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row!.expires_at.getTime() - row!.created_at.getTime()).toBe(12 * 3_600_000);
    expect(await sessionRows(before)).toEqual([]);

    const planted = `${cookieName}=${'A'.repeat(43)}`;
    const visitor = app.anonymous();
    await visitor.call(calls.logout, { headers: { cookie: planted } });
    await app.services.db.query(`delete from accounts where email like 'baru-%'`);
    await become(visitor);
    expect(visitor.cookie).not.toBe(planted);
    expect(await isSignedIn(planted)).toBe(false);
  },
);

test('verifying an address renews the session and ends every other session of the account (§7.24)', async () => {
  const email = 'baru@contoh.id';
  const [here, there] = [await app.as(email), await app.as(email)];
  const before = here.cookie;
  await here.call(calls.generateOtp);
  const otp = await codeTo(app, email);
  const proven = await here.call(calls.validateOtp, { body: { otp } });
  expect(proven.body).toMatchObject({ status: 200, data: { isVerified: true } });
  expect((await here.call(calls.me)).body.data.isVerified).toBe(true);
  expect(await Promise.all([here, there].map(({ cookie }) => isSignedIn(cookie)))).toEqual([
    true,
    false,
  ]);
  expect(await isSignedIn(before)).toBe(false);
});

test.each([
  ['an empty id', () => ''],
  ['rubbish', () => '%00%ff'],
  ['the hash of an id', secretHash],
  ['a very long id', () => 'x'.repeat(4_000)],
])('a cookie with %s is nobody’s', async (_what, given) => {
  const { cookie } = await app.as(seeded.email);
  const headers = { cookie: `${cookieName}=${given(idOf(cookie))}` };
  const answer = await app.anonymous().call(calls.me, { headers });
  expect([answer.status, answer.body.data]).toEqual([401, null]);
});

describe('a session (§17.10)', () => {
  const open: MqttClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.endAsync(true))));
  const connect = async (client: TestClient) => {
    const connection = mqtt.connect(`ws://127.0.0.1:${port}/mqttws`, {
      reconnectPeriod: 0,
      wsOptions: { headers: { cookie: client.cookie, origin: `http://127.0.0.1:${port}` } },
    });
    connection.on('error', () => {});
    open.push(connection);
    await new Promise<void>((resolve) => connection.once('connect', () => resolve()));
    return connection;
  };
  const endings: [string, (client: TestClient) => Promise<unknown>][] = [
    ['a sign-out', (client) => client.call(calls.logout)],
    ['another sign-in in its browser', (client) => signIn(client)],
    ['a new password chosen elsewhere', ({ email }) => chooseNewPassword(app.anonymous(), email)],
  ];
  test.each(endings)(
    'ends by %s, with its row and its connections, and no others (§17.11, §7.27)',
    async (_name, end) => {
      const [leaving, staying] = await app.makeBuyers(2);
      const connections = [await connect(leaving), await connect(leaving)];
      const other = await connect(staying);
      const { cookie } = leaving;
      await end(leaving);
      expect(await sessionRows(cookie)).toEqual([]);
      for (const connection of connections) {
        const isOpen = expect.poll(() => connection.connected, { timeout: closedWithinMs });
        await isOpen.toBe(false);
      }
      expect(other.connected).toBe(true);
      expect((await staying.call(calls.me)).status).toBe(200);
    },
  );

  test('ends after two idle hours, and after twelve hours of use', async () => {
    const { cookie: idle } = await app.as(seeded.email);
    for (const minutes of [119, 119]) {
      await app.advance(minutes * 60);
      expect(await isSignedIn(idle)).toBe(true);
    }
    await app.advance(121 * 60);
    expect(await isSignedIn(idle)).toBe(false);
    const { cookie: used } = await app.as(seeded.email);
    for (let hour = 0; hour < 11; hour += 1) {
      await app.advance(3_600);
      expect(await isSignedIn(used)).toBe(true);
    }
    await app.advance(3_601);
    expect(await isSignedIn(used)).toBe(false);
  });
});

test('the profile takes a new name and number, and no empty name (§5.13)', async () => {
  const client = await app.as(seeded.email);
  const body = { firstName: ' Ratna ', lastName: 'W', phoneNumber: '62 812 1000 0009' };
  const answer = await client.call(calls.updateProfile, { body });
  expect(answer.body.data).toMatchObject({ name: 'Ratna W', phoneNumber: '+6281210000009' });
  const empty = { ...body, firstName: '  ' };
  expect((await client.call(calls.updateProfile, { body: empty })).status).toBe(422);
});

describe('the photo of an account (§2.391)', () => {
  let client: TestClient;
  let other: TestClient;
  beforeAll(async () => {
    [client, other] = await app.makeBuyers(2);
  });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } });
  const change = (file: Buffer | null) =>
    client.call(calls.changePhoto, { body: { image: file?.toString('base64') ?? null } });
  const shownTo = async (who: TestClient) => (await who.call(calls.profilePhoto)).body.data;

  test('is cropped square, loses its location, is visible only to its owner, and is removed (§7.30)', async () => {
    const file = await picture(640, 400)
      .withExif({ IFD0: { Copyright: 'rahasia' }, IFD3: { GPSLatitude: '7/1 47/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('rahasia')).toBe(true);
    const kept = await change(file);
    expect(kept.status).toBe(200);
    const webp = Buffer.from((kept.body.data.image ?? '').split(',')[1] ?? '', 'base64');
    const { format, width, height, exif } = await sharp(webp).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256 });
    expect(await shownTo(client)).toEqual(kept.body.data);
    expect(await shownTo(other)).toEqual({ image: null });
    expect((await change(null)).body.data).toEqual({ image: null });
    expect(await shownTo(client)).toEqual({ image: null });
    const log = await app.services.db.query<{ action: string }>(
      `select action from audit_log where action like 'profile.photo%' order by id`,
    );
    expect(log.map(({ action }) => action)).toEqual(['profile.photo', 'profile.photo-remove']);
  });

  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  test.each([
    ['text', () => Buffer.from('bukan gambar')],
    ['a drawing that could load others', () => Buffer.from(drawing)],
    ['a picture cut short', () => Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a small file that takes much memory', () => picture(5_000, 5_000).png().toBuffer()],
  ])('is refused as %s', async (_what, read) => {
    const file = await read();
    expect(file.length).toBeLessThan(150_000);
    const answer = await change(file);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'image']);
  });
});
