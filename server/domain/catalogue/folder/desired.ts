import { createHash } from 'node:crypto';
import type {
  FolderCategory,
  FolderEvent,
  FolderForm,
  FolderShow,
} from '../../../../contract/event-folder/folder-event.ts';
import { fieldsOf } from '../../../../contract/event-folder/form-fields.ts';
import { buildLayout } from '../../../../contract/event-folder/layout.ts';
import { instantOf } from '../../../../contract/event-folder/moment.ts';
import { type ProvinceFacts, provinceFacts } from '../../../../contract/place/provinces.ts';
import { type TimeZone, timeZones } from '../../../../contract/place/time-zone.ts';
import type { DrawnPlan } from '../../../../contract/plan/drawn-plan.ts';
import type { Plan } from '../../../../contract/plan/plan.ts';
import type { ZoneLayout } from '../../../../contract/seatmap.ts';
import { escapeHtml } from '../../../../contract/texts/html.ts';
import type { Row } from '../../../db/db.ts';
import type { SaleStatus } from '../../lifecycle/sale.ts';
import type { PresaleCode } from '../../session/presale.ts';
import { stableId } from '../../stable-id.ts';
import { sanitizeOrganiserHtml } from '../catalogue-html.ts';
import { searchTextOf } from '../search-text.ts';
import { checkedZones } from '../zones.ts';
import { earlyPricesOf, priceColumns } from './desired-prices.ts';
import {
  type DesiredSeat,
  drawnPlanOf,
  placeOf,
  planGrid,
  seatsOf,
  soldCategories,
  standingPlaces,
} from './desired-seats.ts';
import { zonesOf } from './stadium-zones.ts';
import { paragraphs, privacyHtml, termsHtml } from './standard-terms.ts';

/** The one country of the shop (§3.24). */
export const country = {
  id: 1,
  name: 'Indonesia',
  code: 'ID',
  phone_code: '+62',
  currency: 'IDR',
} as const;

/** The rows that one show of an event folder asks for. */
export interface DesiredShow {
  /** Columns of `events`, except the status and the moment of its writing. */
  readonly event: Row & {
    readonly id: string;
    readonly slug: string;
    readonly time_zone: TimeZone;
  };
  /** Status of a new event; afterwards commands change it. */
  readonly status: SaleStatus;
  readonly categories: readonly (Row & { readonly id: string; readonly name: string })[];
  readonly seats: readonly DesiredSeat[];
  /** Hash of the map: its seats, categories and zones. */
  readonly layoutHash: string;
  readonly forms: readonly (Row & { readonly id: string; readonly name: string })[];
  /** Null leaves the queue as operators have steered it. */
  readonly queue: Row | null;
  readonly presale: DesiredPresale;
}

/** Codes and addresses of a presale; both empty without one. */
export interface DesiredPresale {
  readonly codes: readonly PresaleCode[];
  readonly people: readonly string[];
}

/** The organiser of an event, with the address of its logo. */
export interface DesiredOrganizer {
  readonly id: string;
  readonly name: string;
  readonly logo: string | null;
}

/** Addresses of the pictures of an event; null for none. */
export interface Pictures {
  readonly banner: string | null;
  readonly layout: string | null;
}

/** HTML files of an event folder; null uses the standard texts. */
export interface OwnTexts {
  readonly terms: string | null;
  readonly privacy: string | null;
}

/** Returns the rows that an event folder asks for; relative dates count from the day that contains `base`. Pure. */
export function desiredShows(
  event: FolderEvent,
  given: {
    organizer: DesiredOrganizer;
    pictures: Pictures;
    texts: OwnTexts;
    people: ReadonlyMap<string, readonly string[]>;
    plans: ReadonlyMap<string, Plan>;
    base: Date;
  },
): readonly DesiredShow[] {
  const province = provinceFacts.find(({ code }) => code === event.province);
  if (province === undefined) throw new Error(`The event ${event.slug} names an unknown province.`);
  const seriesId = stableId('event', event.slug);
  const facts = { ...given, event, province, seriesId, zone: zoneOf(event, province) };
  return event.shows.map((show, position) => desiredShow(show, position, facts));
}

