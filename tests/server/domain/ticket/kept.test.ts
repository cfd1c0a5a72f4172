import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { otpLifeMinutes } from '../../../../contract/limits.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { sweepOnce } from '../../../../server/upkeep/sweep.ts';
import { codeIn, codeTo, emailsTo, otherThan } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import { enter } from '../../support/paid-tickets.ts';
import { buySeats, concert, holdSeats, leave, lockDraft } from '../../support/purchase.ts';
import { testConfig } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });

const password = 'pelabuhan-ratu-31';
/** A spammer's name with another person's address. */
const spam = { firstName: 'Hadiah http://jahat.example/x', lastName: 'KLIK SEKARANG' };
let people = 0;
const register = async () => {
  people += 1;
  const email = `korban${people}@uji.contoh.id`;
  const client = app.anonymous();
  const body = { ...spam, phoneNumber: '+6281234567890', email, password };
  expect((await client.call(calls.register, { body })).status).toBe(200);
  return { client, email };
};
const textsOf = (letter: { subject: string; body_text: string; body_html: string | null }) => [
  letter.subject,
  letter.body_text,
  letter.body_html ?? '',
];
const codesTo = async (email: string) =>
  (await emailsTo(app, email)).map(({ body_text }) => codeIn(body_text));
/** Requests a code for a new password, waits for so many e-mails, and chooses the password. */
const chooseNewPassword = async (email: string, letters: number) => {
  await app.anonymous().call(calls.forgotPassword, { body: { email } });
  const count = async () => (await emailsTo(app, email)).length;
  await expect.poll(count, { timeout: 30_000 }).toBe(letters);
  const [letter] = (await emailsTo(app, email)).filter((one) => /kata sandi/.test(one.subject));
  const body = { email, otp: codeIn(letter?.body_text), password: 'kapal-tunda-merah-8' };
  expect((await app.anonymous().call(calls.resetPassword, { body })).status).toBe(200);
};

describe('the code in an e-mail (§16.52)', () => {
  it('is readable until it is used, then replaced by dots', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    const code = await codeTo(app, email);
    const [before] = await emailsTo(app, email);
    for (const text of textsOf(before!)) expect(text).toContain(code);
    const query = { to: email };
    const shown = await app.anonymous().ask<{ text: string }[]>('GET', '/dev/mail', { query });
    expect(shown.body[0]?.text).toContain(code);
    expect((await client.call(calls.validateOtp, { body: { otp: code } })).status).toBe(200);
    const [after] = await emailsTo(app, email);
    expect(after?.code).toBeNull();
    for (const text of textsOf(after!)) {
      expect(text).not.toContain(code);
      expect(text).toContain('••••••');
    }
  });

  it('is replaced by dots after a newer code, too many attempts, or a new password', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    const first = await codeTo(app, email);
    await app.advance(61);
    await client.call(calls.generateOtp);
    const [newer, older] = await emailsTo(app, email);
    expect(textsOf(older!).join()).not.toContain(first);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await codesTo(email))[0]).not.toBe('');
      const otp = otherThan(codeIn(newer?.body_text));
      await client.call(calls.validateOtp, { body: { otp } });
    }
    expect(await codesTo(email)).toEqual(['', '']);
    await app.advance(61);
    await client.call(calls.generateOtp);
    await chooseNewPassword(email, 4);
    expect(await codesTo(email)).toEqual(['', '', '', '', '']);
    // None of the e-mails has a text that a stranger entered.
    for (const letter of await emailsTo(app, email)) {
      expect(textsOf(letter).join()).not.toMatch(/Hadiah|jahat|KLIK/);
    }
  });

  it('is replaced by dots after its expiry by the sweep, which logs it', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    await sweepOnce(app.services);
    expect(await codesTo(email)).toEqual([expect.stringMatching(/^\d{6}$/)]);
    await app.advance(otpLifeMinutes * 60 + 1);
    expect((await sweep())['letter-codes']).toBeGreaterThan(0);
    expect(await codesTo(email)).toEqual(['']);
  });
});

const days = (number: number) => app.advance(number * 24 * 3600);
/** Sweeps and returns the new lines of the audit log: what of each kind was deleted, batch by batch. */
async function sweepInBatches(keep: Record<string, string> = {}) {
  const { db } = app.services;
  const [last] = await db.query<{ id: number }>('select max(id) as id from audit_log');
  await sweepOnce({ ...app.services, config: testConfig(keep) });
  const rows = await db.query<{ object: string; detail: { count: number } }>(
    `select object, detail from audit_log where action = 'retention.sweep' and id > $1 order by id`,
    [last!.id],
  );
  return rows.map((row) => [row.object.slice('kept:'.length), row.detail.count] as const);
}
const sweep = async (keep?: Record<string, string>): Promise<Record<string, number>> =>
  Object.fromEntries(await sweepInBatches(keep));

