import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '../../../contract/call/calls.ts';
import {
  applyEvent,
  type EventFolder,
} from '../../../server/domain/catalogue/folder/apply-event.ts';
import { readFolder } from '../../../server/domain/catalogue/folder/read-folder.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** Slug of the event that `applyStanding` lays. */
export const festival = 'festival-uji';

/** A festival with standing places, and with seats in two rows if `seats` is set; it asks no forms. */
export function festivalFile(given: { standing: number; seats?: boolean }) {
  const standing = { name: 'Festival', color: '#0b7285', price: 150_000, standing: given.standing };
  const seated = { name: 'Tribun', color: '#d9480f', price: 300_000, rows: [6, 6] };
  return {
    name: 'Festival Uji',
    organizer: { name: 'Uji Raya' },
    eventType: 'Festival',
    topic: 'music',
    startsAt: '+60d 19:30',
    minutes: 180,
    venue: { name: 'Lapangan Uji', address: 'Jalan Uji 1', mapQuery: 'Lapangan Uji' },
    province: 'JB',
    city: 'Bandung',
    subdistrict: 'Coblong',
    about: ['Festival uji.'],
    facilities: [],
    categories: given.seats ? [seated, standing] : [standing],
    ...(given.seats && { layout: { kind: 'rows', stage: 'PANGGUNG', banks: 1 } }),
    forms: [],
  };
}

/** The event folder with this document and these further files, as it is read. */
export async function folderOf(
  document: object | string,
  slug = festival,
  files: Readonly<Record<string, string>> = {},
): Promise<EventFolder> {
  const root = mkdtempSync(join(tmpdir(), 'standing-'));
  const path = join(root, slug);
  try {
    mkdirSync(path);
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    writeFileSync(join(path, 'event.json'), text);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
    return await readFolder(path);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Applies an event folder with this document and these further files; returns the lines of its plan. */
export async function applyDocument(
  { services: { db, clock, keys } }: TestApp,
  document: object | string,
  files: Readonly<Record<string, string>> = {},
  slug = festival,
  how: { readonly isDry?: boolean; readonly confirmed?: readonly string[] } = {},
): Promise<readonly string[]> {
  const folder = await folderOf(document, slug, files);
  const given = { now: clock.now(), key: keys.staff, isDry: false, ...how };
  const { lines, soldLines } = await applyEvent(db, folder, given);
  return given.isDry ? [...soldLines, ...lines] : lines;
}

/** Puts the festival on sale; returns the id of its standing category. */
export async function applyStanding(
  app: TestApp,
  given: { standing: number; seats?: boolean },
): Promise<string> {
  await applyDocument(app, festivalFile(given));
  const [row] = await app.services.db.query<{ id: string }>(
    `select c.id from categories c join events e on e.id = c.event_id
     where e.slug = $1 and c.kind = 'standing'`,
    [festival],
  );
  if (row === undefined) throw new Error('The festival has no standing category.');
  return row.id;
}

/** Requests seats and standing places of the festival; the response may be a refusal. */
export function askPlaces(
  client: TestClient,
  category: string,
  count: number,
  seats: readonly string[] = [],
  slug = festival,
) {
  return client.call(calls.createDraft, {
    params: { slug },
    body: { seats, quantities: count === 0 ? [] : [{ category, count }] },
  });
}
