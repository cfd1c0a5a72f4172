import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { openShop } from '../support/open-shop.ts';
import { paidTickets } from '../support/paid-tickets.ts';
import { beginPayment, concert, expectSound, theatre } from '../support/purchase.ts';
import type { Answer, TestApp, TestClient } from '../support/test-app.ts';

/** Rows that need an account: each must check whose data it returns. */
const rows = Object.entries<CallShape>(calls).flatMap(([name, call]) =>
  call.access === 'public'
    ? []
    : [call, ...(call.aliases ?? [])].map((at) => ({ ...at, name, access: call.access })),
);
type Row = (typeof rows)[number];

const app = await openShop({ events: [concert, theatre] }, null);
/** The same shop without any purchase. */
const untouched = await openShop({ events: [concert, theatre] }, null);
/** Has tickets for the theatre and a running payment for the concert. */
let ani: TestClient;
/** The parameters of her data, and of none. */
let hers: Record<string, string>;
const nowhere: Record<string, string> = {
  slug: 'acara-tidak-ada',
  id: randomUUID(),
  eventId: 'acara-tidak-ada',
  orderCode: 'tidak-ada',
};
/** All of Ani's data that identifies her. */
let secrets: string[];

beforeAll(async () => {
  const { buyer, orderCode, tickets } = await paidTickets(app, 2, theatre);
  ani = buyer;
  hers = { slug: concert, id: tickets[0]!.id, eventId: theatre, orderCode };
  await beginPayment(app, ani, concert, 1);
  const ids = await app.services.db.query<{ id: string }>(
    `select id::text from payments where account_id = $1
     union select order_code from orders where account_id = $1
     union select id::text from tickets where account_id = $1`,
    [ani.accountId],
  );
  expect(ids).toHaveLength(6);
  secrets = [ani.accountId, ani.email, ...ids.map(({ id }) => id)];
});

/** Her sessions, orders, seats, payments, tickets and profile in the tables. */
const aniHas = () =>
  Promise.all(
    [
      'select * from accounts where id = $1',
      'select * from purchase_sessions where account_id = $1 order by id',
      'select * from orders where account_id = $1 order by id',
      'select c.* from seat_claims c join orders o on o.id = c.order_id where o.account_id = $1 order by 1',
      'select * from payments where account_id = $1 order by id',
      'select * from tickets where account_id = $1 order by id',
      'select id_hash from auth_sessions where account_id = $1 order by 1',
    ].map((sql) => app.services.db.query(sql, [ani.accountId])),
  );

const bodies: Partial<Record<string, unknown>> = {
  orderPreview: { seats: ['A1'] },
  createDraft: { seats: ['A1'] },
  submitForms: { form_submissions: {} },
  createPayment: { payment_method_code: 'qris' },
  voidPayment: { payment_id: randomUUID() },
  askOrderRefund: { expected: 1 },
  saveLaterForms: { form_submissions: {} },
};

/** Makes a call for one account, with the given ids. */
function ask(client: TestClient, row: Row, params: Record<string, string>) {
  const body = bodies[row.name];
  return client.ask(
    row.method,
    apiRoot + callPath(row.path, params),
    body === undefined ? {} : { body },
  );
}
const stranger = async (of = app) => (await of.makeBuyers(1))[0] as TestClient;

/** A response without the part that differs between any two: the requested id. */
const shape = (answer: Answer<unknown>, id: string) => ({
  status: answer.status,
  text: answer.text.replaceAll(id, 'ID'),
  type: answer.headers['content-type'],
});

const byId = /\{(id|eventId|orderCode)\}/;
it.each(rows.filter((row) => byId.test(row.path)))(
  '$method $path answers the id of another account as an unknown one',
  async (row) => {
    // 409: her order, of which nothing can be asked back.
    expect([200, 409]).toContain((await ask(ani, row, hers)).status);
    const [, name = ''] = byId.exec(row.path) ?? [];
    const budi = await stranger();
    const foreign = await ask(budi, row, hers);
    const none = await ask(budi, row, nowhere);
    expect(shape(foreign, hers[name]!)).toEqual(shape(none, nowhere[name]!));
    for (const secret of secrets) expect(foreign.text).not.toContain(secret);
  },
);

it.each(rows)(
  '$method $path requires an account, verified if needed, before it looks at any id',
  async (row) => {
    const callers: [TestClient, number][] = [[app.anonymous(), 401]];
    if (row.access === 'verified') callers.push([await app.as('baru@contoh.id'), 403]);
    for (const [client, status] of callers) {
      const there = await ask(client, row, hers);
      expect([there.status, (there.body as { data: unknown }).data]).toEqual([status, null]);
      const gone = await ask(client, row, nowhere);
      expect(shape(there, hers.id!)).toEqual(shape(gone, nowhere.id!));
    }
  },
);

/** Calls by event and account; the seat map is visible to everybody. */
const bound = rows.filter((row) => row.path.includes('{slug}') && row.name !== 'seatmapCategories');
it.each(bound)(
  '$method $path answers another account at her event as if she had nothing',
  async (row) => {
    const answerAt = async (server: TestApp) => {
      const { status, text } = await ask(await stranger(server), row, { slug: concert });
      const bare = text
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
        .replace(/"remaining_seconds":\d+/g, '"remaining_seconds":N');
      return [status, bare];
    };
    expect(await answerAt(app)).toEqual(await answerAt(untouched));
  },
);

it.each(rows)(
  "$method $path tells no other account of Ani's data, and leaves it (§6.3)",
  async (row) => {
    const budi = await stranger();
    const before = await aniHas();
    for (const event of /\{(slug|eventId)\}/.test(row.path) ? [concert, theatre] : [concert]) {
      const { text } = await ask(budi, row, { ...hers, slug: event, eventId: event });
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
    expect(await aniHas()).toEqual(before);
  },
);

it('the database is sound afterwards', () => expectSound(app.services.db));
