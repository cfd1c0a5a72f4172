import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { openShop } from '../../support/open-shop.ts';
import { type PlacedIds, type PlacedOrder, placeOrder } from '../../support/orders.ts';
import { seminar, concert as slug } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const nastyName = `<script>alert("x")</script>'&`;
const name = 'Konser Senja Jakarta';
const app = await openShop({ events: [slug, seminar] }, null);
let owner: TestClient;
let other: TestClient;
let paid: PlacedIds;

const at = (minutesAgo: number) =>
  new Date(app.services.clock.now().getTime() - minutesAgo * 60_000);
const place = (
  seat: readonly string[],
  [state, orderStatus]: readonly [PlacedOrder['state'], PlacedOrder['orderStatus']],
  minutesAgo: number,
  more: Partial<PlacedOrder> = {},
) =>
  placeOrder(app.services.db, {
    accountId: owner.accountId,
    slug,
    seats: seat,
    state,
    orderStatus,
    deadline: null,
    at: at(minutesAgo),
    total: 750_000,
    ...more,
  });
/** Adds a payment of an order; returns its id. */
const pay = async (
  order: PlacedIds,
  status: string,
  amount = 750_000,
  fee = 0,
  minutesAgo = 30,
) => {
  const id = randomUUID();
  await app.services.db.query(
    `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount, service_fee,
       gateway, status, payment_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'qris', 'QRIS', $6, $7, 'uji', $8, '{}', $9, $9)`,
    [
      id,
      order.orderId,
      owner.accountId,
      order.eventId,
      order.sessionId,
      amount,
      fee,
      status,
      at(minutesAgo),
    ],
  );
  return id;
};

beforeAll(async () => {
  [owner, other] = await app.makeBuyers(2);
  const total = { total: 1_650_000, holderName: nastyName };
  paid = await place(['A-1', 'A-2'], ['completed', 'completed'], 50, total);
  await pay(paid, 'completed', 1_655_000, 5_000);
  const ended = [
    ['cancelled', 'cancelled', 'failed'],
    ['expired', 'expired', 'failed'],
    ['cancelled', 'failed', 'failed'],
    ['payment_processing', 'pending', 'pending'],
  ] as const;
  for (const [index, [state, status, payment]] of ended.entries()) {
    await pay(await place([`C-${index + 1}`], [state, status], 40 - index), payment);
  }
  // Cancelled before a payment method was chosen: no purchase.
  await place(['C-9'], ['cancelled', 'cancelled'], 20);
  const returned = await pay(await place(['C-8'], ['expired', 'expired'], 60), 'refunded');
  await app.services.db.query(
    `insert into refunds (id, payment_id, state, amount, reason, due_at, done_at, reference)
     values ($1, $1, 'done', 750000, 'seats_gone', $2, $2, 'RF-77')`,
    [returned, at(59)],
  );
  await place([], ['expired', 'draft'], 10, { slug: seminar, deadline: at(1) });
});

const firstTicket = () => paid.ticketIds[0] ?? '';
const ticketsOf = async (client: TestClient, eventId: string) => {
  const answer = await client.call(calls.myEventTickets, { params: { eventId } });
  expect(answer.status).toBe(200);
  return answer.body.data.data;
};

describe('my tickets (§7.90)', () => {
  it.each(['/api/my/tickets', '/api/my-orders'])(
    'are summed up by order at %s (§3.70, §7.90)',
    async (path) => {
      const { status, body } = await owner.ask('GET', path);
      expect(status).toBe(200);
      expect(body.data).toEqual([
        {
          event_slug: slug,
          name,
          banner: `/media/posters/${slug}.svg`,
          venue_name: 'Taman Pertunjukan Cakrawala',
          datetime: expect.stringMatching(/T18:30:00\+07:00$/),
          ticket_amount: 2,
          total_paid_amount: '1,655,000',
          order_id: paid.orderCode,
        },
      ]);
    },
  );

  it('are listed for an event by its slug and by its id (§3.71, §7.91, §7.10)', async () => {
    const bySlug = await ticketsOf(owner, slug);
    expect(bySlug.map((ticket) => ticket.seat_number)).toEqual(['A-1', 'A-2']);
    expect(bySlug[0]).toMatchObject({
      id: firstTicket(),
      ticket_type: 'VIP',
      order_id: paid.orderCode,
    });
    expect(await ticketsOf(owner, paid.eventId)).toEqual(bySlug);
  });

  it('count and show only valid ones (§14.3)', async () => {
    const { db, clock } = app.services;
    const second = paid.ticketIds[1] ?? '';
    await db.query('update tickets set voided_at = $2 where id = $1', [second, clock.now()]);
    const listed = await owner.call(calls.myTickets);
    const tickets = await ticketsOf(owner, slug);
    const single = await owner.call(calls.eTicket, { params: { id: second } });
    await db.query('update tickets set voided_at = null where id = $1', [second]);
    expect(listed.body.data[0]?.ticket_amount).toBe(1);
    expect(tickets).toHaveLength(1);
    expect(single.status).toBe(404);
  });
});

