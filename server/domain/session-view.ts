import type { QueueInfo, SessionAnswer } from '../../contract/session.ts';
import type { Config } from '../config.ts';
import type { Queryable } from '../db/db.ts';
import type { RoomFacts } from './room-facts.ts';
import { isElsewhere } from './session-device.ts';
import {
  isLive,
  isPastDeadline,
  liveStatesSql,
  type SessionRow,
  secondsLeft,
  sessionColumns,
} from './session-rows.ts';

/** How long an ended session is still told of (ruling 1.4-AE). */
const endedShownMinutes = 30;

/** A session with what its reader is told beside it. */
type ViewRow = SessionRow & {
  capacity: number | null;
  paused: boolean;
  has_draft: boolean;
  position: number | null;
};

const nobody: SessionAnswer = { event: null, session: null, queue_info: null };

/** Reads what GET /session tells: the live session, else one ended in the last half hour, else nulls. */
export async function readSessionRow(
  q: Queryable,
  accountId: string,
  now: Date,
): Promise<ViewRow | null> {
  const rows = await q.query<ViewRow>(
    `select ${sessionColumns}, r.capacity, coalesce(r.paused, false) as paused,
       exists (select 1 from orders o
               where o.session_id = s.id and o.status = 'draft' and o.locked_at is null) as has_draft,
       case when s.state = 'queued' then
         s.ticket - r.serving - (select count(*) from queue_gone g
           where g.event_id = s.event_id and g.ticket > r.serving and g.ticket < s.ticket) end as position
     from purchase_sessions s
     join events e on e.id = s.event_id
     left join queue_rooms r on r.event_id = s.event_id
     where s.account_id = $1 and (s.state in (${liveStatesSql}) or s.ended_at > $2)
     order by (s.state in (${liveStatesSql})) desc, s.joined_at desc
     limit 1`,
    [accountId, new Date(now.getTime() - endedShownMinutes * 60_000)],
  );
  return rows[0] ?? null;
}

/** What a session is worded with beside its row. */
interface Beside {
  readonly config: Pick<Config, 'sessionMinutes'>;
  readonly now: Date;
  /** Null for one that does not wait: nobody else is told how the queue moves. */
  readonly facts: RoomFacts | null;
  /** The device that asks, as it calls itself. */
  readonly deviceId: string | null;
}

/** Words a session row for its owner: 'expired' from the deadline on, though the grace still runs (ruling 1.4-K). */
export function sessionAnswerOf(row: ViewRow | null, beside: Beside): SessionAnswer {
  if (row === null) return nobody;
  const { config, now } = beside;
  const live = isLive(row.state);
  const ranOut = live && isPastDeadline(row, now);
  const shown = live && !ranOut;
  return {
    event: {
      id: row.event_id,
      slug: row.slug,
      name: row.event_name,
      starts_at: row.starts_at.toISOString(),
    },
    session: {
      id: row.id,
      state: ranOut ? 'expired' : row.state,
      remaining_seconds: shown ? secondsLeft(row.deadline, now) : ranOut ? 0 : null,
      expires_at: row.deadline?.toISOString() ?? null,
      context: {
        queue_enabled: row.capacity !== null || row.paused,
        browsing_allowed: true,
        session_duration_minutes: config.sessionMinutes,
      },
      seq: Number(row.seq),
      has_draft: shown && row.has_draft,
      end_reason: ranOut ? 'deadline' : (row.end_reason as 'left' | null),
      end_note: row.end_note,
    },
    queue_info: queueInfoOf(row, shown, beside),
  };
}

function queueInfoOf(row: ViewRow, shown: boolean, { now, facts, deviceId }: Beside): QueueInfo {
  const waiting = shown && row.state === 'queued';
  const online = shown && !waiting;
  const follows = waiting || (shown && row.state === 'online');
  return {
    online,
    user_status: waiting ? 'waiting' : online ? 'online' : 'not_in_queue',
    in_queue: waiting,
    queue_position: waiting ? Math.max(1, Number(row.position)) : null,
    session_info: { remaining_seconds: online ? secondsLeft(row.deadline, now) : null },
    served_per_minute: facts?.servedPerMinute ?? null,
    seats_left: facts?.seatsLeft ?? null,
    paused: row.paused,
    ...(deviceId === null ? {} : { elsewhere: follows && isElsewhere(row, deviceId, now) }),
  };
}
