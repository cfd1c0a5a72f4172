import { calls } from '../../../contract/call/calls.ts';
import type { EventDetail, EventSummary } from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { isBeside, shownRules } from '../../../contract/price/pricing.ts';
import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { type TimeWindow, windowOf } from '../jakarta.ts';
import { maxTicketsSql } from '../order/seatmap-layout.ts';
import { sanitizeOrganiserHtml } from './catalogue-html.ts';
import { lowestNow } from './prices.ts';
import { judgedAt, type SaleFacts, saleColumns, saleOf } from './sale.ts';
import { searchQueryOf } from './search-text.ts';
import { readShowCategories } from './show-categories.ts';
import { bestShow, type ShowRow, showOf, stockColumn } from './shows.ts';

const refuse = refuseFor(calls.eventDetail);

/** The filters of a list or a search; a province or country id of 0 means everywhere. */
export interface EventFilter {
  readonly words?: string | undefined;
  readonly featured?: boolean;
  readonly promo?: boolean;
  readonly provinceId?: number | undefined;
  readonly cityId?: number | undefined;
  readonly subdistrictId?: number | undefined;
  readonly isOnline?: boolean | undefined;
  readonly topic?: string | undefined;
  readonly time?: TimeWindow | undefined;
  readonly price?: string | undefined;
  /** Ids of series that are left out. */
  readonly except?: readonly string[];
}

/** The page of a list and its order. */
export interface EventPage {
  readonly page: number;
  readonly perPage: number;
  readonly sortBy: 'date' | 'price' | 'name';
  readonly direction: 'asc' | 'desc';
  /** Events with the searched words in their name come first. */
  readonly bestFirst?: boolean;
}

/** One page of rows and the number of all rows. */
export interface Listed<T> {
  readonly rows: T[];
  readonly total: number;
}

/** Days after its start for which a search by words still finds an event. */
const overDays = 30;
const dayMs = 24 * 3_600_000;

const sortColumns = {
  date: 'e.starts_at',
  price: 'lowest_price',
  name: 'lower(e.name)',
} as const;

interface SummaryRow extends Record<string, unknown>, SaleFacts {
  id: string;
  slug: string;
  banner: string | null;
  name: string;
  organizer_name: string;
  organizer_logo: string | null;
  venue_name: string;
  country: string;
  country_id: number;
  province: string;
  province_id: number;
  city: string;
  city_id: number;
  subdistrict: string;
  subdistrict_id: number;
  is_online: boolean;
  lowest_price: number;
  price_rules: PriceRule[];
}

const fromEvents = `from events e
  join organizers o on o.id = e.organizer_id
  join provinces p on p.id = e.province_id
  join countries c on c.id = p.country_id`;

/** Statuses of shows that lists contain. As SQL: constants, never input. */
const listedStatusesSql = `'active', 'paused', 'postponed'`;

/** The lowest price of the shows of a series that may still sell, in whole rupiah. */
const lowestOfSeries = (
  clock: Clock,
) => `coalesce((select min(${lowestNow(clock, 'x')}) from events x
  where x.series_id = e.series_id and x.status in (${listedStatusesSql})), ${lowestNow(clock, 'e')})`;

/**
 * Upcoming events that are not closed, cancelled or a draft and pass the filter, in the requested order; ties are ordered by start and id (§7.52). A search by words also finds events
 * that no longer sell, after the others (§2.136). A series is one row: its earliest show that passes and is not over, else its last, with
 * the lowest price of all shows and the slug of the series.
 */
export async function listEvents(
  q: Queryable,
  clock: Clock,
  filter: EventFilter,
  page: EventPage,
): Promise<Listed<EventSummary>> {
  const now = clock.now();
  const { where, params } = conditions(clock, filter);
  const query = page.bestFirst && filter.words ? searchQueryOf(filter.words) : null;
  const counted = await q.query<{ total: number }>(
    `select count(distinct e.series_id)::int as total ${fromEvents} where ${where}`,
    params,
  );
  const given = [...params, page.perPage, (page.page - 1) * page.perPage];
  const first = filter.words
    ? `(e.status = 'active' and e.starts_at > $${given.push(now)}) desc, `
    : '';
  const best = query === null ? '' : `e.name_words @@ $${given.push(query)}::tsquery desc, `;
  const at = `$${given.push(now)}::timestamptz`;
  const rows = await q.query<SummaryRow>(
    `select e.series_id as id, s.slug, e.banner, e.name, o.name as organizer_name, o.logo as organizer_logo, e.venue_name,
       c.name as country, c.id as country_id, p.name as province, p.id as province_id, e.city, e.city_id,
       e.subdistrict, e.subdistrict_id, e.is_online, ${lowestOfSeries(clock)} as lowest_price,
       e.price_rules, ${saleColumns(clock)}
     ${fromEvents} join events s on s.id = e.series_id
     where e.id in (
       select distinct on (e.series_id) e.id ${fromEvents} where ${where}
       order by e.series_id, (e.starts_at <= ${at} or e.status in ('closed', 'cancelled')),
         abs(extract(epoch from e.starts_at - ${at})), e.id)
     order by ${first}${best}${sortColumns[page.sortBy]} ${page.direction === 'asc' ? 'asc' : 'desc'}, e.starts_at, e.id
     limit $${params.length + 1} offset $${params.length + 2}`,
    given,
  );
  return { rows: rows.map(summaryOf), total: counted[0]?.total ?? 0 };
}

