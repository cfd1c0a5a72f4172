import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import { refusalSchema } from '../../../contract/call/envelope.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import {
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  goodSubmissions,
  holdSeats,
  join,
  lockDraft,
  seminar,
} from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const runsPerCall = 8;

let app: TestApp;
beforeAll(async () => {
  console.info(`fuzz seed ${seed}; another one: FUZZ_SEED=n`);
  app = await createTestApp({ events: [concert, seminar] });
});
afterAll(() => app.close());

/** Texts that break careless code: encodings, numbers, SQL, HTML, prototypes, lengths. */
const text = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1e309', 'NaN', '9007199254740993', '\0', 'a\0b', '\ud800', 'a\udfffb'],
    ...['%', '%00', '..', '../../..', '//', '\\', "' or 1=1 --", '<script>', '{"a":1}', '[]'],
    ...['__proto__', 'constructor', 'toString', '😀'.repeat(30), 'x'.repeat(5_000), '\u202e\n\r\t'],
    ...[concert, seminar, 'A1', 'A2', 'qris', 'HEMAT10', '123456', 'a@b.co', '+6281234567890'],
    ...['00000000-0000-4000-8000-000000000000', 'tiket1234', '2026-02-30', 'null', 'true'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
/** A URL cannot encode an unpaired surrogate. */
const sendableText = text.filter((word) => !/\p{Surrogate}/u.test(word));
const value = fc.oneof(
  { depthSize: 'small' },
  text,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}),
  fc.array(text, { maxLength: 7 }),
  fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 3 })), { maxKeys: 3 }),
);

interface Given {
  readonly params: string[];
  readonly query: [string, string][];
  readonly body: unknown;
  readonly raw: string | null;
  readonly type: string | null;
  readonly key: string | null;
}

/** Field names of a schema; random values beside valid names reach further than random values alone. */
function fieldsOf(schema: unknown): string[] {
  const shape = (schema as { shape?: Record<string, unknown> } | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}

/** Bodies that pass the schema if its fields are known, each with one text of the pool at a random place. */
const nearlyGood: Partial<Record<CallName, fc.Arbitrary<unknown>>> = {
  login: fc.record({ email: fc.constantFrom('a\0@b.co', 'pembeli@contoh.id'), password: text }),
  validateOtp: fc.record({ otp: fc.constantFrom('000000', '123456', '１２３４５６') }),
  updateProfile: fc.record({
    firstName: text,
    lastName: text,
    phoneNumber: fc.constantFrom('081234567890', '+6281234567890', '(((((((((', '+1'),
  }),
  orderPreview: fc.record({ seats: fc.array(text, { maxLength: 5 }), voucher_code: text }),
  createDraft: fc.record({ seats: fc.array(text, { maxLength: 5 }), voucher_code: text }),
  createPayment: fc.record({ payment_method_code: text }),
  voidPayment: fc.record({ payment_id: text }),
};

function requestOf(name: CallName, call: CallShape): fc.Arbitrary<Given> {
  const bodyFields = fieldsOf(call.body);
  const queryFields = fieldsOf(call.query);
  const rubbish = fc.oneof(
    value,
    fc.record(Object.fromEntries(bodyFields.map((field) => [field, value]))),
  );
  return fc.record({
    params: fc.array(fc.oneof(fc.constantFrom(concert, seminar), sendableText), {
      minLength: 3,
      maxLength: 3,
    }),
    query: fc.array(
      fc.tuple(queryFields.length === 0 ? text : fc.constantFrom(...queryFields), sendableText),
      { maxLength: 4 },
    ),
    body: nearlyGood[name] === undefined ? rubbish : fc.oneof(rubbish, nearlyGood[name]),
    raw: fc.option(fc.constantFrom('', '{', '"', '[[[[', '{"__proto__":{}}', 'a=b', '\0'), {
      freq: 6,
    }),
    type: fc.option(fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'x', ''), {
      freq: 8,
    }),
    key: fc.option(fc.constantFrom('kunci', 'x'.repeat(255), 'x'.repeat(256)), { freq: 2 }),
  });
}