/** The time zone of an event folder: its own, or that of its province. */
export function zoneOf(
  { timeZone }: Pick<FolderEvent, 'timeZone'>,
  province: Pick<ProvinceFacts, 'timeZone'>,
): TimeZone {
  const zones = Object.keys(timeZones) as TimeZone[];
  return zones.find((zone) => timeZones[zone].name === timeZone) ?? province.timeZone;
}

interface Facts {
  readonly event: FolderEvent;
  readonly province: ProvinceFacts;
  readonly zone: TimeZone;
  readonly seriesId: string;
  readonly organizer: DesiredOrganizer;
  readonly pictures: Pictures;
  readonly texts: OwnTexts;
  /** Addresses by the path of their file. */
  readonly people: ReadonlyMap<string, readonly string[]>;
  /** Seating plans by the path of their file. */
  readonly plans: ReadonlyMap<string, Plan>;
  readonly base: Date;
}

function desiredShow(whole: FolderShow, position: number, facts: Facts): DesiredShow {
  const { event } = facts;
  const plan = whole.map === null ? null : (facts.plans.get(whole.map) ?? null);
  const show = { ...whole, categories: soldCategories(whole.categories, plan) };
  const grid = event.layout === null ? planGrid(plan) : buildLayout(event.layout, show.categories);
  const categories = show.categories.map((category, place) => ({
    id: categoryId(show.slug, category),
    name: category.name,
    color: category.color,
    price: category.price,
    early_prices: earlyPricesOf(category, facts),
    position: place,
    kind: category.standing === undefined ? 'seated' : 'standing',
    includes: category.includes ?? null,
  }));
  const ids = new Map(categories.map(({ name, id }) => [name, id]));
  const zones = zonesOf(event.layout, show.categories, ids);
  const checked = zones === null ? null : checkedZones(zones, new Set(ids.values()));
  const places = new Map(plan?.seats.map((seat) => [seat.number, placeOf(seat)]));
  const seats = [...seatsOf(grid, ids, places), ...standingPlaces(show.categories, ids)];
  const drawn = drawnPlanOf(plan);
  return {
    event: {
      ...eventColumns(show, position, facts),
      total_rows: grid.totalRows,
      total_cols: grid.totalCols,
      zone_layout: checked,
      seat_plan: drawn,
    },
    status: show.sale.status === 'published' ? 'active' : show.sale.status,
    categories,
    seats,
    layoutHash: layoutHash(seats, categories, checked, drawn),
    forms: event.forms.map((form, place) => formRow(show.slug, form, place)),
    queue: {
      capacity: show.queue.capacity,
      per_minute: show.queue.perMinute,
      paused: show.queue.paused,
    },
    presale: presaleOf(show, facts.people),
  };
}

function presaleOf(
  { sale: { presale } }: FolderShow,
  people: ReadonlyMap<string, readonly string[]>,
): DesiredPresale {
  return {
    codes: (presale?.codes ?? []).map(({ code, maxPeople, perPerson }) => ({
      code,
      maxPeople: maxPeople ?? null,
      perPerson: perPerson ?? null,
    })),
    people: (presale?.people !== undefined && people.get(presale.people)) || [],
  };
}

/** Short on purpose: each of the 50,000 seats of a response contains it. */
function categoryId(slug: string, { name, formerly = name }: FolderCategory): string {
  const hash = createHash('sha256').update(`category:${slug}:${formerly}`).digest();
  return `c${hash.readUIntBE(0, 5).toString(36)}`;
}

/** A number for a place name, because there is no register of cities. Below 2^31, always the same for one name. */
function placeId(kind: string, name: string): number {
  return Number.parseInt(stableId(kind, name).slice(0, 7), 16);
}

