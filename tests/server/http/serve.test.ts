import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../../contract/call/call.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import { refuseFor } from '../../../server/http/refuse.ts';
import { type BareServe, createBareServe, ownHeaders } from '../support/bare-serve.ts';

const answer = z.object({ seen: z.unknown() });
const echo = defineCall({
  method: 'POST',
  path: '/echo/{id}',
  aliases: [{ method: 'GET', path: '/echo-alias/{id}' }],
  summary: 'Gives back what it was given',
  access: 'public',
  params: z.object({ id: z.string().check(z.regex(/^\d+$/, 'Must be digits')) }),
  query: z.object({ page: z.optional(z.coerce.number().check(z.int('Must be whole'))) }),
  body: z.strictObject({
    name: z.optional(z.string('Must be text')),
    count: z.optional(z.number()),
  }),
  answer,
});
const plain = { method: 'GET', summary: 'A trial', answer } as const;
const forAccount = defineCall({ ...plain, path: '/for-account', access: 'account' });
const forVerified = defineCall({ ...plain, path: '/for-verified', access: 'verified' });
const guarded = defineCall({ ...plain, path: '/guarded', access: 'public', guarded: true });
const failing = defineCall({ ...plain, path: '/failing', access: 'public' });
const lying = defineCall({
  ...plain,
  path: '/lying',
  access: 'public',
  answer: z.object({ n: z.number() }),
});
const refusing = defineCall({
  ...plain,
  path: '/refusing',
  access: 'public',
  refusals: { seatsTaken: 409 },
});
const surprising = defineCall({ ...plain, path: '/surprising', access: 'public' });
let bare: BareServe;

beforeAll(async () => {
  bare = await createBareServe();
  const { serve } = bare;
  serve(echo, async ({ params, query, body }) => ({ data: { seen: { params, query, body } } }));
  serve(forAccount, async ({ caller }) => ({ data: { seen: caller.isVerified } }));
  serve(forVerified, async ({ caller }) => ({ data: { seen: caller.isVerified } }));
  serve(guarded, async () => ({ data: { seen: true } }));
  serve(failing, async () => {
    throw new Error('secret detail of somebody@contoh.id');
  });
  serve(lying, async () => ({ data: { n: 'text' as unknown as number } }));
  serve(surprising, async () => {
    throw new Refusal(409, 'Not declared');
  });
  serve(refusing, async () => {
    throw refuseFor(refusing)('seatsTaken', {
      sentence: 'Not now',
      errors: [{ message: 'Not now', field: 'x' }],
      meta: { why: 'because' },
      retryAfterSeconds: 2.2,
    });
  });
});
afterAll(() => bare.close());

const post = (url: string, payload: object) =>
  bare.app.inject({ method: 'POST', url, payload, headers: ownHeaders });
const get = (url: string, headers: Record<string, string> = {}) =>
  bare.app.inject({ method: 'GET', url, headers });

