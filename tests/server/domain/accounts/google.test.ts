import { describe, expect, test } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { signInWithGoogle } from '../../../../server/domain/accounts/google.ts';
import type { GoogleIdentity } from '../../../../server/google/provider.ts';
import { openShop } from '../../support/open-shop.ts';

const app = await openShop({ events: [] }, null);

type Cookies = Map<string, string>;
const own = { 'x-requested-with': 'test', 'sec-fetch-site': 'same-origin' };

/** A browser that stores every cookie, as a round trip needs. */
function browser(cookies: Cookies = new Map()) {
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    given: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ) => {
    const { host, pathname, search } = new URL(url, 'http://localhost');
    const form = given.form && new URLSearchParams(given.form).toString();
    const answer = await app.fastify.inject({
      method,
      url: pathname + search,
      headers: {
        host,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...given.headers,
      },
      ...(form && { payload: form }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const begin = async (returnTo?: string) => {
    const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
    const answer = await send('GET', `/api/auth/google/url${query}`, { headers: own });
    return { answer, url: String(answer.json().data?.auth_url) };
  };
  /** Chooses a person at the issuer; returns the address of the return. */
  const choose = async (url: string, form: Record<string, string>) =>
    String((await send('POST', url, { form })).headers.location);
  /** As far as the return: its address. */
  const leave = async (email: string) => choose((await begin()).url, person(email));
  const landing = async (url: string) => String((await send('GET', url)).headers.location);
  const signIn = async (form: Record<string, string>, returnTo?: string) =>
    landing(await choose((await begin(returnTo)).url, form));
  /** Who is signed in; undefined for nobody. */
  const me = async () => {
    const cookie = `roetix_session=${cookies.get('roetix_session') ?? ''}`;
    const answer = await app.fastify.inject({ url: '/api/auth/me', headers: { cookie } });
    expect([200, 401]).toContain(answer.statusCode);
    return answer.json().data ?? undefined;
  };
  return { cookies, send, begin, choose, leave, landing, signIn, me };
}

const person = (email: string, name = 'Rina Kartika') => ({ email, name, email_verified: 'true' });
const expired = '/auth/login?google=expired';
const failed = '/auth/login?google=failed';

describe('the round trip (§7.31)', () => {
  test('creates a verified account, asks for the phone number, and remembers the return path (§7.32)', async () => {
    const rina = browser();
    const { answer, url } = await rina.begin('/event/konser-senja-jakarta/queue');
    expect(answer.statusCode).toBe(200);
    const asked = new URL(url);
    expect(asked.pathname).toBe('/dev/google/authorize');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(asked.searchParams.get('nonce')).toBeTruthy();
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^roetix_google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect((await rina.send('GET', url)).body).toContain('pembeli@contoh.id');
    const back = await rina.choose(url, person('rina@contoh.id'));
    expect(await rina.landing(back)).toBe(
      '/complete-profile?returnTo=%2Fevent%2Fkonser-senja-jakarta%2Fqueue',
    );
    expect(rina.cookies.has('roetix_google')).toBe(false);
    expect(await rina.me()).toMatchObject({
      email: 'rina@contoh.id',
      firstName: 'Rina',
      lastName: 'Kartika',
      phoneNumber: '',
      isVerified: true,
    });
    const completed = await app.fastify.inject({
      method: 'POST',
      url: '/api/auth/google/complete-profile',
      headers: { ...own, cookie: `roetix_session=${rina.cookies.get('roetix_session')}` },
      payload: { phone_number: '0812 3456 7890' },
    });
    expect(completed.json().data.phoneNumber).toBe('+6281234567890');
    expect(await browser().signIn(person('RINA@contoh.id'), '/profile')).toBe(
      '/auth/login?returnTo=%2Fprofile',
    );
  });

  test('leaves the password of a verified account in use, and ends the previous session of the browser', async () => {
    const shared = browser();
    expect(await shared.signIn(person('pembeli@contoh.id'))).toBe('/auth/login');
    expect((await shared.me()).email).toBe('pembeli@contoh.id');
    const body = { email: 'pembeli@contoh.id', password: 'tiket1234' };
    expect((await app.anonymous().call(calls.login, { body })).status).toBe(200);
    const before = browser(new Map(shared.cookies));
    await shared.signIn(person('pembeli2@contoh.id'));
    expect((await shared.me()).email).toBe('pembeli2@contoh.id');
    expect(await before.me()).toBeUndefined();
  });

  test('removes the access of a person who registered the address before its owner', async () => {
    const hijacker = app.anonymous();
    const email = 'korban@contoh.id';
    const password = 'kuda-laut-9';
    const stolen = { firstName: 'Penyusup', lastName: 'Gelap', phoneNumber: '+6281200000001' };
    const body = { ...stolen, email, password };
    expect((await hijacker.call(calls.register, { body })).status).toBe(200);
    await hijacker.call(calls.generateOtp);

    const owner = browser();
    expect(await owner.signIn(person(email, 'Pemilik Asli'))).toBe('/complete-profile');
    const shown = { firstName: 'Pemilik', phoneNumber: '', isVerified: true };
    expect(await owner.me()).toMatchObject(shown);
    expect((await hijacker.call(calls.me)).status).toBe(401);
    const signedIn = await app.anonymous().call(calls.login, { body: { email, password } });
    expect(signedIn.status).toBe(401);
    const codes = await app.services.db.query(
      `select 1 from otp_codes c join accounts a on a.id = c.account_id where a.email = $1 and not c.dead`,
      [email],
    );
    expect(codes).toEqual([]);
  });
});

describe('an invalid return', () => {
  test('an unverified address of the issuer creates no account', async () => {
    const stranger = browser();
    const form = { email: 'siapa@contoh.id', name: 'Siapa' };
    expect(await stranger.signIn(form, '/profile')).toBe(
      '/auth/login?google=unverified&returnTo=%2Fprofile',
    );
    expect(await stranger.me()).toBeUndefined();
    const rows = await app.services.db.query(
      `select 1 from accounts where email = 'siapa@contoh.id'`,
    );
    expect(rows).toEqual([]);
  });

  test('a cancelled sign-in is reported as such', async () => {
    expect(await browser().signIn({ cancel: '1' })).toBe('/auth/login?google=cancelled');
  });

  test('another state is refused', async () => {
    const rina = browser();
    const back = new URL(await rina.leave('rina@contoh.id'));
    back.searchParams.set('state', 'sebuah-tebakan');
    expect(await rina.landing(back.href)).toBe(failed);
    expect(await rina.me()).toBeUndefined();
  });

  test('from another browser, a second time, or after ten minutes is refused', async () => {
    const rina = browser();
    const back = await rina.leave('rina@contoh.id');
    expect(await browser().landing(back)).toBe(expired);
    const trip = new Map(rina.cookies);
    expect(await rina.landing(back)).toMatch(/^\/(?:complete-profile|auth\/login)$/);
    expect(await browser(trip).landing(back)).toBe(expired);
    const slow = browser();
    const late = await slow.leave('rina@contoh.id');
    await app.advance(601);
    expect(await slow.landing(late)).toBe(expired);
  });
});

test('one person of an issuer has one account: of returns at once, after a change of address, not at another issuer (§7.33)', async () => {
  const origin = { requestId: 'uji', addressPrefix: '127.0.0.0' };
  const accountOf = async (change: Partial<GoogleIdentity> = {}) => {
    const identity = {
      issuer: 'https://issuer.contoh.id',
      subject: 's-1',
      email: 'dewa@contoh.id',
      isEmailVerified: true,
      firstName: 'Dewa',
      lastName: '',
      ...change,
    };
    const { db, clock, legal } = app.services;
    return (await signInWithGoogle(db, identity, clock.now(), origin, legal))?.accountId;
  };
  const [one, ...others] = await Promise.all([accountOf(), accountOf(), accountOf()]);
  expect(one).toBeDefined();
  expect(others).toEqual([one, one]);
  expect(await accountOf({ email: 'dewa.baru@contoh.id', isEmailVerified: false })).toBe(one);
  const elsewhere = { issuer: 'https://lain.contoh.id', email: 'lain@contoh.id' };
  expect(await accountOf(elsewhere)).not.toBe(one);
});
