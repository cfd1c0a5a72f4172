import type { FastifyRequest } from 'fastify';
import type { QueryOf } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import type { Queryable } from '../db/db.ts';
import {
  type EventFilter,
  type EventPage,
  idsAbove,
  type Listed,
  listEvents,
  readEvent,
} from '../domain/catalogue/catalogue.ts';
import { listProvinces } from '../domain/catalogue/provinces.ts';
import type { Routes, Serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { paginationOf } from './pages.ts';

/** Featured, promo and upcoming lists, the search, one event, and the provinces (§7). */
export const routes: Routes = (serve, services) => {
  serve(calls.featuredEvents, async ({ query, request }) => {
    const list = await answerList(services, calls.featuredEvents, query, request, {
      featured: true,
    });
    const [first, ...others] = list.data;
    if (first === undefined) return list;
    // The large poster of the home page.
    const colours = await services.posterColours.read(first.image);
    return { ...list, data: [{ ...first, colours }, ...others] };
  });
  mountList(serve, services, calls.promoEvents, { promo: true });
  mountList(serve, services, calls.eventList, {});

  serve(calls.eventSearch, async ({ query, request }) => {
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
    const page: EventPage = {
      page: query.page,
      perPage: query.per_page,
      sortBy: query.sort_by,
      direction: query.sort_direction,
      bestFirst: query.best_first === 'true',
    };
    return answerKept(services, calls.eventSearch.path, query, request, page, (q) =>
      listEvents(q, services.clock, filter, page),
    );
  });

  serve(calls.eventDetail, async ({ params, request }) => ({
    data: await services.keptReads.get(`event ${params.slug}`, request.ip, (q) =>
      readEvent(q, services.clock, params.slug),
    ),
  }));

  serve(calls.provinces, ({ params, query, request }) => {
    const page = { page: query.page, perPage: query.per_page };
    const withCountry = (query.include ?? '').split(',').includes('country');
    const path = `/locations/provinces/${params.countryId}`;
    return answerKept(services, path, query, request, page, (q) =>
      listProvinces(q, Number(params.countryId), page, withCountry),
    );
  });
};

type ListCall = typeof calls.featuredEvents | typeof calls.promoEvents | typeof calls.eventList;

function mountList(serve: Serve, services: Services, call: ListCall, filter: EventFilter): void {
  serve(call, ({ query, request }) => answerList(services, call, query, request, filter));
}

/** One page of a list of the home page, soonest first. */
function answerList(
  services: Services,
  call: ListCall,
  query: QueryOf<ListCall>,
  request: FastifyRequest,
  filter: EventFilter,
) {
  const page: EventPage = {
    page: query.page,
    perPage: query.per_page,
    sortBy: 'date',
    direction: 'asc',
  };
  return answerKept(services, call.path, query, request, page, async (q) => {
    const { province_id: provinceId } = query;
    const except = await idsAbove(q, services.clock, query.except, provinceId);
    return listEvents(q, services.clock, { ...filter, provinceId, except }, page);
  });
}

/** A page of a list, with its page block. */
async function answerKept<T>(
  { keptReads }: Services,
  path: string,
  query: Parameters<typeof paginationOf>[1],
  request: FastifyRequest,
  page: Pick<EventPage, 'page' | 'perPage'>,
  read: (q: Queryable) => Promise<Listed<T>>,
) {
  const key = `${path} ${JSON.stringify(query)}`;
  const { rows, total } = await keptReads.get(key, request.ip, read);
  const place = { ...page, count: rows.length, total };
  return { data: rows, pagination: paginationOf(path, query, place) };
}
