import { isDeepStrictEqual } from 'node:util';
import type { Row, Tx } from '../../../db/db.ts';
import { liveStatesSql } from '../../session/session-rows.ts';
import type { DesiredOrganizer, DesiredShow } from './desired.ts';
import { type SeatChanges, seatChanges, writeSeats } from './seat-changes.ts';

/** Called during long writes with a line for the operator. */
export type OnProgress = (line: string) => void;

/** The difference between an event folder and the database. */
export interface EventPlan {
  /** One per change, then one per show about the people whom it touches; empty if there is nothing to change. */
  readonly lines: readonly string[];
  /** Reasons for which the folder cannot be applied. */
  readonly refusals: readonly string[];
  /** Makes the changes in the transaction of the plan. Throws if the database changed since, and the transaction must then end. */
  write(onProgress: OnProgress): Promise<void>;
}

interface Part {
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
  readonly write: (onProgress: OnProgress) => Promise<void>;
}

type Keyed = Row & { readonly id: string };

/** Compares the rows of an event folder with the database. The transaction must hold the lock of the series. */
export async function planEvent(
  tx: Tx,
  organizer: DesiredOrganizer,
  shows: readonly DesiredShow[],
): Promise<EventPlan> {
  const [first] = shows;
  if (first === undefined) throw new Error('An event needs a show.');
  const parts: Part[] = [await organizerPart(tx, organizer)];
  for (const show of shows) parts.push(await showPart(tx, show));
  parts.push(await removedShows(tx, first.event.id, shows));
  return {
    lines: parts.flatMap(({ lines }) => lines),
    refusals: parts.flatMap(({ refusals }) => refusals),
    async write(onProgress) {
      for (const part of parts) await part.write(onProgress);
    },
  };
}

const nothing = async () => {};

async function organizerPart(tx: Tx, organizer: DesiredOrganizer): Promise<Part> {
  const { id, name, logo } = organizer;
  const [stored] = await tx.query<{ name: string; logo: string | null }>(
    'select name, logo from organizers where id = $1',
    [id],
  );
  if (stored?.name === name && stored.logo === logo) {
    return { lines: [], refusals: [], write: nothing };
  }
  return {
    lines: [`${stored === undefined ? '+' : '~'} organiser ${name}`],
    refusals: [],
    write: async () => {
      await tx.query(
        `insert into organizers (id, name, logo) values ($1, $2, $3)
         on conflict (id) do update set name = excluded.name, logo = excluded.logo`,
        [id, name, logo],
      );
    },
  };
}

interface People {
  readonly held: number;
  readonly sold: number;
  readonly waiting: number;
  readonly buying: number;
}

async function peopleOf(tx: Tx, eventId: string): Promise<People> {
  const [row] = await tx.query<{ held: number; sold: number; waiting: number; buying: number }>(
    `select (select count(*) from seats where event_id = $1 and status = 'held')::int as held,
       (select count(*) from seats where event_id = $1 and status = 'sold')::int as sold,
       (select count(*) from purchase_sessions where event_id = $1 and state = 'queued')::int as waiting,
       (select count(*) from purchase_sessions where event_id = $1 and state in (${liveStatesSql}) and state <> 'queued')::int as buying`,
    [eventId],
  );
  return row ?? { held: 0, sold: 0, waiting: 0, buying: 0 };
}

async function showPart(tx: Tx, show: DesiredShow): Promise<Part> {
  const { event } = show;
  const [stored] = await tx.query(
    'select * from events where id = $1 or slug = $2 for no key update',
    [event.id, event.slug],
  );
  if (stored === undefined) return newShow(tx, show);
  if (stored.id !== event.id || stored.series_id !== event.series_id) {
    const refusal = `${event.slug}: the address belongs to another event; rename the folder or the show`;
    return { lines: [], refusals: [refusal], write: nothing };
  }
  const changes = changedColumns(stored, event);
  const categories = await rowChanges(tx, 'categories', event.id, show.categories);
  const forms = await rowChanges(tx, 'forms', event.id, show.forms);
  const queue = await queueChanges(tx, show);
  const seats = await seatChanges(tx, event.id, show.seats);
  const lines = [
    ...changes.flatMap((column) => columnLine(column, stored[column], event[column])),
    ...categories.lines,
    ...seats.lines,
    ...forms.lines,
    ...queue.lines,
  ];
  const people = await peopleOf(tx, event.id);
  const refusals = [...seats.refusals];
  if (changes.includes('starts_at') && people.sold > 0) {
    refusals.push(
      `its date cannot change: ${people.sold} tickets are sold for the present one; use npm run event -- postpone, which tells the buyers`,
    );
  }
  const named = (words: string) => `${event.slug}: ${words}`;
  return {
    lines: lines.length === 0 ? [] : [...lines.map(named), named(touched(people))],
    refusals: refusals.map(named),
    write: async (onProgress) => {
      if (changes.length > 0) await writeEvent(tx, event, changes);
      await categories.upsert();
      await writeShowSeats(tx, event, seats, onProgress);
      await nameLayout(tx, show);
      await categories.remove();
      await forms.upsert();
      await forms.remove();
      await queue.write();
    },
  };
}

