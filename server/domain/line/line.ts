import { localIso } from '../../../contract/place/time-zone.ts';
import type { Line } from '../../../contract/queue.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { drawsAtOf, type SaleFacts, saleColumns, saleStateOf } from '../catalogue/sale.ts';
import { isUndrawn, type PendingDrawRow, pendingDrawColumn } from '../draw/pending.ts';
import type { SaleState } from '../lifecycle/sale.ts';
import type { ReadQueueFacts } from '../session/queue-facts.ts';
import { type GoneRow, goneColumns, gonePairs } from './gone.ts';
import { nearOf, presentSince } from './heartbeat.ts';

/** The most people who are back after a missed turn that are counted: after an outage it may be everybody. */
export const mostReturned = 1_000;

/** People back after a missed turn and present, as SQL over the row `r` of queue_rooms and the instant `since`; only those `before` a number, if given. */
export const returnedSql = (since: string, before?: string) => `(select count(*) from (
  select 1 from purchase_sessions b where b.event_id = r.event_id and b.state = 'queued'
    and b.returned_at is not null${before === undefined ? '' : ` and b.ticket < ${before}`}
    and b.last_contact_at >= ${since} limit ${mostReturned}) back)`;

type LineRow = GoneRow &
  SaleFacts &
  PendingDrawRow & {
    readonly event_id: string;
    /** Null: nobody has joined yet. */
    readonly paused: boolean | null;
    readonly returned: number;
    readonly message: string | null;
  };

/** States of a sale in which nobody is let in any more. */
const ended: ReadonlySet<SaleState> = new Set([
  'draft',
  'closed',
  'over',
  'postponed',
  'cancelled',
]);

/** What the line is read with. */
export interface LineParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'queuePresentSeconds'>;
  readonly queueFacts: ReadQueueFacts;
}

/** Reads the line of an event (§11.10, decision 057): a bounded number of rows however many wait, left or were served. Null for an unknown event. */
export async function readLine(parts: LineParts, slug: string): Promise<Line | null> {
  const now = parts.clock.now();
  const [row] = await parts.db.query<LineRow>(
    `select e.id as event_id, r.paused, r.message, ${goneColumns}, ${returnedSql('$2')} as returned, ${saleColumns(parts.clock)},
       ${pendingDrawColumn}
     from events e left join queue_rooms r on r.event_id = e.id where e.slug = $1`,
    [slug, presentSince(parts.config, now)],
  );
  if (row === undefined) return null;
  const facts = await parts.queueFacts(row.event_id);
  const drawsAt = row.draw === null ? null : drawsAtOf(row, row.draw.kind);
  return {
    slug,
    phase: phaseOf(row),
    // A paused sale lets nobody in either, and those who wait read why.
    paused: row.paused === true || saleStateOf(row) === 'paused',
    serving: row.serving ?? 0,
    issued: row.issued ?? 0,
    returned: row.returned,
    gone: row.paused === null ? [] : gonePairs(row),
    entrants: row.draw?.entrants ?? null,
    opens_at: drawsAt === null ? null : localIso(drawsAt, row.time_zone),
    per_minute: facts.servedPerMinute,
    seats_left: facts.seatsLeft,
    near: nearOf(facts.servedPerMinute, parts.config),
    message: row.message,
    at: now.toISOString(),
  };
}

function phaseOf(row: LineRow): Line['phase'] {
  if (ended.has(saleStateOf(row))) return 'closed';
  if (row.draw === null) return 'serving';
  return isUndrawn(row) ? 'drawing' : 'gathering';
}