/** Ids of the series on the first pages of lists of the home page, each list without the ones before it. */
export async function idsAbove(
  q: Queryable,
  clock: Clock,
  lists: 'featured' | 'featured,promo' | undefined,
  provinceId: number | undefined,
): Promise<string[]> {
  const ids: string[] = [];
  for (const list of ['featured', 'promo'] as const) {
    if (!lists?.includes(list)) continue;
    const page = { page: 1, perPage: pageSizes[list], sortBy: 'date', direction: 'asc' } as const;
    const filter = { [list]: true, provinceId, except: ids };
    ids.push(...(await listEvents(q, clock, filter, page)).rows.map(({ id }) => id));
  }
  return ids;
}

/** The slugs of upcoming events that lists contain, one for each series, soonest first; no seats and no prices are looked at. */
export async function listSlugs(q: Queryable, now: Date, most: number): Promise<string[]> {
  const rows = await q.query<{ slug: string }>(
    `select s.slug from events e join events s on s.id = e.series_id
     where e.starts_at > $1 and e.status in (${listedStatusesSql})
     group by s.id, s.slug order by min(e.starts_at), s.id limit $2`,
    [now, most],
  );
  return rows.map(({ slug }) => slug);
}

function conditions(clock: Clock, filter: EventFilter): { where: string; params: unknown[] } {
  const now = clock.now();
  const params: unknown[] = [];
  const given = (value: unknown) => `$${params.push(value)}`;
  const words = filter.words?.replaceAll('\0', '').trim() ?? '';
  const since = given(words === '' ? now : new Date(now.getTime() - overDays * dayMs));
  const parts = [`e.starts_at > ${since}`];
  parts.push(words === '' ? `e.status in (${listedStatusesSql})` : `e.status <> 'draft'`);
  if (filter.featured) parts.push('e.is_featured');
  if (filter.promo) parts.push('e.is_promo');
  if (filter.except?.length) parts.push(`e.series_id <> all(${given(filter.except)}::text[])`);
  if (words !== '') {
    const query = searchQueryOf(words);
    parts.push(query === null ? 'false' : `e.search_words @@ ${given(query)}::tsquery`);
  }
  if (filter.provinceId) parts.push(`e.province_id = ${given(filter.provinceId)}::bigint`);
  if (filter.cityId) parts.push(`e.city_id = ${given(filter.cityId)}::bigint`);
  if (filter.subdistrictId) parts.push(`e.subdistrict_id = ${given(filter.subdistrictId)}::bigint`);
  if (filter.isOnline !== undefined) parts.push(`e.is_online = ${given(filter.isOnline)}`);
  if (filter.topic) parts.push(`e.topic = ${given(filter.topic)}`);
  if (filter.time) {
    const { from, until } = windowOf(filter.time, now);
    parts.push(`e.starts_at >= ${given(from)}`, `e.starts_at < ${given(until)}`);
  }
  if (filter.price) {
    const { least, most } = priceRange(filter.price);
    parts.push(`${lowestOfSeries(clock)} >= ${given(least)}`);
    if (most !== null) parts.push(`${lowestOfSeries(clock)} <= ${given(most)}`);
  }
  return { where: parts.join(' and '), params };
}

/** Minimum and maximum of a price filter of §2.112 in whole rupiah, both inclusive; `most` is null without a maximum. */
function priceRange(name: string): { least: number; most: number | null } {
  if (name === 'free') return { least: 0, most: 0 };
  const [least = '0', most] = name.replace('+', '').split('-');
  return { least: Number(least), most: most === undefined ? null : Number(most) };
}

