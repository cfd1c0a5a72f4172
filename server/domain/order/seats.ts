import { calls } from '../../../contract/call/calls.ts';
import { maxRealtimeBytes } from '../../../contract/limits.ts';
import type { SeatStatus } from '../../../contract/seatmap.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import type { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Broker } from '../../realtime/broker.ts';
import { judgedAt } from '../catalogue/sale.ts';

const refuse = refuseFor(calls.createDraft, calls.orderPreview);

/** A seat with the price it has today. */
export type PricedSeat = {
  id: number;
  seat_number: string;
  row_label: string;
  column_number: number;
  category_id: string;
  category_name: string;
  category_position: number;
  price: number;
};

/** An early price ends by the clock that judges sales: that of the database (decision 055). */
const pricedColumns = (
  clock: Pick<Clock, 'offsetSeconds'>,
) => `t.id, t.seat_number, t.row_label, t.column_number, t.category_id,
  c.name as category_name, c.position as category_position, price_at(c.price, c.early_prices, ${judgedAt(clock)}) as price`;

/**
 * The refusal of seats that are gone, never were, or belong to another event: `meta.seats` names them, `meta.mine` the seats that the
 * caller holds all the same (§8, ruling R22).
 */
export function seatsTaken(seatNumbers: readonly string[], mine: readonly string[] = []): Refusal {
  return refuse('seatsTaken', { meta: { seats: [...seatNumbers], mine: [...mine] } });
}

/** Why a hold of `seats t` with the claim, order and session beside it has lapsed at instant `now`, as SQL: invariant 8 keeps one whose payment runs. */
export const lapsedSql = (now: string, graceSeconds: string) =>
  `(coalesce(p.deadline < ${now}::timestamptz - make_interval(secs => ${graceSeconds}::int), false)
    and not exists (select 1 from payments pay where pay.order_id = o.id and pay.status = 'pending'))`;

/** Numbers of the seats of an event that an account holds and has not bought, in their order; none for an unknown event. */
export async function seatsHeldBy(
  q: Queryable,
  held: { slug: string; accountId: string; now: Date; graceSeconds: number },
): Promise<string[]> {
  const rows = await q.query<{ seat_number: string }>(
    `select t.seat_number from orders o
     join purchase_sessions p on p.id = o.session_id
     join seat_claims c on c.order_id = o.id and c.kind = 'held'
     join seats t on t.id = c.seat_id
     join events e on e.id = o.event_id
     where o.account_id = $1 and e.slug = $2 and o.status in ('draft', 'pending')
       and not ${lapsedSql('$3', '$4')}
     order by t.id`,
    [held.accountId, held.slug, held.now, held.graceSeconds],
  );
  return rows.map((row) => row.seat_number);
}

/** Seats of an event by number, held or free. Throws the 409 of `seatsTaken` when one does not exist or is not for sale. */
export async function readPricedSeats(
  q: Queryable,
  clock: Pick<Clock, 'offsetSeconds'>,
  eventId: string,
  seatNumbers: readonly string[],
): Promise<PricedSeat[]> {
  const seats = await q.query<PricedSeat>(
    `select ${pricedColumns(clock)} from seats t join categories c on c.id = t.category_id
     where t.event_id = $1 and t.seat_number = any($2::text[]) and t.status <> 'block'
     order by c.position, t.id`,
    [eventId, seatNumbers],
  );
  refuseMissing(seatNumbers, seats);
  return seats;
}

/**
 * Claims free seats for an order, all or none. Rows are locked in id order and held ones skipped, so that a loser is told at once
 * and no two claims wait for each other; the key of seat_claims stands behind it. Throws the 409 of `seatsTaken` (§8).
 */
export async function claimSeats(
  tx: Tx,
  claim: {
    eventId: string;
    orderId: string;
    seatNumbers: readonly string[];
    /** What the order holds already, for the refusal's `meta.mine`. */
    mine: readonly string[];
    now: Date;
    clock: Pick<Clock, 'offsetSeconds'>;
  },
): Promise<PricedSeat[]> {
  if (claim.seatNumbers.length === 0) return [];
  const seats = await tx.query<PricedSeat>(
    `select ${pricedColumns(claim.clock)} from seats t join categories c on c.id = t.category_id
     where t.event_id = $1 and t.seat_number = any($2::text[]) and t.status = 'available'
     order by t.id for update of t skip locked`,
    [claim.eventId, claim.seatNumbers],
  );
  refuseMissing(claim.seatNumbers, seats, claim.mine);
  await holdSeats(
    tx,
    claim.orderId,
    seats.map((seat) => seat.id),
    claim.now,
  );
  return seats;
}

