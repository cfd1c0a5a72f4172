import { afterAll, beforeAll, expect, it } from 'vitest';
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
const trial = { method: 'GET', summary: 'A trial', access: 'public', answer } as const;
const forAccount = defineCall({ ...trial, path: '/for-account', access: 'account' });
const forVerified = defineCall({ ...trial, path: '/for-verified', access: 'verified' });
const failing = defineCall({ ...trial, path: '/failing' });
const lying = defineCall({ ...trial, path: '/lying', answer: z.object({ n: z.number() }) });
const refusing = defineCall({ ...trial, path: '/refusing', refusals: { seatsTaken: 409 } });
const surprising = defineCall({ ...trial, path: '/surprising' });
let bare: BareServe;

beforeAll(async () => {
  bare = await createBareServe();
  const { serve } = bare;
  serve(echo, async ({ params, query, body }) => ({ data: { seen: { params, query, body } } }));
  serve(forAccount, async ({ caller }) => ({ data: { seen: caller.isVerified } }));
  serve(forVerified, async ({ caller }) => ({ data: { seen: caller.isVerified } }));
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

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  bare.app.inject({ method: 'POST', url, payload, headers: { ...ownHeaders, ...headers } });
const get = (url: string, headers: Record<string, string> = {}) =>
  bare.app.inject({ url, headers });

it('params, query and body arrive parsed, in the envelope (§7.1)', async () => {
  const response = await post('/api/echo/7?page=2', { name: 'a' });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toEqual({
    status: 200,
    message: 'OK',
    data: { seen: { params: { id: '7' }, query: { page: 2 }, body: { name: 'a' } } },
  });
});

it.each([
  ['a wrong parameter', '/api/echo/x', {}, 'Must be digits', 'id'],
  ['a wrong query', '/api/echo/1?page=1.5', {}, 'Must be whole', 'page'],
  ['a body of another type, not coerced', '/api/echo/1', { name: 5 }, 'Must be text', 'name'],
  ['an unknown field', '/api/echo/1', { role: 'admin' }, 'Unknown field: role', 'role'],
])('%s is 422 with the field named', async (_what, url, body, message, field) => {
  const response = await post(url, body);
  expect(response.statusCode).toBe(422);
  const errors = [{ message, field }];
  expect(response.json()).toMatchObject({ status: 422, message, data: null, errors });
});

it.each([
  ['application/json', '', 200],
  ['text/plain', '{"name":"a"}', 415],
  ['application/x-www-form-urlencoded', 'name=a', 415],
  ['multipart/form-data; boundary=x', '--x--', 415],
  ['application/json', '{"name":', 400],
  ['application/json', '{"__proto__":{"a":1}}', 400],
  ['application/json', '{"constructor":{"prototype":{"a":1}}}', 400],
])('%s with the body "%s" is %i, in the envelope', async (type, payload, status) => {
  const response = await post('/api/echo/1', payload, { 'content-type': type });
  expect([response.statusCode, response.json().status]).toEqual([status, status]);
});

it('aliases and HEAD work too (§7.10)', async () => {
  expect((await get('/api/echo-alias/3')).statusCode).toBe(200);
  const head = await bare.app.inject({ method: 'HEAD', url: '/api/echo-alias/3' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

it('a refusal sets status, errors, meta and Retry-After', async () => {
  const response = await get('/api/refusing');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([409, '3']);
  expect(response.json()).toEqual({
    status: 409,
    message: 'Not now',
    data: null,
    code: 'seatsTaken',
    errors: [{ message: 'Not now', field: 'x' }],
    meta: { why: 'because' },
  });
});

it.each([
  ['an error of the server', 'failing'],
  ['a refusal that its row does not declare', 'surprising'],
  ['a response that does not match the contract', 'lying'],
])('%s is a 500 without details', async (_what, name) => {
  const response = await get(`/api/${name}`);
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({
    status: 500,
    message: 'Internal server error',
    data: null,
    code: 'internalError',
  });
});

it.each([
  ['/api/for-account', '', 401, 'Unauthenticated'],
  ['/api/for-account', 'nobody', 401, 'Unauthenticated'],
  ['/api/for-account', 'citra', 200, 'OK'],
  ['/api/for-verified', '', 401, 'Unauthenticated'],
  ['/api/for-verified', 'citra', 403, 'Email not verified'],
  ['/api/for-verified', 'ani', 200, 'OK'],
])('%s for "%s" is %i %s', async (url, who, status, message) => {
  const cookie = who === '' ? {} : { cookie: `roetix_session=${who}` };
  expect((await get(url, cookie)).json()).toMatchObject({ status, message });
});
