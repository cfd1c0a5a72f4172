import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../db/db.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { DesiredShow } from './desired.ts';
import type { DesiredSeat, SeatPlace } from './desired-seats.ts';
import { namedLine } from './printed-lines.ts';
import { fitPlaces } from './standing-changes.ts';

/** Seats per statement: more gain nothing, fewer cost more round trips. */
const seatsPerStatement = 10_000;

type StoredSeat = {
  id: number;
  seat_number: string;
  row_number: number;
  row_label: string;
  column_number: number;
  category_id: string | null;
  status: string;
  is_standing: boolean;
  section: string | null;
  x: number | null;
  y: number | null;
  rotation: number | null;
  access: string | null;
};

interface ChangedSeat {
  readonly id: number;
  readonly seat: DesiredSeat;
  readonly own: Pick<StoredSeat, 'category_id'>;
}

/** The difference between the seats of a show and those of its folder. */
export interface SeatChanges {
  readonly added: readonly DesiredSeat[];
  /** With the category that the seat had when they were compared. */
  readonly changed: readonly ChangedSeat[];
  /** Ids of seats that the folder no longer has; `kept` ones belong to past orders and become blocks. */
  readonly removed: readonly number[];
  readonly kept: readonly number[];
  /** Lines for the operator. */
  readonly lines: readonly string[];
  readonly refusals: readonly string[];
}

/** Compares the seats of a show with those of its folder. Seats that somebody holds or owns are neither removed nor moved to a category. */
export async function seatChanges(
  tx: Tx,
  eventId: string,
  { seats: wanted, categories }: Pick<DesiredShow, 'seats' | 'categories'>,
): Promise<SeatChanges> {
  const stored = await tx.query<StoredSeat>(
    `select id, seat_number, row_number, row_label, column_number, category_id, status, is_standing, section, x, y, rotation, access
     from seats where event_id = $1 order by id`,
    [eventId],
  );
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const nameOf = (category: string | null) => names.get(category ?? '') ?? 'a removed category';
  const { seats: desired, refusals } = fitPlaces(stored, wanted, nameOf);
  const byNumber = new Map(stored.map((seat) => [seat.seat_number, seat]));
  const added: DesiredSeat[] = [];
  const changed: { id: number; seat: DesiredSeat; own: StoredSeat }[] = [];
  for (const seat of desired) {
    const own = byNumber.get(seat.number);
    byNumber.delete(seat.number);
    if (own === undefined) added.push(seat);
    else if (!isSame(own, seat)) changed.push({ id: own.id, seat, own });
  }
  const gone = [...byNumber.values()];
  const past = await withHistory(tx, gone);
  // A block of a past order is what remains of a removed seat.
  const removed = gone.filter((seat) => !(past.has(seat.id) && isBlock(seat)));
  const refused = [
    ...refusals,
    ...removed.filter(isTaken).map((seat) => taken(seat, 'it cannot be removed')),
    ...changed
      .filter(({ own, seat }) => isTaken(own) && own.category_id !== seat.category)
      .map(({ own }) => taken(own, 'its category cannot change')),
  ];
  const gained = added.filter(({ category }) => category !== null);
  const moved = changed.filter(({ seat }) => seat.category !== null).map(({ seat }) => seat);
  const lost = removed
    .filter((seat) => !isBlock(seat))
    .map((seat) => ({
      number: seat.seat_number,
      category: seat.category_id,
      isStanding: seat.is_standing,
    }));
  return {
    added,
    changed,
    removed: removed.filter(({ id }) => !past.has(id)).map(({ id }) => id),
    kept: removed.filter(({ id }) => past.has(id)).map(({ id }) => id),
    lines: [
      ...linesOf('+', gained, nameOf),
      ...linesOf('~', moved, nameOf),
      ...linesOf('-', lost, nameOf),
    ],
    refusals: refused,
  };
}

const isBlock = ({ status, category_id }: StoredSeat) => status === 'block' && category_id === null;
const isTaken = ({ status }: StoredSeat) => status === 'held' || status === 'sold';

function taken({ seat_number, status }: StoredSeat, words: string): string {
  const mend = status === 'held' ? 'wait until it is free again' : 'keep it in the map';
  return `seat ${seat_number} is ${status}: ${words}; ${mend}`;
}

function isSame(own: StoredSeat, seat: DesiredSeat): boolean {
  return (
    own.row_number === seat.row &&
    own.row_label === seat.label &&
    own.column_number === seat.column &&
    own.category_id === seat.category &&
    own.is_standing === seat.isStanding &&
    isDeepStrictEqual(placeOf(own), seat.place)
  );
}

function placeOf({ section, x, y, rotation, access }: StoredSeat) {
  return section === null ? null : { section, x, y, rotation: rotation ?? 0, access };
}

