import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { headerOf, partsOf, startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const refused = 'baru@contoh.id';
let mailServer: TestMailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await startMailServer((verb, to) =>
    verb === 'RCPT' && to === refused ? `550 5.1.1 <${to}> unknown` : null,
  );
  app = await createTestApp({
    events: [],
    env: { SMTP_URL: mailServer.url, MAIL_FROM: 'Tiket <tiket@contoh.id>' },
  });
});
beforeEach(() => {
  mailServer.received.length = 0;
});
afterAll(async () => {
  await app.close();
  mailServer.close();
});

/** Waits for the first e-mail to an address since the start of the test. */
const receivedBy = async (to: string) => {
  const find = () => mailServer.received.find((email) => email.to === to);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find()!;
};

test('a code for a new password arrives as text and as HTML, Indonesian first, then English', async () => {
  const email = 'pembeli@contoh.id';
  const answer = await app.anonymous().call(calls.forgotPassword, { body: { email } });
  expect(answer.status).toBe(200);
  const { from, data } = await receivedBy(email);
  expect(from).toBe('tiket@contoh.id');
  expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
  expect(headerOf(data, 'content-type')).toContain('multipart/alternative');
  const subject = headerOf(data, 'subject');
  const code = /^\d{6}/.exec(subject)?.[0] ?? '';
  expect(code).toMatch(/^\d{6}$/);
  const parts = partsOf(data);
  // Mail programs show the last alternative that they support, so HTML comes last.
  expect(Object.keys(parts)).toEqual(['text/plain', 'text/html']);
  for (const part of Object.values(parts)) {
    expect(part).toContain(code);
    expect(part.indexOf('kata sandi baru')).toBeGreaterThan(-1);
    expect(part.indexOf('new password')).toBeGreaterThan(part.indexOf('kata sandi baru'));
  }
  expect(parts['text/plain']).not.toMatch(/<\w+/);
  await expect
    .poll(async () => {
      const [row] = await app.services.db.query<{ sent_at: Date | null }>(
        'select sent_at from mails order by id desc limit 1',
      );
      return row?.sent_at;
    })
    .toBeInstanceOf(Date);
  // The code in the e-mail is valid.
  const reset = await app
    .anonymous()
    .call(calls.resetPassword, { body: { email, otp: code, password: 'kuda-laut-9' } });
  expect(reset.status).toBe(200);
});

test('a name that looks like headers adds none', async () => {
  const [buyer] = await app.makeBuyers(1);
  await app.services.db.query(
    `update accounts set first_name = $2, is_verified = false where id = $1`,
    [buyer!.accountId, 'Ani\r\nBcc: korban@contoh.id\r\n\r\n.\r\nMAIL FROM:<x@contoh.id>'],
  );
  expect((await buyer!.call(calls.generateOtp)).status).toBe(200);
  const { data } = await receivedBy(buyer!.email);
  expect(headerOf(data, 'bcc')).toBe('');
  expect(headerOf(data, 'to')).toBe(buyer!.email);
});

test('a refused mailbox fails the e-mail, not the call, and its address is not logged', async () => {
  const client = await app.as(refused);
  expect((await client.call(calls.generateOtp)).status).toBe(200);
  const failure = async () => {
    const [row] = await app.services.db.query<{ failure: string | null }>(
      'select failure from mails where recipient = $1 order by id desc limit 1',
      [refused],
    );
    return row?.failure ?? null;
  };
  await expect.poll(failure, { timeout: 20_000 }).not.toBeNull();
  expect(await failure()).not.toContain('@');
  expect(mailServer.received.filter(({ to }) => to === refused)).toEqual([]);
});