describe('data past its retention period (§16.60)', () => {
  const count = async (table: string, where = 'true') => {
    const [row] = await app.services.db.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${where}`,
    );
    return row!.n;
  };
  const eventEnds = (inHours: number) =>
    app.services.db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [new Date(app.services.clock.now().getTime() + inHours * 3_600_000)],
    );

  it('is deleted kind by kind with a row of the log; newer data and money rows remain', async () => {
    await eventEnds(400 * 24);
    const [payer, leaver] = await app.makeBuyers(2);
    await buySeats(app, payer, concert, 1);
    await lockDraft(app, leaver, concert, 1);
    await leave(leaver);
    const money = async () => [await count('orders'), await count('payments')];
    const before = await money();
    expect(await count('attendee_answers')).toBeGreaterThan(2);
    await sweep();
    expect(await sweep()).toEqual({});

    await days(8);
    const unpaid = await sweep();
    expect(unpaid['unpaid-answers']).toBeGreaterThan(0);
    expect(unpaid['sign-ins']).toBeGreaterThan(0);
    expect(unpaid).not.toHaveProperty('answers');
    expect(await sweep()).toEqual({});
    const kept = await count('attendee_answers');
    expect(kept).toBeGreaterThan(0);

    await days(83);
    const old = await sweep();
    expect(old.letters).toBeGreaterThan(0);
    expect(old['unverified-accounts']).toBeGreaterThan(0);
    expect(await count('mails', `recipient <> '' or body_text <> ''`)).toBe(0);
    expect(await count('mails')).toBeGreaterThan(0);
    expect(await count('accounts', 'not is_verified')).toBe(0);

    await days(100);
    expect((await sweep())['notice-bodies']).toBeGreaterThan(0);
    expect(await count('payment_notices', 'raw_body is not null or headers is not null')).toBe(0);
    expect(await count('payment_notices', `state = 'applied'`)).toBeGreaterThan(0);

    await eventEnds(0);
    await days(31);
    const ended = await sweep();
    expect(ended.answers).toBe(kept);
    expect(ended['names-on-tickets']).toBeGreaterThan(0);
    expect(await count('tickets', `holder_name <> ''`)).toBe(0);
    expect(await money()).toEqual(before);
    expect(await count('tickets', `voided_at is null`)).toBeGreaterThan(0);
  });

  it('includes gate scans, and follows the configured periods', async () => {
    const { db, clock } = app.services;
    const [ticket] = await db.query<{ id: string }>('select id from tickets limit 1');
    await eventEnds(1);
    await makeGatePass(db, concert, clock.now());
    await enter(app, ticket!.id);
    await days(5);
    expect(await sweep()).not.toHaveProperty('gate-entries');
    expect((await sweep({ KEEP_SCANS_DAYS: '4' }))['gate-entries']).toBe(1);
  });

  it('is deleted in batches that block no call', async () => {
    const { db, clock } = app.services;
    await db.query(
      `insert into login_failures (account_key, address, at)
       select 'x' || n, '203.0.113.0/24', $1 from generate_series(1, 1200) n`,
      [new Date(clock.now().getTime() - 25 * 3_600_000)],
    );
    const batches = await sweepInBatches();
    const failures = batches.filter(([kind]) => kind === 'login-failures');
    expect(failures.map(([, size]) => size)).toEqual([500, 500, 200]);
    expect(await count('login_failures')).toBe(0);
  });

  it('does not include accounts with a sign-in, even with an unproven address', async () => {
    const { email } = await register();
    const { email: gone } = await register();
    await days(40);
    const again = await app.anonymous().call(calls.login, { body: { email, password } });
    expect(again.status).toBe(200);
    await sweep();
    const left = await app.services.db.query(
      'select email from accounts where email = any($1::text[])',
      [[email, gone]],
    );
    expect(left).toEqual([{ email }]);
  });

  it('does not include a purchase in progress', async () => {
    await eventEnds(48);
    const [buyer] = await app.makeBuyers(1);
    await holdSeats(app, buyer, concert, 1);
    await sweep();
    expect(await count('orders', `status = 'draft'`)).toBe(1);
    await leave(buyer);
  });
});
