import { describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { contentSecurityPolicy } from '../../../server/static/static-policy.ts';
import { openShop } from '../support/open-shop.ts';
import { concert } from '../support/purchase.ts';
import type { TestApp } from '../support/test-app.ts';

const plain = await openShop({ events: [concert] }, null);
const secureEnv = { PUBLIC_URL: 'https://tiket.contoh.id' };
const secure = await openShop({ events: 'none', env: secureEnv }, null);
const proxied = await openShop({ events: 'none', env: { TRUST_PROXY: 'loopback' } }, null);

describe('every response (§17.22)', () => {
  it.each([
    ...['/', '/api/event-list', `/api/event/${concert}`, '/api/auth/me', '/api/tidak-ada'],
    ...['/api/docs', '/api/openapi.json', '/dev', '/dev/mail', '/dev/gateway', '/tidak-ada.js'],
    ...[`/media/posters/${concert}.svg`, '/api/auth/google/url', '/api/auth/google/callback'],
    ...['POST /api/webhooks/payment', 'POST /api/auth/login', 'POST /api/auth/forgot-password'],
    ...['POST /api/auth/reset-password', 'PUT /api/auth/login', '/%'],
  ])('%s is not sniffed, not framed and keeps addresses to itself', async (call) => {
    const [, method = 'GET', path = ''] = /^(?:(\w+) )?(.*)$/.exec(call) ?? [];
    const answer = await plain.anonymous().ask(method as 'GET' | 'POST' | 'PUT', path, {
      headers: { accept: 'text/html' },
      ...(method === 'POST' ? { body: {} } : {}),
    });
    const { headers } = answer;
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    for (const sense of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(headers['permissions-policy']).toContain(`${sense}=()`);
    }
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
    // A redirect shows nothing.
    if (answer.text === '') return expect(answer.status).toBe(303);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe|unsafe-eval/);
    // A picture cannot frame anything, and pages that show it may frame it.
    if (!path.startsWith('/media/')) expect(policy).toContain("frame-ancestors 'none'");
  });

  it('as JSON loads nothing, successful or refused', async () => {
    for (const path of ['/api/event-list', '/api/auth/me', '/api/tidak-ada', '/%']) {
      const { headers } = await plain.anonymous().ask('GET', path);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('that is a page names every source it may use, and no other (§17.21)', () => {
    const facts = { host: 'tiket.contoh.id', isHttps: true, devVite: false };
    expect(contentSecurityPolicy(facts).split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self' wss://tiket.contoh.id",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'frame-src https://www.google.com https://maps.google.com',
      "img-src 'self' data: blob: https:",
      "manifest-src 'self'",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self' blob:",
    ]);
    // A Host header cannot add a source.
    const hostile = { ...facts, host: 'x; script-src *' };
    expect(contentSecurityPolicy(hostile)).toContain("connect-src 'self';");
  });

  it('with data of an account is never cached', async () => {
    const [buyer] = await plain.makeBuyers(1);
    for (const call of [calls.me, calls.session, calls.myTickets, calls.purchaseHistory]) {
      expect((await buyer!.call(call)).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('the session cookie (§17.10, §7.28)', () => {
  const overTls = { 'x-forwarded-proto': 'https' };
  const register = (app: TestApp, name: string, headers: Record<string, string> = {}) => {
    const person = { firstName: 'Ani', lastName: 'Uji', phoneNumber: '+6281234567890' };
    const body = { ...person, email: `${name}@uji.id`, password: 'tiket98765' };
    return app.anonymous().call(calls.register, { body, headers });
  };
  const meWith = async (app: TestApp, cookie: string) =>
    (await app.anonymous().call(calls.me, { headers: { cookie } })).status;

  it('over https is bound to the host and to TLS, and unreadable for scripts (§6.2)', async () => {
    const answer = await register(secure, 'a');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-roetix_session=[\w-]{43};/);
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Domain');
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    const [pair = ''] = cookie.split(';');
    expect(await meWith(secure, pair)).toBe(200);
    // A neighbouring host could have planted a cookie with a plain name.
    expect(await meWith(secure, pair.replace('__Host-', ''))).toBe(401);
  });

  it('is the same behind a proxy with https, and only if proxies are trusted', async () => {
    const behind = await register(proxied, 'b', overTls);
    expect(String(behind.headers['set-cookie'])).toMatch(/^__Host-.*Secure/);
    const lied = await register(plain, 'c', overTls);
    expect(String(lied.headers['set-cookie'])).not.toContain('Secure');
  });
});
