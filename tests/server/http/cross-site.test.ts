import type { InjectOptions } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import { isOwnOrigin } from '../../../server/http/csrf.ts';
import { openShop } from '../support/open-shop.ts';
import { beginPayment, concert } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

/** Every row that changes something, with each of its paths. */
const rows = Object.values<CallShape>(calls).flatMap((call) =>
  [call, ...(call.aliases ?? [])]
    .filter(({ method }) => method !== 'GET' || call.guarded === true)
    .map(({ method, path }) => ({ method, path })),
);

const host = 'localhost:3000';
const site = 'sec-fetch-site';
const mark = { [requestedWithHeader]: 'roetix' };
const own = { ...mark, [site]: 'same-origin' };
const form = 'application/x-www-form-urlencoded';
/** Requests that a page, form or frame of another site can cause, with the expected refusal. */
const attacks: [name: string, headers: Record<string, string>, status: number][] = [
  ['no header', { 'content-type': 'application/json' }, 403],
  ['its own page without the header', { [site]: 'same-origin' }, 403],
  ['a cross-site fetch', { ...mark, [site]: 'cross-site' }, 403],
  ['a same-site fetch', { ...mark, [site]: 'same-site' }, 403],
  ['an address typed by hand', { ...mark, [site]: 'none' }, 403],
  ['a foreign Origin', { ...mark, origin: 'https://evil.example' }, 403],
  ['an opaque Origin', { ...mark, origin: 'null' }, 403],
  ['text/plain', { 'content-type': 'text/plain' }, 403],
  ['a form', { 'content-type': form }, 403],
  ['text/plain with our headers', { ...own, 'content-type': 'text/plain' }, 415],
  ['a form with our headers', { ...own, 'content-type': form }, 415],
];

const app = await openShop({ events: [concert] }, null);
let buyer: TestClient;
/** One query that hashes every table, except the time of a session's last use. */
let hashes: string;
const everything = async () => JSON.stringify(await app.services.db.query(hashes));

beforeAll(async () => {
  [buyer] = (await app.makeBuyers(1)) as [TestClient];
  await beginPayment(app, buyer, concert, 1);
  const tables = await app.services.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not in ('seats', 'provinces') order by 1`,
  );
  const row = `(to_jsonb(t) - 'last_seen_at')::text`;
  hashes = tables
    .map(
      ({ name }) => `select '${name}', md5(string_agg(${row}, '' order by ${row})) from ${name} t`,
    )
    .join(' union all ');
});

const slots = { slug: concert, id: 'x', eventId: 'x', orderCode: 'TIADA-1', token: 'x' };
const send = (
  row: { method: string; path: string },
  cookie: string,
  headers: Record<string, string>,
) =>
  app.fastify.inject({
    method: row.method as NonNullable<InjectOptions['method']>,
    url: apiRoot + callPath(row.path, slots),
    headers: { host, cookie, ...headers },
    ...(row.method === 'GET' ? {} : { payload: '{}' }),
  });

it.each(rows)('$method $path refuses other sites, which change nothing (§7.6)', async (row) => {
  const before = await everything();
  for (const [name, headers, status] of attacks) {
    // A GET has no body of a wrong type.
    if (row.method === 'GET' && status === 415) continue;
    const answer = await send(row, buyer.cookie, headers);
    expect([name, answer.statusCode, answer.cookies]).toEqual([name, status, []]);
    expect(answer.json()).toMatchObject({ status, data: null });
    if (name === 'no header') expect(answer.json().message).toContain('X-Requested-With: roetix');
  }
  expect(await everything()).toBe(before);
});

it.each(rows)('$method $path takes a call from its own page or from a program', async (row) => {
  for (const headers of [own, { ...mark, origin: `http://${host}` }, mark]) {
    const [visitor] = (await app.makeBuyers(1)) as [TestClient];
    const json = { 'content-type': 'application/json', ...headers };
    const { message } = (await send(row, visitor.cookie, json)).json();
    // A buyer without a draft may be refused, but not by the guard.
    expect(message).not.toMatch(/other site|another site|Send the body as JSON/);
  }
});

it('a page of the public address is its own, whatever host a proxy asks for', () => {
  const site = 'https://tiket.contoh.id';
  expect(isOwnOrigin(site, host, site)).toBe(true);
  expect(isOwnOrigin('https://evil.example', host, site)).toBe(false);
});

it('another site may read what everybody may read (§17.20)', async () => {
  const headers = { host, [site]: 'cross-site' };
  const answer = await app.fastify.inject({ url: `${apiRoot}/event-list`, headers });
  expect(answer.statusCode).toBe(200);
});

it('a return from Google without the cookie of its round trip signs nobody in', async () => {
  const before = await everything();
  const answer = await app.fastify.inject({
    url: `${apiRoot}/auth/google/callback?code=x&state=y`,
    headers: { host, [site]: 'cross-site' },
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/auth/login?google=expired');
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['roetix_google', '']]);
  expect(await everything()).toBe(before);
});

it.each([form, 'text/plain', 'application/json'])(
  'a payment notice without a signature changes nothing, sent as %s',
  async (type) => {
    const before = await everything();
    const answer = await app.fastify.inject({
      method: 'POST',
      url: `${apiRoot}/webhooks/payment`,
      headers: { host, 'content-type': type },
      payload: '{}',
    });
    expect(type === 'application/json' ? [401] : [401, 415]).toContain(answer.statusCode);
    expect(await everything()).toBe(before);
  },
);
