import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import {
  beginPayment,
  concert,
  freeSeats,
  goodSubmissions,
  holdSeats,
  join,
  lockDraft,
} from '../support/purchase.ts';
import {
  type Answer,
  createTestApp,
  type Envelope,
  type TestApp,
  type TestClient,
} from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());

/** Names of columns and members that a caller would like to set, each with a tempting value. */
const wished: Record<string, unknown> = {
  id: '00000000-0000-4000-8000-000000000000',
  account_id: '00000000-0000-4000-8000-000000000000',
  user_id: '00000000-0000-4000-8000-000000000000',
  role: 'admin',
  isVerified: true,
  is_verified: true,
  isAdmin: true,
  password_hash: 'x',
  created_at: '2020-01-01T00:00:00Z',
  price: 1,
  total: 1,
  amount: 1,
  fee: 0,
  tax: 0,
  discount: 1_000_000,
  quantity: -1,
  status: 'paid',
  state: 'online',
  paid_at: '2020-01-01T00:00:00Z',
  expires_at: '2099-01-01T00:00:00Z',
  deadline: '2099-01-01T00:00:00Z',
  seq: 0,
};

/** Bodies that would change every object of a careless server; the JSON parser refuses them. */
const polluting = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"extra":{"__proto__":{"isAdmin":true}}',
];

const person = { firstName: 'Ani', lastName: 'Uji', phoneNumber: '+6281234567890' };
let made = 0;
/** A valid body of each call for a prepared buyer. A row with a body and none here fails. */
const good = {
  login: async () => ({ email: 'pembeli@contoh.id', password: 'tiket1234' }),
  register: async () => {
    made += 1;
    return { ...person, email: `baru-${made}@uji.contoh.id`, password: 'kuda-laut-9' };
  },
  validateOtp: async () => ({ otp: '123456' }),
  forgotPassword: async () => ({ email: 'tidak-ada@contoh.id' }),
  resetPassword: async () => ({
    email: 'tidak-ada@contoh.id',
    otp: '123456',
    password: 'kuda-laut-9',
  }),
  sendContact: async () => ({
    name: 'Ani',
    email: 'ani@contoh.id',
    subject: 'general',
    message: 'Halo',
  }),
  googleCompleteProfile: async () => ({ phone_number: '+6281234567890' }),
  updateProfile: async () => person,
  changePhoto: async () => ({ image: null }),
  joinQueue: async () => ({ device: 'gawai-uji', take_over: false }),
  setTurnPush: async () => ({ subscription: null }),
  offerTransfer: async () => ({}),
  withdrawTransfer: async () => ({}),
  readTransfer: async () => ({ token: 'tidak-ada' }),
  acceptTransfer: async () => ({ token: 'tidak-ada', holder_name: 'Ani' }),
  joinWaitingList: async () => ({ wanted: 1 }),
  orderPreview: async (buyer: TestClient) => {
    await join(buyer, concert);
    return { seats: await freeSeats(app, concert, 1), voucher_code: null };
  },
  createDraft: async (buyer: TestClient) => {
    await join(buyer, concert);
    return { seats: await freeSeats(app, concert, 1), voucher_code: null };
  },
  submitForms: async (buyer: TestClient) => ({
    form_submissions: await goodSubmissions(
      buyer,
      concert,
      await holdSeats(app, buyer, concert, 1),
    ),
  }),
  createPayment: async (buyer: TestClient) => {
    await lockDraft(app, buyer, concert, 1);
    return { payment_method_code: 'qris' };
  },
  askOrderRefund: async () => ({ expected: 1 }),
  saveLaterForms: async () => ({ form_submissions: {} }),
  checkRefundAccount: async () => ({ bank: 'bca', number: '12345', holder: 'Siti' }),
  giveRefundAccount: async () => ({ bank: 'bca', number: '12345', holder: 'Ani' }),
  voidPayment: async (buyer: TestClient) => ({
    payment_id: (await beginPayment(app, buyer, concert, 1)).id,
  }),
} satisfies Partial<Record<CallName, (buyer: TestClient) => Promise<unknown>>>;

