import type { Pagination } from '../../contract/call/envelope.ts';
import {
  type EventSummary,
  eventDetail,
  eventList,
  eventSearch,
  featuredEvents,
  promoEvents,
  provinces,
} from '../../contract/catalogue.ts';
import { detailOf, findSample, sampleProvinces } from './catalogue/events.ts';
import { type Listed, listSamples, pageOf, searchSamples } from './catalogue/lists.ts';
import { markSample } from './mark.ts';

/** Replacement for a response: the data of the call, marked as a sample. */
export interface StandIn {
  readonly items: unknown;
  readonly pagination: Pagination | null;
}

function marked({ items, pagination }: Listed<EventSummary>): StandIn {
  return { items: items.map((event) => ({ ...event, id: markSample(event.id) })), pagination };
}

/**
 * The sample data for a read of the catalogue; null for every other call, for an unknown event and for an invalid query. Every event and
 * province carries the mark of `markSample`.
 */
export function standInFor(
  path: string,
  given: { readonly params?: unknown; readonly query?: unknown },
  now: number,
): StandIn | null {
  const list = (name: 'featured' | 'promo' | 'all', row: Pick<typeof eventList, 'query'>) => {
    const query = row.query.safeParse(given.query ?? {});
    return query.success ? marked(listSamples(name, query.data, now)) : null;
  };
  if (path === featuredEvents.path) return list('featured', featuredEvents);
  if (path === promoEvents.path) return list('promo', promoEvents);
  if (path === eventList.path) return list('all', eventList);
  if (path === eventSearch.path) {
    const query = eventSearch.query.safeParse(given.query ?? {});
    return query.success ? marked(searchSamples(query.data, now)) : null;
  }
  if (path === eventDetail.path) {
    const params = eventDetail.params.safeParse(given.params);
    const event = params.success ? findSample(params.data.slug) : null;
    if (event === null) return null;
    const detail = detailOf(event, now);
    return { items: { ...detail, id: markSample(detail.id) }, pagination: null };
  }
  if (path === provinces.path) {
    const query = provinces.query.safeParse(given.query ?? {});
    if (!query.success) return null;
    const all = sampleProvinces(query.data.include === 'country');
    const { items, pagination } = pageOf(all, query.data.page, query.data.per_page);
    return {
      items: items.map((province) => ({ ...province, code: markSample(province.code) })),
      pagination,
    };
  }
  return null;
}
