import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { answerOf } from '../../../support/solve-challenge.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.services.db.query('delete from otp_codes');
  await app.services.db.query('delete from mails');
  await app.services.db.query('delete from login_failures');
});

const email = 'pembeli@contoh.id';
const nobody = 'tidak-ada@contoh.id';
const password = 'kuda-laut-9';

const ask = (address: string) =>
  app.anonymous().call(calls.forgotPassword, { body: { email: address } });
const reset = (otp: string, change: Record<string, string> = {}) =>
  app.anonymous().call(calls.resetPassword, { body: { email, otp, password, ...change } });

/** The newest e-mail to an address; it is sent after the response, so this waits for it. */
async function letterTo(address: string) {
  for (;;) {
    const [row] = await app.services.db.query<{
      subject: string;
      body_text: string;
      body_html: string;
    }>('select subject, body_text, body_html from mails where recipient = $1 order by id desc', [
      address,
    ]);
    if (row !== undefined) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const codeOf = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

describe('requesting a code', () => {
  test('an unknown address gets the same response, and no e-mail', async () => {
    const [known, unknown] = [await ask(email), await ask(nobody)];
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.body.message]).toEqual([200, known.body.message]);
    expect(Object.keys(unknown.body.data).sort()).toEqual(Object.keys(known.body.data).sort());
    const again = [await ask(email), await ask(nobody)];
    expect(again.map((answer) => answer.status)).toEqual([429, 429]);
    expect(again[1]?.body.meta).toMatchObject({ daily_usage: { current_count: 1 } });
    await letterTo(email);
    const letters = await app.services.db.query('select 1 from mails where recipient = $1', [
      nobody,
    ]);
    expect(letters).toEqual([]);
  });

  test('ten a day for all unknown devices together, one a minute, the first three of a network without a challenge', async () => {
    const statuses = [];
    for (let count = 1; count <= 10; count += 1) {
      const client = app.anonymous();
      const call = (headers: Record<string, string> = {}) =>
        client.call(calls.forgotPassword, { body: { email: email.toUpperCase() }, headers });
      let answer = await call();
      statuses.push(answer.status);
      if (answer.status === 428) answer = await call(await answerOf(answer.body));
      expect(answer.status).toBe(200);
      expect(answer.body.data.daily_usage.current_count).toBe(count);
      await app.advance(61);
    }
    expect(statuses).toEqual([200, 200, 200, ...Array(7).fill(428)]);
    const answer = await ask(email);
    expect(answer.status).toBe(429);
    expect(answer.body.message).toContain('Daily limit');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_600);
  });

  test('does not affect the code that verifies an address', async () => {
    const unverified = await app.as('baru@contoh.id');
    expect((await unverified.call(calls.generateOtp)).status).toBe(200);
    expect((await ask('baru@contoh.id')).status).toBe(200);
    const status = await unverified.call(calls.otpStatus);
    expect(status.body.data.expires_in).toBeGreaterThan(0);
  });

  test('the e-mail has both languages, as text and as HTML that loads nothing', async () => {
    await ask(email);
    const { subject, body_text: text, body_html: html } = await letterTo(email);
    const code = codeOf(text);
    expect(code).toMatch(/^\d{6}$/);
    expect(subject).toContain(code);
    for (const words of ['kata sandi baru', 'new password', code]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(html).toContain('lang="id"');
    expect(html).toContain('lang="en"');
    expect(html).not.toMatch(/<(?:script|img|link|iframe)|https?:|url\(/i);
  });
});

describe('choosing a new password', () => {
  test('signs in, ends every other session, and notifies the owner', async () => {
    const other = await app.as(email);
    await ask(email);
    const code = codeOf((await letterTo(email)).body_text);
    const answer = await reset(code);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ isVerified: true });
    expect(answer.cookies.roetix_session).toMatch(/^[\w-]{43}$/);
    expect((await other.call(calls.me)).status).toBe(401);
    const login = (typed: string) =>
      app.anonymous().call(calls.login, { body: { email, password: typed } });
    expect((await login('tiket1234')).status).toBe(401);
    expect((await login(password)).status).toBe(200);
    expect((await letterTo(email)).subject).toContain('telah diganti');
    expect((await reset(code)).status).toBe(410);
  });

  test('invalidates the account’s other codes, that of its address too', async () => {
    const address = 'pembeli2@contoh.id';
    const { db } = app.services;
    const valid = () => db.query('select subject from otp_codes where not dead');
    expect((await (await app.as(address)).call(calls.generateOtp)).status).toBe(200);
    await db.query('delete from mails');
    expect((await ask(address)).status).toBe(200);
    expect(await valid()).toHaveLength(2);
    const code = codeOf((await letterTo(address)).body_text);
    expect((await reset(code, { email: address })).status).toBe(200);
    expect(await valid()).toEqual([]);
  });

  test('the sixth try fails even with the right code, and fifty at once count as fifty', async () => {
    await ask(email);
    const code = codeOf((await letterTo(email)).body_text);
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(wrongOf(code))));
    const counted = answers.map((answer) => answer.status).filter((status) => status === 422);
    expect(counted).toHaveLength(5);
    expect((await reset(code)).status).toBe(410);
  });

  test('a code of one address has no effect on another, and an unknown address gets the response of a wrong code', async () => {
    await ask(email);
    const code = codeOf((await letterTo(email)).body_text);
    await ask('pembeli2@contoh.id');
    await ask(nobody);
    expect((await reset(code, { email: 'pembeli2@contoh.id' })).status).toBe(422);
    const [known, unknown] = [await reset(wrongOf(code)), await reset(code, { email: nobody })];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  test('expires after 15 minutes', async () => {
    await ask(email);
    const code = codeOf((await letterTo(email)).body_text);
    await app.advance(15 * 60 + 1);
    expect((await reset(code)).status).toBe(410);
  });

  test.each([
    ['a short one', 'abc1'],
    ['one without a number', 'kudalautbiru'],
    ['one everybody knows', 'Password123'],
  ])('refuses %s without using up a try', async (_what, weak) => {
    await ask(email);
    const code = codeOf((await letterTo(email)).body_text);
    for (let count = 0; count < 6; count += 1) {
      const answer = await reset(code, { password: weak });
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'password']);
    }
    expect((await reset(code)).status).toBe(200);
  });

  test('verifies the address of an unverified account', async () => {
    await ask('baru@contoh.id');
    const code = codeOf((await letterTo('baru@contoh.id')).body_text);
    expect((await reset(code, { email: 'baru@contoh.id' })).status).toBe(200);
    expect((await (await app.as('baru@contoh.id')).call(calls.me)).body.data.isVerified).toBe(true);
  });
});
