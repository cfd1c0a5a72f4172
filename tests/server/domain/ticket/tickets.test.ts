import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { withCommas } from '../../../../server/domain/ticket/tickets.ts';
import { type PlacedIds, placeOrder } from '../../support/orders.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const slug = 'konser-senja-jakarta';
const nastyName = `<script>alert("x")</script>'&`;
let app: TestApp;
let owner: TestClient;
let other: TestClient;
let paid: PlacedIds;

beforeAll(async () => {
  app = await createTestApp();
  const [a, b] = await app.makeBuyers(2);
  if (a === undefined || b === undefined) throw new Error('no buyers');
  [owner, other] = [a, b];
  const { db, clock } = app.services;
  const at = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * 60_000);
  const base = { accountId: owner.accountId, deadline: null };
  paid = await placeOrder(db, {
    ...base,
    slug,
    seats: ['A-1', 'A-2'],
    state: 'completed',
    orderStatus: 'completed',
    at: at(50),
    total: 1_650_000,
    holderName: nastyName,
  });
  await db.query(
    `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount, service_fee,
       gateway, status, payment_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'qris', 'QRIS', 1655000, 5000, 'uji', 'completed', '{}', $6, $6)`,
    [randomUUID(), paid.orderId, owner.accountId, paid.eventId, paid.sessionId, at(49)],
  );
  const pay = async (order: PlacedIds, status: string, when: Date) => {
    const id = randomUUID();
    await db.query(
      `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount, service_fee,
         gateway, status, payment_data, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'qris', 'QRIS', 750000, 0, 'uji', $6, '{}', $7, $7)`,
      [id, order.orderId, owner.accountId, order.eventId, order.sessionId, status, when],
    );
    return id;
  };
  const ended = [
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
    ['cancelled', 'failed'],
    ['payment_processing', 'pending'],
  ] as const;
  for (const [index, [state, orderStatus]] of ended.entries()) {
    const order = await placeOrder(db, {
      ...base,
      slug,
      seats: [`C-${index + 1}`],
      state,
      orderStatus,
      at: at(40 - index),
      total: 750_000,
    });
    await pay(order, orderStatus === 'pending' ? 'pending' : 'failed', at(40 - index));
  }
  // Cancelled before a payment method was chosen: no purchase.
  await placeOrder(db, {
    ...base,
    slug,
    seats: ['C-9'],
    state: 'cancelled',
    orderStatus: 'cancelled',
    at: at(20),
    total: 750_000,
  });
  const late = await placeOrder(db, {
    ...base,
    slug,
    seats: ['C-8'],
    state: 'expired',
    orderStatus: 'expired',
    at: at(60),
    total: 750_000,
  });
  const returned = await pay(late, 'refunded', at(60));
  await db.query(
    `insert into refunds (id, payment_id, state, amount, reason, due_at, done_at, reference)
     values ($1, $1, 'done', 750000, 'seats_gone', $2, $2, 'RF-77')`,
    [returned, at(59)],
  );
  await placeOrder(db, {
    accountId: owner.accountId,
    slug: 'seminar-gratis-yogya',
    seats: [],
    state: 'expired',
    orderStatus: 'draft',
    deadline: at(1),
    at: at(10),
  });
});
afterAll(() => app.close());

const firstTicket = () => paid.ticketIds[0] ?? '';

describe('my tickets', () => {
  it.each(['/api/my/tickets', '/api/my-orders'])('are summed up by order at %s', async (path) => {
    const { status, body } = await owner.ask('GET', path);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        event_slug: slug,
        name: 'Konser Senja Jakarta',
        banner: `/media/posters/${slug}.svg`,
        venue_name: 'Taman Pertunjukan Cakrawala',
        datetime: expect.stringMatching(/T18:30:00\+07:00$/),
        ticket_amount: 2,
        total_paid_amount: '1,655,000',
        order_id: paid.orderCode,
      },
    ]);
  });

  it('are listed for an event by its slug and by its id', async () => {
    const bySlug = await owner.call(calls.myEventTickets, { params: { eventId: slug } });
    const byId = await owner.call(calls.myEventTickets, { params: { eventId: paid.eventId } });
    expect(bySlug.body.data.data.map((ticket) => ticket.seat_number)).toEqual(['A-1', 'A-2']);
    expect(bySlug.body.data.data[0]).toMatchObject({
      id: firstTicket(),
      ticket_type: 'VIP',
      order_id: paid.orderCode,
    });
    expect(byId.body).toEqual(bySlug.body);
  });

  it('are empty for another account, an unknown event and malformed names', async () => {
    const asOther = await other.call(calls.myEventTickets, { params: { eventId: slug } });
    expect(asOther.body.data).toEqual({ data: [] });
    for (const eventId of ['tidak-ada', "x' or '1'='1", '\u0000', 'a'.repeat(120)]) {
      const answer = await owner.call(calls.myEventTickets, { params: { eventId } });
      expect([answer.status, answer.body.data]).toEqual([200, { data: [] }]);
    }
  });

  it('count and show only valid ones', async () => {
    const { db, clock } = app.services;
    const second = paid.ticketIds[1];
    await db.query('update tickets set voided_at = $2 where id = $1', [second, clock.now()]);
    const listed = await owner.call(calls.myTickets);
    const tickets = await owner.call(calls.myEventTickets, { params: { eventId: slug } });
    const single = await owner.call(calls.eTicket, { params: { id: second ?? '' } });
    await db.query('update tickets set voided_at = null where id = $1', [second]);
    expect(listed.body.data[0]?.ticket_amount).toBe(1);
    expect(tickets.body.data.data).toHaveLength(1);
    expect(single.status).toBe(404);
  });
});

