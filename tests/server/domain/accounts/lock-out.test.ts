import { beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { workPuzzleSchema } from '../../../../contract/challenge/challenge.ts';
import { answerOf } from '../../../support/solve-challenge.ts';
import { codeTo, otherThan } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import type { TestClient } from '../../support/test-app.ts';

const email = 'pembeli@contoh.id';
const password = 'tiket1234';

const app = await openShop(
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, events: [] },
  null,
);
beforeEach(async () => {
  for (const table of ['login_failures', 'otp_codes', 'mails', 'limit_budgets']) {
    await app.services.db.query(`delete from ${table}`);
  }
  app.services.limits.budgets.clear();
});

const home = '203.0.113.7';
const from = (address: string, more: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...more,
});
const signIn = (client: TestClient, address = home, more = {}, typed = password, who = email) =>
  client.call(calls.login, { body: { email: who, password: typed }, headers: from(address, more) });
const askCode = (client: TestClient, address: string, more = {}) =>
  client.call(calls.forgotPassword, { body: { email }, headers: from(address, more) });
const reset = (client: TestClient, otp: string, typed = password, address = home) =>
  client.call(calls.resetPassword, {
    body: { email, otp, password: typed },
    headers: from(address),
  });
const signedIn = async () => {
  const owner = app.anonymous();
  expect((await signIn(owner)).status).toBe(200);
  return owner;
};

/** Thirty wrong passwords, five from each of six networks: they once locked the account. */
async function attack(): Promise<void> {
  for (let network = 0; network < 6; network += 1) {
    for (let count = 0; count < 5; count += 1) {
      await signIn(app.anonymous(), `198.51.${network}.${count}`, {}, `salah123${count}`);
    }
  }
}

describe('the victim of thirty wrong passwords from six networks (§17.4)', () => {
  test('signs in at once from a device it signed in from before, on any network', async () => {
    const owner = await signedIn();
    await attack();
    for (const address of [home, '192.0.2.1', '198.51.0.1']) {
      expect((await signIn(owner, address)).status).toBe(200);
    }
  });

  test('signs in from a new device after a challenge, from any network, even the attacker’s', async () => {
    await attack();
    for (const address of [home, '198.51.0.1']) {
      const client = app.anonymous();
      const asked = await signIn(client, address);
      expect([asked.status, asked.cookies]).toEqual([428, {}]);
      const answer = await signIn(client, address, await answerOf(asked.body));
      expect([answer.status, answer.body.data]).toEqual([200, { isVerified: true }]);
    }
  });

  test('is not impersonated: a solved challenge needs the right password too, and counts once', async () => {
    await attack();
    const asked = await signIn(app.anonymous());
    const proof = await answerOf(asked.body);
    for (const [typed, status] of [
      ['salah12345', 401],
      ['salah12346', 428],
    ] as const) {
      expect((await signIn(app.anonymous(), home, proof, typed)).status).toBe(status);
    }
    const signInOther = (more = {}) =>
      signIn(app.anonymous(), home, more, 'salah12345', 'pembeli2@contoh.id');
    for (let count = 0; count < 5; count += 1) await signInOther();
    expect((await signInOther(await answerOf(asked.body))).status).toBe(428);
  });

  test('makes each further guess of unknown devices harder', async () => {
    const bits = async () => {
      const asked = await signIn(app.anonymous());
      return workPuzzleSchema.parse(asked.body.meta?.challenge).bits;
    };
    await attack();
    const first = await bits();
    await app.services.db.query(
      `insert into login_failures (account_key, address, at)
       select account_key, '198.51.' || n || '.0/24', $1
       from (select distinct account_key from login_failures) k, generate_series(1, 700) n`,
      [app.services.clock.now()],
    );
    expect((await bits()) - first).toBe(3);
  });
});

describe('a device cookie', () => {
  test('is set when an address is verified, unreadable for scripts, for 400 days', async () => {
    const answer = await signIn(app.anonymous());
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies).toHaveLength(2);
    expect(cookies[1]).toMatch(
      /^roetix_device=1\.(?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Path=\/)(?=.*Max-Age=34560000)/,
    );
    const unproven = await signIn(app.anonymous(), home, {}, password, 'baru@contoh.id');
    expect([unproven.status, Object.keys(unproven.cookies)]).toEqual([200, ['roetix_session']]);
  });

  test('of another account, or a forged one, counts as an unknown device', async () => {
    const other = app.anonymous();
    expect((await signIn(other, home, {}, password, 'pembeli2@contoh.id')).status).toBe(200);
    await attack();
    expect((await signIn(other)).status).toBe(428);
    const forged = `roetix_device=1.${'a'.repeat(22)}.1790000000..${'b'.repeat(43)}`;
    expect((await signIn(app.anonymous(), home, { cookie: forged })).status).toBe(428);
  });
});

describe('an owner whose address unknown devices request codes for', () => {
  /** Requests codes by unknown devices from other networks; returns how many were sent. */
  const codesForStrangers = async (requests: number, solves = false) => {
    let given = 0;
    for (let count = 0; count < requests; count += 1) {
      const client = app.anonymous();
      let answer = await askCode(client, `198.51.${count}.1`);
      if (solves && answer.status === 428) {
        answer = await askCode(client, `198.51.${count}.1`, await answerOf(answer.body));
      }
      if (answer.status === 200) given += 1;
      await app.advance(61);
    }
    await app.services.db.query('delete from mails');
    return given;
  };
  /** Unknown devices try codes: against their own, not against the owner's. */
  const guess = async (otp: string) => {
    for (let count = 0; count < 8; count += 1) {
      const address = `198.51.100.${count}`;
      const tried = await reset(app.anonymous(), otherThan(otp), 'kuda-laut-9', address);
      expect([410, 422]).toContain(tried.status);
    }
  };

  test('still has ten codes on a known device, and its code stays valid, for itself alone', async () => {
    const owner = await signedIn();
    expect(await codesForStrangers(10)).toBe(5);
    const answer = await askCode(owner, home);
    expect(answer.body).toMatchObject({
      status: 200,
      data: { daily_usage: { current_count: 1, daily_limit: 10 } },
    });
    const otp = await codeTo(app, email);
    await guess(otp);
    const stolen = await reset(app.anonymous(), otp, 'kuda-laut-9', '198.51.100.9');
    expect([410, 422]).toContain(stolen.status);
    expect((await reset(owner, otp)).status).toBe(200);
  });

  test('gets one on a new device after a challenge, and no other guesses invalidate it', async () => {
    await codesForStrangers(10);
    const owner = app.anonymous();
    const asked = await askCode(owner, home);
    expect(asked.status).toBe(428);
    expect((await askCode(owner, home, await answerOf(asked.body))).status).toBe(200);
    const otp = await codeTo(app, email);
    await guess(otp);
    expect((await reset(owner, otp)).status).toBe(200);
  });

  test('receives at most ten e-mails a day caused by unknown devices, whatever they solve', async () => {
    expect(await codesForStrangers(14, true)).toBe(10);
  });
});
