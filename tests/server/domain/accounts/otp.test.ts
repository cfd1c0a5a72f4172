import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const email = 'baru@contoh.id';
const expired = 'OTP has expired. Please request a new code.';
const wrong = 'Invalid OTP. Please try again.';
let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
beforeEach(async () => {
  await app.services.db.query('delete from otp_codes');
  await app.services.db.query('delete from mails');
  await app.services.db.query('update accounts set is_verified = false where email = $1', [email]);
  client = await app.as(email);
});
afterAll(() => app.close());

/** The codes sent to the account, newest first. */
async function mailedCodes(): Promise<string[]> {
  const mails = await client.ask<{ text: string }[]>('GET', '/dev/mail', { query: { to: email } });
  return mails.body.map((mail) => /\b\d{6}\b/.exec(mail.text)?.[0] ?? '');
}

async function newCode(): Promise<string> {
  expect((await client.call(calls.generateOtp)).status).toBe(200);
  const [code = ''] = await mailedCodes();
  expect(code).toMatch(/^\d{6}$/);
  return code;
}

const prove = (otp: string, by = client) => by.call(calls.validateOtp, { body: { otp } });
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

describe('requesting a code', () => {
  test('sends it and returns when the next may be requested', async () => {
    const answer = await client.call(calls.generateOtp);
    expect(answer.body.data).toMatchObject({
      next_request_available_in: 60,
      daily_usage: { current_count: 1, daily_limit: 10 },
      expires_in: 900,
    });
    expect(await mailedCodes()).toHaveLength(1);
  });

  test('within a minute is 429 with the same data in meta, and sends nothing', async () => {
    await client.call(calls.generateOtp);
    await app.advance(30);
    const answer = await client.call(calls.generateOtp);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(29);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30);
    expect(answer.body.meta).toMatchObject({ daily_usage: { current_count: 1, daily_limit: 10 } });
    expect(await mailedCodes()).toHaveLength(1);
  });

  test('the eleventh of a day is refused until the first is a day old', async () => {
    for (let count = 0; count < 9; count += 1) {
      await newCode();
      await app.advance(61);
    }
    // Of the two waits, that of a minute and that of the day, the longer counts.
    const last = await client.call(calls.generateOtp);
    expect(last.body.data.next_request_available_in).toBeGreaterThan(23 * 3_600);
    await app.advance(61);
    const refused = await client.call(calls.generateOtp);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toContain('Daily limit');
    expect(refused.body.meta).toMatchObject({ daily_usage: { current_count: 10 } });
    await app.advance(Number(refused.headers['retry-after']) + 1);
    client = await app.as(email);
    expect((await client.call(calls.generateOtp)).status).toBe(200);
  });

  test('by POST is the same call', async () => {
    expect((await client.ask('POST', '/api/auth/generate-otp')).status).toBe(200);
  });

  test('by a link of another site is refused and sends nothing', async () => {
    const answer = await client.ask('GET', '/api/auth/generate-otp', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(await mailedCodes()).toEqual([]);
  });

  test('ten at once send one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call(calls.generateOtp)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await mailedCodes()).toHaveLength(1);
  });

  test('the code is not stored in plain text', async () => {
    const code = await newCode();
    const [row] = await app.services.db.query<{ code_hmac: string }>(
      'select code_hmac from otp_codes',
    );
    expect(row?.code_hmac).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.code_hmac).not.toContain(code);
  });
});

test('the status returns the real remaining time and sends nothing', async () => {
  expect((await client.call(calls.otpStatus)).body.data).toEqual({
    next_request_available_in: 0,
    next_request_available_at: null,
    daily_usage: { current_count: 0, daily_limit: 10 },
  });
  await newCode();
  await app.advance(100);
  const { data } = (await client.call(calls.otpStatus)).body;
  expect(data.next_request_available_in).toBe(0);
  expect(data.expires_in).toBeGreaterThanOrEqual(799);
  expect(data.expires_in).toBeLessThanOrEqual(800);
  expect(await mailedCodes()).toHaveLength(1);
});

describe('verifying a code', () => {
  test('verifies the account and renews the session', async () => {
    const before = client.cookie;
    const answer = await prove(await newCode());
    expect(answer.body).toMatchObject({ status: 200, data: { isVerified: true } });
    expect(client.cookie).not.toBe(before);
    expect((await client.call(calls.me)).body.data.isVerified).toBe(true);
    const old = await app.anonymous().call(calls.me, { headers: { cookie: before } });
    expect(old.status).toBe(401);
  });

  test('a wrong code is 422, a used one 410', async () => {
    const code = await newCode();
    const refused = await prove(otherThan(code));
    expect(refused.body).toMatchObject({ status: 422, message: wrong });
    expect((await prove(code)).status).toBe(200);
    expect((await prove(code)).body).toMatchObject({ status: 410, message: expired });
  });

  test('the sixth try fails with the right code', async () => {
    const code = await newCode();
    for (let count = 0; count < 5; count += 1)
      expect((await prove(otherThan(code))).status).toBe(422);
    expect((await prove(code)).body).toMatchObject({ status: 410, message: expired });
    expect((await client.call(calls.me)).body.data.isVerified).toBe(false);
  });

  test('fifty guesses at once count as fifty', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => prove(otherThan(code))));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(45);
    expect((await prove(code)).status).toBe(410);
  });

  test('a new code invalidates the previous one', async () => {
    const old = await newCode();
    await app.advance(61);
    let fresh = await newCode();
    while (fresh === old) {
      await app.advance(61);
      fresh = await newCode();
    }
    expect((await prove(old)).status).toBe(422);
    expect((await prove(fresh)).status).toBe(200);
  });

  test('after a quarter of an hour is 410', async () => {
    const code = await newCode();
    await app.advance(15 * 60 - 2);
    expect((await prove(otherThan(code))).status).toBe(422);
    await app.advance(3);
    expect((await prove(code)).body).toMatchObject({ status: 410, message: expired });
  });

  test('a code of another account is invalid', async () => {
    const code = await newCode();
    const [stranger] = await app.makeBuyers(1);
    expect((await prove(code, stranger)).status).toBe(410);
  });

  test.each(['12345', '1234567', 'abcdef', ''])('%j is no code', async (otp) => {
    expect((await prove(otp)).status).toBe(422);
  });
});

test('the audit log records the acts without the code or the address', async () => {
  const code = await newCode();
  await prove(code);
  const rows = await app.services.db.query('select * from audit_log where action like $1', [
    'otp.%',
  ]);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  const text = JSON.stringify(rows);
  expect(text).not.toContain(email);
  expect(text).not.toContain(`"${code}"`);
});
