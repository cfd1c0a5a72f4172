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
  EventDetail,
  eventList,
  eventSearch,
  featuredEvents,
  Province,
  promoEvents,
} from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { Failure, Result } from '../../../machines/shared/result.ts';
import type { Api } from '../../effects/http/api.ts';
import { useRootSelector } from '../actor-context.tsx';
import { logFailedRead } from '../failure-log.ts';
import { useApi } from './api-context.ts';

// The contract is loaded with the first read: a visitor on a server-rendered page makes none (decision 045).
const catalogue = () => import('../../../contract/catalogue.ts');
const tickets = () => import('../../../contract/ticket/tickets.ts');

/** Indonesia, the only country the product sells in. */
const countryId = '1';
const minute = 60_000;

/** Error of a read whose call failed. */
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

/** The value of a call for the query library, which knows failures as errors. Throws CallError. */
export async function answered<T>(result: Promise<Result<T>>): Promise<T> {
  const answer = await result;
  if (!answer.ok) throw new CallError(answer.failure);
  return answer.value;
}

/** True when a read failed because the sign-in has ended. */
export function isSignedOutError(error: unknown): boolean {
  return refusedStatus(error) === 401;
}

// `healQueries` retries failed reads and keeps their message on screen meanwhile.
const unlessFailed = ({ state }: { readonly state: { readonly status: string } }) =>
  state.status !== 'error';

/** The cache of read-only data. */
export function createQueryClient(onError: (error: unknown) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // An ended sign-in is not logged: the app reads the account again.
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

/** Query of the search page. */
export type SearchQuery = QueryGiven<typeof eventSearch>;

/** Keys of the cache. Data of an account carries its id, so that no account sees the data of another (F13). */
export const queryKeys = {
  list: (list: HomeList, page: number, province: number | null, size: number) =>
    ['list', list, province, page, size] as const,
  search: (query: SearchQuery) => ['search', query] as const,
  event: (slug: string) => ['event', slug] as const,
  provinces: ['provinces'] as const,
  /** Prefix of all account data; removed when the account changes. */
  mine: ['mine'] as const,
  tickets: (user: string) => ['mine', user, 'tickets'] as const,
  eventTickets: (user: string, slug: string) => ['mine', user, 'tickets', slug] as const,
  eTicket: (user: string, id: string) => ['mine', user, 'e-ticket', id] as const,
  history: (user: string) => ['mine', user, 'history'] as const,
};

type HomeRow = typeof featuredEvents | typeof promoEvents | typeof eventList;

/** The call of each list, and the lists that stand above it. */
const homeLists: Readonly<
  Record<HomeList, readonly [() => Promise<HomeRow>, QueryGiven<HomeRow>['except']?]>
> = {
  featured: [async () => (await catalogue()).featuredEvents],
  promo: [async () => (await catalogue()).promoEvents, 'featured'],
  upcoming: [async () => (await catalogue()).eventList, 'featured,promo'],
};

/** Query options of one page of a home list; the first page is that of a desktop for everybody. */
export function homeListOptions(
  api: Api,
  list: HomeList,
  page: number,
  province: number | null,
  size: number = pageSizes[list],
) {
  return queryOptions({
    queryKey: queryKeys.list(list, page, province, size),
    queryFn: ({ signal }) => {
      const [row, except] = homeLists[list];
      const query = { page, per_page: size, except, province_id: province ?? undefined };
      return answered(api.page(row(), { query, signal }));
    },
  });
}

/** One page of a home list; the previous page stays on screen while the next one loads, unless the province changes. */
export function useHomeList(list: HomeList, page: number, province: number | null, size?: number) {
  return useQuery({
    ...homeListOptions(useApi(), list, page, province, size),
    placeholderData: (previous, before) =>
      before?.queryKey[2] === province ? previous : undefined,
  });
}

/** Query options of one page of search results. */
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

/** The first events for these words: matches of the name first, then soonest first; null sends no request. */
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

/** Query options of the provinces: 34 per page (§9.36), until the last page. */
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

/** Query options of one event. */
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

/** The event with the date and sale of the show that its slug sells: the page of a series has those of its best show. */
function ofItsShow(event: EventDetail): EventDetail {
  const show = event.shows?.find(({ slug }) => slug === event.slug);
  if (show === undefined) return event;
  const sale = show.sale ?? event.sale;
  return { ...event, eventDate: show.starts_at, ...(sale === undefined ? {} : { sale }) };
}

/** The show that is bought under a slug. */
export function useShow(slug: string) {
  return useQuery({ ...eventOptions(useApi(), slug), enabled: slug !== '', select: ofItsShow });
}

/** The show if it is in the cache; sends no request. */
export function useKnownShow(slug: string) {
  return useQuery({ ...eventOptions(useApi(), slug), enabled: false, select: ofItsShow });
}

/** Id of the verified account, or null; reads of account data wait for it. */
export function useAccountId(): string | null {
  return useRootSelector(selectAccountId);
}

function selectAccountId({ context }: SnapshotFrom<typeof rootMachine>): string | null {
  return context.auth === 'verified' ? (context.user?.id ?? null) : null;
}

/** Orders of the buyer, newest first; read again whenever the page opens. */
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
