import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { Line } from '../../../contract/queue.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { type BatchResult, createBatch } from '../../db/batches.ts';
import type { Db, Row } from '../../db/db.ts';
import { type Caller, type CallerRow, callersSql, idleSince } from '../../http/caller.ts';
import { type GoneRow, goneColumns, gonePairs } from '../line/gone.ts';
import { presentSince } from '../line/heartbeat.ts';
import { returnedSql } from '../line/line.ts';
import { liveStatesSql, type StoredSession, storedColumns } from './session-rows.ts';

/** How long an ended session is still returned (§3.54). */
const endedShownMinutes = 30;
/** The most sessions that one statement reads. */
const mostAtOnce = 200;
/** Statements at once: while one runs, the next calls gather. */
const statementsAtOnce = 2;

/** The line of an event as its waiting sessions need it. */
export type WaitingLine = Pick<Line, 'serving' | 'returned' | 'gone'>;

/** The event of a session with its queue; one object for all sessions of a batch. */
export interface SessionEventView {
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly startsAt: Date;
  readonly timeZone: TimeZone;
  /** Null without a limit. */
  readonly capacity: number | null;
  readonly isPaused: boolean;
  /** Null where nobody of the batch waits. */
  readonly line: WaitingLine | null;
}

/** A session with the data that its owner reads beside it. */
export type ViewRow = StoredSession & {
  event: SessionEventView;
  has_draft: boolean;
  passed_over: boolean;
  /** True while the waiting list offers the account tickets of the event. */
  has_offer: boolean;
  /** People with lower numbers who are back after a missed turn, at most `mostReturned`; null for a turn that is still to come. */
  earlier_returned: number | null;
  /** End of the running charge; null without one. */
  pay_by: Date | null;
  /** People in the waiting room of the session; null after its draw, and without one. */
  entrants: number | null;
};

/** A sign-in with the session of its account. */
export interface SignedInSession {
  readonly caller: Caller;
  readonly row: ViewRow | null;
  /** When the sign-in was last used, as the database has it. */
  readonly lastSeenAt: Date;
}

/** Reads sessions; simultaneous calls share one statement. */
export interface SessionReads {
  /** The active session of an account, else one that ended in the last half hour, else null. */
  byAccount(accountId: string): Promise<ViewRow | null>;
  /** The same for a sign-in, by the hash of its id; null for one that is not valid. */
  bySignIn(idHash: string): Promise<SignedInSession | null>;
}

/** Columns of `mine` from `who` and its session. */
const mineColumns = (
  who: string,
  session: string,
) => `${who}.nr, ${who}.account_id, ${who}.is_verified, ${who}.last_seen_at,
    ${storedColumns(session)}, ${session}.has_draft, ${session}.pay_by, ${session}.has_offer, ${session}.entrants`;

/**
 * `who` has the columns nr, account_id, is_verified and last_seen_at; parameters $2 to $5: now, ended since, present since, idle since. Only the first
 * session of each event carries the event and its line: to send them with every session costs more than the sessions themselves.
 */