describe('one e-ticket (§7.93)', () => {
  it('is returned to its owner (§3.72, §7.93)', async () => {
    const { body } = await owner.call(calls.eTicket, { params: { id: firstTicket() } });
    expect(body.data.ticket).toMatchObject({
      id: firstTicket(),
      event_name: name,
      holder_name: nastyName,
      order_id: paid.orderCode,
      category_name: 'VIP',
      seat_number: 'A-1',
      venue_address: 'Jalan Cakrawala Raya No. 8, Menteng, Jakarta Pusat',
      organizer_name: 'Suara Sore Kreasi',
      organizer_logo: '/media/logos/suara-sore.svg',
    });
  });

  it.each(['/api/e-ticket/{id}', '/api/e-ticket/{id}/html', '/api/tickets/{id}/pdf'])(
    'at %s answers for one of another account as for an unknown one',
    async (path) => {
      const read = (id: string) => other.ask('GET', path.replace('{id}', id));
      const foreign = await read(firstTicket());
      expect(foreign.status).toBe(404);
      for (const id of [randomUUID(), 'x', '1', '%27%20or%201=1', '%00']) {
        const none = await read(id);
        expect([none.status, none.text]).toEqual([foreign.status, foreign.text]);
      }
    },
  );
});

describe('ticket documents (§14.11, §17.51)', () => {
  const pdf = () =>
    app.fastify.inject({
      url: `/api/tickets/${firstTicket()}/pdf`,
      headers: { cookie: owner.cookie },
    });
  const pagesIn = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g);

  it('as HTML escape every text and contain no script or external resource', async () => {
    const { status, headers, text } = await owner.ask('GET', `/api/e-ticket/${firstTicket()}/html`);
    expect(status).toBe(200);
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="ticket-[\w-]+\.html"$/),
      'content-security-policy': `sandbox; ${policy}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(text).not.toMatch(/<script|<img|<link|src=|href=|url\(|@import|https?:/i);
    for (const part of [
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      '<svg class="qr"',
      'size: A4',
      'Jalan Cakrawala Raya No. 8',
      'Surat kuasa wajib bermeterai Rp10.000.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('as PDF are one page with a safe file name, with texts of any length (§7.94)', async () => {
    const { db } = app.services;
    const set = (column: string, value: string) =>
      db.query(`update tickets set ${column} = $2 where id = $1`, [firstTicket(), value]);
    await set('ticket_code', '../../../RTX"\r\nSet-Cookie: a=b/é');
    const { statusCode, headers, rawPayload } = await pdf();
    await set('ticket_code', 'RTX-1');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="ticket--RTX-Set-Cookie-a-b-.pdf"',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(rawPayload.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(pagesIn(rawPayload)).toHaveLength(1);

    const rename = (text: string) =>
      db.query('update events set name = $2 where slug = $1', [slug, text]);
    await rename('Panjang sekali '.repeat(60));
    await set('holder_name', 'Nama 日本 '.repeat(80));
    const long = await pdf();
    await rename(name);
    expect(pagesIn(long.rawPayload)).toHaveLength(1);

    const rows = await db.query<{ object: string; line: string }>(
      `select object, audit_log::text as line from audit_log where action = 'ticket.download'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.object).toBe(`ticket:${firstTicket()}`);
      expect(row.line).not.toMatch(/Ratna|script|@|Nama/);
    }
  });
});

describe('history (§2.383, §7.95, §3.73)', () => {
  it.each(['/api/purchase-history', '/api/history-purchases'])(
    'lists every order that reached a payment, newest first, at %s',
    async (path) => {
      const { body } = await owner.ask<{ data: { order_status: string }[] }>('GET', path);
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
        title: name,
        total_price: 1_655_000,
      });
    },
  );
});

it('every response has the time of the server’s clock (§1.28)', async () => {
  const { clock } = app.services;
  clock.advance(3 * 86_400);
  const { headers } = await app.anonymous().call(calls.eventList);
  expect(headers.date).toBe(clock.now().toUTCString());
});
