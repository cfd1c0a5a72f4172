import { pageSizes } from '../../../contract/limits.ts';
import { eventTopics } from '../../../contract/search-values.ts';
import type { SearchQuery } from '../../app/reads/queries.ts';

type Given<K extends keyof SearchQuery> = NonNullable<SearchQuery[K]>;

/** Topics of the filter panel, in its order (§2.112). */
export const topics = eventTopics;
/** Times of the filter panel, in its order (§2.112), with the weekend (decision 095). */
export const times = [
  'today',
  'tomorrow',
  'this-weekend',
  'this-week',
  'this-month',
  'next-month',
] as const satisfies readonly Given<'time'>[];
/** Prices of the filter panel in whole rupiah, in its order (§2.112). */
export const prices = [
  'free',
  '0-50000',
  '50000-100000',
  '100000-500000',
  '500000+',
] as const satisfies readonly Given<'price'>[];
/** 'best' is the default order: events whose name contains the words first, then the soonest. */
const sortFields = ['best', 'date', 'price', 'name'] as const satisfies readonly (
  | 'best'
  | Given<'sort_by'>
)[];
const directions = ['asc', 'desc'] as const satisfies readonly Given<'sort_direction'>[];

/** Longest text a search takes, as the contract has it. */
export const wordsMaxLength = 200;

/** Parameters of the search page's address; null for a filter that is not set. */
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

/** The search of an address without a query (§2.110). */
export const nothingAsked: SearchAsked = {
  q: '',
  provinceId: null,
  sortBy: 'best',
  sortDirection: 'asc',
  page: 1,
  isOnline: false,
  topic: null,
  time: null,
  price: null,
};

/** Parses a query string; total, invalid values count as not given. */
export function readSearch(query: string): SearchAsked {
  const given = new URLSearchParams(query);
  const whole = (name: string) => {
    const text = given.get(name) ?? '';
    return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  };
  const one = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === given.get(name)) ?? null;
  const sortDirection = one('sort_direction', directions) ?? nothingAsked.sortDirection;
  const sortBy =
    one('sort_by', sortFields.slice(1)) ?? (sortDirection === 'desc' ? 'date' : 'best');
  return {
    q: (given.get('q') ?? '').trim().slice(0, wordsMaxLength).trimEnd(),
    provinceId: whole('province_id'),
    sortBy,
    sortDirection,
    page: whole('page') ?? 1,
    isOnline: given.get('is_online') === 'true',
    topic: one('topic', topics),
    time: one('time', times),
    price: one('price', prices),
  };
}

/** The address of a search; defaults are left out, unknown parameters are kept (§2.110). */
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

/** The query of the call, with every filter (§2.111). */
export function searchCall(asked: SearchAsked): SearchQuery {
  const isBest = asked.sortBy === 'best';
  return {
    page: asked.page,
    per_page: pageSizes.search,
    sort_by: isBest ? 'date' : asked.sortBy,
    sort_direction: asked.sortDirection,
    ...(asked.q === '' ? {} : { q: asked.q }),
    ...(isBest && asked.q !== '' && { best_first: 'true' as const }),
    ...(asked.provinceId === null ? {} : { province_id: asked.provinceId }),
    ...(asked.isOnline && { is_online: 'true' as const }),
    ...(asked.topic !== null && { topic: asked.topic }),
    ...(asked.time !== null && { time: asked.time }),
    ...(asked.price !== null && { price: asked.price }),
  };
}

/** A filter of the panel. */
export type FilterName = 'isOnline' | 'provinceId' | 'topic' | 'time' | 'price';

const filterNames: readonly FilterName[] = ['isOnline', 'provinceId', 'topic', 'time', 'price'];

/** The filters of the panel that are set, in its order. */
export function filtersSet(asked: SearchAsked): readonly FilterName[] {
  return filterNames.filter((name) => asked[name] !== nothingAsked[name]);
}

/** The same search without one of its filters, from its first page. */
export function withoutFilter(asked: SearchAsked, name: FilterName): SearchAsked {
  return { ...asked, [name]: nothingAsked[name], page: 1 };
}
