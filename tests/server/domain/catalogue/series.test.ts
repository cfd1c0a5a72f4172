import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createClock } from '../../../../server/clock.ts';
import { askDraft, join } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const first = 'semalam-bersama-wayang';
const second = `${first}-malam-2`;
const hourMs = 3_600_000;
const start = Date.now();
const clock = createClock(0, () => start);
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ events: [first, 'konser-senja-jakarta'], overrides: { clock } });
});
afterAll(() => app.close());

const page = async (slug: string) =>
  (await app.anonymous().call(calls.eventDetail, { params: { slug } })).body.data;
const found = async (query: Record<string, string>) => {
  const { body } = await app.anonymous().call(calls.eventSearch, { query });
  return body.data.map(({ slug, datetime, lowest_price }) => ({ slug, datetime, lowest_price }));
};
const setStatus = (slug: string, status: string) =>
  app.services.db.query('update events set status = $1 where slug = $2', [status, slug]);
const setSeats = (slug: string, from: string, to: string, kept: number) =>
  app.services.db.query(
    `update seats set status = $3 where id in (
       select k.id from seats k join events e on e.id = k.event_id
       where e.slug = $1 and k.status = $2 order by k.id offset $4)`,
    [slug, from, to, kept],
  );

describe('lists', () => {
  it('contain a series once, and count it once', async () => {
    const { body } = await app.anonymous().call(calls.eventList, { query: { per_page: '1' } });
    expect(body.pagination).toMatchObject({ total: 2, total_pages: 2 });
    const start = (await page(first)).shows?.[0]?.starts_at;
    expect(await found({ q: 'wayang' })).toEqual([
      { slug: first, datetime: start, lowest_price: 90_000 },
    ]);
    const { text: map } = await app.anonymous().ask('GET', '/sitemap.xml');
    expect(map.split(`/event/${first}<`)).toHaveLength(2);
    expect(map).not.toContain(second);
  });

  it('find it by the day of each show, and take its lowest price from all', async () => {
    await app.services.db.query('update events set lowest_price = 70000 where slug = $1', [second]);
    const shows = (await page(first)).shows ?? [];
    expect(shows).toHaveLength(2);
    for (const show of shows) {
      const before = Date.parse(show.starts_at) - hourMs - clock.now().getTime();
      clock.advance(before / 1000);
      const [row] = await found({ time: 'today' });
      expect(row).toEqual({ slug: first, datetime: show.starts_at, lowest_price: 70_000 });
      expect(await found({ price: '50000-100000' })).toHaveLength(1);
    }
    // Over: a search by words finds its last show.
    clock.advance(48 * 3_600);
    expect(await found({})).toEqual([]);
    expect((await found({ q: 'wayang' }))[0]?.datetime).toBe(shows[1]?.starts_at);
    clock.advance(-clock.offsetSeconds);
    await app.services.db.query('update events set lowest_price = 90000 where slug = $1', [second]);
  });
});

describe('the page', () => {
  it('of a series and of a show has all shows by date, each with its own slug and price', async () => {
    const [series, show] = [await page(first), await page(second)];
    expect(series.shows?.map(({ slug, name }) => [slug, name])).toEqual([
      [first, 'Malam Pertama'],
      [second, 'Malam Kedua'],
    ]);
    expect(show.shows).toEqual(series.shows);
    for (const { series: canonical } of [series, show]) expect(canonical).toEqual({ slug: first });
    expect(series.eventDate).toBe(series.shows?.[0]?.starts_at);
    expect(show.eventDate).toBe(series.shows?.[1]?.starts_at);
    expect((await page('konser-senja-jakarta')).series).toBeUndefined();
  });

  it('has the sale and date of the best show, and of the show asked for', async () => {
    await setStatus(first, 'paused');
    const series = await page(first);
    expect(series.sale?.state).toBe('open');
    expect(series.eventDate).toBe(series.shows?.[1]?.starts_at);
    expect(series.shows?.map(({ sale }) => sale?.state)).toEqual(['paused', 'open']);
    await setStatus(second, 'cancelled');
    expect((await page(first)).sale?.state).toBe('paused');
    expect((await page(second)).sale?.state).toBe('cancelled');
    await setStatus(second, 'draft');
    expect((await page(first)).series).toBeUndefined();
    await setStatus(second, 'active');
    // The slug of the series stays its address while the show that gave it is a draft.
    await setStatus(first, 'draft');
    expect((await page(first)).shows?.map(({ slug }) => slug)).toEqual([second]);
    expect((await page(second)).series).toEqual({ slug: first });
    expect(await found({ q: 'wayang' })).toMatchObject([{ slug: first }]);
    await setStatus(first, 'active');
  });

  it('says how few places are left, and keeps held ones from making it sold out', async () => {
    const stock = async () =>
      (await page(first)).shows?.map(({ availability, seats_left }) => [availability, seats_left]);
    const full = ['available', null];
    expect(await stock()).toEqual([full, full]);
    await setSeats(first, 'available', 'held', 21);
    expect(await stock()).toEqual([full, full]);
    await setSeats(first, 'available', 'held', 20);
    expect(await stock()).toEqual([['limited', 20], full]);
    await setSeats(first, 'available', 'held', 0);
    expect(await stock()).toEqual([['limited', null], full]);
    await setSeats(first, 'held', 'sold', 0);
    expect(await stock()).toEqual([['sold_out', null], full]);
    expect((await page(first)).sale?.state).toBe('open');
    await setSeats(first, 'sold', 'available', 0);
  });
});

it('each show has its own queue and seats', async () => {
  const [one, other] = [await app.as('pembeli@contoh.id'), await app.as('pembeli2@contoh.id')];
  await app.services.db.query(
    'update queue_rooms set capacity = 1 where event_id = (select id from events where slug = $1)',
    [first],
  );
  await join(one, first);
  await join(other, second);
  const drafts = [await askDraft(one, first, ['A-1']), await askDraft(other, second, ['A-1'])];
  expect(drafts.map(({ body }) => body.message)).toEqual(['Seats held', 'Seats held']);
  const rows = await app.services.db.query<{ slug: string; held: number }>(
    `select e.slug, count(*) filter (where k.status = 'held')::int as held
     from events e join seats k on k.event_id = e.id group by e.slug order by e.slug`,
  );
  expect(rows.filter(({ held }) => held > 0)).toEqual([
    { slug: first, held: 1 },
    { slug: second, held: 1 },
  ]);
});