/** A map address that a page may embed and that also opens on its own (§2.133). */
function mapAddress(query: string): string {
  return `https://www.google.com/maps?q=${encodeURIComponent(query)}&output=embed`;
}

function eventColumns(show: FolderShow, position: number, facts: Facts) {
  const { event, province, zone, organizer, pictures, texts, base, seriesId } = facts;
  const instant = (moment: string | null) =>
    moment === null ? null : instantOf(moment, zone, base);
  const startsAt = instant(show.startsAt);
  if (startsAt === null) throw new Error(`The show ${show.slug} has no date.`);
  const terms = texts.terms ?? termsHtml(event);
  return {
    id: stableId('event', show.slug),
    slug: show.slug,
    series_id: seriesId,
    show_position: position,
    show_name: show.name,
    time_zone: zone,
    name: event.name,
    banner: pictures.banner,
    event_type: event.eventType,
    topic: event.topic,
    is_online: event.isOnline,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + show.minutes * 60_000),
    sale_starts_at: instant(show.sale.startsAt),
    sale_ends_at: instant(show.sale.endsAt),
    sale_room_opens_at: instant(show.sale.roomOpensAt),
    presale_room_opens_at: instant(show.sale.presale?.waitingRoom?.opensAt ?? null),
    presale_starts_at: instant(show.sale.presale?.startsAt ?? null),
    presale_ends_at: instant(show.sale.presale?.endsAt ?? null),
    waiting_offer_minutes: show.sale.offerMinutes,
    organizer_id: organizer.id,
    venue_name: event.venue.name,
    venue_location: event.isOnline ? event.venue.address : mapAddress(event.venue.mapQuery),
    venue_address: event.isOnline ? null : event.venue.address,
    ticket_terms: event.ticketTerms,
    province_id: provinceFacts.indexOf(province) + 1,
    city: event.city,
    city_id: placeId('city', `${country.id}:${event.city}`),
    subdistrict: event.subdistrict,
    subdistrict_id: placeId('subdistrict', `${event.city}:${event.subdistrict}`),
    about: sanitizeOrganiserHtml(paragraphs(...event.about.map(escapeHtml))),
    facilities: event.facilities.map((name) => ({ logo: null, name })),
    terms_html: sanitizeOrganiserHtml(terms),
    privacy_html: sanitizeOrganiserHtml(texts.privacy ?? privacyHtml(escapeHtml(organizer.name))),
    layout_image: pictures.layout,
    ...priceColumns(event, show.categories, { zone, base }),
    is_featured: event.isFeatured,
    is_promo: event.isPromo,
    search_text: searchTextOf({
      ...event,
      venue: event.venue.name,
      organizer: organizer.name,
      province: province.name,
    }),
  };
}

/** Names a map by its content. */
function layoutHash(
  seats: readonly DesiredSeat[],
  categories: readonly Row[],
  zones: ZoneLayout | null,
  plan: DrawnPlan | null,
): string {
  // The hash of a map without standing places is as it was before there were any.
  const named = categories.map(({ kind, includes: _, ...category }) =>
    kind === 'standing' ? { ...category, kind } : category,
  );
  const hash = createHash('sha256').update(JSON.stringify([named, zones, plan]));
  for (const { number, row, label, column, category, place } of seats) {
    hash.update(`${number} ${row} ${label} ${column} ${category} ${JSON.stringify(place)}\n`);
  }
  return hash.digest('base64url').slice(0, 16);
}

function formRow(slug: string, form: FolderForm, position: number) {
  const key = `${slug}:${form.name}`;
  const fields = fieldsOf(form, {
    field: (field) => stableId('field', `${key}:${field.fieldKey}`),
    option: (field, index, place) =>
      stableId('option', `${key}:${field.fieldKey}:${field.options[place]?.value ?? index}`),
  });
  return {
    id: stableId('form', key),
    name: form.name,
    description: form.description || null,
    ask_all: form.askAll,
    is_active: form.isActive,
    later: form.later === true,
    position,
    fields,
  };
}
