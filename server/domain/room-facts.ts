import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';

/** What everybody who waits for one event is told alike. */
export interface RoomFacts {
  /** Promotions in a minute, to one decimal, over the last five or since the first one; null when there was none. */
  readonly servedPerMinute: number | null;
  /** Seats nobody holds or has bought; null for an event without any. */
  readonly seatsLeft: number | null;
}

/** Reads the facts of an event; callers within one second share one read, however many wait. */
export type ReadRoomFacts = (eventId: string) => Promise<RoomFacts>;

const paceMinutes = 5;
/** A pace is measured over no less: one promotion a second ago is not sixty a minute. */
const paceAtLeastMinutes = 1;
const keptMs = 1000;

/** Makes the reader; it forgets what is older than a second by the server's clock, which may be moved. */
export function createRoomFacts(db: Db, clock: Clock): ReadRoomFacts {
  const kept = new Map<string, { at: number; facts: Promise<RoomFacts> }>();
  return (eventId) => {
    const now = clock.now();
    const last = kept.get(eventId);
    if (last !== undefined && Math.abs(now.getTime() - last.at) < keptMs) return last.facts;
    const facts = readRoomFacts(db, eventId, now);
    kept.set(eventId, { at: now.getTime(), facts });
    facts.catch(() => kept.delete(eventId));
    return facts;
  };
}

async function readRoomFacts(db: Db, eventId: string, now: Date): Promise<RoomFacts> {
  const [row] = await db.query<{
    served: number;
    first_at: Date | null;
    served_before: boolean;
    seats: boolean;
    seats_left: number;
  }>(
    `select
       (select count(*) from purchase_sessions p where p.event_id = $1 and p.ticket is not null and p.online_at > $2) as served,
       (select min(p.online_at) from purchase_sessions p
         where p.event_id = $1 and p.ticket is not null and p.online_at > $2) as first_at,
       exists (select 1 from purchase_sessions p
         where p.event_id = $1 and p.ticket is not null and p.online_at <= $2) as served_before,
       exists (select 1 from seats t where t.event_id = $1 and t.status <> 'block') as seats,
       (select count(*) from seats t where t.event_id = $1 and t.category_id is not null and t.status = 'available') as seats_left`,
    [eventId, new Date(now.getTime() - paceMinutes * 60_000)],
  );
  if (row === undefined) throw new Error('A statement without a table gave no row.');
  return {
    servedPerMinute: paceOf(Number(row.served), row.served_before ? null : row.first_at, now),
    seatsLeft: row.seats ? Number(row.seats_left) : null,
  };
}

/** Promotions a minute; `firstAt` is the first there ever was, null when the measured time is full. */
function paceOf(served: number, firstAt: Date | null, now: Date): number | null {
  if (served === 0) return null;
  const since = firstAt === null ? paceMinutes : (now.getTime() - firstAt.getTime()) / 60_000;
  const minutes = Math.min(paceMinutes, Math.max(paceAtLeastMinutes, since));
  // A pace that rounds to nothing is still one: whoever waits is told a slow queue, not an unknown one.
  return Math.max(0.1, Math.round((served / minutes) * 10) / 10);
}
