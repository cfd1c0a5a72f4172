import { pageSizes } from '../../../contract/limits.ts';
import type { SearchQuery } from '../../app/queries.ts';

type Given<K extends keyof SearchQuery> = NonNullable<SearchQuery[K]>;

/** Topics of the filter panel, in its order (§2). */
export const topics = [
  'music',
  'sports',
  'entertainment',
  'festivals',
  'seminar',
] as const satisfies readonly Given<'topic'>[];
/** Times of the filter panel, in its order (§2). */
export const times = [
  'today',
  'tomorrow',
  'this-week',
  'this-month',
  'next-month',
] as const satisfies readonly Given<'time'>[];
/** Prices of the filter panel in whole rupiah, in its order (§2). */
export const prices = [
  'free',
  '0-50000',
  '50000-100000',
  '100000-500000',
  '500000+',
] as const satisfies readonly Given<'price'>[];
const sortFields = ['date', 'price', 'name'] as const satisfies readonly Given<'sort_by'>[];
const directions = ['asc', 'desc'] as const satisfies readonly Given<'sort_direction'>[];

/** Longest text a search takes, as the contract has it. */
export const wordsMaxLength = 200;

/** What the search page is asked in its address; null where a filter is not set. */
export interface SearchAsked {
  readonly q: string;
  readonly provinceId: number | null;
  readonly sortBy: (typeof sortFields)[number];
  readonly sortDirection: (typeof directions)[number];
  readonly page: number;
  readonly isOnline: boolean;
  readonly topic: (typeof topics)[number] | null;
  readonly time: (typeof times)[number] | null;
  readonly price: (typeof prices)[number] | null;
}

/** The search of an address without a query (§2). */
export const nothingAsked: SearchAsked = {
  q: '',
  provinceId: null,
  sortBy: 'date',
  sortDirection: 'asc',
  page: 1,
  isOnline: false,
  topic: null,
  time: null,
  price: null,
};

/** Reads a query string; total, anything odd counts as not given. */
export function readSearch(query: string): SearchAsked {
  const given = new URLSearchParams(query);
  const whole = (name: string) => {
    const text = given.get(name) ?? '';
    return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  };
  const one = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === given.get(name)) ?? null;
  return {
    q: (given.get('q') ?? '').trim().slice(0, wordsMaxLength).trimEnd(),
    provinceId: whole('province_id'),
    sortBy: one('sort_by', sortFields) ?? nothingAsked.sortBy,
    sortDirection: one('sort_direction', directions) ?? nothingAsked.sortDirection,
    page: whole('page') ?? 1,
    isOnline: given.get('is_online') === 'true',
    topic: one('topic', topics),
    time: one('time', times),
    price: one('price', prices),
  };
}

/** The address of a search; defaults are left out, and what the page does not know of stays in it (§2). */
export function searchPath(before: string, asked: SearchAsked): string {
  const next = new URLSearchParams(before);
  const put = (name: string, value: string | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  put('q', asked.q);
  put('province_id', asked.provinceId === null ? null : String(asked.provinceId));
  put('sort_by', asked.sortBy === nothingAsked.sortBy ? null : asked.sortBy);
  put(
    'sort_direction',
    asked.sortDirection === nothingAsked.sortDirection ? null : asked.sortDirection,
  );
  put('is_online', asked.isOnline ? 'true' : null);
  put('topic', asked.topic);
  put('time', asked.time);
  put('price', asked.price);
  put('page', asked.page === 1 ? null : String(asked.page));
  const query = next.toString();
  return query === '' ? '/search' : `/search?${query}`;
}

/** What the server is asked. The filters is_online, topic, time and price go along only when the server was set to take them (ruling 1.2-T). */
export function searchCall(asked: SearchAsked, sendsFilters: boolean): SearchQuery {
  return {
    page: asked.page,
    per_page: pageSizes.search,
    sort_by: asked.sortBy,
    sort_direction: asked.sortDirection,
    ...(asked.q === '' ? {} : { q: asked.q }),
    ...(asked.provinceId === null ? {} : { province_id: asked.provinceId }),
    ...(sendsFilters && {
      ...(asked.isOnline && { is_online: 'true' as const }),
      ...(asked.topic !== null && { topic: asked.topic }),
      ...(asked.time !== null && { time: asked.time }),
      ...(asked.price !== null && { price: asked.price }),
    }),
  };
}

/** How many filters of the panel are set. */
export function filtersSet(asked: SearchAsked): number {
  return [asked.provinceId !== null, ...unsentFilters(asked)].filter(Boolean).length;
}

/** True when a filter is set that the server is not asked for (ruling 1.2-T). */
export function hasUnsentFilter(asked: SearchAsked): boolean {
  return unsentFilters(asked).includes(true);
}

function unsentFilters(asked: SearchAsked): boolean[] {
  return [asked.isOnline, asked.topic !== null, asked.time !== null, asked.price !== null];
}
