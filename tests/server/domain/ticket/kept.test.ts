import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { otpLifeMinutes } from '../../../../contract/limits.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { sweepOnce } from '../../../../server/upkeep/sweep.ts';
import {
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  lockDraft,
  payerDoes,
} from '../../support/purchase.ts';
import {
  createTestApp,
  type TestApp,
  type TestClient,
  testConfig,
} from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const password = 'pelabuhan-ratu-31';
/** A spammer's name with another person's address. */
const spam = { firstName: 'Hadiah http://jahat.example/x', lastName: 'KLIK SEKARANG' };
let people = 0;
const register = async (name: { firstName: string; lastName: string } = spam) => {
  people += 1;
  const email = `korban${people}@uji.contoh.id`;
  const client = app.anonymous();
  const answer = await client.call(calls.register, {
    body: { ...name, phoneNumber: '+6281234567890', email, password },
  });
  expect(answer.status).toBe(200);
  return { client, email };
};
type EmailRow = {
  subject: string;
  body_text: string;
  body_html: string | null;
  code: string | null;
};
const emailsTo = (email: string) =>
  app.services.db.query<EmailRow>(
    'select subject, body_text, body_html, code from mails where recipient = $1 order by id desc',
    [email],
  );
const codeIn = (letter: EmailRow | undefined) =>
  /\b\d{6}\b/.exec(letter?.body_text ?? '')?.[0] ?? '';
const wholeOf = (letter: EmailRow | undefined) =>
  `${letter?.subject}${letter?.body_text}${letter?.body_html}`;
const newestEmail = async (email: string): Promise<EmailRow> => {
  await expect.poll(() => emailsTo(email), { timeout: 10_000 }).not.toEqual([]);
  return (await emailsTo(email))[0]!;
};

describe('the code in an e-mail', () => {
  const shown = async (email: string) =>
    (await app.anonymous().ask<{ text: string }[]>('GET', '/dev/mail', { query: { to: email } }))
      .body;

  it('is readable until it is used, then replaced by dots', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    const before = await newestEmail(email);
    const code = codeIn(before);
    expect(
      [before.subject, before.body_text, before.body_html].every((part) => part?.includes(code)),
    ).toBe(true);
    expect((await shown(email))[0]?.text).toContain(code);
    expect((await client.call(calls.validateOtp, { body: { otp: code } })).status).toBe(200);
    const after = await newestEmail(email);
    expect(wholeOf(after)).not.toContain(code);
    expect(after.code).toBeNull();
    for (const part of [after.subject, after.body_text, after.body_html]) {
      expect(part).toContain('••••••');
    }
  });

  it('is replaced by dots after a newer code, too many attempts, or a new password', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    const first = codeIn(await newestEmail(email));
    await app.advance(61);
    await client.call(calls.generateOtp);
    const [second, replaced] = await emailsTo(email);
    expect(wholeOf(replaced)).not.toContain(first);
    const wrong = codeIn(second) === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1) {
      expect(codeIn((await emailsTo(email))[0])).not.toBe('');
      await client.call(calls.validateOtp, { body: { otp: wrong } });
    }
    expect(codeIn((await emailsTo(email))[0])).toBe('');

    await app.advance(61);
    await client.call(calls.generateOtp);
    await app.anonymous().call(calls.forgotPassword, { body: { email } });
    await expect.poll(async () => (await emailsTo(email)).length, { timeout: 10_000 }).toBe(4);
    const reset = codeIn((await emailsTo(email))[0]);
    const given = { email, otp: reset, password: 'kapal-tunda-merah-8' };
    expect((await app.anonymous().call(calls.resetPassword, { body: given })).status).toBe(200);
    expect((await emailsTo(email)).map(codeIn)).toEqual(['', '', '', '', '']);
  });

  it('is replaced by dots after its expiry by the sweep, which logs it', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    await sweepOnce(app.services);
    expect(codeIn(await newestEmail(email))).toMatch(/^\d{6}$/);
    await app.advance(otpLifeMinutes * 60 + 1);
    await sweepOnce(app.services);
    expect(codeIn(await newestEmail(email))).toBe('');
    const [row] = await app.services.db.query<{ detail: { count: number } }>(
      `select detail from audit_log where action = 'retention.sweep' and object = 'kept:letter-codes' order by id desc limit 1`,
    );
    expect(row?.detail.count).toBeGreaterThan(0);
  });
});

describe('an e-mail to an unproven address', () => {
  it('contains no text that a stranger entered', async () => {
    const { client, email } = await register();
    await client.call(calls.generateOtp);
    await app.anonymous().call(calls.forgotPassword, { body: { email } });
    await expect.poll(async () => (await emailsTo(email)).length, { timeout: 10_000 }).toBe(2);
    const otp = codeIn((await emailsTo(email)).find((each) => each.subject.includes('kata sandi')));
    const given = { email, otp, password: 'kapal-tunda-merah-9' };
    expect((await app.anonymous().call(calls.resetPassword, { body: given })).status).toBe(200);
    const letters = await emailsTo(email);
    expect(letters).toHaveLength(3);
    for (const letter of letters) {
      expect(wholeOf(letter)).not.toMatch(/Hadiah|jahat|KLIK/);
    }
  });
});

