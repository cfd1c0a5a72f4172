import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { apiRoot, requestedWithHeader } from '../../contract/limits.ts';
import { beginPayment, concert } from './support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from './support/test-app.ts';

/** Every row that changes something, each under every address it has. */
const rows = Object.entries<CallShape>(calls).flatMap(([name, call]) =>
  [call, ...(call.aliases ?? [])]
    .filter(({ method }) => method !== 'GET' || call.guarded === true)
    .map(({ method, path }) => ({ name, method, path })),
);

const own = { 'sec-fetch-site': 'same-origin', [requestedWithHeader]: 'roetix' };
/** What another site's page, form or frame can bring about, and what it is answered. */
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
/** Everything a call could change, but for the time of a session's last use. */
const everything = async () => {
  const tables = [
    ['accounts', '*'],
    ['auth_sessions', 'id_hash'],
    ['otp_codes', '*'],
    ['login_failures', '*'],
    ['mails', '*'],
    ['purchase_sessions', 'id, state, seq, deadline'],
    ['orders', '*'],
    ['seat_claims', '*'],
    ['payments', '*'],
    ['attendee_answers', '*'],
    ['idempotency_keys', '*'],
    ['audit_log', 'id'],
  ] as const;
  const rowsOf = async ([table, columns]: (typeof tables)[number]) =>
    app.services.db.query(`select ${columns} from ${table} order by 1`);
  return JSON.stringify(await Promise.all(tables.map(rowsOf)));
};

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
  [buyer] = (await app.makeBuyers(1)) as [TestClient];
  await beginPayment(app, buyer, concert, 1);
});
afterAll(() => app.close());

describe.each(rows)('$method $path', ({ method, path }) => {
  it.each(attacks)('refuses %s and changes nothing', async (_name, headers, codes) => {
    const before = await everything();
    const hasBody = method !== 'GET';
    // A GET has no body to be of the wrong type.
    if (!hasBody && codes.includes(415)) return;
    const answer = await app.fastify.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: apiRoot + callPath(path, { slug: concert, id: 'x', eventId: 'x' }),
      headers: { host: 'localhost:3000', cookie: buyer.cookie, ...headers },
      ...(hasBody ? { payload: '{}' } : {}),
    });
    expect(codes).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ status: answer.statusCode, data: null });
    expect(await everything()).toBe(before);
  });
});