const send = (buyer: TestClient, call: CallShape, body: unknown) =>
  buyer.ask(
    call.method,
    apiRoot +
      callPath(call.path, {
        slug: concert,
        orderCode: 'TIADA-1',
        id: String(wished.id),
        token: 'TIADA',
      }),
    {
      body,
      // As text: `__proto__` would not survive parsing and serialising.
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    },
  ) as Promise<Answer<Envelope<unknown>>>;

/** The data of one buyer that the wishes aim at: prices, rights and deadlines. */
const standing = async (buyer: TestClient) =>
  Promise.all(
    [
      'select * from accounts where id = $1',
      'select id, state, deadline, seq from purchase_sessions where account_id = $1',
      'select * from orders where account_id = $1',
      'select * from payments where account_id = $1',
      'select 1 from tickets where account_id = $1',
    ].map((sql) => app.services.db.query(sql, [buyer.accountId])),
  );

const taking = Object.entries<CallShape>(calls).filter(([, call]) => call.body !== undefined);

describe.each(taking)('%s', (name, call) => {
  test('refuses every unknown field, by name, and stores nothing', async () => {
    const [buyer] = (await app.makeBuyers(1)) as [TestClient];
    const body = (await good[name as keyof typeof good]?.(buyer)) as
      | Record<string, unknown>
      | undefined;
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
  });
});

type Submissions = Record<
  string,
  { ticket_id: string | null; form_data: Record<string, unknown> }[]
>;
const nested: [string, (forms: Submissions) => unknown][] = [
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
];
const mapped = (forms: Submissions, change: (each: Submissions[string][number]) => unknown) =>
  Object.fromEntries(Object.entries(forms).map(([id, list]) => [id, list.map(change)]));

test.each(nested)(
  'a field put %s of a form is refused or dropped, never stored',
  async (_place, change) => {
    const [buyer] = (await app.makeBuyers(1)) as [TestClient];
    const { form_submissions: forms } = await good.submitForms(buyer);
    const { db } = app.services;
    const priced = () =>
      db.query('select total, status from orders where account_id = $1', [buyer.accountId]);
    const before = await priced();
    const answer = await send(buyer, calls.submitForms, { form_submissions: change(forms) });
    expect([200, 422]).toContain(answer.status);
    const kept = await db.query<{ row: string }>(
      'select to_jsonb(a)::text as row from attendee_answers a',
    );
    expect(kept.filter(({ row }) => /tersisip|ticket_price|formulir-lain/.test(row))).toEqual([]);
    expect(await priced()).toEqual(before);
  },
);

test('the server computes the price, whatever a body contains', async () => {
  const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
  const seats = await freeSeats(app, concert, 2);
  await join(one, concert);
  await join(other, concert);
  const at = (seat: string) => ({
    params: { slug: concert },
    body: { seats: [seat], voucher_code: null },
  });
  const honest = await one.call(calls.createDraft, at(seats[0]!));
  const tampered = await other.call(calls.createDraft, {
    ...at(seats[1]!),
    query: { price: '1', total: '1', account_id: one.accountId },
  });
  expect([honest.status, tampered.status]).toEqual([200, 200]);
  const totals = await app.services.db.query<{ total: number }>(
    'select total from orders where account_id = any($1::uuid[])',
    [[one.accountId, other.accountId]],
  );
  expect(totals).toHaveLength(2);
  expect(totals[0]?.total).toBeGreaterThan(1);
  expect(totals[0]).toEqual(totals[1]);
});

const bare = Object.entries<CallShape>(calls).filter(
  ([, call]) => call.body === undefined && call.method !== 'GET',
);

describe.each(bare)('%s', (_name, call) => {
  test('accepts no body: its content does not change the response', async () => {
    const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
    const [plain, wishing] = [await send(one, call, {}), await send(other, call, { ...wished })];
    expect([wishing.status, wishing.body.message]).toEqual([plain.status, plain.body.message]);
    const [account] = await app.services.db.query(
      'select role, is_verified, password_hash from accounts where id = $1',
      [other.accountId],
    );
    expect(account).toEqual({ role: 'user', is_verified: true, password_hash: null });
    const own = await app.services.db.query('select 1 from purchase_sessions where id = $1', [
      wished.id,
    ]);
    expect(own).toEqual([]);
  });
});