describe('one e-ticket', () => {
  it('is returned to its owner', async () => {
    const { body } = await owner.call(calls.eTicket, { params: { id: firstTicket() } });
    expect(body.data.ticket).toMatchObject({
      id: firstTicket(),
      event_name: 'Konser Senja Jakarta',
      holder_name: nastyName,
      order_id: paid.orderCode,
      category_name: 'VIP',
      seat_number: 'A-1',
      organizer_name: 'Suara Sore Kreasi',
      organizer_logo: '/media/logos/suara-sore.svg',
    });
  });

  const paths = (id: string) => [
    `/api/e-ticket/${id}`,
    `/api/e-ticket/${id}/html`,
    `/api/tickets/${id}/pdf`,
  ];

  it('of another account gets the same response as an unknown one', async () => {
    const missing = [randomUUID(), 'x', '1', '%27%20or%201=1', '%00'];
    for (const [index, path] of paths(firstTicket()).entries()) {
      const foreign = await other.ask('GET', path);
      expect(foreign.status).toBe(404);
      for (const id of missing) {
        const none = await other.ask('GET', paths(id)[index] ?? '');
        expect([none.status, none.text]).toEqual([foreign.status, foreign.text]);
      }
    }
  });

  it('requires a signed-in, verified account', async () => {
    const unverified = await app.as('baru@contoh.id');
    for (const path of paths(firstTicket())) {
      expect((await app.anonymous().ask('GET', path)).status).toBe(401);
      expect((await unverified.ask('GET', path)).status).toBe(403);
    }
  });
});

describe('ticket documents', () => {
  it('as HTML escape every text and contain no script or external resource', async () => {
    const answer = await owner.ask('GET', `/api/e-ticket/${firstTicket()}/html`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="ticket-[\w-]+\.html"$/,
    );
    expect(answer.headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;');
    expect(answer.text).not.toMatch(/<script|<img|<link|src=|href=|url\(|@import|https?:/i);
    expect(answer.text).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    );
    expect(answer.text).toContain('<svg class="qr"');
    expect(answer.text).toContain('size: A4');
    expect(answer.text).toContain('Surat kuasa wajib bermeterai Rp10.000.');
  });

  it('as PDF are one page with a safe file name', async () => {
    const { db } = app.services;
    await db.query('update tickets set ticket_code = $2 where id = $1', [
      firstTicket(),
      '../../../RTX"\r\nSet-Cookie: a=b/é',
    ]);
    const response = await app.fastify.inject({
      url: `/api/tickets/${firstTicket()}/pdf`,
      headers: { cookie: owner.cookie },
    });
    await db.query('update tickets set ticket_code = $2 where id = $1', [firstTicket(), 'RTX-1']);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="ticket--RTX-Set-Cookie-a-b-.pdf"',
    );
    expect(response.headers['set-cookie']).toBeUndefined();
    const pdf = response.rawPayload;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  });

  it('stay on one page with texts of any length', async () => {
    const { db } = app.services;
    await db.query(`update events set name = repeat('Panjang sekali ', 60) where slug = $1`, [
      slug,
    ]);
    await db.query(`update tickets set holder_name = repeat('Nama 日本 ', 80) where id = $1`, [
      firstTicket(),
    ]);
    const response = await app.fastify.inject({
      url: `/api/tickets/${firstTicket()}/pdf`,
      headers: { cookie: owner.cookie },
    });
    await db.query(`update events set name = 'Konser Senja Jakarta' where slug = $1`, [slug]);
    expect(response.rawPayload.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  });

  it('leave a line without a name in the audit log', async () => {
    const rows = await app.services.db.query<{ action: string; object: string; line: string }>(
      `select action, object, audit_log::text as line from audit_log where action = 'ticket.download'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.object).toBe(`ticket:${firstTicket()}`);
      expect(row.line).not.toMatch(/Ratna|script|@/);
    }
  });
});

describe('history', () => {
  it.each(['/api/purchase-history', '/api/history-purchases'])(
    'lists every order that reached a payment, newest first, at %s',
    async (path) => {
      const { body } = await owner.ask<{ data: { order_status: string; total_price: number }[] }>(
        'GET',
        path,
      );
      expect(body.data.map((order) => order.order_status)).toEqual([
        'pending',
        'failed',
        'cancelled',
        'cancelled',
        'completed',
        'refunded',
      ]);
      expect(body.data.at(-1)).toMatchObject({ refund_reference: 'RF-77' });
      expect(body.data.at(-2)).toMatchObject({
        transaction_id: paid.orderCode,
        title: 'Konser Senja Jakarta',
        total_price: 1_655_000,
      });
    },
  );

  it('is paginated on request', async () => {
    const { body } = await owner.call(calls.purchaseHistory, {
      query: { page: '2', per_page: '3' },
    });
    expect(body.data).toHaveLength(3);
    expect(body.pagination).toMatchObject({ total: 6, total_pages: 2, current_page: 2, count: 3 });
    const plain = await owner.call(calls.purchaseHistory);
    expect(plain.body.pagination).toBeUndefined();
  });

  it('uses the clock of the server, like every response of the API', async () => {
    const { clock } = app.services;
    const day = 86_400;
    clock.advance(3 * day);
    try {
      const { headers } = await app.anonymous().call(calls.eventList);
      expect(headers.date).toBe(clock.now().toUTCString());
    } finally {
      clock.advance(-3 * day);
    }
  });

  it('is empty for another account', async () => {
    expect((await other.call(calls.purchaseHistory)).body.data).toEqual([]);
    expect((await other.call(calls.myTickets)).body.data).toEqual([]);
  });
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_650_000, '1,650,000'],
  [123_456_789, '123,456,789'],
])('prints %i as %s', (amount, text) => {
  expect(withCommas(amount)).toBe(text);
});
