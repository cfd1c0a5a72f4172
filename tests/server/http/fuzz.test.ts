import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import { refusalSchema } from '../../../contract/call/envelope.ts';
import { refusalsOf } from '../../../contract/call/refusals-of.ts';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import { openShop } from '../support/open-shop.ts';
import { concert, expectSound, holdSeats, lockDraft, seminar } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const runsPerCall = 8;

const app = await openShop({ events: [concert, seminar] }, null);
beforeAll(() => console.info(`fuzz seed ${seed}; another one: FUZZ_SEED=n`));

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

/** Field names of a schema; random values beside valid names reach further than random values alone. */
function fieldsOf(schema: unknown): string[] {
  const shape = (schema as { shape?: Record<string, unknown> } | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}

const seats = fc.record({ seats: fc.array(text, { maxLength: 5 }), voucher_code: text });
/** Bodies that pass the schema if its fields are known, each with one text of the pool at a random place. */
const nearlyGood: Partial<Record<CallName, fc.Arbitrary<unknown>>> = {
  login: fc.record({ email: fc.constantFrom('a\0@b.co', 'pembeli@contoh.id'), password: text }),
  validateOtp: fc.record({ otp: fc.constantFrom('000000', '123456', '１２３４５６') }),
  updateProfile: fc.record({
    firstName: text,
    lastName: text,
    phoneNumber: fc.constantFrom('081234567890', '+6281234567890', '(((((((((', '+1'),
  }),
  orderPreview: seats,
  createDraft: seats,
  createPayment: fc.record({ payment_method_code: text }),
  voidPayment: fc.record({ payment_id: text }),
};

function requestOf(name: CallName, call: CallShape) {
  const queryFields = fieldsOf(call.query);
  const rubbish = fc.oneof(
    value,
    fc.record(Object.fromEntries(fieldsOf(call.body).map((field) => [field, value]))),
  );
  const slot = fc.oneof(fc.constantFrom(concert, seminar), sendableText);
  const broken = ['', '{', '"', '[[[[', '{"__proto__":{}}', 'a=b', '\0'];
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'x', ''];
  return fc.record({
    params: fc.array(slot, { minLength: 3, maxLength: 3 }),
    query: fc.array(
      fc.tuple(queryFields.length === 0 ? text : fc.constantFrom(...queryFields), sendableText),
      { maxLength: 4 },
    ),
    body: nearlyGood[name] === undefined ? rubbish : fc.oneof(rubbish, nearlyGood[name]),
    raw: fc.option(fc.constantFrom(...broken), { freq: 6 }),
    type: fc.option(fc.constantFrom(...types), { freq: 8 }),
    key: fc.option(fc.constantFrom('kunci', 'x'.repeat(255), 'x'.repeat(256)), { freq: 2 }),
  });
}
type Given = ReturnType<typeof requestOf> extends fc.Arbitrary<infer G> ? G : never;

async function send(call: CallShape, given: Given, cookie: string) {
  let next = 0;
  const path = call.path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(given.params[next++] ?? 'x').replaceAll('.', '%2E'),
  );
  const query = new URLSearchParams(given.query).toString();
  const hasBody = call.method !== 'GET';
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
    ...(hasBody ? { payload: given.raw ?? JSON.stringify(given.body ?? null) } : {}),
  });
}

/** The cookie of one client per kind of caller, new for each call: some calls end their own session. */
async function callers(): Promise<Record<string, string>> {
  const [fresh, holding, locked] = (await app.makeBuyers(3)) as TestClient[];
  await holdSeats(app, holding!, concert, 1);
  await lockDraft(app, locked!, concert, 1);
  return {
    anonymous: '',
    rubbish: 'roetix_session=%00%ff; a; =',
    unverified: (await app.as('baru@contoh.id')).cookie,
    verified: fresh!.cookie,
    holding: holding!.cookie,
    locked: locked!.cookie,
  };
}

function expectEnvelope(call: CallShape, code: number, sent: string, place: string): void {
  expect(code, place).toBeLessThan(500);
  const body: unknown = JSON.parse(sent);
  expect(body, place).toMatchObject({ status: code, message: expect.any(String) });
  if (code < 400) return;
  const refusal = refusalSchema.parse(body);
  // Outside of the row: a parameter that changes the path.
  if (refusal.code === 'notFound') return;
  const declared: Readonly<Record<string, number>> = refusalsOf(call);
  expect([refusal.code, code], place).toEqual([refusal.code, declared[refusal.code ?? '']]);
}

it.each(Object.entries(calls) as [CallName, CallShape][])(
  '%s answers any input with an envelope, never with a server error',
  async (name, call) => {
    const cookies = Object.entries(await callers());
    const property = fc.asyncProperty(requestOf(name, call), async (given) => {
      for (const [who, cookie] of cookies) {
        const { statusCode, body } = await send(call, given, cookie);
        // A page tells a person, also that its address is not valid.
        const isPage = call.file === 'text/html' && body.startsWith('<!doctype html>');
        if (statusCode < 500 && (isPage || (statusCode === 200 && call.file !== undefined)))
          continue;
        expectEnvelope(call, statusCode, body, `${who}: ${statusCode} ${body.slice(0, 200)}`);
      }
    });
    await fc.assert(property, { seed, numRuns: runsPerCall, endOnFailure: true });
  },
);

it('the database is sound afterwards', () => expectSound(app.services.db));
