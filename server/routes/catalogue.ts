import type { QueryOf } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import {
  type EventFilter,
  type EventPage,
  listEvents,
  listProvinces,
  readEvent,
} from '../domain/catalogue/catalogue.ts';
import { refuseFor } from '../http/refuse.ts';
import type { Routes, Serve } from '../http/serve.ts';
import { networkOf } from '../limits/networks.ts';
import type { Services } from '../services.ts';
import { paginationOf } from './pages.ts';

const refuse = refuseFor(calls.eventSearch);

/** Featured, promo and upcoming lists, the search, one event, and the provinces (§7). */
export const routes: Routes = (serve, services) => {
  serve(calls.featuredEvents, async ({ query }) => {
    const list = await answerList(services, calls.featuredEvents, query, { featured: true });
    const [first, ...others] = list.data;
    if (first === undefined) return list;
    // The large poster of the home page.
    const colours = await services.posterColours.read(first.image);
    return { ...list, data: [{ ...first, colours }, ...others] };
  });
  mountList(serve, services, calls.promoEvents, { promo: true });
  mountList(serve, services, calls.eventList, {});

  serve(calls.eventSearch, async ({ query, request }) => {
    const retryAfterSeconds = query.q
      ? services.budget.take('search', networkOf(request.ip).host)
      : null;
    if (retryAfterSeconds !== null) {
      throw refuse('searchesBusy', { retryAfterSeconds });
    }
    const filter: EventFilter = {
      words: query.q,
      provinceId: query.province_id,
      cityId: query.city_id,
      subdistrictId: query.subdistrict_id,
      isOnline: query.is_online === undefined ? undefined : query.is_online === 'true',
      topic: query.topic,
      time: query.time,
      price: query.price,
    };
    return answerPage(services, calls.eventSearch.path, query, filter, {
      page: query.page,
      perPage: query.per_page,
      sortBy: query.sort_by,
      direction: query.sort_direction,
      bestFirst: query.best_first === 'true',
    });
  });

  serve(calls.eventDetail, async ({ params }) => ({
    data: await readEvent(services.db, services.clock, params.slug),
  }));

  serve(calls.provinces, async ({ params, query }) => {
    const page = { page: query.page, perPage: query.per_page };
    const withCountry = (query.include ?? '').split(',').includes('country');
    const { rows, total } = await listProvinces(
      services.db,
      Number(params.countryId),
      page,
      withCountry,
    );
    const path = `/locations/provinces/${params.countryId}`;
    return {
      data: rows,
      pagination: paginationOf(path, query, { ...page, count: rows.length, total }),
    };
  });
};

type ListCall = typeof calls.featuredEvents | typeof calls.promoEvents | typeof calls.eventList;

function mountList(serve: Serve, services: Services, call: ListCall, filter: EventFilter): void {
  serve(call, async ({ query }) => answerList(services, call, query, filter));
}

/** One page of a list of the home page, soonest first. */
function answerList(
  services: Services,
  call: ListCall,
  query: QueryOf<ListCall>,
  filter: EventFilter,
) {
  return answerPage(
    services,
    call.path,
    query,
    { ...filter, provinceId: query.province_id },
    { page: query.page, perPage: query.per_page, sortBy: 'date', direction: 'asc' },
  );
}

async function answerPage(
  services: Services,
  path: string,
  query: QueryOf<ListCall>,
  filter: EventFilter,
  page: EventPage,
) {
  const { rows, total } = await listEvents(services.db, services.clock, filter, page);
  return {
    data: rows,
    pagination: paginationOf(path, query, { ...page, count: rows.length, total }),
  };
}
