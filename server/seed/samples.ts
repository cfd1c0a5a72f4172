import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeZone } from '../../contract/time-zone.ts';
import { eventFileSchema } from '../../samples/event-file.ts';
import { type SampleEvent, sampleEvent } from '../../samples/sample-event.ts';

/** An organiser of sample events. */
export interface SampleOrganizer {
  readonly slug: string;
  readonly name: string;
}

/** A province of the sample data. */
export interface SampleProvince {
  readonly id: number;
  readonly name: string;
  /** Two letters, unique in the country. */
  readonly code: string;
  readonly timeZone: TimeZone;
}

/** The one country of the sample data (§3). */
export const country = {
  id: 1,
  name: 'Indonesia',
  code: 'ID',
  phone_code: '+62',
  currency: 'IDR',
} as const;

const folder = join(import.meta.dirname, '../../samples');

/** The location of a file of the sample data, by its path in `samples`. */
export function sampleFile(path: string): string {
  return join(folder, path);
}

const readJson = (path: string) => JSON.parse(readFileSync(sampleFile(path), 'utf8'));

// Read on first use: production inserts no sample data and reads none.
let events: readonly SampleEvent[] | undefined;
let organizers: readonly SampleOrganizer[] | undefined;
let provinces: readonly SampleProvince[] | undefined;

/** Every sample event, in the order of `samples/events.json`. Throws if an `event.json` is missing or invalid. */
export function sampleEvents(): readonly SampleEvent[] {
  events ??= (readJson('events.json') as string[]).map((slug) =>
    sampleEvent(slug, eventFileSchema.parse(readJson(`events/${slug}/event.json`))),
  );
  return events;
}

/** The invented organisers of the sample events. */
export function sampleOrganizers(): readonly SampleOrganizer[] {
  organizers ??= readJson('organizers.json') as SampleOrganizer[];
  return organizers;
}

/** The 38 provinces; ids count from 1 because 0 means all. */
export function sampleProvinces(): readonly SampleProvince[] {
  provinces ??= (readJson('provinces.json') as Omit<SampleProvince, 'id'>[]).map(
    (province, index) => ({ id: index + 1, ...province }),
  );
  return provinces;
}
