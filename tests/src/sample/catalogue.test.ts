import { describe, expect, it } from 'vitest';
import {
  eventDetail,
  eventDetailSchema,
  eventSearch,
  eventSummarySchema,
} from '../../../contract/catalogue.ts';
import {
  detailOf,
  sampleEvents,
  sampleProvinces,
  startOf,
  summaryOf,
} from '../../../src/sample/catalogue/events.ts';
import { listSamples, searchSamples } from '../../../src/sample/catalogue/lists.ts';

// 06:30 on a Tuesday in Jakarta, while UTC still has Monday.
const now = Date.UTC(2031, 2, 3, 23, 30);
const all = { page: 1, per_page: 50 };
const search = (given: object) =>
  searchSamples(eventSearch.query.parse({ per_page: 50, ...given }), now).items.map(
    ({ slug }) => slug,
  );

describe('the sample catalogue', () => {
  it('has at least twelve events over several provinces, three with a promotion, one free, one without a date', () => {
    expect(sampleEvents.length).toBeGreaterThanOrEqual(12);
    expect(new Set(sampleEvents.map(({ province }) => province)).size).toBeGreaterThanOrEqual(6);
    expect(new Set(sampleEvents.map(({ slug }) => slug)).size).toBe(sampleEvents.length);
    expect(sampleEvents.filter(({ isPromo }) => isPromo)).toHaveLength(3);
    expect(sampleEvents.filter((event) => summaryOf(event, now).lowest_price === 0)).toHaveLength(
      1,
    );
    expect(sampleEvents.filter((event) => summaryOf(event, now).datetime === 'TBA')).toHaveLength(
      1,
    );
  });

  it.each(sampleEvents.map((event) => [event.slug, event] as const))(
    '%s is as the contract wants it, and its poster and logo say in words what they show',
    (_, event) => {
      const summary = summaryOf(event, now);
      const detail = detailOf(event, now);
      expect(eventSummarySchema.parse(summary)).toEqual(summary);
      expect(eventDetailSchema.parse(detail)).toEqual(detail);
      expect(eventDetail.params.safeParse({ slug: event.slug }).success).toBe(true);
      for (const [address, words] of [
        [summary.image, event.name],
        [summary.organizer?.logo, summary.organizer?.name],
      ] as const) {
        const svg = decodeURIComponent((address ?? '').replace('data:image/svg+xml,', ''));
        const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
        expect(drawn.querySelector('parsererror')).toBeNull();
        expect(drawn.documentElement.getAttribute('role')).toBe('img');
        expect(drawn.querySelector('title')?.textContent).toContain(words);
      }
      expect(summary.province).not.toBe('');
    },
  );

  it('is never over: every date is in the future, whatever today is', () => {
    for (const today of [0, now, Date.UTC(2040, 11, 31, 17)]) {
      for (const event of sampleEvents) {
        expect(startOf(event, today) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(today);
      }
    }
  });

  it('lists soonest first, what has no date last, a province alone where it is chosen', () => {
    const dates = listSamples('all', all, now).items.map(({ datetime }) => datetime);
    expect(dates.at(-1)).toBe('TBA');
    expect(dates.slice(0, -1)).toEqual(dates.slice(0, -1).toSorted());
    const yogya = listSamples('all', { ...all, province_id: 14 }, now);
    expect(yogya.items.map(({ province }) => province)).toEqual(['DI Yogyakarta', 'DI Yogyakarta']);
    expect(listSamples('featured', { page: 2, per_page: 2 }, now).pagination).toMatchObject({
      total: 3,
      count: 1,
      current_page: 2,
      total_pages: 2,
    });
  });

  it('is searched by words, place, topic, price, time and kind', () => {
    expect(search({ q: 'KERONCONG solo' })).toEqual(['contoh-malam-keroncong-solo']);
    expect(search({ q: 'tidak ada yang begini' })).toEqual([]);
    for (const words of ['music concert', 'art culture', 'food drink', 'business seminar']) {
      expect(search({ q: words }), words).not.toEqual([]);
    }
    expect(search({ price: 'free' })).toEqual(['contoh-seminar-data-yogya']);
    expect(search({ price: '0-50000', sort_by: 'price' })).toEqual([
      'contoh-seminar-data-yogya',
      'contoh-kelas-menulis-daring',
    ]);
    expect(search({ is_online: 'true' })).toEqual(['contoh-kelas-menulis-daring']);
    expect(search({ topic: 'sports' })).toEqual(['contoh-lari-pagi-surabaya']);
    // Tuesday 4 March: the week ends on Sunday the 9th, five days on.
    expect(search({ time: 'this-week' })).toEqual([
      'contoh-kelas-menulis-daring',
      'contoh-seminar-data-yogya',
    ]);
    expect(search({ time: 'today' })).toEqual([]);
    expect(search({ time: 'next-month' }).length).toBeGreaterThan(0);
    const byName = search({ sort_by: 'name', sort_direction: 'desc' });
    expect(byName[0]).toBe('contoh-tawa-samarinda');
  });

  it('knows the provinces by name', () => {
    const names = sampleProvinces(true).map(({ name }) => name);
    expect(names).toHaveLength(34);
    expect(names[0]).toBe('Aceh');
    expect(sampleProvinces(true)[0]?.country?.data.currency).toBe('IDR');
    expect(sampleProvinces(false)[0]).not.toHaveProperty('country');
  });
});