const sessionsSql = (who: string) => `with given as (
    select g.id, g.nr from unnest($1::text[]) with ordinality g (id, nr)),
  who as (${who}),
  mine as (
    select ${mineColumns('w', 'x')} from who w left join lateral (
      select ${storedColumns('s')},
        s.state <> 'queued' and exists (select 1 from orders o
          where o.session_id = s.id and o.status = 'draft' and o.locked_at is null) as has_draft,
        case when s.state = 'payment_processing' then
          (select p.expires_at from payments p where p.session_id = s.id and p.status = 'pending') end as pay_by,
        s.state = 'queued' and exists (select 1 from waiting_list l
          where l.event_id = s.event_id and l.account_id = s.account_id and l.state = 'offered') as has_offer,
        case when s.state = 'queued' and s.ticket is null then (
          select coalesce(d.entrants, d.waiting) from draws d where d.id = s.draw_id) end as entrants
      from purchase_sessions s
      where s.account_id = w.account_id and (s.state in (${liveStatesSql}) or s.ended_at > $3)
      order by (s.state in (${liveStatesSql})) desc, s.joined_at desc
      limit 1) x on true),
  seen as (
    select event_id, min(nr) as first_nr, bool_or(state = 'queued') as waits
    from mine where id is not null group by event_id),
  places as (
    select v.event_id, v.first_nr, e.slug, e.name, e.status, e.starts_at, e.time_zone, q.serving, q.capacity,
      coalesce(q.paused, false) or e.status = 'paused' as paused,
      case when v.waits then (
        select to_jsonb(l) from (
          select ${goneColumns}, ${returnedSql('$4')} as returned from queue_rooms r where r.event_id = v.event_id) l) end as line
    from seen v join events e on e.id = v.event_id left join queue_rooms q on q.event_id = v.event_id)
  select ${mineColumns('m', 'm')}, coalesce(m.state = 'queued' and m.ticket <= r.serving, false) as passed_over,
    case when m.state = 'queued' and m.ticket <= r.serving then ${returnedSql('$4', 'm.ticket')} end as earlier_returned,
    case when m.nr = r.first_nr then to_jsonb(r) end as event
  from mine m left join places r on r.event_id = m.event_id
  where $2::timestamptz is not null and $5::timestamptz is not null`;

const byAccountSql = sessionsSql(
  'select g.nr, g.id::uuid as account_id, null as is_verified, null as last_seen_at from given g',
);
const bySignInSql = sessionsSql(
  `select g.nr, c.account_id, c.is_verified, c.last_seen_at
   from given g join (${callersSql('$5', '$2')}) c on c.id_hash = g.id`,
);

interface EventRow {
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly starts_at: string;
  readonly time_zone: TimeZone;
  readonly capacity: number | null;
  readonly paused: boolean;
  readonly line: (GoneRow & { readonly returned: number }) | null;
}

type ReadRow = Row &
  CallerRow & {
    nr: number;
    id: string | null;
    event_id: string;
    event: EventRow | null;
  };

function eventViewOf(row: EventRow): SessionEventView {
  const { slug, name, status, capacity, line } = row;
  return {
    slug,
    name,
    status,
    startsAt: new Date(row.starts_at),
    timeZone: row.time_zone,
    capacity,
    isPaused: row.paused,
    line: line === null ? null : { ...line, gone: gonePairs(line) },
  };
}

/** Creates the reader of one process. */
export function createSessionReads(
  db: Db,
  clock: Clock,
  config: Pick<Config, 'queuePresentSeconds'>,
): SessionReads {
  const read = async (sql: string, ids: readonly string[]) => {
    const now = clock.now();
    const endedSince = new Date(now.getTime() - endedShownMinutes * 60_000);
    const rows = await db.query<ReadRow>(sql, [
      ids,
      now,
      endedSince,
      presentSince(config, now),
      idleSince(now),
    ]);
    const events = new Map<string, SessionEventView>();
    const byNumber = new Map<number, ReadRow>();
    for (const row of rows) {
      byNumber.set(row.nr, row);
      if (row.event !== null) events.set(row.event_id, eventViewOf(row.event));
    }
    return ids.map((_, index) => {
      const row = byNumber.get(index + 1);
      if (row === undefined) return null;
      if (row.id === null) return { row, view: null };
      return {
        row,
        view: Object.assign(row, { event: events.get(row.event_id) }) as unknown as ViewRow,
      };
    });
  };
  const limits = { most: mostAtOnce, running: statementsAtOnce };
  return {
    byAccount: createBatch(
      async (ids: readonly string[]): Promise<BatchResult<ViewRow | null>[]> =>
        (await read(byAccountSql, ids)).map((found) => ({ ok: true, value: found?.view ?? null })),
      limits,
    ),
    bySignIn: createBatch(
      async (hashes: readonly string[]): Promise<BatchResult<SignedInSession | null>[]> =>
        (await read(bySignInSql, hashes)).map((found, index) => ({
          ok: true,
          value:
            found === null
              ? null
              : {
                  caller: {
                    id: found.row.account_id,
                    isVerified: found.row.is_verified,
                    sessionHash: hashes[index] ?? '',
                  },
                  lastSeenAt: found.row.last_seen_at,
                  row: found.view,
                },
        })),
      limits,
    ),
  };
}
