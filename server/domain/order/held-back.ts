import type { Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { audit, type Trail } from '../audit.ts';
import { refuseTakenPromised } from '../waiting/promised.ts';
import { type ChangedSeat, changedColumns } from './seats.ts';

/** SQL over a seat `t`: it was taken out of the sale with the money that a bank took back, and an operator decides about it (`npm run admin -- notices`). */
export const disputedSql = `exists (select 1 from refunds r join payments p on p.id = r.payment_id
  join order_seats i on i.order_id = p.order_id left join tickets k on k.id = i.ticket_id
  where r.seats = 'blocked' and i.seat_id = t.id and k.seat_freed_at is null)`;

/** Seats that an organiser named, as far as they could be locked. */
interface NamedSeats {
  readonly ids: readonly number[];
  /** Their numbers, as the plan writes them. */
  readonly numbers: readonly string[];
  /** Given numbers that do not exist, have another status, or are locked by another transaction. */
  readonly missing: readonly string[];
}

/** Locks the seats of an event by number, in either case, that have one of the statuses; standing places and seats in dispute have none of them. */
export async function lockNamedSeats(
  tx: Tx,
  eventId: string,
  seatNumbers: readonly string[],
  statuses: readonly ('available' | 'block')[],
): Promise<NamedSeats> {
  const given = [...new Set(seatNumbers.map((number) => number.trim().toUpperCase()))];
  const locked = await tx.query<{ id: number; seat_number: string }>(
    `select t.id, t.seat_number from seats t where t.event_id = $1 and upper(t.seat_number) = any($2::text[]) and t.status = any($3::text[])
       and t.category_id is not null and not t.is_standing and not ${disputedSql} order by t.id for update of t skip locked`,
    [eventId, given, statuses],
  );
  const numbers = locked.map(({ seat_number }) => seat_number);
  const found = new Set(numbers.map((number) => number.toUpperCase()));
  const missing = given.filter((number) => !found.has(number));
  return { ids: locked.map(({ id }) => id), numbers, missing };
}

/** Seats of an event that change between the sale and the organiser's own use. */
interface HeldBack {
  readonly eventId: string;
  readonly seatNumbers: readonly string[];
  /** 'block' holds free seats back; 'available' gives them out again. */
  readonly to: 'block' | 'available';
  readonly by: Trail;
  readonly now: Date;
}

/**
 * Holds free seats of an event back from the sale, or gives held ones out. All or nothing: throws Refusal 409 that names the seats that are not free,
 * or not held back, or where the waiting list has offers for them.
 */
export async function changeHeldBack(
  tx: Tx,
  { eventId, seatNumbers, to, by, now }: HeldBack,
): Promise<ChangedSeat[]> {
  const from = to === 'block' ? 'available' : 'block';
  const { ids, numbers, missing } = await lockNamedSeats(tx, eventId, seatNumbers, [from]);
  if (missing.length > 0) {
    const state = to === 'block' ? 'free' : 'held back';
    throw new Refusal(409, `Nothing was changed: not ${state} are ${missing.join(', ')}.`);
  }
  await audit(tx, {
    at: now,
    ...by,
    action: to === 'block' ? 'seats.hold-back' : 'seats.give-out',
    object: `event:${eventId}`,
    detail: { seats: numbers },
  });
  const changed = await tx.query<ChangedSeat>(
    `update seats set status = $2 where id = any($1::bigint[]) returning ${changedColumns}`,
    [ids, to],
  );
  if (to === 'block') await refuseTakenPromised(tx, eventId);
  return changed;
}
