import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { EventSummary } from '../../../../contract/catalogue.ts';
import { createClock } from '../../../../server/clock.ts';
import { windowOf } from '../../../../server/domain/jakarta.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let visitor: TestClient;

beforeAll(async () => {
  const events = [
    'konser-senja-jakarta',
    'pesta-rakyat-bandung',
    'seminar-gratis-yogya',
    'teater-tanpa-form-solo',
    'payment-queue-seats-fest',
    'kelas-daring-cerita-pertama',
  ];
  app = await createTestApp({ events });
  visitor = app.anonymous();
});
afterAll(() => app.close());

const search = async (query: Record<string, string>) => {
  const answer = await visitor.call(calls.eventSearch, { query });
  expect(answer.status).toBe(200);
  return answer.body;
};
const slugs = (events: readonly EventSummary[]) => events.map((event) => event.slug);

describe('lists', () => {
  it('give upcoming events soonest first with pagination', async () => {
    const { body } = await visitor.call(calls.eventList, { query: { per_page: '2' } });
    const times = body.data.map((event) => Date.parse(event.datetime));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(body.pagination).toEqual({
      total: 6,
      count: 2,
      per_page: 2,
      current_page: 1,
      total_pages: 3,
      links: { next: '/api/event-list?page=2&per_page=2', previous: null },
    });
  });

  it('cover every event once over their pages', async () => {
    const seen: string[] = [];
    let next: string | null = '/api/event-list?per_page=2';
    while (next !== null) {
      const answer: Awaited<ReturnType<typeof visitor.call<typeof calls.eventList>>> =
        await visitor.ask('GET', next);
      seen.push(...slugs(answer.body.data));
      next = answer.body.pagination?.links.next ?? null;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  it('respond to a page past the end with no rows and a link back', async () => {
    const { body } = await visitor.call(calls.eventList, { query: { page: '9', per_page: '4' } });
    expect(body.data).toEqual([]);
    expect(body.pagination?.links).toEqual({
      next: null,
      previous: '/api/event-list?page=2&per_page=4',
    });
  });

  it('keep featured and promo events apart', async () => {
    const featured = await visitor.call(calls.featuredEvents, { query: { per_page: '50' } });
    const promo = await visitor.call(calls.promoEvents, { query: { per_page: '50' } });
    const rows = await app.services.db.query<{
      slug: string;
      is_featured: boolean;
      is_promo: boolean;
    }>('select slug, is_featured, is_promo from events order by starts_at, id');
    expect(slugs(featured.body.data)).toEqual(
      rows.filter((row) => row.is_featured).map((row) => row.slug),
    );
    expect(slugs(promo.body.data)).toEqual(
      rows.filter((row) => row.is_promo).map((row) => row.slug),
    );
    expect(featured.body.data.length).toBeGreaterThan(0);
    const colour = expect.stringMatching(/^#[0-9a-f]{6}$/);
    expect(featured.body.data[0]?.colours).toEqual({ ground: colour, glow: colour });
    expect(promo.body.data.length).toBeGreaterThan(0);
  });

  it('default to the page sizes of §9', async () => {
    const sizes = [];
    for (const call of [
      calls.featuredEvents,
      calls.promoEvents,
      calls.eventList,
      calls.eventSearch,
    ]) {
      sizes.push((await visitor.call(call)).body.pagination?.per_page);
    }
    expect(sizes).toEqual([3, 2, 10, 15]);
  });

  it.each([
    { page: '0' },
    { page: '1.5' },
    { per_page: '51' },
    { page: 'x' },
    { province_id: '-1' },
  ])('refuse %o with 422', async (query) => {
    const { status, body } = await visitor.call(calls.eventList, { query: query as never });
    expect(status).toBe(422);
    expect(body.errors?.[0]?.message).toBeTruthy();
  });
});

describe('search', () => {
  it.each([
    ['name', 'KONSER senja', 'konser-senja-jakarta'],
    ['organiser', 'suara sore', 'konser-senja-jakarta'],
    ['venue', 'wiraloka', 'pesta-rakyat-bandung'],
    ['city', 'bandung', 'pesta-rakyat-bandung'],
  ])('finds words in the %s, whatever their case', async (_place, q, slug) => {
    expect(slugs((await search({ q })).data)).toContain(slug);
  });

  it.each(['%', '_', '\\', "'; drop table events; --", "zz':* | 'qq", '& | ! <->', '\u0000'])(
    'takes %j as plain text',
    async (q) => {
      const all = (await search({})).data.length;
      const found = (await search({ q })).data.length;
      // NUL alone is an empty text, so it finds everything, as blank words do.
      expect(found).toBe(q === '\u0000' ? all : 0);
    },
  );

  it('treats blank words as none', async () => {
    expect((await search({ q: '   ' })).data).toHaveLength(6);
  });

  it('filters by province, and shows all of them for 0', async () => {
    const all = (await search({ per_page: '50' })).data;
    const jakarta = all.find((event) => event.slug === 'konser-senja-jakarta');
    const found = (await search({ province_id: String(jakarta?.province_id) })).data;
    expect(slugs(found)).toEqual(
      slugs(all.filter((event) => event.province_id === jakarta?.province_id)),
    );
    expect((await search({ province_id: '0' })).data).toHaveLength(all.length);
    expect((await search({ province_id: '99999999999' })).data).toEqual([]);
  });

  it('filters by city and subdistrict', async () => {
    const [event] = (await search({ q: 'wiraloka' })).data;
    const byCity = await search({ city_id: String(event?.city_id) });
    const bySubdistrict = await search({ subdistrict_id: String(event?.subdistrict_id) });
    expect(slugs(byCity.data)).toContain(event?.slug);
    expect(new Set(byCity.data.map(({ city }) => city))).toEqual(new Set(['Bandung']));
    expect(slugs(bySubdistrict.data)).toEqual([event?.slug]);
  });

  it('filters online events', async () => {
    expect(slugs((await search({ is_online: 'true' })).data)).toEqual([
      'kelas-daring-cerita-pertama',
    ]);
    expect((await search({ is_online: 'false' })).data).toHaveLength(5);
  });

  it('filters by topic', async () => {
    expect(slugs((await search({ topic: 'festivals' })).data)).toContain('pesta-rakyat-bandung');
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
    const expected = all.filter(
      (event) => event.lowest_price >= least && event.lowest_price <= most,
    );
    expect(slugs((await search({ price, per_page: '50' })).data)).toEqual(slugs(expected));
  });

  it('sorts by price and name in both directions', async () => {
    const prices = (await search({ sort_by: 'price', sort_direction: 'desc' })).data.map(
      (event) => event.lowest_price,
    );
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const titles = (await search({ sort_by: 'name' })).data.map((event) =>
      event.title.toLowerCase(),
    );
    expect(titles).toEqual([...titles].sort());
  });

  it('keeps its filters in the links', async () => {
    const { pagination } = await search({ q: 'fest', per_page: '1', is_online: 'false' });
    const link = new URL(pagination?.links.next ?? '', 'http://x');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      q: 'fest',
      per_page: '1',
      is_online: 'false',
      page: '2',
    });
  });
});

describe('time windows', () => {
  // Sunday, 31 May 2026, 23:30 in Jakarta, still the 31st at 16:30 UTC.
  const now = new Date('2026-05-31T16:30:00Z');
  it.each([
    ['today', '2026-05-31', '2026-06-01'],
    ['tomorrow', '2026-06-01', '2026-06-02'],
    ['this-weekend', '2026-05-30', '2026-06-01'],
    ['this-week', '2026-05-25', '2026-06-01'],
    ['this-month', '2026-05-01', '2026-06-01'],
    ['next-month', '2026-06-01', '2026-07-01'],
  ] as const)('%s runs by the calendar of Jakarta', (name, from, until) => {
    expect(windowOf(name, now)).toEqual({
      from: new Date(`${from}T00:00:00+07:00`),
      until: new Date(`${until}T00:00:00+07:00`),
    });
  });

  it('turn the year', () => {
    expect(windowOf('next-month', new Date('2026-12-31T18:00:00Z'))).toEqual({
      from: new Date('2027-02-01T00:00:00+07:00'),
      until: new Date('2027-03-01T00:00:00+07:00'),
    });
    expect(windowOf('next-month', new Date('2026-12-31T16:00:00Z')).from).toEqual(
      new Date('2027-01-01T00:00:00+07:00'),
    );
  });

  it('choose the events of the day that is on, and past ones leave the lists', async () => {
    const fixed = createClock();
    const own = await createTestApp({
      events: ['konser-senja-jakarta', 'pesta-rakyat-bandung'],
      overrides: { clock: fixed },
    });
    try {
      const guest = own.anonymous();
      const find = async (time?: string) =>
        slugs((await guest.call(calls.eventSearch, { query: time ? { time } : {} })).body.data);
      const start = async (slug: string) => {
        const rows = await own.services.db.query<{ starts_at: Date }>(
          'select starts_at from events where slug = $1',
          [slug],
        );
        return rows[0]?.starts_at.getTime() ?? 0;
      };
      const hour = 3600;
      const until = async (slug: string) =>
        Math.floor((await start(slug)) / 1000 - fixed.now().getTime() / 1000);
      expect(await find('today')).toEqual([]);
      fixed.advance((await until('pesta-rakyat-bandung')) - hour);
      expect(await find('today')).toEqual(['pesta-rakyat-bandung']);
      expect(await find('tomorrow')).toEqual([]);
      fixed.advance(2 * hour);
      expect(await find('today')).toEqual([]);
      expect(await find()).toEqual(['konser-senja-jakarta']);
      fixed.advance((await until('konser-senja-jakarta')) - 24 * hour);
      expect(await find('tomorrow')).toEqual(['konser-senja-jakarta']);
    } finally {
      await own.close();
    }
  });
});

describe('one event', () => {
  it('comes in full with its show', async () => {
    const { body } = await visitor.call(calls.eventDetail, {
      params: { slug: 'konser-senja-jakarta' },
    });
    expect(body.data).toMatchObject({
      name: 'Konser Senja Jakarta',
      lowestPrice: 250_000,
      banner: '/media/posters/konser-senja-jakarta.svg',
      layout: '/media/maps/konser-senja-jakarta.svg',
      status: 'active',
    });
    expect(body.data.eventDate).toMatch(/^\d{4}-\d{2}-\d{2}T18:30:00\+07:00$/);
    expect(body.data.shows).toHaveLength(1);
    expect(body.data.shows?.[0]?.starts_at).toBe(body.data.eventDate);
    expect(body.data.venue.location).toMatch(/^https:\/\/www\.google\.com\/maps\?q=Menteng/);
  });

  it('is refused with its own words when it does not exist', async () => {
    const { status, body } = await visitor.call(calls.eventDetail, {
      params: { slug: 'tidak-ada' },
    });
    expect(status).toBe(404);
    expect(body).toEqual({
      status: 404,
      code: 'eventNotFound',
      message: 'Event not found',
      data: null,
    });
  });

  it('has its HTML sanitised in the response, whatever was stored', async () => {
    await app.services.db.query('update events set terms_html = $1 where slug = $2', [
      '<p onclick="x()">Syarat<script>alert(1)</script></p><a href="javascript:x()">a</a>',
      'seminar-gratis-yogya',
    ]);
    const { body } = await visitor.call(calls.eventDetail, {
      params: { slug: 'seminar-gratis-yogya' },
    });
    expect(body.data.TNC).toBe('<p>Syarat</p><a rel="noopener nofollow">a</a>');
  });
});

describe('provinces', () => {
  it('come by name, 34 of 38 on a page, with their country when asked', async () => {
    const plain = await visitor.call(calls.provinces, { params: { countryId: '1' } });
    expect(plain.body.data).toHaveLength(34);
    expect(plain.body.data[0]).toEqual({ id: expect.any(Number), name: 'Aceh', code: 'AC' });
    const { body } = await visitor.call(calls.provinces, {
      params: { countryId: '1' },
      query: { include: 'country', per_page: '10', page: '4' },
    });
    expect(body.data).toHaveLength(8);
    expect(body.data[0]?.country?.data).toEqual({
      id: 1,
      name: 'Indonesia',
      code: 'ID',
      phone_code: '+62',
      currency: 'IDR',
    });
    expect(body.pagination?.links.previous).toBe(
      '/api/locations/provinces/1?page=3&per_page=10&include=country',
    );
  });

  it('are empty for a country without any', async () => {
    const { body } = await visitor.call(calls.provinces, { params: { countryId: '999' } });
    expect(body.data).toEqual([]);
    expect(body.pagination).toMatchObject({ total: 0, total_pages: 0 });
  });
});
