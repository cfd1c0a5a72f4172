import { describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import type { FormSubmissions } from '../../../contract/forms.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { goodBodies } from '../support/good-bodies.ts';
import { openShop } from '../support/open-shop.ts';
import { concert } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

const app = await openShop({ events: [concert] }, null);

const someId = '00000000-0000-4000-8000-000000000000';
const past = '2020-01-01T00:00:00Z';
const future = '2099-01-01T00:00:00Z';
/** Names of columns and members that a caller would like to set, each with a tempting value. */
const wished: Readonly<Record<string, unknown>> = {
  ...{ id: someId, account_id: someId, user_id: someId, role: 'admin', isAdmin: true },
  ...{ isVerified: true, is_verified: true, password_hash: 'x', created_at: past, seq: 0 },
  ...{ price: 1, total: 1, amount: 1, fee: 0, tax: 0, discount: 1_000_000, quantity: -1 },
  ...{ status: 'paid', state: 'online', paid_at: past, expires_at: future, deadline: future },
};
/** Bodies that would change every object of a careless server; the JSON parser refuses them. */
const polluting = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"extra":{"__proto__":{"isAdmin":true}}',
];

const params = { slug: concert, orderCode: 'TIADA-1', id: someId, token: 'TIADA' };
const send = (buyer: TestClient, call: CallShape, body: unknown) =>
  buyer.ask(call.method, apiRoot + callPath(call.path, params), {
    body,
    // As text: `__proto__` would not survive parsing and serialising.
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  });
const oneBuyer = async () => (await app.makeBuyers(1))[0] as TestClient;

/** The data of one buyer that the wishes aim at: prices, rights and deadlines. */
const standing = async ({ accountId }: TestClient) =>
  Promise.all(
    [
      'select * from accounts where id = $1',
      'select id, state, deadline, seq from purchase_sessions where account_id = $1',
      'select * from orders where account_id = $1',
      'select * from payments where account_id = $1',
      'select 1 from tickets where account_id = $1',
    ].map((sql) => app.services.db.query(sql, [accountId])),
  );

const rows = Object.entries(calls) as [CallName, CallShape][];

it.each(rows.filter(([, call]) => call.body !== undefined))(
  '%s refuses every unknown field, by name, and stores nothing',
  async (name, call) => {
    const buyer = await oneBuyer();
    const body = await goodBodies[name]?.(app, buyer);
    expect(body, 'a good body for this row').toBeDefined();
    const before = await standing(buyer);
    for (const [field, value] of Object.entries(wished)) {
      const answer = await send(buyer, call, { ...body, [field]: value });
      expect([answer.status, answer.body.data], field).toEqual([422, null]);
      expect(answer.body.errors, field).toEqual([{ message: `Unknown field: ${field}`, field }]);
    }
    for (const pollution of polluting) {
      const text = JSON.stringify(body).replace(/^\{/, `{${pollution},`);
      expect((await send(buyer, call, text)).status, pollution).toBe(400);
    }
    expect(await standing(buyer)).toEqual(before);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    // The same body without a wish passes the parser, so the wish was refused.
    const plain = await send(buyer, call, body);
    expect(plain.text).not.toContain('Unknown field');
    // 404: the order or ticket is that of nobody; 409: the event is not sold out.
    expect([200, 401, 404, 409, 410, 422]).toContain(plain.status);
  },
);

it.each(rows.filter(([, call]) => call.body === undefined && call.method !== 'GET'))(
  '%s accepts no body: its content does not change the response',
  async (_name, call) => {
    const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
    const [plain, wishing] = [await send(one, call, {}), await send(other, call, { ...wished })];
    expect([wishing.status, wishing.body.message]).toEqual([plain.status, plain.body.message]);
    const [accounts, sessions] = await standing(other);
    const untouched = { role: 'user', is_verified: true, password_hash: null };
    expect(accounts).toEqual([expect.objectContaining(untouched)]);
    expect(sessions?.map(({ id }) => id)).not.toContain(someId);
  },
);

const mapped = (
  forms: FormSubmissions,
  change: (each: FormSubmissions[string][number]) => unknown,
) => Object.fromEntries(Object.entries(forms).map(([id, list]) => [id, list.map(change)]));

describe('a field put into a form (§5.1)', () => {
  it.each<[string, (forms: FormSubmissions) => unknown]>([
    [
      'beside a ticket',
      (forms) => mapped(forms, (each) => ({ ...each, ticket_price: 'tersisip', status: 'paid' })),
    ],
    [
      'among the answers',
      (forms) =>
        mapped(forms, (each) => ({ ...each, form_data: { ...each.form_data, role: 'tersisip' } })),
    ],
    ['beside the forms', (forms) => ({ ...forms, 'formulir-lain': Object.values(forms)[0] })],
  ])('%s is refused or dropped, never stored', async (_place, change) => {
    const buyer = await oneBuyer();
    const good = (await goodBodies.submitForms?.(app, buyer)) as {
      form_submissions: FormSubmissions;
    };
    const before = (await standing(buyer))[2]?.map(({ total, status }) => [total, status]);
    const changed = { form_submissions: change(good.form_submissions) };
    expect([200, 422]).toContain((await send(buyer, calls.submitForms, changed)).status);
    const kept = await app.services.db.query<{ row: string }>(
      'select to_jsonb(a)::text as row from attendee_answers a',
    );
    expect(kept.filter(({ row }) => /tersisip|ticket_price|formulir-lain/.test(row))).toEqual([]);
    expect((await standing(buyer))[2]?.map(({ total, status }) => [total, status])).toEqual(before);
  });
});
