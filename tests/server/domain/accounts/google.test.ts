import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { signInWithGoogle } from '../../../../server/domain/accounts/google.ts';
import type { GoogleIdentity } from '../../../../server/google/provider.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

type Cookies = Map<string, string>;

/** A browser that stores every cookie, as a round trip needs. */
function browser(cookies: Cookies = new Map()) {
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    given: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ) => {
    const { host, pathname, search } = new URL(url, 'http://localhost');
    const answer = await app.fastify.inject({
      method,
      url: pathname + search,
      headers: {
        host,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(given.form === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...given.headers,
      },
      ...(given.form === undefined ? {} : { payload: new URLSearchParams(given.form).toString() }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const begin = async (returnTo?: string) => {
    const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
    const answer = await send('GET', `/api/auth/google/url${query}`, {
      headers: { 'x-requested-with': 'test', 'sec-fetch-site': 'same-origin' },
    });
    return { answer, url: String(answer.json().data?.auth_url) };
  };
  /** Chooses a person at the issuer; returns the address of the return. */
  const choose = async (url: string, form: Record<string, string>) =>
    String((await send('POST', url, { form })).headers.location);
  const landing = async (url: string) => String((await send('GET', url)).headers.location);
  const signIn = async (form: Record<string, string>, returnTo?: string) =>
    landing(await choose((await begin(returnTo)).url, form));
  return { cookies, send, begin, choose, landing, signIn };
}

const person = (email: string, name = 'Rina Kartika') => ({ email, name, email_verified: 'true' });

const me = async (cookies: Cookies) => {
  const answer = await app.fastify.inject({
    url: '/api/auth/me',
    headers: { cookie: `roetix_session=${cookies.get('roetix_session') ?? ''}` },
  });
  return { status: answer.statusCode, user: answer.json().data };
};

describe('the round trip', () => {
  test('creates a verified account, asks for the phone number, and remembers the return path', async () => {
    const rina = browser();
    const { answer, url } = await rina.begin('/event/konser-senja-jakarta/queue');
    expect(answer.statusCode).toBe(200);
    const asked = new URL(url);
    expect(asked.pathname).toBe('/dev/google/authorize');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked.searchParams.get('nonce')).toBeTruthy();
    const kept = String(answer.headers['set-cookie']);
    expect(kept).toMatch(/^roetix_google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);

    expect((await rina.send('GET', url)).body).toContain('pembeli@contoh.id');
    const back = await rina.choose(url, person('rina@contoh.id'));
    expect(await rina.landing(back)).toBe(
      '/complete-profile?returnTo=%2Fevent%2Fkonser-senja-jakarta%2Fqueue',
    );
    expect(rina.cookies.has('roetix_google')).toBe(false);
    expect((await me(rina.cookies)).user).toMatchObject({
      email: 'rina@contoh.id',
      firstName: 'Rina',
      lastName: 'Kartika',
      phoneNumber: '',
      isVerified: true,
    });
    const complete = (phone: string) =>
      app.fastify.inject({
        method: 'POST',
        url: '/api/auth/google/complete-profile',
        headers: {
          cookie: `roetix_session=${rina.cookies.get('roetix_session')}`,
          'x-requested-with': 'test',
          'sec-fetch-site': 'same-origin',
        },
        payload: { phone_number: phone },
      });
    expect((await complete('+62 12 345 678')).statusCode).toBe(422);
    expect((await complete('0812 3456 7890')).json().data.phoneNumber).toBe('+6281234567890');

    const again = browser();
    expect(await again.signIn(person('RINA@contoh.id'), '/profile')).toBe(
      '/auth/login?returnTo=%2Fprofile',
    );
  });

  test('leaves the password of a verified account in use', async () => {
    const buyer = browser();
    expect(await buyer.signIn(person('pembeli@contoh.id'))).toBe('/auth/login');
    expect((await me(buyer.cookies)).user.email).toBe('pembeli@contoh.id');
    const password = await app.anonymous().call(calls.login, {
      body: { email: 'pembeli@contoh.id', password: 'tiket1234' },
    });
    expect(password.status).toBe(200);
  });

  test('removes the access of a person who registered the address before its owner', async () => {
    const hijacker = app.anonymous();
    const body = {
      firstName: 'Penyusup',
      lastName: 'Gelap',
      phoneNumber: '+6281200000001',
      email: 'korban@contoh.id',
      password: 'kuda-laut-9',
    };
    expect((await hijacker.call(calls.register, { body })).status).toBe(200);
    await hijacker.call(calls.generateOtp);

    const owner = browser();
    expect(await owner.signIn(person('korban@contoh.id', 'Pemilik Asli'))).toBe(
      '/complete-profile',
    );
    expect((await me(owner.cookies)).user).toMatchObject({
      firstName: 'Pemilik',
      phoneNumber: '',
      isVerified: true,
    });
    expect((await hijacker.call(calls.me)).status).toBe(401);
    const { email, password } = body;
    expect((await app.anonymous().call(calls.login, { body: { email, password } })).status).toBe(
      401,
    );
    const codes = await app.services.db.query(
      `select 1 from otp_codes c join accounts a on a.id = c.account_id where a.email = $1 and not c.dead`,
      [email],
    );
    expect(codes).toEqual([]);
  });

  test('ends the previous session of the browser', async () => {
    const shared = browser();
    await shared.signIn(person('pembeli@contoh.id'));
    const before = new Map(shared.cookies);
    await shared.signIn(person('pembeli2@contoh.id'));
    expect((await me(shared.cookies)).user.email).toBe('pembeli2@contoh.id');
    expect((await me(before)).status).toBe(401);
  });
});

describe('an invalid return', () => {
  test('an unverified address of the issuer creates no account', async () => {
    const stranger = browser();
    const form = { email: 'siapa@contoh.id', name: 'Siapa' };
    expect(await stranger.signIn(form, '/profile')).toBe(
      '/auth/login?google=unverified&returnTo=%2Fprofile',
    );
    expect((await me(stranger.cookies)).status).toBe(401);
    expect(
      await app.services.db.query('select 1 from accounts where email = $1', ['siapa@contoh.id']),
    ).toEqual([]);
  });

  test('a cancelled sign-in is reported as such', async () => {
    expect(await browser().signIn({ cancel: '1' })).toBe('/auth/login?google=cancelled');
  });

  test('another state is refused', async () => {
    const rina = browser();
    const back = new URL(await rina.choose((await rina.begin()).url, person('rina@contoh.id')));
    back.searchParams.set('state', 'sebuah-tebakan');
    expect(await rina.landing(back.href)).toBe('/auth/login?google=failed');
    expect((await me(rina.cookies)).status).toBe(401);
  });

  test('from another browser, a second time, or after ten minutes is refused', async () => {
    const rina = browser();
    const back = await rina.choose((await rina.begin()).url, person('rina@contoh.id'));
    const expired = '/auth/login?google=expired';
    expect(await browser().landing(back)).toBe(expired);
    const trip = new Map(rina.cookies);
    expect(await rina.landing(back)).toMatch(/^\/(?:complete-profile|auth\/login)$/);
    expect(await browser(trip).landing(back)).toBe(expired);

    const slow = browser();
    const late = await slow.choose((await slow.begin()).url, person('rina@contoh.id'));
    await app.advance(601);
    expect(await slow.landing(late)).toBe(expired);
  });

  test('a code works once at the issuer, and only with its verifier', async () => {
    const rina = browser();
    const back = new URL(await rina.choose((await rina.begin()).url, person('rina@contoh.id')));
    const answer = await rina.send('POST', '/dev/google/token', {
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: back.origin + back.pathname,
        code_verifier: 'x'.repeat(43),
        client_id: 'roetix-dev',
        client_secret: 'a-secret-of-development-only',
      },
    });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    expect(await rina.landing(back.href)).toBe('/auth/login?google=failed');
  });

  test('the stand-in redirects to no other site', async () => {
    const { url } = await browser().begin();
    const elsewhere = new URL(url);
    elsewhere.searchParams.set('redirect_uri', 'https://evil.test/callback');
    expect((await browser().send('GET', elsewhere.href)).statusCode).toBe(422);
  });
});

describe('the call', () => {
  test.each([
    ['another site', { 'x-requested-with': 'test', 'sec-fetch-site': 'cross-site' }],
    ['no header', { 'sec-fetch-site': 'same-origin' }],
  ])('refuses %s, since it sets a cookie', async (_what, headers) => {
    const answer = await browser().send('GET', '/api/auth/google/url', { headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.cookies).toEqual([]);
  });

  test('is 501 if nothing is configured, 503 if the issuer does not respond', async () => {
    const bare = await createTestApp({ env: { DEV_TOOLS: '0' }, events: 'none' });
    const away = await createTestApp({
      env: {
        GOOGLE_ISSUER: 'http://127.0.0.1:9',
        GOOGLE_CLIENT_ID: 'satu',
        GOOGLE_CLIENT_SECRET: 'dua',
      },
      events: 'none',
    });
    try {
      expect((await bare.anonymous().call(calls.googleUrl)).status).toBe(501);
      const answer = await away.anonymous().call(calls.googleUrl);
      expect(answer.status).toBe(503);
      expect(answer.body.message).toBe('Failed to initialize Google Sign In. Please try again.');
    } finally {
      await Promise.all([bare.close(), away.close()]);
    }
  });
});

describe('accounts', () => {
  const origin = { requestId: 'uji', addressPrefix: '127.0.0.0' };
  const identity = (change: Partial<GoogleIdentity>): GoogleIdentity => ({
    issuer: 'https://issuer.contoh.id',
    subject: 's-1',
    email: 'dewa@contoh.id',
    isEmailVerified: true,
    firstName: 'Dewa',
    lastName: '',
    ...change,
  });
  const signIn = (change: Partial<GoogleIdentity> = {}) =>
    signInWithGoogle(
      app.services.db,
      identity(change),
      app.services.clock.now(),
      origin,
      app.services.legal,
    );

  test('several returns at once create one account', async () => {
    const all = await Promise.all([signIn(), signIn(), signIn()]);
    expect(new Set(all.map((session) => session?.accountId)).size).toBe(1);
  });

  test('a person whose address at the issuer changed keeps the account', async () => {
    const before = await signIn();
    const after = await signIn({ email: 'dewa.baru@contoh.id', isEmailVerified: false });
    expect(after?.accountId).toBe(before?.accountId);
  });

  test('the same subject at another issuer is another person', async () => {
    const one = await signIn();
    const other = await signIn({ issuer: 'https://lain.contoh.id', email: 'lain@contoh.id' });
    expect(other?.accountId).not.toBe(one?.accountId);
  });
});
