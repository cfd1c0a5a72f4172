import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { workPuzzleSchema } from '../../../../contract/challenge/challenge.ts';
import { answerOf } from '../../../support/solve-challenge.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const email = 'pembeli@contoh.id';
const password = 'tiket1234';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, events: [] });
});
beforeEach(async () => {
  for (const table of ['login_failures', 'otp_codes', 'mails', 'limit_budgets']) {
    await app.services.db.query(`delete from ${table}`);
  }
  app.services.limits.budgets.clear();
});
afterAll(() => app.close());

const from = (address: string, more: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...more,
});
const signIn = (client: TestClient, address: string, more = {}, typed = password) =>
  client.call(calls.login, { body: { email, password: typed }, headers: from(address, more) });
const askCode = (client: TestClient, address: string, more = {}) =>
  client.call(calls.forgotPassword, { body: { email }, headers: from(address, more) });

/** Thirty wrong passwords, five from each of six networks: they once locked the account. */
async function attack(): Promise<void> {
  for (let network = 0; network < 6; network += 1) {
    for (let count = 0; count < 5; count += 1) {
      await signIn(app.anonymous(), `198.51.${network}.${count}`, {}, `salah123${count}`);
    }
  }
}

async function codeOf(): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const [row] = await app.services.db.query<{ subject: string }>(
        'select subject from mails where recipient = $1 order by id desc limit 1',
        [email],
      );
      code = /\b\d{6}\b/.exec(row?.subject ?? '')?.[0] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

describe('the victim of thirty wrong passwords from six networks', () => {
  test('signs in at once from a device it signed in from before, on any network', async () => {
    const owner = app.anonymous();
    expect((await signIn(owner, '203.0.113.7')).status).toBe(200);
    await attack();
    for (const address of ['203.0.113.7', '192.0.2.1', '198.51.0.1']) {
      expect((await signIn(owner, address)).status).toBe(200);
    }
  });

  test('signs in from a new device after a challenge, from any network, even the attacker’s', async () => {
    await attack();
    for (const address of ['203.0.113.7', '198.51.0.1']) {
      const client = app.anonymous();
      const asked = await signIn(client, address);
      expect(asked.status).toBe(428);
      expect(asked.cookies).toEqual({});
      const answer = await signIn(client, address, await answerOf(asked.body));
      expect([answer.status, answer.body.data]).toEqual([200, { isVerified: true }]);
    }
  });

  test('is not impersonated: a solved challenge needs the right password too, and counts once', async () => {
    await attack();
    const asked = await signIn(app.anonymous(), '203.0.113.7');
    const proof = await answerOf(asked.body);
    const wrong = await signIn(app.anonymous(), '203.0.113.7', proof, 'salah12345');
    expect(wrong.status).toBe(401);
    expect((await signIn(app.anonymous(), '203.0.113.7', proof, 'salah12346')).status).toBe(428);
    const body = { email: 'pembeli2@contoh.id', password: 'salah12345' };
    for (let count = 0; count < 5; count += 1) {
      await app.anonymous().call(calls.login, { body, headers: from('203.0.113.7') });
    }
    const headers = from('203.0.113.7', await answerOf(asked.body));
    const other = await app.anonymous().call(calls.login, { body, headers });
    expect(other.status).toBe(428);
  });

  test('makes each further guess of unknown devices harder', async () => {
    const bits = async () => {
      const asked = await signIn(app.anonymous(), '203.0.113.7');
      return workPuzzleSchema.parse(asked.body.meta?.challenge).bits;
    };
    await attack();
    const first = await bits();
    const key = (
      await app.services.db.query<{ account_key: string }>(
        'select distinct account_key from login_failures',
      )
    )[0]?.account_key;
    await app.services.db.query(
      `insert into login_failures (account_key, address, at)
       select $1, '198.51.' || n || '.0/24', $2 from generate_series(1, 700) n`,
      [key, app.services.clock.now()],
    );
    expect((await bits()) - first).toBe(3);
  });

  test('an unknown address is treated the same', async () => {
    const statuses = [];
    for (let count = 0; count < 12; count += 1) {
      const body = { email: 'tidak-ada@contoh.id', password: 'salah1234' };
      const headers = from(`198.51.${count}.1`);
      statuses.push((await app.anonymous().call(calls.login, { body, headers })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 428, 428]);
  });
});

describe('a device cookie', () => {
  test('is set when an address is verified, unreadable for scripts, for 400 days', async () => {
    const answer = await signIn(app.anonymous(), '203.0.113.7');
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    expect(cookies).toHaveLength(2);
    expect(cookies[1]).toMatch(/^roetix_device=1\./);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=34560000']) {
      expect(cookies[1]).toContain(part);
    }
    const body = { email: 'baru@contoh.id', password };
    const unproven = await app.anonymous().call(calls.login, { body });
    expect(unproven.status).toBe(200);
    expect(Object.keys(unproven.cookies)).toEqual(['roetix_session']);
  });

  test('signs nobody in, and outlives the session', async () => {
    const owner = app.anonymous();
    await signIn(owner, '203.0.113.7');
    const headers = { cookie: owner.deviceCookie };
    expect((await app.anonymous().call(calls.me, { headers })).status).toBe(401);
    await owner.call(calls.logout);
    expect(owner.deviceCookie).toMatch(/^roetix_device=1\./);
    await attack();
    expect((await signIn(owner, '192.0.2.1')).status).toBe(200);
  });

  test('of another account, or a forged one, counts as an unknown device', async () => {
    const other = app.anonymous();
    const body = { email: 'pembeli2@contoh.id', password };
    expect((await other.call(calls.login, { body })).status).toBe(200);
    await attack();
    expect((await signIn(other, '203.0.113.7')).status).toBe(428);
    const forged = `roetix_device=1.${'a'.repeat(22)}.1790000000..${'b'.repeat(43)}`;
    const answer = await signIn(app.anonymous(), '203.0.113.7', { cookie: forged });
    expect(answer.status).toBe(428);
  });

  test('wrong passwords on a known device cause no challenge for unknown devices', async () => {
    const owner = app.anonymous();
    await signIn(owner, '203.0.113.7');
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn(owner, '203.0.113.7', {}, 'salah1234')).status).toBe(401);
    }
    expect((await signIn(owner, '203.0.113.7')).status).toBe(429);
    expect((await signIn(app.anonymous(), '203.0.113.8')).status).toBe(200);
  });
});

