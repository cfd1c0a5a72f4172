import type { QueryOf } from '../../../contract/call/call.ts';
import type { Pagination } from '../../../contract/call/envelope.ts';
import type { EventSummary, eventSearch } from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import {
  foldWords,
  hasTerms,
  searchTerms,
  topicWords,
} from '../../../contract/texts/search-words.ts';
import { lowestPrice, startOf, startOfDay, summaryOf } from './events.ts';
import { type DemoEvent, demoEvents } from './samples.ts';

/** A page of a list with its page block. */
export interface Listed<T> {
  readonly items: T[];
  readonly pagination: Pagination;
}

/** One page of `all`. */
export function pageOf<T>(all: readonly T[], page: number, perPage: number): Listed<T> {
  const items = all.slice((page - 1) * perPage, page * perPage);
  return {
    items,
    pagination: {
      total: all.length,
      count: items.length,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(all.length / perPage),
      links: { next: null, previous: null },
    },
  };
}

/** Query of a list of the home page. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  readonly province_id?: number | undefined;
  readonly except?: 'featured' | 'featured,promo' | undefined;
}

const dayMs = 24 * 60 * 60_000;
const wibMs = 7 * 60 * 60_000;

function startOfMonth(now: number, ahead: number): number {
  const wall = new Date(now + wibMs);
  return Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + ahead, 1) - wibMs;
}

/** First and last-but-one instant of a window of the time filter, by the calendar of Jakarta. */
function windowOf(name: string, now: number): readonly [number, number] {
  const today = startOfDay(now);
  const sinceMonday = (new Date(today + wibMs).getUTCDay() + 6) % 7;
  if (name === 'today') return [today, today + dayMs];
  if (name === 'tomorrow') return [today + dayMs, today + 2 * dayMs];
  if (name === 'this-weekend') {
    return [today + (5 - sinceMonday) * dayMs, today + (7 - sinceMonday) * dayMs];
  }
  if (name === 'this-week') return [today - sinceMonday * dayMs, today + (7 - sinceMonday) * dayMs];
  const ahead = name === 'next-month' ? 1 : 0;
  return [startOfMonth(now, ahead), startOfMonth(now, ahead + 1)];
}

function isWithin(name: string, price: number): boolean {
  if (name === 'free') return price === 0;
  const [least = '0', most] = name.replace('+', '').split('-');
  return price >= Number(least) && (most === undefined || price <= Number(most));
}

/** Soonest first. */
function byDate(now: number) {
  return (a: DemoEvent, b: DemoEvent) => startOf(a, now) - startOf(b, now);
}

function inProvince(province: number | undefined) {
  return (event: DemoEvent) => !province || event.provinceId === province;
}

/** One of the three lists of the home page. */
export function listSamples(
  list: 'featured' | 'promo' | 'all',
  query: ListQuery,
  now: number,
): Listed<EventSummary> {
  const { province_id, except } = query;
  const above = (name: 'featured' | 'promo', own: ListQuery['except']) =>
    except?.includes(name)
      ? listSamples(name, { page: 1, per_page: pageSizes[name], province_id, except: own }, now)
          .items
      : [];
  const left = new Set(
    [...above('featured', undefined), ...above('promo', 'featured')].map(({ id }) => id),
  );
  const all = demoEvents
    .filter((event) => list === 'all' || (list === 'promo' ? event.isPromo : event.isFeatured))
    .filter(inProvince(province_id))
    .sort(byDate(now))
    .map((event) => summaryOf(event, now))
    .filter(({ id }) => !left.has(id));
  return pageOf(all, query.page, query.per_page);
}

/** The normalised search text of an event, as the reference server stores it. */
function textOf(event: DemoEvent): string {
  const { name, eventType, topic, venue, organizerName, city, subdistrict, provinceName } = event;
  const where = [venue.name, organizerName, city, subdistrict, provinceName];
  const online = event.isOnline ? 'online daring' : '';
  return foldWords([name, eventType, topicWords[topic], ...where, online].join(' '));
}

/** Results of a search with every filter of the call (§7.43). */
export function searchSamples(
  query: QueryOf<typeof eventSearch>,
  now: number,
): Listed<EventSummary> {
  const { q, topic, time, price, is_online: online, city_id: city, subdistrict_id: part } = query;
  // Punctuation alone is no word and matches nothing.
  const terms = q ? searchTerms(q) : null;
  const span = time === undefined ? null : windowOf(time, now);
  const found = demoEvents
    .filter(inProvince(query.province_id))
    .filter((event) => {
      const start = startOf(event, now);
      const place = demoEvents.indexOf(event) + 1;
      return (
        (terms === null || (terms.length > 0 && hasTerms(textOf(event), terms))) &&
        (topic === undefined || event.topic === topic) &&
        (price === undefined || isWithin(price, lowestPrice(event))) &&
        (online === undefined || event.isOnline === (online === 'true')) &&
        (!city || city === place) &&
        (!part || part === place) &&
        (span === null || (start >= span[0] && start < span[1]))
      );
    })
    .sort(byDate(now));
  if (query.sort_by === 'price') found.sort((a, b) => lowestPrice(a) - lowestPrice(b));
  if (query.sort_by === 'name') found.sort((a, b) => a.name.localeCompare(b.name, 'id'));
  if (query.sort_direction === 'desc') found.reverse();
  if (query.best_first === 'true' && terms !== null) {
    const isNamed = ({ name }: DemoEvent) => hasTerms(foldWords(name), terms);
    found.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  }
  return pageOf(
    found.map((event) => summaryOf(event, now)),
    query.page,
    query.per_page,
  );
}