function touched({ held, sold, waiting, buying }: People): string {
  return `touches ${held} held and ${sold} sold seats, ${waiting} people who wait and ${buying} who buy; existing orders keep their prices`;
}

function newShow(tx: Tx, show: DesiredShow): Part {
  const { event, categories, forms, queue } = show;
  const seats = show.seats.filter(({ category }) => category !== null).length;
  const words = `+ ${event.slug}: ${seats} seats in ${categories.length} categories, ${forms.length} forms`;
  return {
    lines: [words],
    refusals: [],
    write: async (onProgress) => {
      await insertRow(tx, 'events', { ...event, status: show.status });
      for (const category of categories) {
        await insertRow(tx, 'categories', { ...category, event_id: event.id });
      }
      const added = {
        added: show.seats,
        changed: [],
        removed: [],
        kept: [],
        lines: [],
        refusals: [],
      };
      await writeShowSeats(tx, event, added, onProgress);
      await nameLayout(tx, show);
      for (const form of forms) await insertRow(tx, 'forms', { ...form, event_id: event.id });
      await insertRow(tx, 'queue_rooms', { ...queue, event_id: event.id });
    },
  };
}

/** Names the map by its content and its seats: clients and servers may cache it, with the ids of the seats, until the name changes (decision 026). */
async function nameLayout(tx: Tx, { event, layoutHash }: DesiredShow): Promise<void> {
  await tx.query(
    `update events set layout_version = $2 || '-' || coalesce((select max(id) from seats where event_id = $1), 0)
     where id = $1`,
    [event.id, layoutHash],
  );
}

async function writeShowSeats(
  tx: Tx,
  { id, slug }: DesiredShow['event'],
  seats: SeatChanges,
  onProgress: OnProgress,
): Promise<void> {
  await writeSeats(tx, id, seats, (done, total) => {
    if (total > done) onProgress(`${slug}: ${done} of ${total} seats`);
  });
}

/** Columns whose text would fill the screen. */
const longColumns = new Set(['about', 'terms_html', 'privacy_html', 'zone_layout', 'facilities']);
/** Columns that follow from others. */
const silentColumns = new Set([
  'search_text',
  'lowest_price',
  'total_rows',
  'total_cols',
  'city_id',
  'subdistrict_id',
]);

function columnLine(column: string, before: unknown, after: unknown): string[] {
  if (silentColumns.has(column)) return [];
  const name = column.replaceAll('_', ' ');
  if (longColumns.has(column)) return [`~ ${name}`];
  return [`~ ${name} ${shown(before)} → ${shown(after)}`];
}

function shown(value: unknown): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

function changedColumns(stored: Row, desired: Row): string[] {
  return Object.keys(desired).filter((column) => !isSame(stored[column], desired[column]));
}

function isSame(stored: unknown, desired: unknown): boolean {
  if (stored instanceof Date && desired instanceof Date) {
    return stored.getTime() === desired.getTime();
  }
  if (typeof desired === 'object' && desired !== null) {
    return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(desired)));
  }
  return stored === desired;
}

/** A value as a parameter: jsonb takes text. */
function parameter(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}

/** Names of tables and columns are constants of this module and of the desired rows, never input. */
async function insertRow(tx: Tx, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await tx.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row).map(parameter),
  );
}

async function updateRow(tx: Tx, table: string, row: Keyed, columns: readonly string[]) {
  const sets = columns.map((column, index) => `${column} = $${index + 2}`);
  await tx.query(`update ${table} set ${sets.join(', ')} where id = $1`, [
    row.id,
    ...columns.map((column) => parameter(row[column])),
  ]);
}

const writeEvent = (tx: Tx, event: Keyed, columns: readonly string[]) =>
  updateRow(tx, 'events', event, columns);

interface RowChanges {
  readonly lines: readonly string[];
  upsert(): Promise<void>;
  remove(): Promise<void>;
}

