import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { SnapshotFrom } from 'xstate';
import type { QueryGiven } from '../../../contract/call/call.ts';
import { statusText } from '../../../contract/call/refusal.ts';
import type {
  eventList,
  eventSearch,
  featuredEvents,
  Province,
  promoEvents,
} from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { Failure, Outcome } from '../../../machines/shared/outcome.ts';
import type { Api } from '../../effects/http/api.ts';
import { useRootSelector } from '../actor-context.tsx';
import { logFailedRead } from '../failure-log.ts';
import { useApi } from './api-context.ts';

// The contract is fetched with the first read: a visitor whose page the server drew makes none (decision 045).
const catalogue = () => import('../../../contract/catalogue.ts');
const tickets = () => import('../../../contract/tickets.ts');

/** Indonesia, the only country the product sells in. */
const countryId = '1';
const minute = 60_000;

/** A read that did not give what was asked for. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message || ('status' in failure ? statusText(failure.status) : ''));
    this.name = 'CallError';
    this.failure = failure;
  }
}

/** Status of a refusal behind an error of a query; null for any other error. */
export function refusedStatus(error: unknown): number | null {
  return error instanceof CallError && error.failure.kind === 'refused'
    ? error.failure.status
    : null;
}

async function answered<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const answer = await outcome;
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.value;
}

/** True when a read failed because nobody is signed in any more. */
export function isSignedOutError(error: unknown): boolean {
  return refusedStatus(error) === 401;
}

// What failed is read again by `healQueries`, which keeps its words on screen meanwhile.
const unlessFailed = ({ state }: { readonly state: { readonly status: string } }) =>
  state.status !== 'error';

/** The cache of read-only data. */
export function createQueryClient(onError: (error: unknown) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Nobody signed in is no failure: the account is asked for.
        if (!isSignedOutError(error)) logFailedRead(query.queryKey[0], error);
        onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: minute,
        refetchOnWindowFocus: unlessFailed,
        refetchOnReconnect: unlessFailed,
      },
    },
  });
}

/** The three lists of the home page. */
export type HomeList = 'featured' | 'promo' | 'upcoming';

/** What the search page asks for. */
export type SearchQuery = QueryGiven<typeof eventSearch>;

/** Names of everything in the cache. What belongs to an account carries its id, so that nobody is shown the data of another (F13). */
export const queryKeys = {
  list: (list: HomeList, page: number, province: number | null) =>
    ['list', list, province, page] as const,
  search: (query: SearchQuery) => ['search', query] as const,
  event: (slug: string) => ['event', slug] as const,
  provinces: ['provinces'] as const,
  /** Everything of any account; dropped when the account changes. */
  mine: ['mine'] as const,
  tickets: (user: string) => ['mine', user, 'tickets'] as const,
  eventTickets: (user: string, slug: string) => ['mine', user, 'tickets', slug] as const,
  eTicket: (user: string, id: string) => ['mine', user, 'e-ticket', id] as const,
  history: (user: string) => ['mine', user, 'history'] as const,
};

type HomeRow = typeof featuredEvents | typeof promoEvents | typeof eventList;

const homeLists: Readonly<
  Record<HomeList, { readonly row: () => Promise<HomeRow>; readonly size: number }>
> = {
  featured: { row: async () => (await catalogue()).featuredEvents, size: pageSizes.featured },
  promo: { row: async () => (await catalogue()).promoEvents, size: pageSizes.promo },
  upcoming: { row: async () => (await catalogue()).eventList, size: pageSizes.upcoming },
};

/** How one page of a list of the home page is read. */
export function homeListOptions(api: Api, list: HomeList, page: number, province: number | null) {
  return queryOptions({
    queryKey: queryKeys.list(list, page, province),
    queryFn: ({ signal }) => {
      const { row, size } = homeLists[list];
      const place = province === null ? {} : { province_id: province };
      return answered(api.page(row(), { query: { page, per_page: size, ...place }, signal }));
    },
  });
}

/** One page of a list of the home page; the page before stays on screen while the next one loads, but never that of another province. */
export function useHomeList(list: HomeList, page: number, province: number | null) {
  return useQuery({
    ...homeListOptions(useApi(), list, page, province),
    placeholderData: (previous, before) =>
      before?.queryKey[2] === province ? previous : undefined,
  });
}

/** How one page of search results is read. */
export function searchOptions(api: Api, query: SearchQuery) {
  return queryOptions({
    queryKey: queryKeys.search(query),
    queryFn: ({ signal }) =>
      answered(
        api.page(
          catalogue().then(({ eventSearch }) => eventSearch),
          { query, signal },
        ),
      ),
  });
}

/** One page of search results. */
export function useSearchResults(query: SearchQuery) {
  return useQuery({ ...searchOptions(useApi(), query), placeholderData: keepPreviousData });
}

/** The first events for these words: those of that name before others, then soonest first; null asks for nothing. */
export function useSearchSuggestions(words: string | null, size: number, province: number | null) {
  const api = useApi();
  const query: SearchQuery = {
    q: words ?? '',
    best_first: 'true',
    page: 1,
    per_page: size,
    sort_by: 'date',
    sort_direction: 'asc',
    ...(province === null ? {} : { province_id: province }),
  };
  return useQuery({ ...searchOptions(api, query), enabled: words !== null });
}

/** How the provinces are read: 34 a page (§9), and on while there are more. */
export function provincesOptions(api: Api) {
  return queryOptions({
    queryKey: queryKeys.provinces,
    queryFn: async ({ signal }) => {
      const read: Province[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { items, pagination } = await answered(
          api.page(
            catalogue().then(({ provinces }) => provinces),
            {
              params: { countryId },
              query: { page, per_page: pageSizes.provinces, include: 'country' },
              signal,
            },
          ),
        );
        read.push(...items);
        pages = items.length === 0 ? 0 : (pagination?.total_pages ?? 1);
      }
      return read;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Provinces, for the header and the location filter. */
export function useProvinces() {
  return useQuery(provincesOptions(useApi()));
}

/** How one event is read. */
export function eventOptions(api: Api, slug: string) {
  return queryOptions({
    queryKey: queryKeys.event(slug),
    queryFn: ({ signal }) =>
      answered(
        api.call(
          catalogue().then(({ eventDetail }) => eventDetail),
          { params: { slug }, signal },
        ),
      ),
  });
}

/** One event in full. */
export function useEvent(slug: string) {
  return useQuery({ ...eventOptions(useApi(), slug), enabled: slug !== '' });
}

/** The event where a page that was open before has read it; asks for nothing. */
export function useKnownEvent(slug: string) {
  return useQuery({ ...eventOptions(useApi(), slug), enabled: false });
}

/** Id of the verified account, or null; reads of an account wait for it. */
export function useAccountId(): string | null {
  return useRootSelector(selectAccountId);
}

function selectAccountId({ context }: SnapshotFrom<typeof rootMachine>): string | null {
  return context.auth === 'verified' ? (context.user?.id ?? null) : null;
}

/** Orders of the buyer, newest first; read anew on every visit. */
export function usePurchaseHistory() {
  const api = useApi();
  const user = useAccountId();
  return useQuery({
    queryKey: queryKeys.history(user ?? ''),
    queryFn: ({ signal }) =>
      answered(
        api.call(
          tickets().then(({ purchaseHistory }) => purchaseHistory),
          { signal },
        ),
      ),
    staleTime: 0,
    enabled: user !== null,
  });
}
