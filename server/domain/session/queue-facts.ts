import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';

/** What everybody who waits for one event reads alike. */
export interface QueueFacts {
  /** Promotions in a minute, to one decimal, over the last five or since the first one; null when there was none. */
  readonly servedPerMinute: number | null;
  /** Seats nobody holds or has bought; null for an event without any. */
  readonly seatsLeft: number | null;
}

/** Reads the facts of an event; callers at about one time share one read, however many wait. */
export type ReadQueueFacts = (eventId: string) => Promise<QueueFacts>;

const paceMinutes = 5;
/** A pace is measured over no less: one promotion a second ago is not sixty a minute. */
const paceAtLeastMinutes = 1;
const paceKeptMs = 1000;
/** Counting the free seats of a stadium takes some 10 ms, which the one connection of the embedded engine should not spend every second. */
const seatsKeptMs = 5000;

/** Makes the reader, which remembers what it read for a moment of the server's clock. */
export function createQueueFacts(db: Db, clock: Clock): ReadQueueFacts {
  const pace = remembered(clock, paceKeptMs, (eventId, now) => readPace(db, eventId, now));
  const seats = remembered(clock, seatsKeptMs, (eventId) => countSeats(db, eventId));
  return async (eventId) => {
    const [servedPerMinute, seatsLeft] = await Promise.all([pace(eventId), seats(eventId)]);
    return { servedPerMinute, seatsLeft };
  };
}

function remembered<T>(
  clock: Clock,
  keptMs: number,
  read: (eventId: string, now: Date) => Promise<T>,
): (eventId: string) => Promise<T> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return (eventId) => {
    const now = clock.now();
    const last = kept.get(eventId);
    // Either way: the development clock may have been set back.
    if (last !== undefined && Math.abs(now.getTime() - last.at) < keptMs) return last.value;
    const value = read(eventId, now);
    kept.set(eventId, { at: now.getTime(), value });
    value.catch(() => kept.delete(eventId));
    return value;
  };
}

async function countSeats(db: Db, eventId: string): Promise<number | null> {
  const [row] = await db.query<{ has_seats: boolean; seats_left: number }>(
    `select exists (select 1 from seats t where t.event_id = $1 and t.category_id is not null) as has_seats,
       (select count(*) from seats t
         where t.event_id = $1 and t.category_id is not null and t.status = 'available') as seats_left`,
    [eventId],
  );
  return row?.has_seats === true ? Number(row.seats_left) : null;
}

async function readPace(db: Db, eventId: string, now: Date): Promise<number | null> {
  const [row] = await db.query<{ served: number; first_at: Date | null; is_older: boolean }>(
    `select count(*) as served, min(p.online_at) as first_at,
       exists (select 1 from purchase_sessions o
         where o.event_id = $1 and o.ticket is not null and o.online_at <= $2) as is_older
     from purchase_sessions p where p.event_id = $1 and p.ticket is not null and p.online_at > $2`,
    [eventId, new Date(now.getTime() - paceMinutes * 60_000)],
  );
  const served = Number(row?.served ?? 0);
  if (served === 0) return null;
  const firstAt = row?.is_older === true ? null : (row?.first_at ?? null);
  const since = firstAt === null ? paceMinutes : (now.getTime() - firstAt.getTime()) / 60_000;
  const minutes = Math.min(paceMinutes, Math.max(paceAtLeastMinutes, since));
  return Math.round((served / minutes) * 10) / 10;
}
