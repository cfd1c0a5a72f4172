import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot, requestedWithHeader } from '../../../contract/limits.ts';
import { beginPayment, concert } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

/** Every row that changes something, with each of its paths. */
const rows = Object.entries<CallShape>(calls).flatMap(([name, call]) =>
  [call, ...(call.aliases ?? [])]
    .filter(({ method }) => method !== 'GET' || call.guarded === true)
    .map(({ method, path }) => ({ name, method, path })),
);

const own = { 'sec-fetch-site': 'same-origin', [requestedWithHeader]: 'roetix' };
/** Requests that a page, form or frame of another site can cause, with the expected refusals. */
const attacks: [name: string, headers: Record<string, string>, codes: readonly number[]][] = [
  ['no header', { 'content-type': 'application/json' }, [403]],
  ['cross-site fetch', { ...own, 'sec-fetch-site': 'cross-site' }, [403]],
  ['same-site fetch', { ...own, 'sec-fetch-site': 'same-site' }, [403]],
  ['a foreign Origin', { [requestedWithHeader]: 'roetix', origin: 'https://evil.example' }, [403]],
  ['an opaque Origin', { [requestedWithHeader]: 'roetix', origin: 'null' }, [403]],
  ['text/plain', { 'content-type': 'text/plain' }, [403]],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, [403]],
  ['text/plain with our headers', { ...own, 'content-type': 'text/plain' }, [415]],
  [
    'a form with our headers',
    { ...own, 'content-type': 'application/x-www-form-urlencoded' },
    [415],
  ],
];

let app: TestApp;
let buyer: TestClient;
/** One query that hashes every table, except the time of a session's last use. */
let hashes: string;
const everything = async () => JSON.stringify(await app.services.db.query(hashes));

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
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
afterAll(() => app.close());

const send = (
  row: { method: string; path: string },
  cookie: string,
  headers: Record<string, string>,
) =>
  app.fastify.inject({
    method: row.method as NonNullable<InjectOptions['method']>,
    url:
      apiRoot +
      callPath(row.path, {
        slug: concert,
        id: 'x',
        eventId: 'x',
        orderCode: 'TIADA-1',
        token: 'x',
      }),
    headers: { host: 'localhost:3000', cookie, ...headers },
    ...(row.method === 'GET' ? {} : { payload: '{}' }),
  });

describe.each(rows)('$method $path', (row) => {
  // A GET has no body of a wrong type.
  const possible = attacks.filter(([, , codes]) => row.method !== 'GET' || !codes.includes(415));

  it.each(possible)('refuses %s and changes nothing', async (_name, headers, codes) => {
    const before = await everything();
    const answer = await send(row, buyer.cookie, headers);
    expect(codes).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ status: answer.statusCode, data: null });
    expect(answer.cookies).toEqual([]);
    expect(await everything()).toBe(before);
  });

  it('accepts the same call from its own page, by fetch metadata or by Origin', async () => {
    const ways = [own, { [requestedWithHeader]: 'roetix', origin: 'http://localhost:3000' }];
    for (const headers of ways) {
      const [visitor] = (await app.makeBuyers(1)) as [TestClient];
      const json = { 'content-type': 'application/json', ...headers };
      const answer = await send(row, visitor.cookie, json);
      // A buyer without a draft may be refused, but not by the guard.
      expect(answer.json().message).not.toMatch(/other site|another site|Send the body as JSON/);
    }
  });
});

describe('other paths that accept input', () => {
  it('a return from Google without the cookie of its round trip signs nobody in', async () => {
    const before = await everything();
    const answer = await app.fastify.inject({
      url: `${apiRoot}/auth/google/callback?code=x&state=y`,
      headers: { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/auth/login?google=expired');
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['roetix_google', '']]);
    expect(await everything()).toBe(before);
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', [401, 415]],
    ['text/plain', 'text/plain', [401, 415]],
    ['JSON without a signature', 'application/json', [401]],
  ])('a payment notice sent as %s changes nothing', async (_what, type, codes) => {
    const before = await everything();
    const answer = await app.fastify.inject({
      method: 'POST',
      url: `${apiRoot}/webhooks/payment`,
      headers: { host: 'localhost:3000', 'content-type': type },
      payload: '{}',
    });
    expect(codes).toContain(answer.statusCode);
    expect(await everything()).toBe(before);
  });
});
