import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { otpAttempts, otpCooldownSeconds } from '../../../../contract/limits.ts';
import {
  issueCode,
  proveCode,
  provingLane,
  readGrant,
} from '../../../../server/domain/accounts/otp.ts';
import {
  issueResetCode,
  resetPassword,
} from '../../../../server/domain/accounts/password-reset.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import { networkOf } from '../../../../server/limits/networks.ts';
import { codeIn, codeTo, emailsTo, otherThan } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import type { TestClient } from '../../support/test-app.ts';

const email = 'baru@contoh.id';
const owned = 'pembeli@contoh.id';
const nobody = 'tidak-ada@contoh.id';
const origin = { requestId: 'uji', addressPrefix: '127.0.0.0/24' };
const lifeSeconds = 15 * 60;

const app = await openShop({ events: [] }, null);
let client: TestClient;
let owner: Who;
let other: Who;
beforeAll(async () => {
  owner = await app.as(email);
  other = await app.as('pembeli2@contoh.id');
});
beforeEach(async () => {
  for (const table of ['otp_codes', 'mails', 'login_failures']) {
    await app.services.db.query(`delete from ${table}`);
  }
  await app.services.db.query('update accounts set is_verified = false where email = $1', [email]);
  client = await app.as(email);
});

interface Who {
  readonly accountId: string;
  readonly email: string;
}

/** The purpose of a code with its two actions. Both skip the password hash, which would only make the test slow. */
interface Purpose {
  readonly name: string;
  /** Requests a code; returns it. */
  ask(who?: Who): Promise<string>;
  /** Tries one; returns the status that a client would get. */
  try(code: string, who?: Who): Promise<number>;
}

const key = () => app.services.keys.otp;
const now = () => app.services.clock.now();
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Refusal) return error.status;
      throw error;
    },
  );

const proving: Purpose = {
  name: 'proves an address',
  ask: async (who = owner) => {
    let code = '';
    await issueCode(app.services.db, key(), who.accountId, now(), origin, async (_tx, issued) => {
      code = issued.code.value;
    });
    return code;
  },
  try: (code, who = owner) =>
    statusOf(proveCode(app.services.db, key(), who.accountId, code, now(), origin)),
};
const strangersDevice = { id: 'device-of-a-stranger', tags: [] };
/** A requester with an unknown device; it solves each challenge at once, so that only the daily limit counts. */
const stranger = () => {
  let proven = false;
  return {
    device: strangersDevice,
    isKnown: false,
    hasProven: () => proven,
    network: networkOf('203.0.113.7'),
    prove: async () => {
      proven = true;
    },
  };
};
const resetting: Purpose = {
  name: 'sets a new password',
  ask: async (who = owner) => {
    let code = '';
    const { db } = app.services;
    const [asker, device] = [stranger(), strangersDevice];
    await issueResetCode(db, key(), who.email, asker, device, now(), origin, (issued) => {
      code = issued.code.value;
    });
    return code;
  },
  try: (code, who = owner) => {
    const given = { email: who.email, otp: code, passwordHash: 'a new hash' };
    return statusOf(resetPassword(app.services.db, key(), given, strangersDevice, now(), origin));
  },
};

const numbered = (value: number) => String(value).padStart(6, '0');
/** Codes that are not the right one. */
const wrongOnes = (right: string, count: number) =>
  Array.from({ length: count }, (_, index) => numbered((Number(right) + 1 + index) % 1_000_000));
const nextRequest = () => app.advance(otpCooldownSeconds + 1);
/** A code that differs from another, which one of a million does not. */
const unlike = async (former: string, ask: () => Promise<string>) => {
  let code = await ask();
  while (code === former) {
    await nextRequest();
    code = await ask();
  }
  return code;
};

