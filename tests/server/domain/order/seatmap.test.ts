import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { fieldTypes } from '../../../../contract/forms.ts';
import { type Seatmap, seatmapSchema, statusLetters } from '../../../../contract/seatmap.ts';
import { createSeatmapReader } from '../../../../server/domain/order/seatmap.ts';
import { gzipPart } from '../../../../server/http/gzip-parts.ts';
import { placeOrder } from '../../support/orders.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const slug = 'konser-senja-jakarta';
let app: TestApp;
let buyer: TestClient;

beforeAll(async () => {
  app = await createTestApp({ events: [slug, 'stadion-nusantara', 'teater-tanpa-form-solo'] });
  const [made] = await app.makeBuyers(1);
  if (made === undefined) throw new Error('no buyer');
  buyer = made;
});
afterAll(() => app.close());

const read = async (of = slug): Promise<Seatmap> => {
  const { status, body } = await app
    .anonymous()
    .call(calls.seatmapCategories, { params: { slug: of } });
  expect(status).toBe(200);
  expect(body.status).toBe(200);
  return seatmapSchema.parse(body.data);
};
const statusOf = (map: Seatmap, number: string) =>
  map.seatLayout.items.find((seat) => seat.seat_number === number)?.status;

describe('seat map', () => {
  it('shows every seat with its price and category', async () => {
    const map = await read();
    const blocks = map.seatLayout.items.filter((seat) => seat.status === 'block');
    const seats = map.seatLayout.items.filter((seat) => seat.status !== 'block');
    expect(map.event_status).toBe('active');
    expect(seats).toHaveLength(240);
    expect(map.categories.map((category) => category.name)).toEqual(['VIP', 'Reguler', 'Festival']);
    for (const seat of seats) {
      const category = map.categories.find((candidate) => candidate.id === seat.category);
      expect(seat).toMatchObject({ ticket_type: category?.name, price: category?.price });
    }
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(block).toMatchObject({ category: null, price: 0 });
    expect(new Set(map.seatLayout.items.map((seat) => `${seat.row}:${seat.column}`)).size).toBe(
      map.seatLayout.items.length,
    );
    for (const seat of map.seatLayout.items) {
      expect(Number(seat.row)).toBeLessThanOrEqual(map.seatLayout.totalRows);
      expect(seat.column).toBeLessThanOrEqual(map.seatLayout.totalCols);
    }
  });

  it('counts the available seats', async () => {
    const map = await read();
    const total = map.categories.reduce((sum, category) => sum + category.max_capacity, 0);
    expect(total).toBe(240);
    for (const category of map.categories) {
      expect(category.available_seats).toBe(category.max_capacity);
      expect(category.sold_tickets_count).toBe(0);
    }
  });

  it('is refused for an event that does not exist', async () => {
    const { status, body } = await app
      .anonymous()
      .call(calls.seatmapCategories, { params: { slug: 'tidak-ada' } });
    expect(status).toBe(404);
    expect(body.message).toBe('Event not found');
  });

  it('returns 50,000 seats', async () => {
    const map = await read('stadion-nusantara');
    expect(map.seatLayout.items.filter((seat) => seat.status === 'available')).toHaveLength(50_000);
    expect(map.categories.reduce((sum, category) => sum + category.max_capacity, 0)).toBe(50_000);
  });

  it('returns a re-created map, not the cached one', async () => {
    const other = 'teater-tanpa-form-solo';
    const before = await read(other);
    const { db } = app.services;
    await db.query(
      `update seats set seat_number = 'Z-99' where id = (
         select min(id) from seats where event_id = (select id from events where slug = $1))`,
      [other],
    );
    expect(await read(other)).toEqual(before);
    await db.query(`update events set layout_version = 'next' where slug = $1`, [other]);
    expect(statusOf(await read(other), 'Z-99')).toBe('available');
  });
});