function linesOf(
  sign: string,
  seats: readonly Pick<DesiredSeat, 'number' | 'category' | 'isStanding'>[],
  nameOf: (category: string | null) => string,
): string[] {
  const places = new Map<string, number>();
  for (const { isStanding, category } of seats) {
    if (isStanding) places.set(nameOf(category), (places.get(nameOf(category)) ?? 0) + 1);
  }
  return [
    ...namedLine(
      sign,
      'seat',
      seats.filter(({ isStanding }) => !isStanding).map(({ number }) => number),
    ),
    ...[...places].map(([name, count]) => `${sign} ${count} standing places: ${name}`),
  ];
}

async function withHistory(tx: Tx, seats: readonly StoredSeat[]): Promise<ReadonlySet<number>> {
  if (seats.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(
    `select k.id from unnest($1::bigint[]) as k (id)
     where exists (select 1 from order_seats i where i.seat_id = k.id) or exists (select 1 from tickets t where t.seat_id = k.id)`,
    [seats.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Writes the changes. Throws Refusal 409 where a seat was taken or moved since they were compared; the transaction must then end. */
export async function writeSeats(
  tx: Tx,
  eventId: string,
  changes: SeatChanges,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { added, changed, removed, kept } = changes;
  await writeRemoved(tx, removed, kept);
  const total = added.length + changed.length;
  for (let from = 0; from < changed.length; from += seatsPerStatement) {
    const batch = changed.slice(from, from + seatsPerStatement);
    // A seat that a buyer took meanwhile keeps the category at whose price it was taken.
    const written = await tx.query(
      `update seats t set row_number = s.row, row_label = s.label, column_number = s.col, category_id = s.category, is_standing = s.standing,
         section = s.section, x = s.x, y = s.y, rotation = s.rotation, access = s.access,
         status = case when s.category is null then 'block' when t.category_id is null then 'available' else t.status end
       from unnest($1::bigint[], $2::int[], $3::text[], $4::int[], $5::text[], $6::bool[], $7::text[], $8::float8[], $9::float8[], $10::float8[], $11::text[], $12::text[])
         as s (id, row, label, col, category, standing, section, x, y, rotation, access, was)
       where t.id = s.id and t.category_id is not distinct from s.was
         and (s.category is not distinct from s.was or t.status in ('available', 'block')) returning t.id`,
      [
        batch.map(({ id }) => id),
        ...columnsOf(batch.map(({ seat }) => seat)),
        batch.map(({ own }) => own.category_id),
      ],
    );
    if (written.length < batch.length) throw takenSince();
    onProgress(Math.min(from + seatsPerStatement, changed.length), total);
  }
  for (let from = 0; from < added.length; from += seatsPerStatement) {
    const batch = added.slice(from, from + seatsPerStatement);
    await tx.query(
      `insert into seats (event_id, seat_number, row_number, row_label, column_number, category_id, is_standing, section, x, y, rotation, access, status)
       select $1, s.number, s.row, s.label, s.col, s.category, s.standing, s.section, s.x, s.y, s.rotation, s.access,
         case when s.category is null then 'block' else 'available' end
       from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::bool[], $8::text[], $9::float8[], $10::float8[], $11::float8[], $12::text[])
         as s (number, row, label, col, category, standing, section, x, y, rotation, access)`,
      [eventId, batch.map(({ number }) => number), ...columnsOf(batch)],
    );
    onProgress(changed.length + Math.min(from + seatsPerStatement, added.length), total);
  }
}

async function writeRemoved(
  tx: Tx,
  removed: readonly number[],
  kept: readonly number[],
): Promise<void> {
  const gone = await tx.query(
    `delete from seats where id = any($1::bigint[]) and status in ('available', 'block') returning id`,
    [removed],
  );
  const blocked = await tx.query(
    `update seats set status = 'block', category_id = null
     where id = any($1::bigint[]) and status in ('available', 'block') returning id`,
    [kept],
  );
  if (gone.length + blocked.length < removed.length + kept.length) {
    throw takenSince();
  }
}

const takenSince = () =>
  new Refusal(409, 'A buyer took a seat that this changes. Nothing was changed: try again.');

const placeColumns = [
  'section',
  'x',
  'y',
  'rotation',
  'access',
] as const satisfies (keyof SeatPlace)[];

function columnsOf(seats: readonly DesiredSeat[]): unknown[] {
  return [
    seats.map(({ row }) => row),
    seats.map(({ label }) => label),
    seats.map(({ column }) => column),
    seats.map(({ category }) => category),
    seats.map(({ isStanding }) => isStanding),
    ...placeColumns.map((name) => seats.map(({ place }) => place?.[name] ?? null)),
  ];
}