describe('parsing', () => {
  test('params, query and body arrive parsed, in the envelope', async () => {
    const response = await post('/api/echo/7?page=2', { name: 'a' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      status: 200,
      message: 'OK',
      data: { seen: { params: { id: '7' }, query: { page: 2 }, body: { name: 'a' } } },
    });
  });

  test.each([
    ['a wrong parameter', '/api/echo/x', {}, 'Must be digits', 'id'],
    ['a wrong query', '/api/echo/1?page=1.5', {}, 'Must be whole', 'page'],
    ['a body of another type, not coerced', '/api/echo/1', { name: 5 }, 'Must be text', 'name'],
    ['an unknown field', '/api/echo/1', { role: 'admin' }, 'Unknown field: role', 'role'],
    [
      'an unknown field',
      '/api/echo/1',
      { isVerified: true },
      'Unknown field: isVerified',
      'isVerified',
    ],
  ])('%s is 422 with the field named', async (_what, url, body, message, field) => {
    const response = await post(url, body);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      status: 422,
      message,
      data: null,
      errors: [{ message, field }],
    });
  });

  test('an empty JSON body is an empty object', async () => {
    const response = await bare.app.inject({
      method: 'POST',
      url: '/api/echo/1',
      headers: { ...ownHeaders, 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(200);
  });

  test.each([
    ['text/plain', '{"name":"a"}', 415],
    ['application/x-www-form-urlencoded', 'name=a', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', '{"name":', 400],
    ['application/json', '{"__proto__":{"a":1}}', 400],
    ['application/json', '{"constructor":{"prototype":{"a":1}}}', 400],
  ])('%s with %s is %i, in the envelope', async (contentType, payload, status) => {
    const response = await bare.app.inject({
      method: 'POST',
      url: '/api/echo/1',
      payload,
      headers: { ...ownHeaders, 'content-type': contentType },
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ status, data: null });
  });

  test('aliases and HEAD work too', async () => {
    expect((await get('/api/echo-alias/3')).statusCode).toBe(200);
    const head = await bare.app.inject({ method: 'HEAD', url: '/api/echo-alias/3' });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
  });
});

describe('refusals and failures', () => {
  test('a Refusal sets status, errors, meta and Retry-After', async () => {
    const response = await get('/api/refusing');
    expect(response.statusCode).toBe(409);
    expect(response.headers['retry-after']).toBe('3');
    expect(response.json()).toEqual({
      status: 409,
      message: 'Not now',
      data: null,
      code: 'seatsTaken',
      errors: [{ message: 'Not now', field: 'x' }],
      meta: { why: 'because' },
    });
  });

  test('any other error is a 500 without details', async () => {
    const response = await get('/api/failing');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      status: 500,
      message: 'Internal server error',
      data: null,
      code: 'internalError',
    });
  });

  test('a refusal that its row does not declare is a 500', async () => {
    const response = await get('/api/surprising');
    expect(response.json()).toMatchObject({ status: 500, code: 'internalError' });
  });

  test('a response that does not match the contract is a 500', async () => {
    expect((await get('/api/lying')).statusCode).toBe(500);
  });
});

describe('access', () => {
  test.each([
    ['/api/for-account', undefined, 401, 'Unauthenticated'],
    ['/api/for-account', 'roetix_session=nobody', 401, 'Unauthenticated'],
    ['/api/for-account', 'citra', 200, 'OK'],
    ['/api/for-verified', undefined, 401, 'Unauthenticated'],
    ['/api/for-verified', 'citra', 403, 'Email not verified'],
    ['/api/for-verified', 'ani', 200, 'OK'],
  ])('%s for %s is %i %s', async (url, who, status, message) => {
    const sent =
      who === undefined ? {} : { cookie: bare.cookies[who as keyof BareServe['cookies']] ?? who };
    const response = await get(url, sent);
    expect(response.json()).toMatchObject({ status, message });
  });
});

describe('calls made by another site', () => {
  const own = 'http://localhost:80';
  const cases: [string, Record<string, string>, number][] = [
    [
      'the header and same-origin',
      { 'x-requested-with': 'a', 'sec-fetch-site': 'same-origin' },
      200,
    ],
    ['the header alone, no browser', { 'x-requested-with': 'a' }, 200],
    ['the header and its own origin', { 'x-requested-with': 'a', origin: own }, 200],
    ['nothing', {}, 403],
    ['same-origin without the header', { 'sec-fetch-site': 'same-origin' }, 403],
    [
      'cross-site with the header',
      { 'x-requested-with': 'a', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['same-site with the header', { 'x-requested-with': 'a', 'sec-fetch-site': 'same-site' }, 403],
    ['none with the header', { 'x-requested-with': 'a', 'sec-fetch-site': 'none' }, 403],
    ['a foreign origin', { 'x-requested-with': 'a', origin: 'https://evil.test' }, 403],
    ['the origin null', { 'x-requested-with': 'a', origin: 'null' }, 403],
  ];

  test.each(cases)('POST with %s', async (_name, sent, status) => {
    const response = await bare.app.inject({
      method: 'POST',
      url: '/api/echo/1',
      payload: {},
      headers: sent,
    });
    expect(response.statusCode).toBe(status);
  });

  test.each(cases)('a guarded GET with %s', async (_name, sent, status) => {
    expect((await get('/api/guarded', sent)).statusCode).toBe(status);
  });

  test('a plain GET needs no header', async () => {
    expect((await get('/api/echo-alias/1', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      200,
    );
  });

  test('the refusal names the missing header', async () => {
    const response = await bare.app.inject({ method: 'POST', url: '/api/echo/1', payload: {} });
    expect(response.json().message).toContain('X-Requested-With: roetix');
  });
});
