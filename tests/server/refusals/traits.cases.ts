import { randomUUID } from 'node:crypto';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import type { RefusalCode } from '../../../contract/call/refusal-codes.ts';
import { apiRoot, defaultMaxBodyBytes, idempotencyHeader } from '../../../contract/limits.ts';
import { mayDo, staffRoles } from '../../../contract/staff/roles.ts';
import { oneBuyer, withParts } from '../support/open-shop.ts';
import { concert, join, theatre } from '../support/purchase.ts';
import type { CallGiven, TestApp, TestClient } from '../support/test-app.ts';
import type { Answered, Shops } from './shops.ts';

const goodParams = {
  slug: concert,
  kind: 'sale',
  name: 'abcdefgh',
  id: randomUUID(),
  eventId: concert,
  orderCode: 'TIADA-1',
  token: 'TIADA',
  countryId: '1',
  version: '0123456789abcdef',
  document: 'terms',
};
const tooLong = 'x'.repeat(130);
const badParams = {
  slug: '!!!',
  id: tooLong,
  eventId: tooLong,
  orderCode: tooLong,
  token: 'x'.repeat(210),
  countryId: '!!!',
  version: '!!!',
  kind: '!!!',
  name: '!!!',
  document: '!!!',
};
/** Valid bodies of the rows with an Idempotency-Key. */
const readable: Readonly<Record<string, object>> = {
  createDraft: { seats: ['A-1'], voucher_code: null },
  cancelDraft: {},
  submitForms: { form_submissions: {} },
  createPayment: { payment_method_code: 'qris' },
  voidPayment: { payment_id: randomUUID() },
};

/** A row, and the shops to provoke its refusals in. */
interface Place {
  readonly call: CallShape;
  readonly name: string;
  readonly app: TestApp;
  readonly shops: Shops;
}
/** The path of the row that takes a body, otherwise its main one. */
const placeOf = (call: CallShape) =>
  [call, ...(call.aliases ?? [])].find(({ method }) => method !== 'GET') ?? call;
const send = (client: TestClient, call: CallShape, given: CallGiven = {}, params: object = {}) => {
  const { method, path } = placeOf(call);
  const url = apiRoot + callPath(path, { ...goodParams, ...params });
  return client.ask(method, url, given);
};
const json = { 'content-type': 'application/json' };

/** Repeats a request that got a response for its key, changed by `before`. */
const repeated =
  (change: (buyer: TestClient, app: TestApp) => Promise<object>) =>
  async ({ call, name, app }: Place) => {
    const buyer = await oneBuyer(app);
    const given = { body: readable[name], headers: { [idempotencyHeader]: 'kunci' } };
    await send(buyer, call, given);
    return send(buyer, call, given, await change(buyer, app));
  };

/** Provokes each code that follows from the traits of a row, whatever the row. */
export const traitProvocations: Partial<Record<RefusalCode, (place: Place) => Answered>> = {
  tooManyRequests: async ({ call, name, shops }) => {
    const app = await shops.strict();
    const client = call.access === 'staff' ? await app.asStaff('owner') : await oneBuyer(app);
    const { budgets } = app.services.limits;
    // The limit by network counts first; a row that requires a challenge there has only a limit by account.
    const spend: typeof budgets.spend = async (key) =>
      call.refusals?.challengeRequired === undefined || key.includes(' account ') ? 5 : 0;
    return withParts(app.services.limits, { budgets: { ...budgets, spend } }, () =>
      send(client, call, readable[name] === undefined ? {} : { body: readable[name] }),
    );
  },
  unauthenticated: ({ call, app }) => send(app.anonymous(), call),
  gatePassInvalid: ({ call, app }) => send(app.anonymous(), call, scansOf(call)),
  roleMissing: async ({ call, app }) => {
    const { act } = call;
    const role = staffRoles.find((one) => act !== undefined && !mayDo([one], act));
    if (role === undefined) throw new Error('Every role may do this.');
    return send(await app.asStaff(role), call);
  },
  emailNotVerified: async ({ call, app }) => send(await app.as('baru@contoh.id'), call),
  requestHeaderMissing: async ({ call, app }) => {
    const { method, path } = placeOf(call);
    const url = apiRoot + callPath(path, goodParams);
    const answer = await app.fastify.inject({ method, url });
    return { status: answer.statusCode, body: answer.json(), text: answer.body } as never;
  },
  otherSite: ({ call, app }) =>
    send(app.anonymous(), call, { headers: { 'sec-fetch-site': 'cross-site' } }),
  requestUnreadable: ({ call, app }) => send(app.anonymous(), call, { body: '{"', headers: json }),
  bodyTooLarge: ({ call, app }) => {
    const size = (call.maxBodyBytes ?? defaultMaxBodyBytes) + 1;
    return send(app.anonymous(), call, { body: `"${'x'.repeat(size)}"`, headers: json });
  },
  bodyNotJson: ({ call, app }) =>
    send(app.anonymous(), call, { body: 'a', headers: { 'content-type': 'text/plain' } }),
  inputInvalid: async ({ call, app }) => {
    const query = { page: '0', device: '!', returnTo: 'x', since: '-1', order: 'x'.repeat(500) };
    return send(
      call.access === 'staff' ? await app.asStaff('owner') : await oneBuyer(app),
      call,
      { query, ...(placeOf(call).method === 'GET' ? {} : { body: { surprise: true } }) },
      badParams,
    );
  },
  keyInvalid: async ({ call, name, app }) =>
    send(await oneBuyer(app), call, {
      body: readable[name],
      headers: { [idempotencyHeader]: 'x'.repeat(256) },
    }),
  keyReused: repeated(async () => ({ slug: theatre })),
  keyOfEarlierSession: repeated(async (buyer) => {
    await join(buyer, concert);
    return {};
  }),
  keyInUse: repeated(async (buyer, { services }) => {
    await services.db.query(
      'update idempotency_keys set status = null, created_at = $2, holder = $3 where account_id = $1',
      [buyer.accountId, services.clock.now(), services.presence.id],
    );
    return {};
  }),
};

/** An upload without a scan, which a gate without a pass may not send. */
function scansOf(call: CallShape): CallGiven {
  if (call.method === 'GET') return {};
  const scan = {
    id: randomUUID(),
    code: 'x',
    scanned_at: '2026-11-01T10:00:00Z',
    is_inside: false,
  };
  return { body: { device_id: randomUUID(), door: 'Utara', scans: [scan] } };
}
