import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { EventSummary } from '../../../../contract/catalogue.ts';
import { windowOf } from '../../../../server/domain/jakarta.ts';
import { openShop, setEvent } from '../../support/open-shop.ts';
import { concert, party, seminar } from '../../support/purchase.ts';
import { smallSeed } from '../../support/test-app.ts';

const online = 'kelas-daring-cerita-pertama';
const app = await openShop({ events: [...smallSeed, 'payment-queue-seats-fest', online] });
const { db } = app.services;
const visitor = app.anonymous();

const search = async (query: Record<string, string>) => {
  const answer = await visitor.call(calls.eventSearch, { query });
  expect(answer.status).toBe(200);
  return answer.body;
};
const slugs = (events: readonly EventSummary[]) => events.map((event) => event.slug);
const found = async (query: Record<string, string>) => slugs((await search(query)).data);
const detailOf = async (slug: string) =>
  (await visitor.call(calls.eventDetail, { params: { slug } })).body.data;

describe('lists (§7.52)', () => {
  it('give upcoming events soonest first, each once over their pages (§7.42)', async () => {
    const { body } = await visitor.call(calls.eventList, { query: { per_page: '2' } });
    expect(body.pagination).toEqual({
      total: 6,
      count: 2,
      per_page: 2,
      current_page: 1,
      total_pages: 3,
      links: { next: '/api/event-list?page=2&per_page=2', previous: null },
    });
    const seen: EventSummary[] = [];
    let next: string | null = '/api/event-list?per_page=2';
    while (next !== null) {
      const answer: { body: typeof body } = await visitor.ask('GET', next);
      seen.push(...answer.body.data);
      next = answer.body.pagination?.links.next ?? null;
    }
    expect(new Set(slugs(seen)).size).toBe(6);
    const times = seen.map((event) => Date.parse(event.datetime));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('keep featured and promo events apart (§7.40, §7.41)', async () => {
    for (const [call, flag] of [
      [calls.featuredEvents, 'is_featured'],
      [calls.promoEvents, 'is_promo'],
    ] as const) {
      const { data } = (await visitor.call(call, { query: { per_page: '50' } })).body;
      const rows = await db.query<{ slug: string }>(
        `select slug from events where ${flag} order by starts_at, id`,
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(slugs(data)).toEqual(rows.map(({ slug }) => slug));
    }
    const [featured] = (await visitor.call(calls.featuredEvents)).body.data;
    const colour = expect.stringMatching(/^#[0-9a-f]{6}$/);
    expect(featured?.colours).toEqual({ ground: colour, glow: colour });
  });

  it('leave out before paging what stands on the first pages of the lists above', async () => {
    type List = typeof calls.eventList | typeof calls.promoEvents | typeof calls.featuredEvents;
    const ids = async (call: List, query = {}) =>
      (await visitor.call(call, { query })).body.data.map(({ id }) => id);
    const featured = await ids(calls.featuredEvents);
    const others = { except: 'featured' } as const;
    const promo = await ids(calls.promoEvents, others);
    const all = await ids(calls.eventList);
    const below = all.filter((id) => ![...featured, ...promo].includes(id));
    expect(featured.length * promo.length * below.length).toBeGreaterThan(0);
    expect(promo.filter((id) => featured.includes(id))).toEqual([]);
    const list = { except: 'featured,promo', per_page: '1' } as const;
    const { body } = await visitor.call(calls.eventList, { query: list });
    expect(body).toMatchObject({ data: [{ id: below[0] }], pagination: { total: below.length } });
  });

  it.each(['page=0', 'page=1.5', 'per_page=51', 'page=x', 'province_id=-1', 'except=promo'])(
    'refuse %s with 422',
    async (query) => {
      const { body } = await visitor.ask('GET', `/api/event-list?${query}`);
      expect(body.status).toBe(422);
      expect(body.errors?.[0]?.message).toBeTruthy();
    },
  );
});

describe('search', () => {
  it.each([
    ['%', 0],
    ['_', 0],
    ['\\', 0],
    ["'; drop table events; --", 0],
    ["zz':* | 'qq", 0],
    ['& | ! <->', 0],
    // NUL alone is an empty text, so it finds everything, as blank words do.
    ['\u0000', 6],
    ['   ', 6],
  ])('takes %j as plain text', async (q, count) => {
    expect(await found({ q })).toHaveLength(count);
  });

  it('filters by province, city and subdistrict, and shows all of them for 0 (§7.43)', async () => {
    const all = (await search({ per_page: '50' })).data;
    const { province_id, city_id, subdistrict_id } = all.find(({ slug }) => slug === party)!;
    const inProvince = all.filter((event) => event.province_id === province_id);
    expect(await found({ province_id: String(province_id) })).toEqual(slugs(inProvince));
    expect(await found({ province_id: '0' })).toHaveLength(all.length);
    expect(await found({ province_id: '99999999999' })).toEqual([]);
    const inCity = (await search({ city_id: String(city_id) })).data;
    expect(slugs(inCity)).toContain(party);
    expect(new Set(inCity.map(({ city }) => city))).toEqual(new Set(['Bandung']));
    expect(await found({ subdistrict_id: String(subdistrict_id) })).toEqual([party]);
  });

  it('filters by topic and by whether an event is online', async () => {
    expect(await found({ is_online: 'true' })).toEqual([online]);
    expect(await found({ is_online: 'false' })).toHaveLength(5);
    expect(await found({ topic: 'festivals' })).toContain(party);
    const refused = await visitor.call(calls.eventSearch, { query: { topic: 'politics' } });
    expect(refused.status).toBe(422);
  });

  it.each([
    ['free', 0, 0],
    ['0-50000', 0, 50_000],
    ['50000-100000', 50_000, 100_000],
    ['100000-500000', 100_000, 500_000],
    ['500000+', 500_000, Number.POSITIVE_INFINITY],
  ])('filters by the price range %s', async (price, least, most) => {
    const all = (await search({ per_page: '50' })).data;
    const expected = all.filter((one) => one.lowest_price >= least && one.lowest_price <= most);
    expect(await found({ price, per_page: '50' })).toEqual(slugs(expected));
  });

  it('sorts by price and name in both directions', async () => {
    const { data } = await search({ sort_by: 'price', sort_direction: 'desc' });
    const prices = data.map((event) => event.lowest_price);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const byName = (await search({ sort_by: 'name' })).data;
    const titles = byName.map((event) => event.title.toLowerCase());
    expect(titles).toEqual([...titles].sort());
  });
});

describe('one event (§7.44)', () => {
  it('comes in full with its show (§7.44, §3.21)', async () => {
    const event = await detailOf(concert);
    expect(event).toMatchObject({
      name: 'Konser Senja Jakarta',
      lowestPrice: 275_000,
      banner: '/media/posters/konser-senja-jakarta.svg',
      layout: '/media/maps/konser-senja-jakarta.svg',
      status: 'active',
    });
    expect(event.eventDate).toMatch(/^\d{4}-\d{2}-\d{2}T18:30:00\+07:00$/);
    expect(event.venue.location).toMatch(/^https:\/\/www\.google\.com\/maps\?q=Menteng/);
    expect(event.shows).toEqual([
      {
        id: event.id,
        slug: concert,
        name: null,
        show_type: 'Konser',
        starts_at: event.eventDate,
        ends_at: expect.stringMatching(/\+07:00$/),
        price: event.lowestPrice,
        availability: 'available',
        seats_left: null,
        is_free: false,
        sale: event.sale,
        categories: [
          {
            name: 'VIP',
            price: 825_000,
            includes: ['Tempat duduk empuk', 'Minuman hangat', 'Pintu masuk terpisah'],
            availability: 'available',
            seats_left: null,
          },
          expect.objectContaining({ name: 'Reguler', price: 495_000 }),
          expect.objectContaining({ name: 'Festival', price: event.lowestPrice }),
        ],
      },
    ]);
    const [show] = event.shows ?? [];
    expect(Date.parse(show?.ends_at ?? '')).toBeGreaterThan(Date.parse(event.eventDate));
    expect((await detailOf(seminar)).shows?.[0]?.is_free).toBe(true);
  });

  it('has its HTML sanitised in the response, whatever was stored', async () => {
    const html =
      '<p onclick="x()">Syarat<script>alert(1)</script></p><a href="javascript:x()">a</a>';
    await setEvent(app, seminar, 'terms_html = $2', html);
    const { TNC } = await detailOf(seminar);
    expect(TNC).toBe('<p>Syarat</p><a rel="noopener nofollow">a</a>');
  });
});

describe('provinces (§7.45)', () => {
  const provincesOf = async (countryId: string, query: Record<string, string> = {}) =>
    (await visitor.call(calls.provinces, { params: { countryId }, query })).body;

  it('come by name, 34 of 38 on a page, with their country when asked (§7.45, §3.24)', async () => {
    const plain = (await provincesOf('1')).data;
    expect(plain).toHaveLength(34);
    expect(plain[0]).toEqual({ id: expect.any(Number), name: 'Aceh', code: 'AC' });
    const last = await provincesOf('1', { include: 'country', per_page: '10', page: '4' });
    expect(last.data).toHaveLength(8);
    const indonesia = { id: 1, name: 'Indonesia', code: 'ID', phone_code: '+62', currency: 'IDR' };
    expect(last.data[0]?.country?.data).toEqual(indonesia);
    const previous = '/api/locations/provinces/1?page=3&per_page=10&include=country';
    expect(last.pagination?.links.previous).toBe(previous);
  });
});

describe('time windows (§2.112)', () => {
  // Sunday, 31 May 2026, 23:30 in Jakarta, still the 31st at 16:30 UTC.
  const late = '2026-05-31T16:30:00Z';
  it.each([
    ['today', late, '2026-05-31', '2026-06-01'],
    ['tomorrow', late, '2026-06-01', '2026-06-02'],
    ['this-weekend', late, '2026-05-30', '2026-06-01'],
    ['this-week', late, '2026-05-25', '2026-06-01'],
    ['this-month', late, '2026-05-01', '2026-06-01'],
    ['next-month', late, '2026-06-01', '2026-07-01'],
    ['next-month', '2026-12-31T18:00:00Z', '2027-02-01', '2027-03-01'],
    ['next-month', '2026-12-31T16:00:00Z', '2027-01-01', '2027-02-01'],
  ] as const)('%s at %s runs by the calendar of Jakarta', (name, now, from, until) => {
    expect(windowOf(name, new Date(now))).toEqual({
      from: new Date(`${from}T00:00:00+07:00`),
      until: new Date(`${until}T00:00:00+07:00`),
    });
  });
});
