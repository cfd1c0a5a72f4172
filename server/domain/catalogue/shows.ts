import type { Sale, Show, ShowCategory } from '../../../contract/catalogue.ts';
import { localIso } from '../../../contract/place/time-zone.ts';
import { type SaleFacts, saleOf } from './sale.ts';
import { seatsSql } from './seat-counts.ts';

/** From this many free places down a show is 'limited', and the choice of shows says how many are left. */
export const fewSeats = 20;

/** A show of an event, as a row of `events` with its stock. */
export type ShowRow = SaleFacts & {
  readonly id: string;
  readonly slug: string;
  readonly show_name: string | null;
  readonly ends_at: Date;
  readonly event_type: string | null;
  /** Whole rupiah. */
  readonly lowest_price: number;
  /** Free places. */
  readonly free_seats: number;
  /** The most tickets of one person; null without a limit of its own. */
  readonly max_tickets: number | null;
};

/** Column `free_seats` of `events e`. */
export const stockColumn = `${seatsSql('available')}::int as free_seats`;

/** Sales from the one a buyer wants most to the one of least use; any other comes last. */
const bestFirst: readonly Sale['state'][] = [
  'open',
  'presale',
  'notYet',
  'paused',
  'soldOut',
  'postponed',
  'closed',
  'cancelled',
  'over',
];

/** The show that a series is presented by: the best sale, then the earliest of `rows`, which are by date. */
export function bestShow<Row extends ShowRow>(rows: readonly Row[], fallback: Row): Row {
  const ranked = rows.map((row) => ({ row, rank: bestFirst.indexOf(saleOf(row).state) }));
  return ranked.toSorted((one, other) => one.rank - other.rank)[0]?.row ?? fallback;
}

/** The remaining seats of a show or of a category. Held seats may become free again: they do not make it sold out. */
export function stockOf(free: number, hasSeats: boolean) {
  const isFew = free <= fewSeats;
  return {
    availability: hasSeats ? (isFew ? 'limited' : 'available') : 'sold_out',
    seats_left: hasSeats && isFew && free > 0 ? free : null,
  } as const;
}

/** One entry of 'Choose Your Show' (§2.150) with its categories. */
export function showOf(row: ShowRow, categories: readonly ShowCategory[] = []): Show {
  return {
    id: row.id,
    slug: row.slug,
    name: row.show_name,
    show_type: row.event_type ?? 'Event',
    starts_at: localIso(row.starts_at, row.time_zone),
    ends_at: localIso(row.ends_at, row.time_zone),
    price: row.lowest_price,
    ...stockOf(row.free_seats, row.has_seats),
    is_free: row.lowest_price === 0,
    sale: saleOf(row),
    ...(row.max_tickets !== null && { max_tickets: row.max_tickets }),
    categories: [...categories],
  };
}