describe('an owner whose address unknown devices request codes for', () => {
  /** As many codes as unknown devices get without a challenge, from as many networks as they need. */
  const askedByStrangers = async () => {
    let given = 0;
    for (let count = 0; count < 10; count += 1) {
      const answer = await askCode(app.anonymous(), `198.51.${count}.1`);
      if (answer.status === 200) given += 1;
      await app.advance(61);
    }
    return given;
  };

  test('still has ten codes on a known device, and its code stays valid', async () => {
    const owner = app.anonymous();
    await signIn(owner, '203.0.113.7');
    expect(await askedByStrangers()).toBe(5);
    await app.services.db.query('delete from mails');
    const answer = await askCode(owner, '203.0.113.7');
    expect(answer.status).toBe(200);
    expect(answer.body.data.daily_usage).toEqual({ current_count: 1, daily_limit: 10 });
    const otp = await codeOf();
    // Unknown devices try codes: against their own, not against the owner's.
    for (let count = 0; count < 8; count += 1) {
      const body = { email, otp: otp === '111111' ? '222222' : '111111', password: 'kuda-laut-9' };
      const headers = from(`198.51.100.${count}`);
      const status = (await app.anonymous().call(calls.resetPassword, { body, headers })).status;
      expect([410, 422]).toContain(status);
    }
    const stolen = await app.anonymous().call(calls.resetPassword, {
      body: { email, otp, password: 'kuda-laut-9' },
      headers: from('198.51.100.9'),
    });
    expect([410, 422]).toContain(stolen.status);
    const body = { email, otp, password };
    expect((await owner.call(calls.resetPassword, { body })).status).toBe(200);
  });

  test('gets one on a new device after a challenge, and no other guesses invalidate it', async () => {
    await askedByStrangers();
    const owner = app.anonymous();
    const asked = await askCode(owner, '203.0.113.7');
    expect(asked.status).toBe(428);
    await app.services.db.query('delete from mails');
    const answer = await askCode(owner, '203.0.113.7', await answerOf(asked.body));
    expect(answer.status).toBe(200);
    const otp = await codeOf();
    const wrong = { email, otp: otp === '111111' ? '222222' : '111111', password: 'kuda-laut-9' };
    for (let count = 0; count < 8; count += 1) {
      await app.anonymous().call(calls.resetPassword, { body: wrong });
    }
    const body = { email, otp, password };
    expect((await owner.call(calls.resetPassword, { body })).status).toBe(200);
  });

  test('receives at most ten e-mails a day caused by unknown devices, whatever they solve', async () => {
    const stubborn = app.anonymous();
    let given = 0;
    for (let count = 0; count < 14; count += 1) {
      let answer = await askCode(stubborn, `198.51.${count}.1`);
      if (answer.status === 428) {
        answer = await askCode(stubborn, `198.51.${count}.1`, await answerOf(answer.body));
      }
      if (answer.status === 200) given += 1;
      await app.advance(61);
    }
    expect(given).toBe(10);
  });
});
