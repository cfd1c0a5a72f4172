import type { SeatCategory, SeatStatus } from '../../contract/seatmap.ts';
import type { Queryable } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { loadLayout, type SeatLayout } from './seatmap-layout.ts';

/** Maps kept in memory at a time; one of 50,000 seats takes about 10 MB. */
const layoutsKept = 40;

/** Answers whole maps; keeps what never changes of each, so that only taken seats are read again. */
export interface SeatmapReader {
  /** The answer of a map as JSON text (§3). `graceSeconds` as in the configuration. Refuses with 404 'Event not found'. */
  read(q: Queryable, slug: string, now: Date, graceSeconds: number): Promise<string>;
}

/** Ids of seats that nobody else can have now. */
interface TakenSeats {
  readonly held: readonly number[];
  readonly sold: readonly number[];
}

/** A reader with an empty memory. */
export function createSeatmapReader(): SeatmapReader {
  const layouts = new Map<string, Promise<SeatLayout>>();

  function layoutOf(q: Queryable, eventId: string, version: string): Promise<SeatLayout> {
    const key = `${eventId}@${version}`;
    const kept = layouts.get(key);
    if (kept !== undefined) return kept;
    const loading = loadLayout(q, eventId);
    layouts.set(key, loading);
    // A failed read must not be answered for ever.
    loading.catch(() => layouts.delete(key));
    const oldest = layouts.keys().next().value;
    if (layouts.size > layoutsKept && oldest !== undefined) layouts.delete(oldest);
    return loading;
  }

  return {
    async read(q, slug, now, graceSeconds) {
      const [event] = await q.query<{ id: string; status: string; layout_version: string }>(
        'select id, status, layout_version from events where slug = $1',
        [slug],
      );
      if (event === undefined) throw new Refusal(404, 'Event not found');
      const layout = await layoutOf(q, event.id, event.layout_version);
      const taken = await readTaken(q, event.id, now, graceSeconds);
      return seatmapJson(event.status, layout, taken);
    },
  };
}

/**
 * Seats that somebody holds or owns. A hold whose session deadline and grace have passed has lapsed, unless a payment of its order is
 * still pending: money may be on its way (invariant 8).
 */
async function readTaken(
  q: Queryable,
  eventId: string,
  now: Date,
  graceSeconds: number,
): Promise<TakenSeats> {
  const [row] = await q.query<{ held: string | null; sold: string | null }>(
    `select (json_agg(s.id) filter (where s.status = 'sold'))::text as sold,
       (json_agg(s.id) filter (where s.status = 'held' and not (
         coalesce(p.deadline < $2::timestamptz - make_interval(secs => $3::int), false)
         and not exists (select 1 from payments pay where pay.order_id = o.id and pay.status = 'pending')
       )))::text as held
     from seats s
     left join seat_claims c on c.seat_id = s.id
     left join orders o on o.id = c.order_id
     left join purchase_sessions p on p.id = o.session_id
     where s.event_id = $1 and s.status in ('held', 'sold')`,
    [eventId, now, graceSeconds],
  );
  const ids = (text: string | null | undefined) => JSON.parse(text ?? '[]') as number[];
  return { held: ids(row?.held), sold: ids(row?.sold) };
}

/** Joined from ready texts: making 50,000 objects and writing them out again would take ten times as long. */
function seatmapJson(eventStatus: string, layout: SeatLayout, taken: TakenSeats): string {
  const seats = layout.seats.slice();
  const mark = (ids: readonly number[], status: SeatStatus) => {
    const counts = new Map<string, number>();
    for (const id of ids) {
      const index = layout.indexOf.get(id);
      if (index === undefined) continue;
      seats[index] = layout.seatWith(index, status);
      const category = layout.categoryOf[index] ?? '';
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    return counts;
  };
  const held = mark(taken.held, 'in_transaction');
  const sold = mark(taken.sold, 'sold');
  const categories = layout.categories.map(
    (category): SeatCategory => ({
      ...category,
      sold_tickets_count: sold.get(category.id) ?? 0,
      available_seats:
        category.max_capacity - (held.get(category.id) ?? 0) - (sold.get(category.id) ?? 0),
    }),
  );
  return `{"event_status":${JSON.stringify(eventStatus)},"categories":${JSON.stringify(categories)},"seatLayout":{"totalRows":${layout.totalRows},"totalCols":${layout.totalCols},"items":[${seats.join(',')}]},"zoneLayout":null}`;
}
