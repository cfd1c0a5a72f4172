import type { EventDetail, EventSummary, Province, Show } from '../../../contract/catalogue.ts';
import { startOfDay as dayStart, instantOf } from '../../../contract/event-folder/moment.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import { isBeside, shownRules, ticketPrice } from '../../../contract/price/pricing.ts';
import { type DemoEvent, demoEvents, namedProvinces } from './samples.ts';

const minuteMs = 60_000;

/** First instant of the day in Jakarta that contains `now`, epoch milliseconds. */
export function startOfDay(now: number): number {
  return dayStart(new Date(now), 'Asia/Jakarta').getTime();
}

/** Start of an event, relative to today, so that the sample is never in the past. */
export function startOf({ shows: [show], timeZone }: DemoEvent, now: number): number {
  return instantOf(show.startsAt, timeZone, new Date(startOfDay(now)))?.getTime() ?? now;
}

/** The date of an event on the wire (§3.20). */
export function dateOf(event: DemoEvent, now: number): string {
  return localIso(new Date(startOf(event, now)), event.timeZone);
}

/** Lowest shown price of an event, in whole rupiah. */
export function lowestPrice({ categories, priceRules }: DemoEvent): number {
  return ticketPrice(Math.min(...categories.map(({ price }) => price)), priceRules);
}

/** An event of the sample by its slug; null for any other. */
export function findSample(slug: string): DemoEvent | null {
  return demoEvents.find((event) => event.slug === slug) ?? null;
}

/** An event as lists and searches show it. */
export function summaryOf(event: DemoEvent, now: number): EventSummary {
  const place = demoEvents.indexOf(event) + 1;
  return {
    id: event.slug,
    slug: event.slug,
    image: event.poster,
    title: event.name,
    datetime: dateOf(event, now),
    organizer: {
      logo: event.logo,
      name: event.organizerName,
    },
    venue: event.venue.name,
    country: 'Indonesia',
    country_id: 1,
    province: event.provinceName,
    province_id: event.provinceId,
    city: event.city,
    city_id: place,
    subdistrict: event.subdistrict,
    subdistrict_id: place,
    ...(event.isOnline && { is_online: true }),
    lowest_price: lowestPrice(event),
    price_rules: event.priceRules.filter(isBeside),
    status: 'active',
  };
}

/** The one date of an event, the only entry of 'Choose Your Show' (§2.150). */
function showOf(event: DemoEvent, now: number): Show {
  const start = startOf(event, now);
  const price = lowestPrice(event);
  return {
    id: event.slug,
    show_type: event.eventType,
    starts_at: localIso(new Date(start), event.timeZone),
    ends_at: localIso(new Date(start + event.shows[0].minutes * minuteMs), event.timeZone),
    price,
    availability: 'available',
    seats_left: null,
    is_free: price === 0,
    categories: event.categories.map((category) => ({
      name: category.name,
      price: ticketPrice(category.price, event.priceRules),
      ...(category.includes !== undefined && { includes: category.includes }),
      availability: 'available',
      seats_left: null,
    })),
  };
}

const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('');
const list = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;

/** An event in full. */
export function detailOf(event: DemoEvent, now: number): EventDetail {
  return {
    id: event.slug,
    slug: event.slug,
    banner: event.poster,
    name: event.name,
    eventDate: dateOf(event, now),
    eventType: event.eventType,
    lowestPrice: lowestPrice(event),
    priceRules: shownRules(event.priceRules),
    organizer: {
      logo: event.logo,
      name: event.organizerName,
    },
    layout: null,
    venue: {
      name: event.venue.name,
      location: event.venue.address,
      ...(!event.isOnline && { address: event.venue.address, city: event.city }),
    },
    about: paragraphs(event.about),
    facilities: event.facilities.map((name) => ({ name })),
    TNC: list([
      'Ini acara contoh: tidak ada tiket yang berlaku dan tidak ada uang yang berpindah.',
      'Satu tiket berlaku untuk satu orang, dan nama di tiket sama dengan kartu identitas.',
      'Penonton yang datang terlambat menunggu jeda untuk masuk.',
    ]),
    privacyPolicy: paragraphs([
      'Acara contoh tidak mengumpulkan data. Yang diketik tetap di tab ini dan hilang bersamanya.',
    ]),
    status: 'active',
    shows: [showOf(event, now)],
  };
}

/** Provinces by name, with their country where `withCountry` says so. */
export function sampleProvinces(withCountry: boolean): Province[] {
  const country = {
    data: { id: 1, name: 'Indonesia', code: 'ID', phone_code: '+62', currency: 'IDR' },
  };
  return namedProvinces
    .map(({ timeZone: _, ...province }) => ({
      ...province,
      ...(withCountry ? { country } : {}),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'id'));
}
