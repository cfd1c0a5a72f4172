import type { EventDetail, EventSummary, Province, Show } from '../../../contract/catalogue.ts';
import { musicEvents } from './events-music.ts';
import { otherEvents } from './events-other.ts';
import { sampleOrganizers } from './organizers.ts';
import { logoAddress, posterAddress } from './poster.ts';
import { provinceNames } from './provinces.ts';
import type { SampleEvent } from './types.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const wibMs = 7 * 60 * minuteMs;

/** Every event of the sample. */
export const sampleEvents: readonly SampleEvent[] = [...musicEvents, ...otherEvents];

/** First instant of the day in Jakarta that holds `now`, epoch milliseconds. */
export function startOfDay(now: number): number {
  return Math.floor((now + wibMs) / dayMs) * dayMs - wibMs;
}

/** An instant as a server tells it, in Jakarta time. */
export function wibIso(instant: number): string {
  return `${new Date(instant + wibMs).toISOString().slice(0, 19)}+07:00`;
}

/** When an event begins, counted from today so that the sample never grows old; null where it is to be announced. */
export function startOf(event: SampleEvent, now: number): number | null {
  if (event.starts === null) return null;
  const [days, time] = event.starts;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfDay(now) + days * dayMs + (hours * 60 + minutes) * minuteMs;
}

/** The date of an event on the wire: 'TBA' where there is none yet (§3). */
export function dateOf(event: SampleEvent, now: number): string {
  const start = startOf(event, now);
  return start === null ? 'TBA' : wibIso(start);
}

/** Lowest price of an event, in whole rupiah. */
export function lowestPrice(event: SampleEvent): number {
  return Math.min(...event.categories.map(({ price }) => price));
}

/** An event of the sample by its slug; null for any other. */
export function findSample(slug: string): SampleEvent | null {
  return sampleEvents.find((event) => event.slug === slug) ?? null;
}

/** An event as lists and searches show it. */
export function summaryOf(event: SampleEvent, now: number): EventSummary {
  const place = sampleEvents.indexOf(event) + 1;
  return {
    id: event.slug,
    slug: event.slug,
    image: posterAddress(event),
    title: event.name,
    datetime: dateOf(event, now),
    organizer: {
      logo: logoAddress(event.organizer),
      name: sampleOrganizers[event.organizer].name,
    },
    venue: event.venue,
    country: 'Indonesia',
    country_id: 1,
    province: provinceNames[event.province - 1]?.[1] ?? '',
    province_id: event.province,
    city: event.city,
    city_id: place,
    subdistrict: event.subdistrict,
    subdistrict_id: place,
    lowest_price: lowestPrice(event),
    status: 'active',
  };
}

/** The one date of an event as the only entry of 'Choose Your Show' (ruling R1); none where it is to be announced. */
function showsOf(event: SampleEvent, now: number): { shows?: Show[] } {
  const start = startOf(event, now);
  if (start === null) return {};
  const price = lowestPrice(event);
  return {
    shows: [
      {
        id: event.slug,
        show_type: event.type,
        starts_at: wibIso(start),
        ends_at: wibIso(start + event.minutes * minuteMs),
        price,
        availability: 'available',
        seats_left: null,
        is_free: price === 0,
      },
    ],
  };
}

const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('');
const list = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;

/** An event in full. */
export function detailOf(event: SampleEvent, now: number): EventDetail {
  return {
    id: event.slug,
    slug: event.slug,
    banner: posterAddress(event),
    name: event.name,
    eventDate: dateOf(event, now),
    eventType: event.type,
    lowestPrice: lowestPrice(event),
    organizer: {
      logo: logoAddress(event.organizer),
      name: sampleOrganizers[event.organizer].name,
    },
    layout: null,
    venue: { name: event.venue, location: event.address },
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
    ...showsOf(event, now),
  };
}

/** Provinces by name, with their country where `withCountry` says so. */
export function sampleProvinces(withCountry: boolean): Province[] {
  const country = {
    data: { id: 1, name: 'Indonesia', code: 'ID', phone_code: '+62', currency: 'IDR' },
  };
  return provinceNames
    .map(([code, name], index) => ({
      id: index + 1,
      name,
      code,
      ...(withCountry ? { country } : {}),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'id'));
}
