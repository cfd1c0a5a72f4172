import { LRUCache } from 'lru-cache';
import { calls } from '../../../contract/call/calls.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { sharedRead } from '../../db/shared-read.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { judgedAt } from '../catalogue/sale.ts';
import {
  createSeatmapAnswers,
  type OwnSeats,
  type Packing,
  type SeatmapAnswers,
  type SeatmapResponse,
  type TakenSeats,
} from './seatmap-answer.ts';
import { loadLayout, maxTicketsSql } from './seatmap-layout.ts';
import { seatsHeldBy } from './seats.ts';

const refuse = refuseFor(calls.seatmapCategories, calls.seatmapLayout);
const refuseLayout = refuseFor(calls.seatmapLayout);

/** Seats of all maps kept in memory; those of a stadium of 50,000 take about 15 MB. */
const seatsKept = 500_000;

/** Responds with whole maps; keeps what never changes of each, so that only taken seats are read again. */
export interface SeatmapReader {
  /** A map as it stands, never older than the call. Refuses with 404 'Event not found'. */
  state(slug: string): Promise<SeatmapResponse>;
  /** What is sent of a layout. Refuses with 404 'Event not found', or 'Layout not found' when another version is in force. */
  layout(slug: string, version: string): Promise<SeatmapAnswers['layout']>;
  /** What the account holds of the event, read after the state; null for nobody (§3.33). */
  heldBy(slug: string, accountId: string | null): Promise<OwnSeats>;
}

export interface SeatmapReaderParts {
  readonly db: Db;
  readonly clock: Clock;
  /** As in the configuration. */
  readonly graceSeconds: number;
  readonly packing?: Packing;
}

/** A map that is kept. */
interface KeptMap {
  readonly key: string;
  readonly seats: number;
  readonly answers: SeatmapAnswers;
}

interface Now {
  readonly answers: SeatmapAnswers;
  readonly answer: SeatmapResponse;
}

/** A reader with an empty memory. */
export function createSeatmapReader(parts: SeatmapReaderParts): SeatmapReader {
  const { db, clock, graceSeconds } = parts;
  const maps = new LRUCache<string, KeptMap>({
    maxSize: seatsKept,
    // The largest map alone is kept, however many seats it has.
    sizeCalculation: ({ seats }) => Math.min(seatsKept, Math.max(1, seats)),
  });
  const reads = new Map<string, () => Promise<Now>>();

  /** `version` names what the layout holds: it changes as well when an early price ends. */
  const answersOf = async (slug: string, eventId: string, version: string) => {
    const key = `${eventId}@${version}`;
    const kept = maps.get(slug);
    if (kept?.key === key) return kept.answers;
    maps.delete(slug);
    const layout = await loadLayout(db, clock, eventId);
    const answers = createSeatmapAnswers(layout, parts.packing);
    maps.set(slug, { key, seats: layout.seats.length, answers });
    return answers;
  };

  const read = async (slug: string): Promise<Now> => {
    const [event] = await db.query<{
      id: string;
      status: string;
      layout_version: string;
      prices: string;
      max_tickets: number | null;
    }>(
      `select id, status, layout_version, ${maxTicketsSql} as max_tickets,
         concat_ws(' ', price_rules, (select string_agg(early_price_at(c.early_prices, ${judgedAt(clock)}) ->> 'price', ' ' order by c.id)
          from categories c where c.event_id = e.id)) as prices
       from events e where slug = $1 and status <> 'draft'`,
      [slug],
    );
    if (event === undefined) throw refuse('eventNotFound');
    const answers = await answersOf(
      slug,
      event.id,
      `${event.layout_version}@${event.prices}@${event.max_tickets ?? ''}`,
    );
    const taken = await readTaken(db, event.id);
    return { answers, answer: answers.stateOf(event.status, taken) };
  };

  const readTogether = async (slug: string): Promise<Now> => {
    const known = reads.get(slug) ?? sharedRead(() => read(slug));
    reads.set(slug, known);
    try {
      return await known();
    } catch (error) {
      // Unknown names must not fill the memory.
      if (error instanceof Refusal) reads.delete(slug);
      throw error;
    }
  };

  return {
    state: async (slug) => (await readTogether(slug)).answer,
    async layout(slug, version) {
      // The kept one needs no look at the database: what a version names never changes.
      const kept = maps.get(slug)?.answers;
      const answers = kept?.version === version ? kept : (await readTogether(slug)).answers;
      if (answers.version !== version) throw refuseLayout('layoutNotFound');
      return answers.layout;
    },
    async heldBy(slug, accountId) {
      if (accountId === null) return null;
      return seatsHeldBy(db, { slug, accountId, now: clock.now(), graceSeconds });
    },
  };
}

/** Seats that somebody holds or owns, or the organiser holds back, as a claim finds them: a hold that has lapsed is one until it is released. */
async function readTaken(db: Db, eventId: string): Promise<TakenSeats> {
  const [row] = await db.query<Record<keyof TakenSeats, string | null>>(
    `select
       (select json_agg(id order by id)::text from seats
        where event_id = $1 and status = 'sold' and not is_standing) as sold,
       (select json_agg(id order by id)::text from seats
        where event_id = $1 and status in ('held', 'block') and category_id is not null and not is_standing) as held,
       (select json_agg(json_build_object('category', k.category_id, 'held', k.held, 'sold', k.sold) order by k.category_id)::text
        from (select s.category_id, count(*) filter (where s.status <> 'sold') as held, count(*) filter (where s.status = 'sold') as sold
          from categories g join seats s on s.event_id = g.event_id and s.category_id = g.id
          where g.event_id = $1 and g.kind = 'standing' and s.status in ('held', 'sold', 'block')
          group by s.category_id) k) as standing`,
    [eventId],
  );
  return { held: row?.held ?? '[]', sold: row?.sold ?? '[]', standing: row?.standing ?? '[]' };
}