async function send(call: CallShape, given: Given, cookie: string) {
  let next = 0;
  const path = call.path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(given.params[next++] ?? 'x').replaceAll('.', '%2E'),
  );
  const query = new URLSearchParams(given.query).toString();
  const hasBody = call.method !== 'GET';
  const payload = given.raw ?? JSON.stringify(given.body ?? null);
  return app.fastify.inject({
    method: call.method,
    url: `${apiRoot}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      [requestedWithHeader]: 'uji',
      ...(cookie === '' ? {} : { cookie }),
      ...(given.key === null ? {} : { 'idempotency-key': given.key }),
      ...(hasBody ? { 'content-type': given.type ?? 'application/json' } : {}),
    },
    ...(hasBody ? { payload } : {}),
  });
}

/** One client per kind of caller, new for each call: some calls end their own session. */
async function callers() {
  const [fresh, holding, locked] = await app.makeBuyers(3);
  await holdSeats(app, holding!, concert, 1);
  await lockDraft(app, locked!, concert, 1);
  const unverified = await app.as('baru@contoh.id');
  return {
    anonymous: '',
    rubbish: 'roetix_session=%00%ff; a; =',
    unverified: unverified.cookie,
    verified: fresh!.cookie,
    holding: holding!.cookie,
    locked: locked!.cookie,
  };
}

/** Texts that may break a database, a document or a log, each put in place of every text of a valid body. */
const hostile = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '😀',
  '\u202e\r\n',
  "'; drop table orders; --",
  '1e400',
  '',
];

/** Every copy of a body with one of its texts replaced. */
function replaced(body: unknown, by: string): unknown[] {
  if (typeof body === 'string') return [by];
  if (Array.isArray(body)) {
    return body.flatMap((entry, index) => replaced(entry, by).map((one) => body.with(index, one)));
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, entry]) =>
    replaced(entry, by).map((one) => ({ ...body, [key]: one })),
  );
}

interface HostileCase {
  readonly name: CallName;
  readonly call: CallShape;
  /** Prepares a buyer for the call, and returns a valid body. */
  readonly prepare: (buyer: TestClient) => Promise<unknown>;
}

const hostileCases: HostileCase[] = [
  {
    name: 'register',
    call: calls.register,
    prepare: async () => ({
      firstName: 'Ani',
      lastName: 'Uji',
      phoneNumber: '+6281234567890',
      email: 'ani@uji.contoh.id',
      password: 'tiket9876',
    }),
  },
  {
    name: 'login',
    call: calls.login,
    prepare: async (buyer) => ({ email: buyer.email, password: 'tiket1234' }),
  },
  { name: 'validateOtp', call: calls.validateOtp, prepare: async () => ({ otp: '123456' }) },
  {
    name: 'updateProfile',
    call: calls.updateProfile,
    prepare: async () => ({ firstName: 'Ani', lastName: 'Uji', phoneNumber: '+6281234567890' }),
  },
  {
    name: 'orderPreview',
    call: calls.orderPreview,
    prepare: async () => ({ seats: await freeSeats(app, concert, 1), voucher_code: 'HEMAT10' }),
  },
  {
    name: 'createDraft',
    call: calls.createDraft,
    prepare: async (buyer) => {
      await join(buyer, concert);
      return { seats: await freeSeats(app, concert, 1), voucher_code: 'HEMAT10' };
    },
  },
  {
    name: 'submitForms',
    call: calls.submitForms,
    prepare: async (buyer) => ({
      form_submissions: await goodSubmissions(
        buyer,
        concert,
        await holdSeats(app, buyer, concert, 1),
      ),
    }),
  },
  {
    name: 'createPayment',
    call: calls.createPayment,
    prepare: async (buyer) => {
      await lockDraft(app, buyer, concert, 1);
      return { payment_method_code: 'qris' };
    },
  },
  {
    name: 'voidPayment',
    call: calls.voidPayment,
    prepare: async (buyer) => ({
      payment_id: (await beginPayment(app, buyer, concert, 1)).id,
    }),
  },
];

/** A refusal outside of the row: a parameter that changes the path. */
const beside: readonly string[] = ['notFound'];

function expectEnvelope(call: CallShape, code: number, sent: string, place: string): void {
  expect(code, place).toBeLessThan(500);
  const body: unknown = JSON.parse(sent);
  expect(body, place).toMatchObject({ status: code, message: expect.any(String) });
  if (code < 400) return;
  const refusal = refusalSchema.parse(body);
  const declared: Readonly<Record<string, number>> = refusalsOf(call);
  if (beside.includes(refusal.code ?? '')) return;
  expect([refusal.code, code], place).toEqual([refusal.code, declared[refusal.code ?? '']]);
}

describe('for any input the response is an envelope and never a server error', () => {
  it.each(Object.entries(calls) as [CallName, CallShape][])('%s', async (name, call) => {
    const cookies = Object.entries(await callers());
    const property = fc.asyncProperty(requestOf(name, call), async (given) => {
      for (const [who, cookie] of cookies) {
        const answer = await send(call, given, cookie);
        const code = answer.statusCode;
        const place = `${who}: ${code} ${answer.body.slice(0, 200)}`;
        if (code === 200 && call.file !== undefined) continue;
        expectEnvelope(call, code, answer.body, place);
      }
    });
    await fc.assert(property, { seed, numRuns: runsPerCall, endOnFailure: true });
  });

  it.each(hostileCases)(
    '$name, each valid text in turn made hostile',
    async ({ call, prepare }) => {
      let turn = 0;
      for (const by of hostile) {
        const [first] = await app.makeBuyers(1);
        const count = replaced(await prepare(first!), by).length;
        await first!.call(calls.exitSession);
        for (let index = 0; index < count; index += 1) {
          // One buyer each: limits by account would refuse most of these.
          const [buyer] = await app.makeBuyers(1);
          const body = replaced(await prepare(buyer!), by)[index];
          turn += 1;
          const answer = await buyer!.call(call, {
            params: { slug: concert },
            body,
            headers: turn % 2 === 0 ? { 'idempotency-key': 'kunci' } : {},
          });
          expectEnvelope(call, answer.status, answer.text, JSON.stringify({ by, index, body }));
          await buyer!.call(calls.exitSession);
        }
      }
    },
  );

  it('the database is sound afterwards', () => expectSound(app.services.db));
});
