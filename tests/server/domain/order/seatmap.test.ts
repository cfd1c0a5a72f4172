import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import {
  type Seatmap,
  seatmapSchema,
  statusLetters,
  type ZoneLayout,
} from '../../../../contract/seatmap.ts';
import { checkedZones } from '../../../../server/domain/catalogue/zones.ts';
import { createSeatmapReader } from '../../../../server/domain/order/seatmap.ts';
import type { Packing } from '../../../../server/domain/order/seatmap-answer.ts';
import { gzipPart } from '../../../../server/http/gzip-parts.ts';
import { oneBuyer, openShop, setEvent } from '../../support/open-shop.ts';
import { placeOrder } from '../../support/orders.ts';
import { concert, theatre } from '../../support/purchase.ts';

const stadium = 'stadion-nusantara';
// Its rows are placed and taken away without their audit.
const app = await openShop({ events: [concert, stadium, theatre] }, null);
const { db, clock } = app.services;
const { accountId } = await oneBuyer(app);

const urlOf = (slug: string) => `/api/event/${slug}/seatmap-categories`;
const layoutUrl = (version: string | null = '', slug = concert) =>
  `/api/event/${slug}/seatmap-layout/${version}`;
const ask = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url, headers });
const read = async (slug = concert): Promise<Seatmap> => {
  const answer = await app.anonymous().call(calls.seatmapCategories, { params: { slug } });
  expect([answer.status, answer.body.status]).toEqual([200, 200]);
  return seatmapSchema.parse(answer.body.data);
};
const minimal = (slug = concert, headers: Record<string, string> = {}) =>
  ask(urlOf(slug), { prefer: 'return=minimal', ...headers });
const statusOf = (map: Seatmap, number: string) =>
  map.seatLayout.items.find((seat) => seat.seat_number === number)?.status;
const sell = (...seats: string[]) =>
  placeOrder(db, {
    accountId,
    slug: concert,
    seats,
    state: 'completed',
    orderStatus: 'completed',
    deadline: null,
    at: clock.now(),
  });

describe('seat map (§7.46)', () => {
  it('shows every seat once, with its price and category', async () => {
    const map = await read();
    const { items, totalRows, totalCols } = map.seatLayout;
    const blocks = items.filter(({ status }) => status === 'block');
    const seats = items.filter(({ status }) => status !== 'block');
    expect(map.event_status).toBe('active');
    expect(seats).toHaveLength(240);
    expect(map.categories.map(({ name }) => name)).toEqual(['VIP', 'Reguler', 'Festival']);
    for (const seat of seats) {
      const category = map.categories.find(({ id }) => id === seat.category);
      expect(seat).toMatchObject({ ticket_type: category?.name, price: category?.price });
    }
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(block).toMatchObject({ category: null, price: 0 });
    expect(new Set(items.map(({ row, column }) => `${row}:${column}`)).size).toBe(items.length);
    for (const { row, column } of items) {
      expect(Number(row)).toBeLessThanOrEqual(totalRows);
      expect(column).toBeLessThanOrEqual(totalCols);
    }
    for (const category of map.categories) {
      expect(category.available_seats).toBe(category.max_capacity);
      expect(category.sold_tickets_count).toBe(0);
    }
  });

  it('returns a re-created map, not the cached one', async () => {
    const before = await read(theatre);
    await db.query(
      `update seats set seat_number = 'Z-99' where id = (
         select min(id) from seats where event_id = (select id from events where slug = $1))`,
      [theatre],
    );
    expect(await read(theatre)).toEqual(before);
    await setEvent(app, theatre, `layout_version = 'next'`);
    expect(statusOf(await read(theatre), 'Z-99')).toBe('available');
  });
});