describe.each([proving, resetting])('a code that $name', (purpose) => {
  test('is six random digits, including leading zeros, and stored as a hash', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 60; count += 1) {
      await app.services.db.query('delete from otp_codes');
      codes.add(await purpose.ask());
    }
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    // Among 60 of a million two may be equal; three pairs would mean a bad source.
    expect(codes.size).toBeGreaterThan(57);
    const rows = await app.services.db.query<{ code_hmac: string }>(
      'select code_hmac from otp_codes',
    );
    expect(rows).toEqual([{ code_hmac: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(rows[0]?.code_hmac).not.toContain([...codes].at(-1));
  });

  test('is right at the fifth try and once, and invalid at the sixth', async () => {
    const early = await purpose.ask();
    for (const wrong of wrongOnes(early, otpAttempts - 1))
      expect(await purpose.try(wrong)).toBe(422);
    expect(await purpose.try(early)).toBe(200);
    expect(await purpose.try(early)).toBe(410);
    await nextRequest();
    const late = await purpose.ask();
    for (const wrong of wrongOnes(late, otpAttempts)) expect(await purpose.try(wrong)).toBe(422);
    expect(await purpose.try(late)).toBe(410);
    // None of a million values is compared any more.
    const alive = await app.services.db.query('select 1 from otp_codes where not dead');
    expect(alive).toEqual([]);
  });

  test('ends with a newer one, and after a quarter of an hour', async () => {
    const old = await purpose.ask();
    await nextRequest();
    const fresh = await unlike(old, () => purpose.ask());
    expect(await purpose.try(old)).toBe(422);
    await app.advance(lifeSeconds - 2);
    expect(await purpose.try(old)).toBe(422);
    await app.advance(3);
    expect(await purpose.try(fresh)).toBe(410);
  });

  test('of one account is wrong at another account that has a code too', async () => {
    const mine = await purpose.ask();
    const theirs = await unlike(mine, () => purpose.ask(other));
    expect(await purpose.try(mine, other)).toBe(422);
    expect(await purpose.try(theirs, other)).toBe(200);
  });

  test('has no effect for the other purpose, and uses none of its tries', async () => {
    const another = purpose === proving ? resetting : proving;
    const code = await purpose.ask();
    expect(await another.try(code)).toBe(410);
    const theirs = await another.ask();
    for (const wrong of wrongOnes(theirs, otpAttempts)) await another.try(wrong);
    expect(await purpose.try(code)).toBe(200);
  });
});

test('a request for one account delays no other account', async () => {
  await proving.ask();
  await resetting.ask();
  const grant = await readGrant(app.services.db, provingLane(other.accountId), now());
  expect(grant.next_request_available_in).toBe(0);
  expect(await resetting.ask(other)).toMatch(/^\d{6}$/);
});

const ask = () => client.call(calls.generateOtp);
const prove = (otp: string) => client.call(calls.validateOtp, { body: { otp } });

describe('the calls that prove an address (§17.2)', () => {
  test('send one code, however many are requested within a minute, and say when the next may be (§7.22, §7.23, §3.11)', async () => {
    const unasked = (await client.call(calls.otpStatus)).body.data;
    expect(unasked).toEqual({
      next_request_available_in: 0,
      next_request_available_at: null,
      daily_usage: { current_count: 0, daily_limit: 10 },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent.map(({ body }) => body.data)).toMatchObject([
      {
        next_request_available_in: 60,
        daily_usage: { current_count: 1, daily_limit: 10 },
        expires_in: 900,
      },
    ]);
    await app.advance(30);
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    expect(refused.body.meta).toMatchObject({ daily_usage: { current_count: 1, daily_limit: 10 } });
    await app.advance(70);
    const status = (await client.call(calls.otpStatus)).body.data;
    expect(status).toMatchObject({ next_request_available_in: 0, expires_in: 800 });
    expect(await emailsTo(app, email)).toHaveLength(1);
    expect((await client.ask('POST', '/api/auth/generate-otp')).status).toBe(200);
  });

  test('refuse the eleventh code of a day until the first is a day old', async () => {
    for (let count = 0; count < 9; count += 1) {
      await ask();
      await nextRequest();
    }
    // Of the two waits, that of a minute and that of the day, the longer counts.
    const last = await ask();
    expect(last.body.data.next_request_available_in).toBeGreaterThan(23 * 3_600);
    await nextRequest();
    const refused = await ask();
    expect([refused.status, refused.body.meta]).toMatchObject([
      429,
      { daily_usage: { current_count: 10 } },
    ]);
    expect(refused.body.message).toContain('Daily limit');
    await app.advance(Number(refused.headers['retry-after']) + 1);
    client = await app.as(email);
    expect((await ask()).status).toBe(200);
  });
});

describe('the calls for a new password (§7.26)', () => {
  const password = 'kuda-laut-9';
  const forgot = (address: string) =>
    app.anonymous().call(calls.forgotPassword, { body: { email: address } });
  const reset = (address: string, otp: string, typed = password) =>
    app.anonymous().call(calls.resetPassword, { body: { email: address, otp, password: typed } });

  test('answer for an unknown address too, and send it no e-mail (§7.25)', async () => {
    for (const status of [200, 429]) {
      const [known, unknown] = [await forgot(owned), await forgot(nobody)];
      expect([known.status, unknown.status]).toEqual([status, status]);
      expect(unknown.body.message).toBe(known.body.message);
    }
    await codeTo(app, owned);
    expect(await emailsTo(app, nobody)).toEqual([]);
  });

  test('sign in, end every other session, and notify the owner in both languages (§7.26)', async () => {
    const elsewhere = await app.as(owned);
    await forgot(owned);
    const code = await codeTo(app, owned);
    const [letter] = await emailsTo(app, owned);
    expect(letter?.subject).toContain(code);
    for (const words of ['kata sandi baru', 'new password', code]) {
      expect(letter?.body_text).toContain(words);
      expect(letter?.body_html).toContain(words);
    }
    for (const tongue of ['id', 'en']) expect(letter?.body_html).toContain(`lang="${tongue}"`);
    expect(letter?.body_html).not.toMatch(/<(?:script|img|link|iframe)|https?:|url\(/i);

    // A weak password uses up no try.
    for (const weak of ['abc1', 'kudalautbiru', 'Password123', 'abc1', 'abc1', 'abc1']) {
      const refused = await reset(owned, code, weak);
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, 'password']);
    }
    const answer = await reset(owned, code);
    expect(answer.body).toMatchObject({ status: 200, data: { isVerified: true } });
    expect(answer.cookies.roetix_session).toMatch(/^[\w-]{43}$/);
    expect((await elsewhere.call(calls.me)).status).toBe(401);
    const signIn = (typed: string) =>
      app.anonymous().call(calls.login, { body: { email: owned, password: typed } });
    expect((await signIn('tiket1234')).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
    const subjects = async () => (await emailsTo(app, owned)).map(({ subject }) => subject);
    await expect.poll(subjects).toContainEqual(expect.stringContaining('telah diganti'));
  });

  test('leave the code of an address alone until the password is chosen, which verifies it', async () => {
    const valid = () => app.services.db.query('select 1 from otp_codes where not dead');
    await ask();
    const proof = codeIn((await emailsTo(app, email))[0]?.body_text);
    await app.services.db.query('delete from mails');
    await forgot(email);
    expect((await client.call(calls.otpStatus)).body.data.expires_in).toBe(lifeSeconds);
    expect(await valid()).toHaveLength(2);
    const code = await codeTo(app, email);
    expect((await reset(email, otherThan(code))).status).toBe(422);
    expect((await reset(email, code)).status).toBe(200);
    expect(await valid()).toEqual([]);
    client = await app.as(email);
    expect((await prove(proof)).status).toBe(410);
    expect((await client.call(calls.me)).body.data.isVerified).toBe(true);
  });
});
