import type { Line } from '../../../contract/queue.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { type BatchResult, createBatch } from '../../db/batches.ts';
import type { Db, Row } from '../../db/db.ts';
import { type Caller, type CallerRow, callersSql, idleSince } from '../../http/caller.ts';

import { type GoneRow, goneColumns, gonePairs } from '../line/gone.ts';
import { presentSince } from '../line/heartbeat.ts';
import { returnedSql } from '../line/line.ts';
import { liveStatesSql, type SessionRow, sessionColumns } from './session-rows.ts';

/** How long an ended session is still returned (ruling 1.4-AE). */
const endedShownMinutes = 30;
/** The most sessions that one statement reads. */
const mostAtOnce = 200;
/** Statements at once: while one runs, the next calls gather. */
const statementsAtOnce = 2;

/** The line of an event as its waiting sessions need it. */
export type WaitingLine = Pick<Line, 'serving' | 'returned' | 'gone'>;

/** A session with the data that its owner reads beside it. */
export type ViewRow = SessionRow & {
  capacity: number | null;
  paused: boolean;
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
  /** Null for a session that does not wait. */
  line: WaitingLine | null;
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

/** `who` has the columns nr and account_id; parameters $2 to $5: now, ended since, present since, idle since. */
const sessionsSql = (who: string) => `with given as (
    select g.id, g.nr from unnest($1::text[]) with ordinality g (id, nr)),
  who as (${who}),
  mine as (
    select w.nr, x.* from who w cross join lateral (
      select ${sessionColumns}, r.capacity, coalesce(r.paused, false) or e.status = 'paused' as paused,
        exists (select 1 from orders o
                where o.session_id = s.id and o.status = 'draft' and o.locked_at is null) as has_draft,
        case when s.state = 'payment_processing' then
          (select p.expires_at from payments p where p.session_id = s.id and p.status = 'pending') end as pay_by,
        coalesce(s.state = 'queued' and s.ticket <= r.serving, false) as passed_over,
        s.state = 'queued' and exists (select 1 from waiting_list w
          where w.event_id = s.event_id and w.account_id = s.account_id and w.state = 'offered') as has_offer,
        case when s.state = 'queued' and s.ticket is null then (
          select coalesce(d.entrants, d.waiting) from draws d where d.id = s.draw_id) end as entrants,
        case when s.state = 'queued' and s.ticket <= r.serving then ${returnedSql('$4', 's.ticket')} end as earlier_returned
      from purchase_sessions s
      join events e on e.id = s.event_id
      left join queue_rooms r on r.event_id = s.event_id
      where s.account_id = w.account_id and (s.state in (${liveStatesSql}) or s.ended_at > $3)
      order by (s.state in (${liveStatesSql})) desc, s.joined_at desc
      limit 1) x),
  lines as (
    select r.event_id, ${goneColumns}, ${returnedSql('$4')} as returned from queue_rooms r
    where r.event_id in (select event_id from mine where state = 'queued'))
  select w.*, m.*, w.nr as nr, w.account_id as account_id,
    case when row_number() over (partition by m.event_id order by w.nr) = 1 then to_jsonb(l) end as line
  from who w left join mine m on m.nr = w.nr left join lines l on l.event_id = m.event_id
  where $2::timestamptz is not null and $5::timestamptz is not null`;

const byAccountSql = sessionsSql('select g.nr, g.id::uuid as account_id from given g');
const bySignInSql = sessionsSql(
  `select g.nr, c.* from given g join (${callersSql('$5', '$2')}) c on c.id_hash = g.id`,
);

type ReadRow = Row &
  CallerRow & {
    nr: number;
    id: string | null;
    event_id: string;
    line: (GoneRow & { readonly returned: number }) | null;
  };

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
    const lines = new Map<string, WaitingLine>();
    for (const { event_id: eventId, line } of rows) {
      if (line !== null) lines.set(eventId, { ...line, gone: gonePairs(line) });
    }
    const byNumber = new Map(rows.map((row) => [row.nr, row]));
    return ids.map((_, index) => {
      const row = byNumber.get(index + 1);
      if (row === undefined) return null;
      const isWaiting = row.id !== null && row.state === 'queued';
      const line = isWaiting ? (lines.get(row.event_id) ?? null) : null;
      return { row, view: row.id === null ? null : ({ ...row, line } as unknown as ViewRow) };
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
