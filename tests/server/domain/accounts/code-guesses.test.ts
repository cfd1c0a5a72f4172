import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { otpAttempts, otpCooldownSeconds, otpDailyLimit } from '../../../../contract/limits.ts';
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
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const email = 'baru@contoh.id';
const otherEmail = 'pembeli2@contoh.id';
const origin = { requestId: 'uji', addressPrefix: '127.0.0.0/24' };
const sweepSize = 1_500;

let app: TestApp;
let accountId: string;
let otherId: string;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
  accountId = (await app.as(email)).accountId;
  otherId = (await app.as(otherEmail)).accountId;
});
beforeEach(async () => {
  await app.services.db.query('delete from otp_codes');
  await app.services.db.query('delete from mails');
  await app.services.db.query('update accounts set is_verified = false where id = $1', [accountId]);
});
afterAll(() => app.close());

/** The purpose of a code with its two actions. Both skip the password hash, which would only make the test slow. */
interface Purpose {
  readonly name: string;
  /** Requests a code; returns it. */
  ask(who?: { accountId: string; email: string }): Promise<string>;
  /** Tries one; returns the status that a client would get. */
  try(code: string, who?: { accountId: string; email: string }): Promise<number>;
}

const key = () => app.services.keys.otp;
const now = () => app.services.clock.now();
const owner = () => ({ accountId, email });
const other = () => ({ accountId: otherId, email: otherEmail });
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
  ask: async (who = owner()) => {
    let code = '';
    await issueCode(app.services.db, key(), who.accountId, now(), origin, async (_tx, issued) => {
      code = issued.code.value;
    });
    return code;
  },
  try: (code, who = owner()) =>
    statusOf(proveCode(app.services.db, key(), who.accountId, code, now(), origin)),
};
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
const strangersDevice = { id: 'device-of-a-stranger', tags: [] };
const resetting: Purpose = {
  name: 'sets a new password',
  ask: async (who = owner()) => {
    let code = '';
    const { db } = app.services;
    const [asker, device] = [stranger(), strangersDevice];
    await issueResetCode(db, key(), who.email, asker, device, now(), origin, (issued) => {
      code = issued.code.value;
    });
    return code;
  },
  try: (code, who = owner()) => {
    const given = { email: who.email, otp: code, passwordHash: 'a new hash' };
    return statusOf(resetPassword(app.services.db, key(), given, strangersDevice, now(), origin));
  },
};

const numbered = (value: number) => String(value).padStart(6, '0');
/** Codes that are not the right one. */
const wrongOnes = (right: string, count: number) =>
  Array.from({ length: count }, (_, index) => numbered((Number(right) + 1 + index) % 1_000_000));

describe.each([proving, resetting])('a code that $name', (purpose) => {
  test('is six random digits, including leading zeros', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 60; count += 1) {
      await app.services.db.query('delete from otp_codes');
      codes.add(await purpose.ask());
    }
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    // Among 60 of a million two may be equal; three pairs would mean a bad source.
    expect(codes.size).toBeGreaterThan(57);
  });

  test('is right at the fifth try and invalid at the sixth', async () => {
    const early = await purpose.ask();
    for (const wrong of wrongOnes(early, otpAttempts - 1))
      expect(await purpose.try(wrong)).toBe(422);
    expect(await purpose.try(early)).toBe(200);
    await app.advance(otpCooldownSeconds + 1);
    const late = await purpose.ask();
    for (const wrong of wrongOnes(late, otpAttempts)) expect(await purpose.try(wrong)).toBe(422);
    expect(await purpose.try(late)).toBe(410);
  });

  test('with fifty guesses at once compares five, and may refuse the right one', async () => {
    const right = await purpose.ask();
    const guesses = [...wrongOnes(right, 49), right];
    const answers = await Promise.all(guesses.map((guess) => purpose.try(guess)));
    expect(answers.filter((status) => status === 422)).toHaveLength(otpAttempts);
    expect(answers.filter((status) => status === 410)).toHaveLength(50 - otpAttempts);
  });

  test('is not found by a sweep: after five values every other is refused unread', async () => {
    const right = await purpose.ask();
    const from = (Number(right) - sweepSize / 2 + 1_000_000) % 1_000_000;
    const counts = new Map<number, number>();
    for (let index = 0; index < sweepSize; index += 1) {
      const status = await purpose.try(numbered((from + index) % 1_000_000));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ 422: otpAttempts, 410: sweepSize - otpAttempts });
    // The same for the million values not tried: no code is valid, so none is compared.
    const alive = await app.services.db.query('select 1 from otp_codes where not dead');
    expect(alive).toEqual([]);
  });

  test('can be guessed at most fifty times a day', async () => {
    let counted = 0;
    const guess = async (code: string) => {
      for (const wrong of wrongOnes(code, otpAttempts + 1)) {
        if ((await purpose.try(wrong)) === 422) counted += 1;
      }
    };
    let code = '';
    for (let count = 0; count < otpDailyLimit; count += 1) {
      code = await purpose.ask();
      await guess(code);
      await app.advance(otpCooldownSeconds + 1);
    }
    await expect(purpose.ask()).rejects.toMatchObject({ status: 429 });
    await guess(code);
    expect(counted).toBe(otpDailyLimit * otpAttempts);
    expect(await purpose.try(code)).toBe(410);
  });

  test('of one account is wrong at another account that has a code too', async () => {
    const mine = await purpose.ask();
    let theirs = await purpose.ask(other());
    while (theirs === mine) {
      await app.advance(otpCooldownSeconds + 1);
      theirs = await purpose.ask(other());
    }
    expect(await purpose.try(mine, other())).toBe(422);
    expect(await purpose.try(theirs, other())).toBe(200);
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
  const grant = await readGrant(app.services.db, provingLane(otherId), now());
  expect(grant.next_request_available_in).toBe(0);
  expect(await resetting.ask(other())).toMatch(/^\d{6}$/);
});

test('a sweep by calls fails too, and the account stays unverified', async () => {
  const client = await app.as(email);
  expect((await client.call(calls.generateOtp)).status).toBe(200);
  const [letter] = await app.services.db.query<{ body_text: string }>(
    'select body_text from mails where recipient = $1 order by id desc',
    [email],
  );
  const right = /\b\d{6}\b/.exec(letter?.body_text ?? '')?.[0] ?? '';
  expect(right).toMatch(/^\d{6}$/);
  const guesses = [...wrongOnes(right, 199), right];
  const answers = await Promise.all(
    guesses.map((otp) => client.call(calls.validateOtp, { body: { otp } })),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(422), count(410)]).toEqual([0, otpAttempts, 200 - otpAttempts]);
  expect((await client.call(calls.me)).body.data.isVerified).toBe(false);
});
