import { localIso, type TimeZone, timeZones } from '../../../../contract/place/time-zone.ts';
import type { Db } from '../../../db/db.ts';
import { Refusal } from '../../../http/refusal.ts';
import { showTitleSql } from '../show-title.ts';
import { openBytes, openText } from './kept-codes.ts';

/** A file of an exported event folder. */
export interface ExportedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The folder from which an event was made. */
export interface ExportedFolder {
  readonly files: readonly ExportedFile[];
  /** Paths of the lists of addresses, which are not stored. */
  readonly withheld: readonly string[];
}

/** The folder from which an event was made, as it was applied last. Throws Refusal 404 for an event without one, 409 where the key is another. */
export async function exportFolder(db: Db, slug: string, key: string): Promise<ExportedFolder> {
  const [folder] = await db.query<{ series_id: string; document: string }>(
    `select f.series_id, f.document from event_folders f
     join events e on e.series_id = f.series_id where e.slug = $1`,
    [slug],
  );
  if (folder === undefined) throw new Refusal(404, `There is no event folder of "${slug}".`);
  const files = await db.query<{ path: string; bytes: Uint8Array | null }>(
    'select path, bytes from event_folder_files where series_id = $1 order by path',
    [folder.series_id],
  );
  const opened = <Value>(value: Value | null): Value => {
    if (value !== null) return value;
    throw new Refusal(
      409,
      `The codes of "${slug}" were stored with another STAFF_KEY. Give the command with that one, or apply the folder again.`,
    );
  };
  const { series_id: id } = folder;
  const document = {
    path: 'event.json',
    bytes: Buffer.from(opened(openText(key, id, folder.document))),
  };
  const kept = files.flatMap(({ path, bytes }) =>
    bytes === null ? [] : [{ path, bytes: opened(openBytes(key, id, bytes)) }],
  );
  const withheld = files.filter(({ bytes }) => bytes === null).map(({ path }) => path);
  return { files: [document, ...kept], withheld };
}

/** One line per show, soonest first: slug, date, status, seats sold and free, people in the queue and in the waiting list, offers of that list. */
export async function listShows(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{
    slug: string;
    name: string;
    starts_at: Date;
    time_zone: TimeZone;
    status: string;
    sold: number;
    free: number;
    waiting: number;
    listed: number;
    offers: number;
  }>(
    `select e.slug, ${showTitleSql} as name, e.starts_at, e.time_zone, e.status,
       (select count(*) from seats t where t.event_id = e.id and t.status = 'sold')::int as sold,
       (select count(*) from seats t where t.event_id = e.id and t.status = 'available')::int as free,
       (select count(*) from purchase_sessions s where s.event_id = e.id and s.state = 'queued')::int as waiting,
       (select count(*) from waiting_list w where w.event_id = e.id and w.state = 'waiting')::int as listed,
       (select count(*) from waiting_list w where w.event_id = e.id and w.state = 'offered')::int as offers
     from events e order by e.starts_at, e.slug`,
  );
  return rows.map(
    ({ slug, name, starts_at, time_zone, status, sold, free, waiting, listed, offers }) =>
      `${localIso(starts_at, time_zone).slice(0, 16).replace('T', ' ')} ${timeZones[time_zone].name}  ${status.padEnd(9)}  ${slug}  (${name}): ${sold} sold, ${free} free, ${waiting} waiting${listed + offers === 0 ? '' : `, ${listed} on the waiting list, ${offers} with an offer`}`,
  );
}