describe('the response to a client that knows the layout', () => {
  const minimal = (headers: Record<string, string> = {}) =>
    app.fastify.inject({
      url: `/api/event/${slug}/seatmap-categories`,
      headers: { prefer: 'return=minimal', ...headers },
    });

  it('has one letter per seat, in the order of the layout', async () => {
    await placeOrder(app.services.db, {
      accountId: buyer.accountId,
      slug,
      seats: ['A-2'],
      state: 'completed',
      orderStatus: 'completed',
      deadline: null,
      at: app.services.clock.now(),
    });
    const whole = await read();
    const answer = await minimal();
    const short = seatmapSchema.parse(answer.json().data);
    expect(answer.headers).toMatchObject({
      'preference-applied': 'return=minimal',
      vary: 'Accept-Encoding, Prefer',
      'cache-control': 'no-store',
    });
    const seats = whole.seatLayout.items.filter(({ status }) => status !== 'block');
    expect(short.seatLayout.items).toEqual([]);
    expect(short.seatLayout.version).toBe(whole.seatLayout.version);
    expect(short.seatLayout.statuses).toHaveLength(seats.length);
    expect([...(short.seatLayout.statuses ?? '')]).toEqual(
      seats.map(({ status }) => statusLetters[status as keyof typeof statusLetters]),
    );
    expect(short.seatLayout.statuses).toContain('s');
    expect(short.categories).toEqual(whole.categories);
  });

  it('addresses the layout by its version, cacheable permanently, with every seat free', async () => {
    const whole = await read();
    const url = (version: string) => `/api/event/${slug}/seatmap-layout/${version}`;
    const answer = await app.fastify.inject(url(whole.seatLayout.version ?? ''));
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const layout = seatmapSchema.parse(answer.json().data);
    expect(layout.seatLayout.items).toEqual(
      whole.seatLayout.items.map((item) =>
        item.status === 'block' ? item : { ...item, status: 'available' },
      ),
    );
    const other = await app.fastify.inject(url('lain-versi'));
    expect([other.statusCode, other.json().message]).toEqual([404, 'Layout not found']);
    expect(other.headers['cache-control']).toBe('no-store');
    const nowhere = await app.fastify.inject('/api/event/tidak-ada/seatmap-layout/lain-versi');
    expect([nowhere.statusCode, nowhere.json().message]).toEqual([404, 'Event not found']);
  });

  it('is the same compressed and plain', async () => {
    const accept = { 'accept-encoding': 'gzip, br' };
    const [plain, short, shortPlain] = await Promise.all([read(), minimal(accept), minimal()]);
    const url = `/api/event/${slug}/seatmap-categories`;
    const whole = await app.fastify.inject({ url, headers: accept });
    for (const answer of [whole, short]) expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(whole.rawPayload).toString()).data).toEqual(plain);
    expect(gunzipSync(short.rawPayload).toString()).toBe(shortPlain.body);
    const layoutUrl = `/api/event/${slug}/seatmap-layout/${plain.seatLayout.version}`;
    const ask = () => app.fastify.inject({ url: layoutUrl, headers: accept });
    // The dense form is built after the first response.
    await expect.poll(async () => (await ask()).headers['content-encoding']).toBe('br');
    const dense = await ask();
    expect(brotliDecompressSync(dense.rawPayload).toString()).toBe(
      (await app.fastify.inject(layoutUrl)).body,
    );
    const refused = { url, headers: { 'accept-encoding': 'gzip;q=0' } };
    expect((await app.fastify.inject(refused)).headers['content-encoding']).toBeUndefined();
  });
});

describe('the work for a map', () => {
  const stadium = 'stadion-nusantara';
  const compressed = { 'accept-encoding': 'gzip' };

  it('covers only the changed pieces, once for all readers', async () => {
    const packed = { parts: 0, layouts: 0, chars: 0 };
    const { db, clock } = app.services;
    const reader = createSeatmapReader({
      db,
      clock,
      graceSeconds: 0,
      packing: {
        part: (text) => {
          packed.parts += 1;
          packed.chars += text.length;
          return gzipPart(text);
        },
        layout: async (text) => {
          packed.layouts += 1;
          return text;
        },
      },
    });
    const readGzip = async () => (await reader.state(stadium)).whole.gzip(null);
    const cold = await readGzip();
    const all = { ...packed };
    expect(all.parts).toBeGreaterThan(100);
    const again = await Promise.all(Array.from({ length: 20 }, readGzip));
    expect(again.every((bytes) => bytes === cold)).toBe(true);
    expect(packed).toEqual(all);
    await db.query(
      `update seats set status = 'sold' where id = (
         select max(id) from seats where event_id = (select id from events where slug = $1) and status = 'available')`,
      [stadium],
    );
    const [changed] = await Promise.all(Array.from({ length: 20 }, readGzip));
    // The piece of the seat, the part before all seats, and the part after them.
    expect(packed.parts - all.parts).toBe(3);
    expect(packed.chars - all.chars).toBeLessThan(all.chars / 50);
    const map = seatmapSchema.parse(JSON.parse(gunzipSync(changed ?? cold).toString()).data);
    expect(map.seatLayout.items.filter(({ status }) => status === 'sold')).toHaveLength(1);
    expect(packed.layouts).toBe(0);
    const version = map.seatLayout.version ?? '';
    const layouts = await Promise.all([1, 2, 3].map(() => reader.layout(stadium, version)));
    for (const layout of layouts) layout.brotli();
    await expect.poll(() => layouts[0]?.brotli()).not.toBeNull();
    expect(packed.layouts).toBe(1);
  });

  it('is not repeated by the framework when it sends the response', async () => {
    const url = `/api/event/${stadium}/seatmap-categories`;
    const { headers, rawPayload } = await app.fastify.inject({ url, headers: compressed });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  });
});

