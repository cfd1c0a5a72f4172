import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { answerOf } from '../../../support/solve-challenge.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

const seeded = { email: 'pembeli@contoh.id', password: 'tiket1234' };
const newcomer = {
  firstName: 'Sari',
  lastName: 'Dewi',
  phoneNumber: '0812-3456-7890',
  email: 'sari@contoh.id',
  password: 'kuda-laut-9',
};

describe('registration', () => {
  test('creates an unverified account, signed in, with the phone number in E.164', async () => {
    const client = app.anonymous();
    const answer = await client.call(calls.register, { body: newcomer });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ isVerified: false });
    expect((await client.call(calls.me)).body.data).toMatchObject({
      name: 'Sari Dewi',
      email: 'sari@contoh.id',
      phoneNumber: '+6281234567890',
      role: 'user',
      isVerified: false,
    });
  });

  test('the cookie is unreadable for scripts and not sent by other sites', async () => {
    const answer = await app.anonymous().call(calls.login, { body: seeded });
    const header = String(answer.headers['set-cookie']);
    expect(header).toMatch(/^roetix_session=[\w-]{43};/);
    expect(header).toContain('HttpOnly');
    expect(header).toContain('SameSite=Lax');
    expect(header).toContain('Path=/');
    expect(header).not.toContain('Secure');
  });

  test('only the hash of the session id is stored', async () => {
    const answer = await app.anonymous().call(calls.login, { body: seeded });
    const id = answer.cookies.roetix_session ?? '';
    const rows = await app.services.db.query('select 1 from auth_sessions where id_hash = $1', [
      id,
    ]);
    expect(id).not.toBe('');
    expect(rows).toEqual([]);
  });

  test.each([
    ['a password everybody knows', { password: 'Password123' }, 'password'],
    ['a short password', { password: 'abc1' }, 'password'],
    ['a number that cannot exist', { phoneNumber: '+62 12 345 678' }, 'phoneNumber'],
    ['a role', { role: 'admin' }, 'role'],
    ['a verified flag', { isVerified: true }, 'isVerified'],
    ['a taken address, in other letters', { email: 'PEMBELI@contoh.id' }, 'email'],
  ])('%s is 422', async (_what, change, field) => {
    const body = { ...newcomer, email: 'lain@contoh.id', ...change };
    const answer = await app.anonymous().call(calls.register, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.[0]?.field).toBe(field);
  });

  test('two at once with one address create one account', async () => {
    const body = { ...newcomer, email: 'kembar@contoh.id' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.anonymous().call(calls.register, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('sign-in', () => {
  beforeEach(() => app.services.db.query('delete from login_failures'));

  test('ignores the case of the address', async () => {
    const body = { ...seeded, email: ' Pembeli@Contoh.id ' };
    const answer = await app.anonymous().call(calls.login, { body });
    expect(answer.body).toMatchObject({ status: 200, data: { isVerified: true } });
  });

  test('an unknown address and a wrong password get the same response', async () => {
    const wrong = await app
      .anonymous()
      .call(calls.login, { body: { ...seeded, password: 'salah1234' } });
    const body = { email: 'siapa@contoh.id', password: 'salah1234' };
    const unknown = await app.anonymous().call(calls.login, { body });
    expect(wrong.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });

  test('each sign-in opens a session of its own and ends the previous one', async () => {
    const client = app.anonymous();
    await client.call(calls.login, { body: seeded });
    const before = client.cookie;
    await client.call(calls.login, { body: seeded });
    expect(client.cookie).not.toBe(before);
    const old = await app.anonymous().call(calls.me, { headers: { cookie: before } });
    expect(old.status).toBe(401);
    expect((await client.call(calls.me)).status).toBe(200);
  });

  const twin = { email: 'pembeli2@contoh.id', password: 'tiket1234' };
  const wrong = (client: TestClient, email = twin.email) =>
    client.call(calls.login, { body: { email, password: 'salah1234' } });

  test('after five failures of unknown devices an unknown device has to solve a challenge', async () => {
    const tries = [];
    for (let count = 0; count < 5; count += 1) tries.push((await wrong(app.anonymous())).status);
    expect(tries).toEqual([401, 401, 401, 401, 401]);
    const client = app.anonymous();
    const refused = await client.call(calls.login, { body: twin });
    expect(refused.status).toBe(428);
    expect(client.cookie).toBe('');
    const headers = await answerOf(refused.body);
    expect((await client.call(calls.login, { body: twin, headers })).status).toBe(200);
  });

  test('twenty guesses at once count as twenty', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(app.anonymous())));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(15);
  });

  test('a known device waits after its own failures, longer each time, and may try again after each wait', async () => {
    const client = app.anonymous();
    expect((await client.call(calls.login, { body: twin })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(client)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    const waits = [];
    for (let count = 0; count < 4; count += 1) {
      const refused = await client.call(calls.login, { body: twin });
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers['retry-after']);
      waits.push(wait);
      await app.advance(wait);
      expect((await wrong(client)).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    // Nobody else waits, and the right password is not refused for longer than that.
    expect((await app.anonymous().call(calls.login, { body: twin })).status).toBe(200);
    await app.advance(480);
    expect((await client.call(calls.login, { body: twin })).status).toBe(200);
  });

  test('sign-out ends the session, and also works when signed out', async () => {
    const client = await app.as(seeded.email);
    const cookie = client.cookie;
    const answer = await client.call(calls.logout);
    expect(answer.body).toMatchObject({ status: 200, data: null });
    expect(answer.cookies.roetix_session).toBe('');
    expect((await client.call(calls.me, { headers: { cookie } })).status).toBe(401);
    expect((await app.anonymous().call(calls.logout)).status).toBe(200);
  });
});

describe('the lifetime of a session', () => {
  test('ends after two idle hours', async () => {
    const client = await app.as(seeded.email);
    await app.advance(119 * 60);
    expect((await client.call(calls.me)).status).toBe(200);
    await app.advance(119 * 60);
    expect((await client.call(calls.me)).status).toBe(200);
    await app.advance(121 * 60);
    expect((await client.call(calls.me)).status).toBe(401);
  });

  test('ends after twelve hours of use', async () => {
    const client = await app.as(seeded.email);
    for (let hour = 0; hour < 11; hour += 1) {
      await app.advance(3_600);
      expect((await client.call(calls.me)).status).toBe(200);
    }
    await app.advance(3_601);
    expect((await client.call(calls.me)).status).toBe(401);
  });
});

describe('the profile', () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await app.as(seeded.email);
  });

  test('accepts a new name and number', async () => {
    const body = { firstName: ' Ratna ', lastName: 'W', phoneNumber: '62 812 1000 0009' };
    const answer = await client.call(calls.updateProfile, { body });
    expect(answer.body.data).toMatchObject({ name: 'Ratna W', phoneNumber: '+6281210000009' });
  });

  test.each([
    ['an e-mail address', { email: 'x@contoh.id' }],
    ['a number that cannot exist', { phoneNumber: '+62 000 000 000' }],
    ['an empty name', { firstName: '  ' }],
  ])('%s is 422', async (_what, change) => {
    const body = { firstName: 'A', lastName: 'B', phoneNumber: '081210000001', ...change };
    expect((await client.call(calls.updateProfile, { body })).status).toBe(422);
  });

  test('requires a verified account', async () => {
    const body = { firstName: 'A', lastName: 'B', phoneNumber: '081210000001' };
    const unverified = await app.as('baru@contoh.id');
    expect((await unverified.call(calls.updateProfile, { body })).status).toBe(403);
  });
});
