import type { Tx } from '../../../db/db.ts';
import { Refusal } from '../../../http/refusal.ts';
import { liveStatesSql } from '../../session/session-rows.ts';
import type { DesiredOrganizer, DesiredShow } from './desired.ts';
import type { DesiredVoucher } from './desired-prices.ts';
import { presaleChanges } from './presale-changes.ts';
import { counted } from './printed-lines.ts';
import {
  changedColumns,
  columnsSql,
  insertRow,
  queueChanges,
  rowChanges,
  shown,
  updateRow,
} from './row-changes.ts';
import { type SeatChanges, seatChanges, writeSeats } from './seat-changes.ts';
import { voucherChanges } from './voucher-changes.ts';

/** Called during long writes with a line for the operator. */
export type OnProgress = (line: string) => void;

/** The difference between an event folder and the database. */
export interface EventPlan {
  /** One per change, then one per show about the people whom it touches; empty if there is nothing to change. */
  readonly lines: readonly string[];
  /** Reasons for which the folder cannot be applied. */
  readonly refusals: readonly string[];
  /** Makes the changes in the transaction of the plan. Throws Refusal 409 for a seat or a date that was taken since; the transaction must then end. */
  write(onProgress: OnProgress): Promise<void>;
}

interface Part {
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
  readonly write: (onProgress: OnProgress) => Promise<void>;
}

/** Compares the rows of an event folder with the database. The transaction must hold the lock of the series. */
export async function planEvent(
  tx: Tx,
  organizer: DesiredOrganizer,
  shows: readonly DesiredShow[],
  vouchers: readonly DesiredVoucher[],
  key: string,
): Promise<EventPlan> {
  const [first] = shows;
  if (first === undefined) throw new Error('An event needs a show.');
  const parts: Part[] = [await organizerPart(tx, organizer), await issuerPart(tx, first.event)];
  for (const show of shows) parts.push(await showPart(tx, key, show));
  parts.push({ refusals: [], ...(await voucherChanges(tx, first.event.id, vouchers)) });
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

/** Warns of an event that gets another organiser: its next invoice begins a series of its own. */
async function issuerPart(tx: Tx, event: DesiredShow['event']): Promise<Part> {
  const former = await tx.query<{ id: string; name: string; invoices: number }>(
    `select g.id, g.name, count(*)::int as invoices from invoices i join payments p on p.id = i.payment_id
     join events e on e.id = p.event_id join organizers g on g.id = i.issuer_id
     where e.series_id = $1 and i.kind = 'invoice' and e.organizer_id = g.id and g.id <> $2 group by g.id, g.name`,
    [event.series_id, event.organizer_id],
  );
  return {
    lines: former.map(
      ({ id, name, invoices }) =>
        `! another organiser than ${name}: its ${counted(invoices, 'invoice')} and their credit notes stay its own, new ones are numbered in the series of the new one. If only the name changed, write "organizer": {"id": "${id}", "name": "…"}`,
    ),
    refusals: [],
    write: nothing,
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

async function showPart(tx: Tx, key: string, show: DesiredShow): Promise<Part> {
  const { event } = show;
  // Locked, so that a postponement that comes meanwhile is not overwritten.
  const [stored] = await tx.query(
    `select ${columnsSql([event])} from events where id = $1 or slug = $2 for no key update`,
    [event.id, event.slug],
  );
  if (stored === undefined) return newShow(tx, key, show);
  if (stored.id !== event.id || stored.series_id !== event.series_id) {
    const refusal = `${event.slug}: the address belongs to another event; rename the folder or the show`;
    return { lines: [], refusals: [refusal], write: nothing };
  }
  const changes = changedColumns(stored, event);
  const categories = await rowChanges(tx, 'categories', event.id, show.categories);
  const forms = await rowChanges(tx, 'forms', event.id, show.forms);
  const queue = await queueChanges(tx, show);
  const presale = await presaleChanges(tx, key, show);
  const seats = await seatChanges(tx, event.id, show);
  const lines = [
    ...changes.flatMap((column) => columnLine(column, stored[column], event[column])),
    ...categories.lines,
    ...seats.lines,
    ...forms.lines,
    ...queue.lines,
    ...presale.lines,
  ];
  const people = await peopleOf(tx, event.id);
  const refusals = [...seats.refusals];
  if (changes.includes('starts_at') && people.sold > 0) refusals.push(datedTickets(people.sold));
  const named = (words: string) => `${event.slug}: ${words}`;
  return {
    lines: lines.length === 0 ? [] : [...lines.map(named), named(touched(people))],
    refusals: refusals.map(named),
    write: async (onProgress) => {
      const { sold } = changes.includes('starts_at') ? await peopleOf(tx, event.id) : people;
      if (sold > people.sold) throw new Refusal(409, named(datedTickets(sold)));
      await updateRow(tx, 'events', event.id, event, changes);
      await categories.upsert();
      await writeShowSeats(tx, event, seats, onProgress);
      await nameLayout(tx, show);
      await categories.remove();
      await forms.upsert();
      await forms.remove();
      await queue.write();
      await presale.write();
    },
  };
}

function datedTickets(sold: number): string {
  return `its date cannot change: ${sold} tickets are sold for the present one; use npm run event -- postpone, which tells the buyers`;
}

function touched({ held, sold, waiting, buying }: People): string {
  return `touches ${held} held and ${sold} sold seats, ${waiting} people who wait and ${buying} who buy; existing orders keep their prices`;
}

function newShow(tx: Tx, key: string, show: DesiredShow): Part {
  const { event, categories, forms, queue } = show;
  const standing = show.seats.filter(({ isStanding }) => isStanding).length;
  const seated = show.seats.filter(({ category }) => category !== null).length - standing;
  const places = [
    ...(seated > 0 || standing === 0 ? [counted(seated, 'seat')] : []),
    ...(standing > 0 ? [counted(standing, 'standing place')] : []),
  ];
  const words = `+ ${event.slug}: ${places.join(' and ')} in ${counted(categories.length, 'category', 'categories')}, ${counted(forms.length, 'form')}`;
  return {
    lines: [words],
    refusals: [],
    write: async (onProgress) => {
      await insertRow(tx, 'events', { ...event, status: show.status });
      for (const category of categories) {
        await insertRow(tx, 'categories', { ...category, event_id: event.id });
      }
      await writeShowSeats(tx, event, await seatChanges(tx, event.id, show), onProgress);
      await nameLayout(tx, show);
      for (const form of forms) await insertRow(tx, 'forms', { ...form, event_id: event.id });
      await insertRow(tx, 'queue_rooms', { ...queue, event_id: event.id });
      await (await presaleChanges(tx, key, show)).write();
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
const longColumns = new Set([
  'price_rules',
  'refund_policy',
  'about',
  'terms_html',
  'privacy_html',
  'zone_layout',
  'seat_plan',
  'facilities',
]);
/** Columns that follow from others. */
const silentColumns = new Set([
  'search_text',
  'lowest_price',
  'early_lowest',
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