describe('seats that are taken', () => {
  beforeEach(async () => {
    await app.services.db.script(
      `delete from tickets; delete from payments; delete from order_seats; delete from seat_claims; delete from orders;
       delete from purchase_sessions; update seats set status = 'available' where status in ('held', 'sold');`,
    );
  });

  const hold = (minutes: number) => {
    const deadline = new Date(app.services.clock.now().getTime() + minutes * 60_000);
    return placeOrder(app.services.db, {
      accountId: buyer.accountId,
      slug,
      seats: ['A-1', 'A-2'],
      state: 'online',
      orderStatus: 'draft',
      deadline,
      at: app.services.clock.now(),
    });
  };

  it('are in transaction while held and sold when sold', async () => {
    await hold(15);
    await placeOrder(app.services.db, {
      accountId: buyer.accountId,
      slug,
      seats: ['B-1'],
      state: 'completed',
      orderStatus: 'completed',
      deadline: null,
      at: app.services.clock.now(),
    });
    const map = await read();
    expect(statusOf(map, 'A-1')).toBe('in_transaction');
    expect(statusOf(map, 'A-2')).toBe('in_transaction');
    expect(statusOf(map, 'B-1')).toBe('sold');
    expect(map.categories[0]).toMatchObject({
      name: 'VIP',
      max_capacity: 50,
      sold_tickets_count: 1,
      available_seats: 47,
    });
    expect(map.categories[1]?.available_seats).toBe(map.categories[1]?.max_capacity);
  });

  it('are free once the deadline and the grace period have passed', async () => {
    const grace = app.services.config.graceSeconds;
    await hold(15);
    const { clock } = app.services;
    clock.advance(15 * 60 + grace - 2);
    expect(statusOf(await read(), 'A-1')).toBe('in_transaction');
    clock.advance(4);
    const map = await read();
    expect(statusOf(map, 'A-1')).toBe('available');
    expect(map.categories[0]?.available_seats).toBe(50);
  });

  it('stay taken past the deadline while a payment is pending', async () => {
    const { orderId, sessionId, eventId } = await hold(5);
    const { db, clock } = app.services;
    await db.query(
      `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount, service_fee,
         gateway, status, payment_data, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'qris', 'QRIS', 1, 0, 'uji', 'pending', '{}', $6, $6)`,
      [randomUUID(), orderId, buyer.accountId, eventId, sessionId, clock.now()],
    );
    clock.advance(3600);
    expect(statusOf(await read(), 'A-1')).toBe('in_transaction');
    await db.query(`update payments set status = 'expired'`);
    expect(statusOf(await read(), 'A-1')).toBe('available');
  });
});

describe('forms', () => {
  it('come in order with their fields, inactive ones included', async () => {
    const { body } = await buyer.call(calls.eventForms, { params: { slug } });
    expect(body.data.map((form) => [form.ask_all, form.is_active])).toEqual([
      [true, true],
      [false, true],
    ]);
    const types = new Set(
      body.data.flatMap((form) => form.fields.map((field) => field.field_type)),
    );
    expect([...types].sort()).toEqual([...fieldTypes].sort());
    for (const form of body.data) {
      const order = form.fields.map((field) => field.display_order);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
    const inactive = await buyer.call(calls.eventForms, {
      params: { slug: 'teater-tanpa-form-solo' },
    });
    expect(inactive.body.data.length).toBeGreaterThan(0);
    expect(inactive.body.data.every((form) => !form.is_active)).toBe(true);
  });

  it('require a verified account and a known event', async () => {
    const guest = await app.anonymous().call(calls.eventForms, { params: { slug } });
    expect(guest.status).toBe(401);
    const unverified = await (await app.as('baru@contoh.id')).call(calls.eventForms, {
      params: { slug },
    });
    expect(unverified.status).toBe(403);
    const unknown = await buyer.call(calls.eventForms, { params: { slug: 'tidak-ada' } });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Event not found']);
  });
});
