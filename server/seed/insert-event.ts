import { fieldsOf } from '../../samples/form-fields.ts';
import { buildLayout } from '../../samples/layout.ts';
import type { SampleEvent, SampleForm } from '../../samples/sample-event.ts';
import type { Queryable } from '../db/db.ts';
import { sanitizeOrganiserHtml } from '../domain/catalogue/catalogue-html.ts';
import { searchTextOf } from '../domain/catalogue/search-text.ts';
import { checkedZones } from '../domain/catalogue/zones.ts';
import { paragraphs, privacyHtml, termsHtml } from './organiser-html.ts';
import { country, sampleOrganizers, sampleProvinces } from './samples.ts';
import { instantOf } from './schedule.ts';
import { stableId } from './stable-id.ts';
import { zonesOf } from './zones.ts';

/** Seats per statement: more gain nothing, fewer cost more round trips. */
const seatsPerStatement = 10_000;

/**
 * Inserts one event with its categories, seats, forms and capacity. `number` is its position in the seed, from 1; `base` the day from which
 * its dates count.
 */
export async function insertEvent(
  tx: Queryable,
  base: Date,
  event: SampleEvent,
  number: number,
): Promise<void> {
  const eventId = stableId('event', event.slug);
  await insertEventRow(tx, base, event, eventId);
  const categoryIds = await insertCategories(tx, event, eventId, number);
  await insertZones(tx, event, eventId, categoryIds);
  await insertSeats(tx, event, eventId, categoryIds);
  for (const [index, form] of event.forms.entries()) {
    await insertForm(tx, eventId, form, index, `${event.slug}:${index}`);
  }
  await tx.query('insert into queue_rooms (event_id, capacity, paused) values ($1, $2, $3)', [
    eventId,
    event.room.capacity,
    event.room.paused,
  ]);
}

/** A number for a place name, because the seed has no register of cities. Below 2^31, always the same for one name. */
function placeId(kind: string, name: string): number {
  return Number.parseInt(stableId(kind, name).slice(0, 7), 16);
}

async function insertEventRow(
  tx: Queryable,
  base: Date,
  event: SampleEvent,
  eventId: string,
): Promise<void> {
  const province = sampleProvinces().find((candidate) => candidate.code === event.province);
  const organizer = sampleOrganizers().find((candidate) => candidate.slug === event.organizer);
  if (!province || !organizer)
    throw new Error(`The event ${event.slug} names an unknown place or organiser.`);
  const grid = buildLayout(event);
  const startsAt = instantOf(base, event.startsAt, province.timeZone);
  const row = {
    id: eventId,
    slug: event.slug,
    series_id: eventId,
    time_zone: province.timeZone,
    name: event.name,
    banner: `/media/posters/${event.slug}.svg`,
    event_type: event.eventType,
    topic: event.topic,
    is_online: event.isOnline,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + event.minutes * 60_000),
    sale_starts_at:
      event.saleStartsAt === null ? null : instantOf(base, event.saleStartsAt, province.timeZone),
    organizer_id: organizer.slug,
    venue_name: event.venue.name,
    venue_location: event.isOnline ? event.venue.address : mapAddress(event.venue.mapQuery),
    province_id: province.id,
    city: event.city,
    city_id: placeId('city', `${country.id}:${event.city}`),
    subdistrict: event.subdistrict,
    subdistrict_id: placeId('subdistrict', `${event.city}:${event.subdistrict}`),
    about: sanitizeOrganiserHtml(paragraphs(...event.about)),
    facilities: JSON.stringify(event.facilities.map((name) => ({ logo: null, name }))),
    terms_html: sanitizeOrganiserHtml(termsHtml(event)),
    privacy_html: sanitizeOrganiserHtml(privacyHtml(organizer.name)),
    layout_image: `/media/maps/${event.slug}.svg`,
    total_rows: grid.totalRows,
    total_cols: grid.totalCols,
    lowest_price: Math.min(...event.categories.map((category) => category.price)),
    is_featured: event.isFeatured,
    is_promo: event.isPromo,
    status: event.status,
    search_text: searchTextOf({
      ...event,
      venue: event.venue.name,
      organizer: organizer.name,
      province: province.name,
    }),
  };
  const names = Object.keys(row);
  await tx.query(
    `insert into events (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** A map address that a page may embed and that also opens on its own (ruling 1.2-R). */
function mapAddress(query: string): string {
  return `https://www.google.com/maps?q=${encodeURIComponent(query)}&output=embed`;
}

async function insertCategories(
  tx: Queryable,
  event: SampleEvent,
  eventId: string,
  number: number,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [position, category] of event.categories.entries()) {
    // Short on purpose: each of the 50,000 seats of a response contains it.
    const id = `c${number}-${position + 1}`;
    ids.set(category.name, id);
    await tx.query(
      'insert into categories (id, event_id, name, color, price, position) values ($1, $2, $3, $4, $5, $6)',
      [id, eventId, category.name, category.color, category.price, position],
    );
  }
  return ids;
}

async function insertZones(
  tx: Queryable,
  event: SampleEvent,
  eventId: string,
  categoryIds: ReadonlyMap<string, string>,
): Promise<void> {
  const zones = zonesOf(event, categoryIds);
  if (zones === null) return;
  await tx.query('update events set zone_layout = $2 where id = $1', [
    eventId,
    JSON.stringify(checkedZones(zones, new Set(categoryIds.values()))),
  ]);
}

async function insertSeats(
  tx: Queryable,
  event: SampleEvent,
  eventId: string,
  categoryIds: ReadonlyMap<string, string>,
): Promise<void> {
  const grid = buildLayout(event);
  const cells = [
    ...grid.seats.map((seat) => ({
      number: seat.seatNumber,
      row: seat.row,
      label: seat.rowLabel,
      column: seat.column,
      category: categoryIds.get(seat.category) ?? null,
      status: 'available',
    })),
    ...grid.blocks.map((block) => ({
      number: `${block.kind}-${block.row}-${block.column}`,
      row: block.row,
      label: block.kind,
      column: block.column,
      category: null,
      status: 'block',
    })),
  ];
  for (let from = 0; from < cells.length; from += seatsPerStatement) {
    const batch = cells.slice(from, from + seatsPerStatement);
    await tx.query(
      `insert into seats (event_id, seat_number, row_number, row_label, column_number, category_id, status)
       select $1, s.number, s.row, s.label, s.col, s.category, s.status
       from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::text[])
         as s (number, row, label, col, category, status)`,
      [
        eventId,
        batch.map((cell) => cell.number),
        batch.map((cell) => cell.row),
        batch.map((cell) => cell.label),
        batch.map((cell) => cell.column),
        batch.map((cell) => cell.category),
        batch.map((cell) => cell.status),
      ],
    );
  }
  // The number of the first seat distinguishes one version of a map from the next: clients may cache the map until it changes.
  await tx.query(
    'update events set layout_version = (select min(id)::text from seats where event_id = $1) where id = $1',
    [eventId],
  );
}

async function insertForm(
  tx: Queryable,
  eventId: string,
  form: SampleForm,
  position: number,
  name: string,
): Promise<void> {
  const fields = fieldsOf(form, {
    field: (_, index) => stableId('field', `${name}:${index}`),
    option: (_, index, place) => stableId('option', `${name}:${index}:${place}`),
  });
  await tx.query(
    'insert into forms (id, event_id, name, description, ask_all, is_active, position, fields) values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)',
    [
      stableId('form', name),
      eventId,
      form.name,
      form.description || null,
      form.askAll,
      form.isActive,
      position,
      JSON.stringify(fields),
    ],
  );
}
