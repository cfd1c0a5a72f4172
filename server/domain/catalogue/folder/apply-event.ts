import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import { type FolderEvent, folderEvent } from '../../../../contract/event-folder/folder-event.ts';
import { startOfDay } from '../../../../contract/event-folder/moment.ts';
import type { FolderVoucher } from '../../../../contract/event-folder/price-fields.ts';
import { provinceFacts } from '../../../../contract/place/provinces.ts';
import type { Plan } from '../../../../contract/plan/plan.ts';
import type { Db, Tx } from '../../../db/db.ts';
import { Refusal } from '../../../http/refusal.ts';
import { audit } from '../../audit.ts';
import { stableId } from '../../stable-id.ts';
import {
  country,
  type DesiredOrganizer,
  type DesiredShow,
  desiredShows,
  type OwnTexts,
  type Pictures,
} from './desired.ts';
import { type DesiredVoucher, voucherRows } from './desired-prices.ts';
import { closedText, keepCodesKeyed, openBytes, openText, sealedBytes } from './kept-codes.ts';
import { type EventPlan, type OnProgress, planEvent } from './plan-event.ts';
import { type BigChange, bigChanges, soldLines } from './sold-values.ts';

/** An event folder that has been read and checked. */
export interface EventFolder {
  readonly slug: string;
  readonly file: EventFile;
  /** The text of event.json. */
  readonly document: string;
  readonly texts: OwnTexts;
  /** Addresses of presales by the path of their file. */
  readonly people: ReadonlyMap<string, readonly string[]>;
  /** Vouchers of the document or of its table. */
  readonly vouchers: readonly FolderVoucher[];
  /** The files that the document names, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** The seating plans that the document names, by path. */
  readonly plans: ReadonlyMap<string, Plan>;
  readonly pictures: Pictures;
  /** Names of the pictures among the files, by path. */
  readonly pictureNames: ReadonlyMap<string, string>;
  /** Address of the logo, for an organiser that the document describes. */
  readonly logo: string | null;
}

/** The lines of a plan, and of what will be sold; `isApplied` tells whether the database changed. */
export interface Applied {
  readonly lines: readonly string[];
  readonly soldLines: readonly string[];
  readonly isApplied: boolean;
}

/** Rolls a transaction back with its result. */
class PlanOnly extends Error {
  readonly result: Applied;

  constructor(result: Applied) {
    super('planned');
    this.result = result;
  }
}

/** The lock of a series: two operators must not apply one folder at a time. */
const folderLock = 7_301_993;

/**
 * Returns the changes that an event folder asks for, and makes them unless `isDry`: in one transaction, all or none; a second call finds
 * nothing to change. Throws Refusal 409 with every reason for which it cannot be applied; a change by more than half is one unless `confirmed`,
 * if it is given, contains its name.
 */
export async function applyEvent(
  db: Db,
  folder: EventFolder,
  given: {
    now: Date;
    /** Under which codes are stored. */
    key: string;
    isDry: boolean;
    confirmed?: readonly string[];
    onProgress?: OnProgress;
  },
): Promise<Applied> {
  try {
    return await db.tx(async (tx) => {
      await insertPlaces(tx);
      const plan = await planFolder(tx, folder, given.now, given.key);
      const { lines, soldLines } = plan;
      const open = plan.bigChanges.filter(({ name }) => given.confirmed?.includes(name) === false);
      const names = [...new Set(open.map(({ name }) => `--confirm ${JSON.stringify(name)}`))];
      const asked = open.map(({ line }) => `! ${line} is a change by more than half`);
      if (names.length > 0) asked.push(`apply makes it only with ${names.join(' ')}.`);
      if (given.isDry) {
        throw new PlanOnly({ lines: [...lines, ...asked], soldLines, isApplied: false });
      }
      if (names.length > 0) throw new Refusal(409, [...asked, 'Nothing was changed.'].join('\n'));
      if (lines.length === 0) return { lines: [], soldLines, isApplied: false };
      await plan.write(given.onProgress ?? (() => {}));
      await audit(tx, {
        at: given.now,
        accountId: null,
        action: 'event.apply',
        object: `event:${stableId('event', folder.slug)}`,
        detail: { changes: plan.lines.length },
      });
      return { lines, soldLines, isApplied: true };
    });
  } catch (error) {
    if (error instanceof PlanOnly) return error.result;
    throw error;
  }
}

/** The difference between a folder and the database, and what will be sold. */
interface FolderPlan extends EventPlan {
  readonly soldLines: readonly string[];
  readonly bigChanges: readonly BigChange[];
}

/** Plans a folder in the transaction that will write it, which must contain the provinces. Throws Refusal 409 with every reason for which it cannot be applied. */
export async function planFolder(
  tx: Tx,
  folder: EventFolder,
  now: Date,
  key: string,
): Promise<FolderPlan> {
  const { slug, file, texts, people, plans, pictures } = folder;
  const seriesId = stableId('event', slug);
  await tx.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [folderLock, seriesId]);
  await keepCodesKeyed(tx, key, seriesId);
  const stored = await storedFolder(tx, seriesId, key);
  const base = stored?.base_day ?? startOfDay(now, 'Asia/Jakarta');
  const event = folderEvent(slug, file);
  const organizer = await organizerOf(tx, folder);
  const shows = desiredShows(event, { organizer, pictures, texts, people, plans, base });
  const steered = stored === null ? new Set<string>() : unchangedQueues(event, stored.document);
  const vouchers = vouchersOf(folder, shows, base, key);
  const plan = await planEvent(
    tx,
    organizer,
    shows.map((show) => (steered.has(show.event.slug) ? { ...show, queue: null } : show)),
    vouchers,
    key,
  );
  if (plan.refusals.length > 0) {
    throw new Refusal(409, [...plan.refusals, 'Nothing was changed.'].join('\n'));
  }
  const isDocumentNew =
    stored?.document !== folder.document || !(await hasFiles(tx, seriesId, folder, key));
  const lines =
    plan.lines.length === 0 && isDocumentNew ? [`~ ${slug}: the files of the folder`] : plan.lines;
  return {
    ...plan,
    lines,
    soldLines: soldLines(shows, vouchers),
    bigChanges: await bigChanges(tx, shows, vouchers),
    async write(onProgress) {
      await plan.write(onProgress);
      await storeFolder(tx, seriesId, folder, { base, now, key });
    },
  };
}

