import { calls } from '../../../contract/call/calls.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import type { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import {
  type Choice,
  type Claim,
  heldChoice,
  ofBuyerSql,
  type PricedSeat,
  pricedColumns,
} from './choice.ts';
import { replacePlaces } from './standing.ts';

const refuse = refuseFor(calls.createDraft, calls.orderPreview);

/**
 * The refusal of seats that are gone, never were, or belong to another event: `meta.seats` names them, `meta.mine` the seats that the
 * caller holds all the same (§8.24, §7.71).
 */
export function seatsTaken(seatNumbers: readonly string[], mine: readonly string[] = []): Refusal {
  return refuse('seatsTaken', { meta: { seats: [...seatNumbers], mine: [...mine] } });
}

/** Why a hold of `seats t` with the claim, order and session beside it has lapsed at instant `now`, as SQL: invariant 8 keeps one whose payment runs. */
export const lapsedSql = (now: string, graceSeconds: string) =>
  `(coalesce(p.deadline < ${now}::timestamptz - make_interval(secs => ${graceSeconds}::int), false)
    and not exists (select 1 from payments pay where pay.order_id = o.id and pay.status = 'pending'))`;

/** What an account holds of an event and has not bought, seats in their order; nothing for an unknown event. */
export async function seatsHeldBy(
  q: Queryable,
  held: { slug: string; accountId: string; now: Date; graceSeconds: number },
): Promise<Required<Choice>> {
  const rows = await q.query<{ seat_number: string; is_standing: boolean; category_id: string }>(
    `select t.seat_number, t.is_standing, t.category_id from orders o
     join purchase_sessions p on p.id = o.session_id
     join seat_claims c on c.order_id = o.id and c.kind = 'held'
     join seats t on t.id = c.seat_id
     join events e on e.id = o.event_id
     where o.account_id = $1 and e.slug = $2 and o.status in ('draft', 'pending')
       and not ${lapsedSql('$3', '$4')}
     order by t.id`,
    [held.accountId, held.slug, held.now, held.graceSeconds],
  );
  return heldChoice(rows);
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
     where t.event_id = $1 and t.seat_number = any($2::text[]) and t.status <> 'block' and not t.is_standing
     order by c.position, t.id`,
    [eventId, seatNumbers],
  );
  refuseMissing(seatNumbers, seats);
  return seats;
}

/**
 * Claims those of the seats that are free for this transaction, if the buyer is online; `swapSeats` writes them down. In id order, locked ones skipped,
 * so that a loser is refused at once and no two claims wait for each other; the key of seat_claims stands behind it.
 */
export async function claimSeats(
  tx: Tx,
  { accountId, slug, clock }: Claim,
  seatNumbers: readonly string[],
): Promise<PricedSeat[]> {
  if (seatNumbers.length === 0) return [];
  return tx.query<PricedSeat>(
    `select ${pricedColumns(clock)} from seats t join categories c on c.id = t.category_id
     where ${ofBuyerSql} and t.seat_number = any($3::text[]) and t.status = 'available' and not t.is_standing
     order by t.id for update of t skip locked`,
    [slug, accountId, seatNumbers],
  );
}

/** Throws the 409 of `seatsTaken` (§8.24) if seats are missing; `mine` is what the order holds already. */
export function refuseMissing(
  wanted: readonly string[],
  found: readonly { seat_number: string }[],
  mine: readonly string[] = [],
): void {
  const have = new Set(found.map((seat) => seat.seat_number));
  const lost = wanted.filter((number) => !have.has(number));
  if (lost.length > 0) throw seatsTaken(lost, mine);
}

/** Seats that an order takes and gives back. */
interface Swap {
  readonly orderId: string;
  /** Locked by the caller, with a ticket id and the price each. */
  readonly added: readonly {
    readonly seat_id: number;
    readonly ticket_id: string;
    readonly price: number;
  }[];
  /** Ids of seats that it holds. */
  readonly given: readonly number[];
  readonly now: Date;
}

/** Writes which seats a live order holds, by one statement. Fails with a violation of `seat_claims_pkey` where another order has one of them. */
export async function swapSeats(tx: Tx, { orderId, added, given, now }: Swap): Promise<void> {
  await tx.query(
    `with given as (
       delete from seat_claims where order_id = $1 and kind = 'held' and seat_id = any($2::bigint[]) returning seat_id),
     freed as (
       update seats set status = 'available' where id in (select seat_id from given) and status = 'held'),
     dropped as (
       delete from order_seats where order_id = $1 and seat_id = any($2::bigint[])),
     held as (
       update seats set status = 'held' where id = any($3::bigint[])),
     claimed as (
       insert into seat_claims (seat_id, order_id, kind, claimed_at) select unnest($3::bigint[]), $1, 'held', $6)
     insert into order_seats (order_id, seat_id, ticket_id, price, category_id)
     select $1, g.seat_id, g.ticket_id, g.price, t.category_id
     from unnest($3::bigint[], $4::uuid[], $5::bigint[]) g (seat_id, ticket_id, price) join seats t on t.id = g.seat_id`,
    [
      orderId,
      given,
      added.map(({ seat_id }) => seat_id),
      added.map(({ ticket_id }) => ticket_id),
      added.map(({ price }) => price),
      now,
    ],
  );
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

/** A seat that changed hands; of a standing place people hear the category alone. */
export type ChangedSeat = {
  seat_number: string;
  /** Category of a standing place; null for a seat with a number. */
  standing_in: string | null;
};

/** Columns of a ChangedSeat, of `seats`. */
export const changedColumns =
  'seat_number, case when is_standing then category_id end as standing_in';

/** Gives the held seats of an order back, or those of `onlySeatIds`; returns them. Sold seats stay. */
export async function releaseSeats(
  tx: Tx,
  orderId: string,
  onlySeatIds: readonly number[] | null = null,
): Promise<ChangedSeat[]> {
  const freed = await tx.query<{ seat_id: number }>(
    `delete from seat_claims where order_id = $1 and kind = 'held'
       and ($2::bigint[] is null or seat_id = any($2::bigint[])) returning seat_id`,
    [orderId, onlySeatIds],
  );
  if (freed.length === 0) return [];
  return tx.query<ChangedSeat>(
    `update seats set status = 'available' where id = any($1::bigint[]) and status = 'held'
     returning ${changedColumns}`,
    [freed.map((row) => row.seat_id)],
  );
}

/** Gives the held seats of many orders back, by one statement; returns them, each with its order. */
export function releaseSeatsOf(
  tx: Tx,
  orderIds: readonly string[],
): Promise<(ChangedSeat & { order_id: string })[]> {
  return tx.query(
    `with freed as (
       delete from seat_claims where order_id = any($1::uuid[]) and kind = 'held' returning seat_id, order_id)
     update seats set status = 'available' from freed where id = seat_id and status = 'held'
     returning order_id, ${changedColumns}`,
    [orderIds],
  );
}

/**
 * Makes the seats of a late payment the order's again: those it still holds, and those that are free; a standing place that went to somebody
 * else is replaced by another of its category. False when something is gone; the caller must then undo nothing, for nothing was taken
 * (§12.26: money beats the clock).
 */
export async function reclaimSeats(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const missing = await tx.query<{ seat_id: number; standing_in: string | null }>(
    `select i.seat_id, case when t.is_standing then t.category_id end as standing_in
     from order_seats i join seats t on t.id = i.seat_id where i.order_id = $1
       and not exists (select 1 from seat_claims c where c.seat_id = i.seat_id and c.order_id = $1)
     order by t.id`,
    [orderId],
  );
  if (missing.length === 0) return true;
  const swap = await replacePlaces(tx, missing);
  if (swap === null) return false;
  const ids = missing.map(({ seat_id }) => swap.get(seat_id) ?? seat_id);
  const free = await tx.query<{ id: number }>(
    `select t.id from seats t where t.id = any($1::bigint[]) and t.status = 'available'
       -- The organiser may have made it a place of another category since.
       and not exists (select 1 from order_seats i where i.order_id = $2 and i.seat_id = t.id and i.category_id <> t.category_id)
     order by t.id for update skip locked`,
    [ids, orderId],
  );
  if (free.length !== ids.length) return false;
  for (const [before, after] of swap) {
    await tx.query('update order_seats set seat_id = $3 where order_id = $1 and seat_id = $2', [
      orderId,
      before,
      after,
    ]);
  }
  await holdSeats(tx, orderId, ids, now);
  return true;
}

/** Marks the seats of an order as sold; returns them. */
export async function sellSeats(tx: Tx, orderId: string): Promise<ChangedSeat[]> {
  const claims = await tx.query<{ seat_id: number }>(
    `update seat_claims set kind = 'sold' where order_id = $1 returning seat_id`,
    [orderId],
  );
  return tx.query<ChangedSeat>(
    `update seats set status = 'sold' where id = any($1::bigint[]) returning ${changedColumns}`,
    [claims.map((claim) => claim.seat_id)],
  );
}

/** Takes the sold seats of an order back, or those of `onlySeatIds`: on sale again, or out of the sale; returns them. */
export async function returnSeats(
  tx: Tx,
  orderId: string,
  to: 'available' | 'block',
  onlySeatIds: readonly number[] | null = null,
): Promise<ChangedSeat[]> {
  const claims = await tx.query<{ seat_id: number }>(
    `delete from seat_claims where order_id = $1 and kind = 'sold'
       and ($2::bigint[] is null or seat_id = any($2::bigint[])) returning seat_id`,
    [orderId, onlySeatIds],
  );
  return tx.query<ChangedSeat>(
    `update seats set status = $2 where id = any($1::bigint[]) and status = 'sold' returning ${changedColumns}`,
    [claims.map((claim) => claim.seat_id), to],
  );
}

/** A sold seat that an order has in place of another. */
interface MovedClaim {
  readonly seat: { id: number; seat_number: string | null; category_name: string };
  readonly taken: ChangedSeat;
  readonly freed: ChangedSeat;
}

/** Moves the sold claim of a locked order from one seat to a free one of the same event; null where that one is not free. */
export async function moveClaim(
  tx: Tx,
  { orderId, eventId, from, to }: { orderId: string; eventId: string; from: number; to: string },
  now: Date,
): Promise<MovedClaim | null> {
  const [seat] = await tx.query<{ id: number; seat_number: string; category_name: string }>(
    `select t.id, t.seat_number, c.name as category_name from seats t join categories c on c.id = t.category_id
     where t.event_id = $1 and upper(t.seat_number) = upper($2) and t.status = 'available' and not t.is_standing
       -- An order has a place once, also one that it gave back.
       and not exists (select 1 from order_seats i where i.order_id = $3 and i.seat_id = t.id)
     for update of t skip locked`,
    [eventId, to, orderId],
  );
  if (seat === undefined) return null;
  await tx.query(
    `update seat_claims set seat_id = $3, claimed_at = $4 where order_id = $1 and seat_id = $2 and kind = 'sold'`,
    [orderId, from, seat.id, now],
  );
  const changed = async (id: number, status: string) => {
    const [row] = await tx.query<ChangedSeat>(
      `update seats set status = $2 where id = $1 returning ${changedColumns}`,
      [id, status],
    );
    if (row === undefined) throw new Error('A claimed seat has lost its row.');
    return row;
  };
  return { seat, taken: await changed(seat.id, 'sold'), freed: await changed(from, 'available') };
}
