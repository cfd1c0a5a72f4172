import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import {
  beginPayment,
  concert,
  expectSound,
  payerDoes,
  paymentOf,
  theatre,
} from '../support/purchase.ts';
import {
  type Answer,
  createTestApp,
  type Envelope,
  type TestApp,
  type TestClient,
} from '../support/test-app.ts';

/** Rows that need an account: each must check whose data it returns. */
const rows = Object.entries<CallShape>(calls).flatMap(([name, call]) =>
  call.access === 'public'
    ? []
    : [call, ...(call.aliases ?? [])].map(({ method, path }) => ({
        name,
        method,
        path,
        access: call.access,
        call,
      })),
);
const takesId = (path: string) => /\{(id|eventId|orderCode)\}/.test(path);
const takesEvent = (path: string) => /\{(slug|eventId)\}/.test(path);

let app: TestApp;
/** The same shop without any purchase. */
let untouched: TestApp;
/** Has tickets for the theatre and a running payment for the concert. */
let ani: TestClient;
let aniTicket: string;
let aniOrder: string;
/** All of Ani's data that identifies her. */
let aniSecrets: string[];

beforeAll(async () => {
  app = await createTestApp({ events: [concert, theatre] });
  untouched = await createTestApp({ events: [concert, theatre] });
  [ani] = (await app.makeBuyers(1)) as [TestClient];
  const paid = await beginPayment(app, ani, theatre, 2);
  await payerDoes(app, paid.id, 'settlement');
  const { ticket_ids } = await paymentOf(ani, theatre);
  aniTicket = ticket_ids[0]!;
  aniOrder = paid.order_code;
  const running = await beginPayment(app, ani, concert, 1);
  aniSecrets = [
    ani.accountId,
    ani.email,
    paid.id,
    paid.order_code,
    running.id,
    running.order_code,
    ...ticket_ids,
  ];
});
afterAll(async () => {
  await app.close();
  await untouched.close();
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
function ask(client: TestClient, row: (typeof rows)[number], params: Record<string, string>) {
  const body = bodies[row.name];
  return client.ask(
    row.method,
    apiRoot + callPath(row.path, params),
    body === undefined ? {} : { body },
  );
}

/** A response without the part that differs between any two: the requested id. */
const shape = (answer: Answer<unknown>, id: string) => ({
  status: answer.status,
  text: answer.text.replaceAll(id, 'ID'),
  type: answer.headers['content-type'],
});

describe.each(rows.filter((row) => takesId(row.path)))('$method $path', (row) => {
  it('responds to the id of another account as to an unknown one', async () => {
    const [budi] = await app.makeBuyers(1);
    const own = await ask(ani, row, { id: aniTicket, eventId: theatre, orderCode: aniOrder });
    // 409: her order, of which nothing can be asked back.
    expect([200, 409]).toContain(own.status);
    const [, name = ''] = /\{(id|eventId|orderCode)\}/.exec(row.path) ?? [];
    const mine = { id: aniTicket, eventId: theatre, orderCode: aniOrder }[name] ?? '';
    const nowhere = name === 'id' ? randomUUID() : 'tidak-ada';
    const foreign = await ask(budi!, row, { [name]: mine });
    const none = await ask(budi!, row, { [name]: nowhere });
    expect(shape(foreign, mine)).toEqual(shape(none, nowhere));
    for (const secret of aniSecrets) expect(foreign.text).not.toContain(secret);
  });
});

describe.each(rows.filter((row) => row.path.includes('{')))('$method $path', (row) => {
  it('responds to visitors and unverified accounts equally for her data and for missing data', async () => {
    const hers = { slug: concert, id: aniTicket, eventId: theatre, orderCode: aniOrder };
    const nowhere = {
      slug: 'acara-tidak-ada',
      id: randomUUID(),
      eventId: 'acara-tidak-ada',
      orderCode: 'tidak-ada',
    };
    const callers: [TestClient, number][] = [[app.anonymous(), 401]];
    if (row.access === 'verified') callers.push([await app.as('baru@contoh.id'), 403]);
    for (const [client, status] of callers) {
      const [there, gone] = [await ask(client, row, hers), await ask(client, row, nowhere)];
      expect(there.status).toBe(status);
      expect(shape(there, hers.id)).toEqual(shape(gone, nowhere.id));
    }
  });
});

/** Calls by event and account; the seat map is visible to everybody. */
const bound = rows.filter((row) => row.path.includes('{slug}') && row.name !== 'seatmapCategories');

describe.each(bound)('$method $path', (row) => {
  it('responds to another account at her event as if she had nothing', async () => {
    const answerAt = async (server: TestApp) => {
      const [budi] = (await server.makeBuyers(1)) as [TestClient];
      const answer = await ask(budi, row, { slug: concert });
      const text = answer.text
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
        .replace(/"remaining_seconds":\d+/g, '"remaining_seconds":N');
      return { status: answer.status, text };
    };
    expect(await answerAt(app)).toEqual(await answerAt(untouched));
  });
});

describe.each(rows)('$method $path', (row) => {
  it("tells no other account of Ani's data, and leaves it unchanged", async () => {
    const [budi] = await app.makeBuyers(1);
    const events = takesEvent(row.path) ? [concert, theatre] : [concert];
    const before = await aniHas();
    for (const event of events) {
      const answer = await ask(budi!, row, {
        slug: event,
        id: aniTicket,
        eventId: event,
        orderCode: aniOrder,
      });
      for (const secret of aniSecrets) expect(answer.text).not.toContain(secret);
    }
    expect(await aniHas()).toEqual(before);
  });

  it('requires an account, verified if needed, before it looks at any id', async () => {
    const params = { slug: concert, id: aniTicket, eventId: theatre, orderCode: aniOrder };
    const anonymous = (await ask(app.anonymous(), row, params)) as Answer<Envelope<null>>;
    expect([anonymous.status, anonymous.body.data]).toEqual([401, null]);
    if (row.access !== 'verified') return;
    const unverified = await ask(await app.as('baru@contoh.id'), row, params);
    expect([unverified.status, unverified.body.data]).toEqual([403, null]);
  });
});

it('the database is sound afterwards', () => expectSound(app.services.db));