/** Changes of the categories or forms of a show. A form with answers is switched off in place of removed, so that they keep their questions. */
async function rowChanges(
  tx: Tx,
  table: 'categories' | 'forms',
  eventId: string,
  desired: readonly (Keyed & { readonly name: string })[],
): Promise<RowChanges> {
  const stored = await tx.query<Keyed & { name: string }>(
    `select * from ${table} where event_id = $1`,
    [eventId],
  );
  const noun = table === 'forms' ? 'form' : 'category';
  const byId = new Map(stored.map((row) => [row.id, row]));
  const added = desired.filter(({ id }) => !byId.has(id));
  const changed = desired.flatMap((row) => {
    const own = byId.get(row.id);
    const columns = own === undefined ? [] : changedColumns(own, row);
    return own === undefined || columns.length === 0 ? [] : [{ row, own, columns }];
  });
  const wanted = new Set(desired.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !wanted.has(id));
  const answered = table === 'forms' ? await formsWithAnswers(tx, gone) : new Set<string>();
  const removed = gone.filter(({ id }) => !answered.has(id));
  const switchedOff = gone.filter(({ id, is_active }) => answered.has(id) && is_active === true);
  return {
    lines: [
      ...added.map(({ name }) => `+ ${noun} ${name}`),
      ...changed.flatMap(({ row, own, columns }) =>
        columns.map((column) => {
          const isLong = typeof row[column] === 'object';
          const change = isLong ? '' : ` ${shown(own[column])} → ${shown(row[column])}`;
          return `~ ${noun} ${row.name}: ${column.replaceAll('_', ' ')}${change}`;
        }),
      ),
      ...removed.map(({ name }) => `- ${noun} ${name}`),
      ...switchedOff.map(({ name }) => `- ${noun} ${name}, whose answers are kept`),
    ],
    async upsert() {
      for (const row of added) await insertRow(tx, table, { ...row, event_id: eventId });
      for (const { row, columns } of changed) await updateRow(tx, table, row, columns);
    },
    async remove() {
      await tx.query(`delete from ${table} where id = any($1::text[])`, [
        removed.map(({ id }) => id),
      ]);
      if (switchedOff.length === 0) return;
      await tx.query('update forms set is_active = false where id = any($1::text[])', [
        switchedOff.map(({ id }) => id),
      ]);
    },
  };
}

async function formsWithAnswers(tx: Tx, forms: readonly Keyed[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ form_id: string }>(
    'select distinct form_id from attendee_answers where form_id = any($1::text[])',
    [forms.map(({ id }) => id)],
  );
  return new Set(rows.map(({ form_id }) => form_id));
}

async function queueChanges(tx: Tx, { event, queue }: DesiredShow) {
  const [stored] = await tx.query('select * from queue_rooms where event_id = $1', [event.id]);
  const columns = stored === undefined ? [] : changedColumns(stored, queue);
  return {
    lines: columns.map(
      (column) =>
        `~ queue: ${column.replaceAll('_', ' ')} ${shown(stored?.[column])} → ${shown(queue[column])}`,
    ),
    async write() {
      if (columns.length === 0) return;
      const sets = columns.map((column, index) => `${column} = $${index + 2}`);
      await tx.query(`update queue_rooms set ${sets.join(', ')} where event_id = $1`, [
        event.id,
        ...columns.map((column) => queue[column]),
      ]);
    },
  };
}

async function removedShows(
  tx: Tx,
  seriesId: string,
  shows: readonly DesiredShow[],
): Promise<Part> {
  const gone = await tx.query<{ id: string; slug: string; is_used: boolean }>(
    `select e.id, e.slug, exists (select 1 from orders o where o.event_id = e.id)
       or exists (select 1 from purchase_sessions s where s.event_id = e.id) as is_used
     from events e where e.series_id = $1 and not (e.id = any($2::text[]))`,
    [seriesId, shows.map(({ event }) => event.id)],
  );
  const unused = gone.filter(({ is_used }) => !is_used);
  return {
    lines: unused.map(({ slug }) => `- ${slug}`),
    refusals: gone
      .filter(({ is_used }) => is_used)
      .map(
        ({ slug }) =>
          `${slug}: people have queued or bought for this show; keep it and use npm run event -- cancel`,
      ),
    write: async () => {
      await tx.query('delete from seats where event_id = any($1::text[])', [
        unused.map(({ id }) => id),
      ]);
      await tx.query('delete from events where id = any($1::text[])', [unused.map(({ id }) => id)]);
    },
  };
}