describe('data past its retention period', () => {
  const count = async (table: string, where = 'true') =>
    (
      await app.services.db.query<{ n: number }>(
        `select count(*)::int as n from ${table} where ${where}`,
      )
    )[0]!.n;
  const days = (number: number) => app.advance(number * 24 * 3600);
  /** Sweeps and returns the new lines of the audit log. */
  const sweep = async (keep: Record<string, string> = {}) => {
    const [last] = await app.services.db.query<{ id: number }>(
      'select max(id) as id from audit_log',
    );
    await sweepOnce({ ...app.services, config: testConfig(keep) });
    const rows = await app.services.db.query<{ object: string; detail: { count: number } }>(
      `select object, detail from audit_log where action = 'retention.sweep' and id > $1 order by id`,
      [last!.id],
    );
    return Object.fromEntries(
      rows.map((row) => [row.object.slice('kept:'.length), row.detail.count]),
    );
  };
  const paidOrder = async (buyer: TestClient, seats = 1) => {
    const payment = await beginPayment(app, buyer, concert, seats);
    await payerDoes(app, payment.id, 'settlement');
    return payment;
  };

  it('is deleted kind by kind with a row of the log; newer data and money rows remain', async () => {
    const end = new Date(app.services.clock.now().getTime() + 400 * 24 * 3_600_000);
    await app.services.db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [end],
    );
    const [payer, leaver] = await app.makeBuyers(2);
    const payment = await paidOrder(payer!);
    await lockDraft(app, leaver!, concert, 1);
    await leaver!.call(calls.exitSession);
    const [orders, payments] = [await count('orders'), await count('payments')];
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

    await app.services.db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [app.services.clock.now()],
    );
    await days(31);
    const ended = await sweep();
    expect(ended.answers).toBe(kept);
    expect(ended['names-on-tickets']).toBeGreaterThan(0);
    expect(await count('tickets', `holder_name <> ''`)).toBe(0);

    expect([await count('orders'), await count('payments')]).toEqual([orders, payments]);
    expect(await count('tickets', `voided_at is null`)).toBeGreaterThan(0);
    expect(payment.amount).toBeGreaterThan(0);
  });

  it('includes gate scans, and follows the configured periods', async () => {
    const { db, clock } = app.services;
    const [ticket] = await db.query<{ id: string; event_id: string }>(
      'select id, event_id from tickets limit 1',
    );
    await db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [new Date(clock.now().getTime() + 3_600_000)],
    );
    await makeGatePass(db, concert, clock.now());
    await db.query(
      `insert into gate_entries (scan_id, event_id, number, ticket_id, pass_id, device_id, door, scanned_at, received_at)
       select gen_random_uuid(), $1, 1, $2, id, gen_random_uuid(), 'A', $3, $3 from gate_passes limit 1`,
      [ticket!.event_id, ticket!.id, clock.now()],
    );
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
    const [last] = await db.query<{ id: number }>('select max(id) as id from audit_log');
    await sweepOnce(app.services);
    expect(await count('login_failures')).toBe(0);
    const rows = await db.query<{ detail: { count: number } }>(
      `select detail from audit_log where object = 'kept:login-failures' and id > $1 order by id`,
      [last!.id],
    );
    expect(rows.map((row) => row.detail.count)).toEqual([500, 500, 200]);
  });

  it('does not include accounts with a purchase or a sign-in, even with an unproven address', async () => {
    const { email } = await register();
    const { email: gone } = await register();
    const { db } = app.services;
    await days(40);
    const again = await app.anonymous().call(calls.login, { body: { email, password } });
    expect(again.status).toBe(200);
    await sweep();
    const left = await db.query<{ email: string }>(
      'select email from accounts where email = any($1::text[])',
      [[email, gone]],
    );
    expect(left.map((row) => row.email)).toEqual([email]);
  });

  it('has periods in days; an invalid setting is named', () => {
    expect(testConfig({ KEEP_LETTERS_DAYS: '7' }).keep.letters).toBe(7);
    for (const value of ['0', '-1', '1.5', '9999', 'ever']) {
      expect(() => testConfig({ KEEP_LETTERS_DAYS: value })).toThrow(/^KEEP_LETTERS_DAYS must be/);
    }
    expect(testConfig({ BLOCK_DISPUTED_SEATS: 'off' }).blockDisputedSeats).toBe(false);
  });

  it('does not include a purchase in progress', async () => {
    const { clock, db } = app.services;
    const later = new Date(clock.now().getTime() + 48 * 3_600_000);
    await db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [later],
    );
    const buyer = (await app.makeBuyers(1))[0]!;
    await holdSeats(app, buyer, concert, 1);
    await sweep();
    expect(await count('orders', `status = 'draft'`)).toBe(1);
    await buyer.call(calls.exitSession);
  });
});