function summaryOf(row: SummaryRow): EventSummary {
  return {
    id: row.id,
    slug: row.slug,
    image: row.banner,
    title: row.name,
    datetime: localIso(row.starts_at, row.time_zone),
    organizer: { logo: row.organizer_logo, name: row.organizer_name },
    venue: row.venue_name,
    country: row.country,
    country_id: row.country_id,
    province: row.province,
    province_id: row.province_id,
    city: row.city,
    city_id: row.city_id,
    subdistrict: row.subdistrict,
    subdistrict_id: row.subdistrict_id,
    ...(row.is_online && { is_online: true }),
    lowest_price: row.lowest_price,
    price_rules: row.price_rules.filter(isBeside),
    status: row.status,
    sale: saleOf(row),
  };
}

interface DetailRow extends Record<string, unknown>, ShowRow {
  series_id: string;
  banner: string | null;
  name: string;
  organizer_name: string;
  organizer_logo: string | null;
  layout_image: string | null;
  venue_name: string;
  venue_location: string | null;
  venue_address: string | null;
  city: string;
  is_online: boolean;
  about: string;
  facilities: EventDetail['facilities'];
  terms_html: string;
  privacy_html: string;
  previous_starts_at: Date | null;
  calendar_sequence: number;
  price_rules: PriceRule[];
  refund_policy: RefundPolicy | null;
  /** The step of the lowest price that ends next; null where the price stays. */
  early_price: { until: string } | null;
  series_slug: string;
}

/**
 * One event in full with all shows of its series by date; its HTML is sanitised again (§2.132). Date, price and sale are those of the show
 * with this slug; under the slug of a series with several shows those of its best show. Refuses with 404 'Event not found'.
 */
export async function readEvent(q: Queryable, clock: Clock, slug: string): Promise<EventDetail> {
  const rows = await q.query<DetailRow>(
    `select e.id, e.slug, e.series_id, e.name, e.show_name, e.event_type, e.ends_at, e.banner, e.layout_image, e.venue_name, e.venue_location, e.venue_address, e.city, e.is_online,
       e.about, e.facilities, e.terms_html, e.privacy_html, e.previous_starts_at, e.calendar_sequence, e.price_rules, e.refund_policy,
       f.slug as series_slug, o.name as organizer_name, o.logo as organizer_logo, ${saleColumns(clock)}, ${stockColumn}, ${maxTicketsSql} as max_tickets,
       ${lowestNow(clock, 'e')} as lowest_price, early_price_at(e.early_lowest, ${judgedAt(clock)}) as early_price
     from events e join organizers o on o.id = e.organizer_id join events f on f.id = e.series_id
     where e.series_id = (select series_id from events where slug = $1 and (status <> 'draft' or id = series_id)) and e.status <> 'draft'
     order by e.starts_at, e.id`,
    [slug],
  );
  const [earliest] = rows;
  // The first show gives the series its slug, and may be a draft while others are sold.
  const isSeries = earliest?.series_slug === slug;
  const asked =
    rows.find((candidate) => candidate.slug === slug) ?? (isSeries ? earliest : undefined);
  if (asked === undefined) throw refuse('eventNotFound');
  const row = isSeries ? bestShow(rows, asked) : asked;
  const categories = await readShowCategories(q, clock, asked.series_id);
  const lowest = (isSeries ? rows : [row]).reduce((least, show) =>
    show.lowest_price < least.lowest_price ? show : least,
  );
  return {
    id: isSeries ? asked.series_id : asked.id,
    slug,
    banner: row.banner,
    name: row.name,
    eventDate: localIso(row.starts_at, row.time_zone),
    eventType: row.event_type,
    lowestPrice: lowest.lowest_price,
    priceRules: shownRules(row.price_rules),
    refundPolicy: row.refund_policy,
    ...(lowest.early_price === null
      ? {}
      : { lowestPriceUntil: localIso(new Date(lowest.early_price.until), lowest.time_zone) }),
    organizer: { logo: row.organizer_logo, name: row.organizer_name },
    layout: row.layout_image,
    venue: {
      name: row.venue_name,
      location: row.venue_location,
      ...(row.venue_address !== null && { address: row.venue_address }),
      ...(!row.is_online && { city: row.city }),
    },
    about: sanitizeOrganiserHtml(row.about),
    facilities: row.facilities,
    TNC: sanitizeOrganiserHtml(row.terms_html),
    privacyPolicy: sanitizeOrganiserHtml(row.privacy_html),
    status: row.status,
    calendar_sequence: row.calendar_sequence,
    ...(row.previous_starts_at === null
      ? {}
      : { previousDate: localIso(row.previous_starts_at, row.time_zone) }),
    sale: saleOf(row),
    shows: rows.map((show) => showOf(show, categories.get(show.id))),
    ...(rows.length > 1 || asked.series_slug !== slug
      ? { series: { slug: asked.series_slug } }
      : {}),
  };
}
