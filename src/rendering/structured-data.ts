import type { EventDetail, EventSummary } from '../../contract/catalogue.ts';
import { localIso } from '../../contract/place/time-zone.ts';
import { priceShown } from '../../contract/price/pricing.ts';
import { parseInstant, zoneOf } from '../text/format.ts';

const eventStatuses: Readonly<Record<string, string>> = {
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
};

const noOffer: ReadonlySet<string> = new Set([
  'over',
  'closed',
  'cancelled',
  'paused',
  'postponed',
]);

/** A date for search engines, in the time zone of the event. */
function startOf(text: string): string | undefined {
  const instant = parseInstant(text);
  return instant === null ? undefined : localIso(new Date(instant), zoneOf(text));
}

/** Returns the availability of tickets from the sale, else from all shows; an event without either counts as on sale. */
function availabilityOf({ sale, shows = [] }: EventDetail): string {
  if (sale?.state === 'notYet') return 'https://schema.org/PreOrder';
  if (sale?.state === 'presale') return 'https://schema.org/PreSale';
  if (sale?.state === 'soldOut') return 'https://schema.org/SoldOut';
  if (sale !== undefined && noOffer.has(sale.state)) return 'https://schema.org/OutOfStock';
  const isSoldOut =
    shows.length > 0 && shows.every(({ availability }) => availability === 'sold_out');
  return `https://schema.org/${isSoldOut ? 'SoldOut' : 'InStock'}`;
}

function statusOf({ status = '', previousDate }: EventDetail): string {
  const scheduled = previousDate === undefined ? 'EventScheduled' : 'EventRescheduled';
  return eventStatuses[status] ?? `https://schema.org/${scheduled}`;
}

interface EventFacts {
  readonly url: string;
  /** Absolute; undefined for an event without one. */
  readonly image: string | undefined;
  readonly description: string;
}

/** Returns one event as schema.org data; prices are whole rupiah. */
export function eventData(event: EventDetail, { url, image, description }: EventFacts) {
  const { name, location, address } = event.venue;
  const isAddress = location !== null && !/^https?:/i.test(location);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description,
    url,
    image,
    startDate: startOf(event.eventDate),
    endDate: startOf(
      (event.shows?.find(({ starts_at }) => starts_at === event.eventDate) ?? event.shows?.[0])
        ?.ends_at ?? '',
    ),
    eventStatus: statusOf(event),
    previousStartDate: startOf(event.previousDate ?? ''),
    location: {
      '@type': 'Place',
      name,
      address: address ?? (isAddress ? location : name),
      ...(location !== null && !isAddress ? { hasMap: location } : {}),
    },
    organizer: { '@type': 'Organization', name: event.organizer.name || undefined },
    offers: {
      '@type': 'Offer',
      url,
      price: priceShown([event.lowestPrice], event.priceRules).final_price,
      priceCurrency: 'IDR',
      availability: availabilityOf(event),
      validFrom: event.sale?.state === 'notYet' ? startOf(event.sale.at ?? '') : undefined,
    },
  };
}

/** Returns the events of a page in order, by URL. */
export function listData(events: readonly EventSummary[], origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: events.map((event, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: event.title,
      url: `${origin}/event/${event.slug}`,
    })),
  };
}

/** Returns the site and its search. */
export function siteData(name: string, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