/** The vouchers of a folder; shows are named by their ids in the document. */
function vouchersOf(
  { file, vouchers }: EventFolder,
  shows: readonly DesiredShow[],
  base: Date,
  key: string,
): DesiredVoucher[] {
  const [first] = shows;
  if (first === undefined) return [];
  const ids = new Map(file.shows?.map(({ id }, at) => [id, shows[at]?.event.id ?? '']));
  return voucherRows(vouchers, first.event.id, ids, key, { zone: first.event.time_zone, base });
}

/** Slugs of the shows whose queue the folder leaves as it applied it last: commands may have steered them since. */
function unchangedQueues(event: FolderEvent, document: string | null): ReadonlySet<string> {
  if (document === null) return new Set();
  const before = folderEvent(event.slug, JSON.parse(document)).shows;
  const same = event.shows.filter(({ slug, queue }) =>
    before.some((show) => show.slug === slug && isDeepStrictEqual(show.queue, queue)),
  );
  return new Set(same.map(({ slug }) => slug));
}

/** The document is null where its codes were encrypted with another key. */
type StoredFolder = { document: string | null; base_day: Date };

async function storedFolder(tx: Tx, seriesId: string, key: string): Promise<StoredFolder | null> {
  const [row] = await tx.query<StoredFolder & { document: string }>(
    'select document, base_day from event_folders where series_id = $1',
    [seriesId],
  );
  return row === undefined ? null : { ...row, document: openText(key, seriesId, row.document) };
}

async function hasFiles(
  tx: Tx,
  seriesId: string,
  { files }: EventFolder,
  key: string,
): Promise<boolean> {
  const rows = await tx.query<{ path: string; bytes: Uint8Array | null; digest: string | null }>(
    'select path, bytes, digest from event_folder_files where series_id = $1',
    [seriesId],
  );
  const isSame = (file: Buffer, bytes: Uint8Array | null, digest: string | null) => {
    if (bytes === null) return digestOf(file) === digest;
    const opened = openBytes(key, seriesId, bytes);
    return opened !== null && file.equals(opened);
  };
  return (
    rows.length === files.size &&
    rows.every(({ path, bytes, digest }) => {
      const file = files.get(path);
      return file !== undefined && isSame(file, bytes, digest);
    })
  );
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function storeFolder(
  tx: Tx,
  seriesId: string,
  { document, file, files, people, pictureNames }: EventFolder,
  { base, now, key }: { base: Date; now: Date; key: string },
): Promise<void> {
  await tx.query(
    `insert into event_folders (series_id, document, base_day, applied_at) values ($1, $2, $3, $4)
     on conflict (series_id) do update set document = excluded.document, applied_at = excluded.applied_at`,
    [seriesId, closedText(key, seriesId, document), base, now],
  );
  await tx.query('delete from event_folder_files where series_id = $1', [seriesId]);
  for (const [path, bytes] of files) {
    await tx.query(
      'insert into event_folder_files (series_id, path, bytes, digest, picture) values ($1, $2, $3, $4, $5)',
      people.has(path)
        ? // Addresses of people stay in the hands of the organiser.
          [seriesId, path, null, digestOf(bytes), null]
        : path === file.vouchers
          ? [seriesId, path, sealedBytes(key, seriesId, bytes), null, null]
          : [seriesId, path, bytes, null, pictureNames.get(path) ?? null],
    );
  }
}

/** The country and its provinces; new ones are added to a database that has the older ones. */
export async function insertPlaces(tx: Tx): Promise<void> {
  await tx.query(
    'insert into countries (id, name, code, phone_code, currency) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [country.id, country.name, country.code, country.phone_code, country.currency],
  );
  await tx.query(
    `insert into provinces (id, country_id, name, code)
     select p.id, $1, p.name, p.code from unnest($2::int[], $3::text[], $4::text[]) as p (id, name, code) on conflict do nothing`,
    [
      country.id,
      provinceFacts.map((_, index) => index + 1),
      provinceFacts.map(({ name }) => name),
      provinceFacts.map(({ code }) => code),
    ],
  );
}

async function organizerOf(tx: Tx, { file, logo, slug }: EventFolder): Promise<DesiredOrganizer> {
  const { organizer } = file;
  const id = typeof organizer === 'string' ? organizer : organizer.id;
  if (typeof organizer !== 'string' && id === undefined) {
    return { id: slugOf(organizer.name) || slug, name: organizer.name, logo };
  }
  const [known] = await tx.query<{ id: string; name: string; logo: string | null }>(
    'select id, name, logo from organizers where id = $1',
    [id],
  );
  if (known !== undefined && typeof organizer !== 'string') {
    return { id: known.id, name: organizer.name, logo: logo ?? known.logo };
  }
  if (known !== undefined) return known;
  const others = await tx.query<{ id: string }>('select id from organizers order by id limit 20');
  const names = others.map(({ id }) => id).join(', ') || 'none yet';
  throw new Refusal(
    409,
    `event.json: organizer: there is no organiser ${id}. Known are ${names}; or write {"name": "…"}.`,
  );
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
