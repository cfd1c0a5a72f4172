import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createClock } from '../../../../server/clock.ts';
import { openShop, setEvent, setSeats } from '../../support/open-shop.ts';
import { concert } from '../../support/purchase.ts';

const first = 'semalam-bersama-wayang';
const second = `${first}-malam-2`;
const start = Date.now();
const clock = createClock(0, () => start);
const app = await openShop({ events: [first, concert], overrides: { clock } });

const page = async (slug = first) =>
  (await app.anonymous().call(calls.eventDetail, { params: { slug } })).body.data;
const found = async (query: Record<string, string>) => {
  const { body } = await app.anonymous().call(calls.eventSearch, { query });
  return body.data.map(({ slug, datetime, lowest_price }) => ({ slug, datetime, lowest_price }));
};
const setStatus = (slug: string, status: string) => setEvent(app, slug, 'status = $2', status);

describe('lists (§10.12)', () => {
  it('contain a series once, and count it once', async () => {
    const { body } = await app.anonymous().call(calls.eventList, { query: { per_page: '1' } });
    expect(body.pagination).toMatchObject({ total: 2, total_pages: 2 });
    const datetime = (await page()).shows?.[0]?.starts_at;
    const row = { slug: first, datetime, lowest_price: 99_000 };
    expect(await found({ q: 'wayang' })).toEqual([row]);
    const { text: map } = await app.anonymous().ask('GET', '/sitemap.xml');
    expect(map.split(`/event/${first}<`)).toHaveLength(2);
    expect(map).not.toContain(second);
  });

  it('find it by the day of each show, and take its lowest price from all', async () => {
    await setEvent(app, second, 'lowest_price = 70000');
    const shows = (await page()).shows ?? [];
    expect(shows).toHaveLength(2);
    for (const { starts_at: datetime } of shows) {
      clock.advance((Date.parse(datetime) - clock.now().getTime()) / 1000 - 3_600);
      const row = { slug: first, datetime, lowest_price: 70_000 };
      expect((await found({ time: 'today' }))[0]).toEqual(row);
      expect(await found({ price: '50000-100000' })).toHaveLength(1);
    }
    // Over: a search by words finds its last show.
    clock.advance(48 * 3_600);
    expect(await found({})).toEqual([]);
    expect((await found({ q: 'wayang' }))[0]?.datetime).toBe(shows[1]?.starts_at);
    clock.advance(-clock.offsetSeconds);
    await setEvent(app, second, 'lowest_price = 90000');
  });
});

describe('the page', () => {
  it('of a series and of a show has all shows by date, each with its own slug and price (§3.22)', async () => {
    const [series, show] = [await page(), await page(second)];
    expect(series.shows?.map(({ slug, name }) => [slug, name])).toEqual([
      [first, 'Malam Pertama'],
      [second, 'Malam Kedua'],
    ]);
    expect(show.shows).toEqual(series.shows);
    for (const [at, one] of [series, show].entries()) {
      expect(one.series).toEqual({ slug: first });
      expect(one.eventDate).toBe(series.shows?.[at]?.starts_at);
    }
    expect((await page(concert)).series).toBeUndefined();
  });

  it('has the sale and date of the best show, and of the show asked for', async () => {
    await setStatus(first, 'paused');
    const series = await page();
    expect(series.sale?.state).toBe('open');
    expect(series.eventDate).toBe(series.shows?.[1]?.starts_at);
    expect(series.shows?.map(({ sale }) => sale?.state)).toEqual(['paused', 'open']);
    await setStatus(second, 'cancelled');
    expect((await page()).sale?.state).toBe('paused');
    expect((await page(second)).sale?.state).toBe('cancelled');
    await setStatus(second, 'draft');
    expect((await page()).series).toBeUndefined();
    await setStatus(second, 'active');
    // The slug of the series stays its address while the show that gave it is a draft.
    await setStatus(first, 'draft');
    expect((await page()).shows?.map(({ slug }) => slug)).toEqual([second]);
    expect((await page(second)).series).toEqual({ slug: first });
    expect(await found({ q: 'wayang' })).toMatchObject([{ slug: first }]);
    await setStatus(first, 'active');
  });

  it('says how few places are left, and keeps held ones from making it sold out', async () => {
    const stock = async () =>
      (await page()).shows?.map(({ availability, seats_left }) => [availability, seats_left]);
    const full = ['available', null];
    const holdAllBut = (kept: number) =>
      app.services.db.query(
        `update seats set status = 'held' where id in (select k.id from seats k join events e on e.id = k.event_id
           where e.slug = $1 and k.status = 'available' order by k.id offset $2)`,
        [first, kept],
      );
    for (const [kept, shown] of [
      [21, full],
      [20, ['limited', 20]],
      [0, ['limited', null]],
    ] as const) {
      await holdAllBut(kept);
      expect(await stock()).toEqual([shown, full]);
    }
    await setSeats(app, first, 'held', 'sold');
    expect(await stock()).toEqual([['sold_out', null], full]);
    expect((await page()).sale?.state).toBe('open');
    await setSeats(app, first, 'sold', 'available');
  });
});