describe('the response to a client that knows the layout (§7.47)', () => {
  it('has one letter per seat, in the order of the layout (§3.32, §7.46)', async () => {
    await sell('A-2');
    const whole = await read();
    const answer = await minimal();
    const { seatLayout: short, categories } = seatmapSchema.parse(answer.json().data);
    expect(answer.headers).toMatchObject({
      'preference-applied': 'return=minimal',
      vary: 'Accept-Encoding, Prefer',
      'cache-control': 'no-store',
    });
    const seats = whole.seatLayout.items.filter(({ status }) => status !== 'block');
    expect(short).toMatchObject({ items: [], version: whole.seatLayout.version });
    expect([...(short.statuses ?? '')]).toEqual(
      seats.map(({ status }) => statusLetters[status as keyof typeof statusLetters]),
    );
    expect(short.statuses).toContain('s');
    expect(categories).toEqual(whole.categories);
  });

  it('addresses the layout by its version, cacheable permanently, with every seat free (§7.47)', async () => {
    const { items, version } = (await read()).seatLayout;
    const answer = await ask(layoutUrl(version));
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(seatmapSchema.parse(answer.json().data).seatLayout.items).toEqual(
      items.map((item) => (item.status === 'block' ? item : { ...item, status: 'available' })),
    );
    const other = await ask(layoutUrl('lain-versi'));
    expect([other.statusCode, other.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('is the same compressed and plain', async () => {
    const accept = { 'accept-encoding': 'gzip, br' };
    const plain = await read();
    const short = await minimal(concert, accept);
    const whole = await ask(urlOf(concert), accept);
    for (const answer of [whole, short]) expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(whole.rawPayload).toString()).data).toEqual(plain);
    expect(gunzipSync(short.rawPayload).toString()).toBe((await minimal()).body);
    const layout = layoutUrl(plain.seatLayout.version);
    // The dense form is built after the first response.
    const encoding = async () => (await ask(layout, accept)).headers['content-encoding'];
    await expect.poll(encoding).toBe('br');
    const dense = brotliDecompressSync((await ask(layout, accept)).rawPayload).toString();
    expect(dense).toBe((await ask(layout)).body);
    const refused = await ask(urlOf(concert), { 'accept-encoding': 'gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});

describe('the work for a map', () => {
  it('covers only the changed pieces, once for all readers', async () => {
    const packed = { parts: 0, layouts: 0, chars: 0 };
    const packing: Packing = {
      part: (text) => {
        packed.parts += 1;
        packed.chars += text.length;
        return gzipPart(text);
      },
      layout: async (text) => {
        packed.layouts += 1;
        return text;
      },
    };
    const reader = createSeatmapReader({ db, clock, graceSeconds: 0, packing });
    const readGzip = async () => (await reader.state(stadium)).whole.gzip(null);
    const readTwentyTimes = () => Promise.all(Array.from({ length: 20 }, readGzip));
    const cold = await readGzip();
    const all = { ...packed };
    expect(all.parts).toBeGreaterThan(100);
    expect((await readTwentyTimes()).every((bytes) => bytes === cold)).toBe(true);
    expect(packed).toEqual(all);
    await db.query(
      `update seats set status = 'sold' where id = (
         select max(id) from seats where event_id = (select id from events where slug = $1) and status = 'available')`,
      [stadium],
    );
    const [changed] = await readTwentyTimes();
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
    const { headers, rawPayload } = await ask(urlOf(stadium), { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  });
});

describe('seats that are taken', () => {
  beforeEach(() =>
    db.script(
      `delete from tickets; delete from payments; delete from order_seats; delete from seat_claims; delete from orders;
       delete from purchase_sessions; update seats set status = 'available' where status in ('held', 'sold');`,
    ),
  );

  const hold = (minutes: number) =>
    placeOrder(db, {
      accountId,
      slug: concert,
      seats: ['A-1', 'A-2'],
      state: 'online',
      orderStatus: 'draft',
      deadline: new Date(clock.now().getTime() + minutes * 60_000),
      at: clock.now(),
    });

  it('are in transaction while held and sold when sold', async () => {
    await hold(15);
    await sell('B-1');
    const map = await read();
    const statuses = ['A-1', 'A-2', 'B-1'].map((number) => statusOf(map, number));
    expect(statuses).toEqual(['in_transaction', 'in_transaction', 'sold']);
    const [vip, regular] = map.categories;
    const counts = { max_capacity: 50, sold_tickets_count: 1, available_seats: 47 };
    expect(vip).toMatchObject({ name: 'VIP', ...counts });
    expect(regular?.available_seats).toBe(regular?.max_capacity);
  });
});

describe('the zones of an event (§3.34)', () => {
  it('are in the whole map and in its layout, but not in a response with statuses only', async () => {
    const { zoneLayout: zones, categories, seatLayout } = await read(stadium);
    expect([zones?.length, zones?.width]).toEqual([seatLayout.totalCols, seatLayout.totalRows]);
    const named = zones?.items.flatMap(({ category }) => category ?? []);
    expect(new Set(named)).toEqual(new Set(categories.map(({ id }) => id)));
    expect(zones?.items.find(({ category }) => category === null)?.svg).toContain('LAPANGAN');
    const layout = await ask(layoutUrl(seatLayout.version, stadium));
    expect(layout.json().data.zoneLayout).toEqual(zones);
    const { data } = (await minimal(stadium)).json();
    expect(data.seatLayout.statuses).toHaveLength(50_000);
    expect(data).not.toHaveProperty('zoneLayout');
  });
});

describe('zones to be written', () => {
  const zone = { id: 'a', svg: 'M0 0h1', originX: 0, originY: 0, category: 'c1' };
  const layout = (items: ZoneLayout['items'], length = 10): ZoneLayout => ({
    length,
    width: 5,
    items,
  });
  const known = new Set(['c1']);

  const many = Array.from({ length: 201 }, (_, id) => ({ ...zone, id: `${id}` }));
  it.each([
    ['a length', layout([zone], 0)],
    ['stands twice', layout([zone, zone])],
    ['no drawing', layout([{ ...zone, svg: ' ' }])],
    ['an origin of two numbers', layout([{ ...zone, originY: Number.NaN }])],
    ['unknown category c9', layout([{ ...zone, category: 'c9' }])],
    ['at most 200 zones', layout(many)],
    ['at most 100000 characters', layout([{ ...zone, svg: 'M'.repeat(100_001) }])],
  ])('are refused with the reason: %s', (words, bad) => {
    expect(() => checkedZones(bad, known)).toThrow(words);
  });
});