function refuseMissing(
  wanted: readonly string[],
  found: readonly { seat_number: string }[],
  mine: readonly string[] = [],
): void {
  if (found.length === wanted.length) return;
  const have = new Set(found.map((seat) => seat.seat_number));
  const lost = wanted.filter((number) => !have.has(number));
  throw seatsTaken(lost, mine);
}

async function holdSeats(
  tx: Tx,
  orderId: string,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await tx.query(`update seats set status = 'held' where id = any($1::bigint[])`, [ids]);
  await tx.query(
    `insert into seat_claims (seat_id, order_id, kind, claimed_at)
     select unnest($1::bigint[]), $2, 'held', $3`,
    [ids, orderId, now],
  );
}

/** Gives the held seats of an order back, or those of `onlySeatIds`; answers their numbers. Sold seats stay. */
export async function releaseSeats(
  tx: Tx,
  orderId: string,
  onlySeatIds: readonly number[] | null = null,
): Promise<string[]> {
  const freed = await tx.query<{ seat_id: number }>(
    `delete from seat_claims where order_id = $1 and kind = 'held'
       and ($2::bigint[] is null or seat_id = any($2::bigint[])) returning seat_id`,
    [orderId, onlySeatIds],
  );
  if (freed.length === 0) return [];
  const rows = await tx.query<{ seat_number: string }>(
    `update seats set status = 'available' where id = any($1::bigint[]) and status = 'held'
     returning seat_number`,
    [freed.map((row) => row.seat_id)],
  );
  return rows.map((row) => row.seat_number);
}

/**
 * Makes the seats of a late payment the order's again: those it still holds, and those that are free. False when one went to
 * somebody else; the caller must then undo nothing, for nothing was taken (ruling 11: money beats the clock).
 */
export async function reclaimSeats(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const missing = await tx.query<{ seat_id: number }>(
    `select i.seat_id from order_seats i where i.order_id = $1
       and not exists (select 1 from seat_claims c where c.seat_id = i.seat_id and c.order_id = $1)`,
    [orderId],
  );
  if (missing.length === 0) return true;
  const ids = missing.map((row) => row.seat_id);
  const free = await tx.query<{ id: number }>(
    `select id from seats where id = any($1::bigint[]) and status = 'available'
     order by id for update skip locked`,
    [ids],
  );
  if (free.length !== ids.length) return false;
  await holdSeats(tx, orderId, ids, now);
  return true;
}

/** Marks the seats of an order as sold; answers their numbers. */
export async function sellSeats(tx: Tx, orderId: string): Promise<string[]> {
  const claims = await tx.query<{ seat_id: number }>(
    `update seat_claims set kind = 'sold' where order_id = $1 returning seat_id`,
    [orderId],
  );
  const rows = await tx.query<{ seat_number: string }>(
    `update seats set status = 'sold' where id = any($1::bigint[]) returning seat_number`,
    [claims.map((claim) => claim.seat_id)],
  );
  return rows.map((row) => row.seat_number);
}

/** Takes the sold seats of an order back: on sale again, or out of the sale; answers their numbers. */
export async function returnSeats(
  tx: Tx,
  orderId: string,
  to: 'available' | 'block',
): Promise<string[]> {
  const claims = await tx.query<{ seat_id: number }>(
    `delete from seat_claims where order_id = $1 and kind = 'sold' returning seat_id`,
    [orderId],
  );
  const rows = await tx.query<{ seat_number: string }>(
    `update seats set status = $2 where id = any($1::bigint[]) and status = 'sold' returning seat_number`,
    [claims.map((claim) => claim.seat_id), to],
  );
  return rows.map((row) => row.seat_number);
}

/** Room a message needs beside its changes: the frame around the list. */
const frameBytes = 128;

/**
 * Tells everybody looking at an event which seats changed hands, in messages of at most 4 KiB (resolutions §3). `holderId` is the account
 * that has them now: it learns that they are its own, everybody else that they are not (ruling R22).
 */
export function publishSeats(
  broker: Broker,
  slug: string,
  seatNumbers: readonly string[],
  status: SeatStatus,
  holderId: string | null = null,
): void {
  const holder = holderId === null ? {} : { user_id: holderId };
  let changes: { seat_number: string; status: SeatStatus }[] = [];
  let bytes = frameBytes;
  for (const seatNumber of seatNumbers) {
    const change = { seat_number: seatNumber, status };
    const size = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes + size > maxRealtimeBytes) {
      broker.publish('seats', slug, { ...holder, changes });
      changes = [];
      bytes = frameBytes;
    }
    changes.push(change);
    bytes += size;
  }
  if (changes.length > 0) broker.publish('seats', slug, { ...holder, changes });
}
