import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { contentSecurityPolicy } from '../../../server/static/static-policy.ts';
import { concert } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let plain: TestApp;
let secure: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  plain = await createTestApp({ events: [concert] });
  secure = await createTestApp({ events: 'none', env: { PUBLIC_URL: 'https://tiket.contoh.id' } });
  proxied = await createTestApp({ events: 'none', env: { TRUST_PROXY: 'loopback' } });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
  await proxied.close();
});

const newcomer = (email: string) => ({
  firstName: 'Ani',
  lastName: 'Uji',
  phoneNumber: '+6281234567890',
  email,
  password: 'tiket98765',
});

describe('every response', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api/event-list'],
    ['GET', `/api/event/${concert}`],
    ['GET', '/api/auth/me'],
    ['GET', '/api/tidak-ada'],
    ['GET', '/api/docs'],
    ['GET', '/api/openapi.json'],
    ['GET', '/dev'],
    ['GET', '/dev/mail'],
    ['GET', '/dev/gateway'],
    ['GET', `/media/posters/${concert}.svg`],
    ['POST', '/api/webhooks/payment'],
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/forgot-password'],
    ['POST', '/api/auth/reset-password'],
    ['GET', '/api/auth/google/url'],
    ['GET', '/api/auth/google/callback'],
    ['PUT', '/api/auth/login'],
    ['GET', '/tidak-ada.js'],
    ['GET', '/%'],
  ] as const)(
    '%s %s is not sniffed, not framed and keeps addresses to itself',
    async (method, path) => {
      const answer = await plain.anonymous().ask(method, path, {
        headers: { accept: 'text/html' },
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['referrer-policy']).toBe('same-origin');
      expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
      for (const sense of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
        expect(answer.headers['permissions-policy']).toContain(`${sense}=()`);
      }
      expect(answer.headers['x-powered-by']).toBeUndefined();
      // A redirect shows nothing.
      if (answer.text === '') return expect(answer.status).toBe(303);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe|unsafe-eval/);
      // A picture cannot frame anything, and pages that show it may frame it.
      if (!path.startsWith('/media/')) expect(policy).toContain("frame-ancestors 'none'");
    },
  );

  it('as JSON loads nothing, successful or refused', async () => {
    for (const path of ['/api/event-list', '/api/auth/me', '/api/tidak-ada', '/%']) {
      const { headers } = await plain.anonymous().ask('GET', path);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('that is a page names every source it may use, and no other', () => {
    const facts = { host: 'tiket.contoh.id', isHttps: true, devVite: false };
    const policy = contentSecurityPolicy(facts)
      .split('; ')
      .map((each) => each.split(' '));
    expect(
      Object.fromEntries(policy.map(([name, ...sources]) => [name, sources.join(' ')])),
    ).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob: https:",
      'font-src': "'self'",
      'connect-src': "'self' wss://tiket.contoh.id",
      'worker-src': "'self' blob:",
      'frame-src': 'https://www.google.com https://maps.google.com',
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
    });
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

describe('the session cookie', () => {
  it('over https is bound to the host and to TLS, and unreadable for scripts', async () => {
    const answer = await secure.anonymous().call(calls.register, { body: newcomer('a@uji.id') });
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-roetix_session=[\w-]{43};/);
    for (const flag of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Domain');
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8,}/);
  });

  it('is the same behind a proxy with https, and only if proxies are trusted', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const behind = await proxied
      .anonymous()
      .call(calls.register, { body: newcomer('b@uji.id'), headers });
    expect(String(behind.headers['set-cookie'])).toMatch(/^__Host-.*Secure/);
    const lied = await plain
      .anonymous()
      .call(calls.register, { body: newcomer('c@uji.id'), headers });
    expect(String(lied.headers['set-cookie'])).not.toContain('Secure');
  });

  it('of a session that a registration replaced is invalid', async () => {
    const browser = plain.anonymous();
    await browser.call(calls.register, { body: newcomer('d@uji.id') });
    const left = browser.cookie;
    await browser.call(calls.register, { body: newcomer('e@uji.id') });
    expect(browser.cookie).not.toBe(left);
    const answer = await plain.anonymous().call(calls.me, { headers: { cookie: left } });
    expect(answer.status).toBe(401);
  });
});
