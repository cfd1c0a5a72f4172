import type { QueueInfo, SessionResponse } from '../../../contract/session.ts';
import { localIso } from '../../../contract/time-zone.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/db.ts';
import type { QueueFacts } from './queue-facts.ts';
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
  passed_over: boolean;
  /** End of the running charge; null without one. */
  pay_by: Date | null;
};

const nobody: SessionResponse = { event: null, session: null, queue_info: null };

/**
 * The place in line of `s` in its queue `r`: tickets still to have their turn before it, and who was passed over and is back since the
 * instant `$3`. One who was passed over has only those of them before it. Who left a place behind is no longer counted.
 */
const positionSql = `greatest(0, s.ticket - r.serving - 1)
  - (select count(*) from queue_gone g
     where g.event_id = s.event_id and g.ticket > r.serving and g.ticket < s.ticket)
  + (select count(*) from purchase_sessions b
     where b.event_id = s.event_id and b.state = 'queued' and b.returned_at is not null
       and b.ticket < s.ticket and b.last_contact_at >= $3) + 1`;

/**
 * Reads what GET /session tells: the live session, else one ended in the last half hour, else nulls. `presentSince` is the last contact
 * of those who count as present.
 */
export async function readSessionRow(
  q: Queryable,
  accountId: string,
  now: Date,
  presentSince: Date,
): Promise<ViewRow | null> {
  const rows = await q.query<ViewRow>(
    `select ${sessionColumns}, r.capacity, coalesce(r.paused, false) as paused,
       exists (select 1 from orders o
               where o.session_id = s.id and o.status = 'draft' and o.locked_at is null) as has_draft,
       case when s.state = 'payment_processing' then
         (select p.expires_at from payments p where p.session_id = s.id and p.status = 'pending') end as pay_by,
       s.state = 'queued' and s.ticket <= r.serving as passed_over,
       case when s.state = 'queued' then ${positionSql} end as position
     from purchase_sessions s
     join events e on e.id = s.event_id
     left join queue_rooms r on r.event_id = s.event_id
     where s.account_id = $1 and (s.state in (${liveStatesSql}) or s.ended_at > $2)
     order by (s.state in (${liveStatesSql})) desc, s.joined_at desc
     limit 1`,
    [accountId, new Date(now.getTime() - endedShownMinutes * 60_000), presentSince],
  );
  return rows[0] ?? null;
}

/** What a session is worded with beside its row. */
interface Beside {
  readonly config: Pick<Config, 'sessionMinutes' | 'queuePassedMinutes'>;
  readonly now: Date;
  /** Null for one that does not wait: nobody else is told how the queue moves. */
  readonly facts: QueueFacts | null;
  /** The device that asks, as it calls itself. */
  readonly deviceId: string | null;
}

/** Words a session row for its owner: 'expired' from the deadline on, though the grace still runs (ruling 1.4-K). */
export function sessionAnswerOf(row: ViewRow | null, beside: Beside): SessionResponse {
  if (row === null) return nobody;
  const { config, now } = beside;
  const live = isLive(row.state);
  const ranOut = live && isPastDeadline(row, now);
  const shown = live && !ranOut;
  const deadline = shownDeadline(row, now);
  return {
    event: {
      id: row.event_id,
      slug: row.slug,
      name: row.event_name,
      starts_at: localIso(row.event_starts_at, row.time_zone),
    },
    session: {
      id: row.id,
      state: ranOut ? 'expired' : row.state,
      remaining_seconds: shown ? secondsLeft(deadline, now) : ranOut ? 0 : null,
      expires_at: (row.pay_by ?? row.deadline)?.toISOString() ?? null,
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

/**
 * The deadline its buyer is shown: while a payment runs that of the charge, so that every page shows one (ruling R18). Between it and the
 * end of the hold nothing is left to count: the gateway's last word is waited for.
 */
function shownDeadline({ pay_by: payBy, deadline }: ViewRow, now: Date): Date | null {
  if (payBy === null) return deadline;
  return payBy.getTime() <= now.getTime() ? null : payBy;
}

function queueInfoOf(row: ViewRow, shown: boolean, beside: Beside): QueueInfo {
  const { config, now, facts, deviceId } = beside;
  const waiting = shown && row.state === 'queued';
  const online = shown && !waiting;
  const follows = waiting || (shown && row.state === 'online');
  return {
    online,
    user_status: waiting ? 'waiting' : online ? 'online' : 'not_in_queue',
    in_queue: waiting,
    queue_position: waiting ? Number(row.position) : null,
    session_info: { remaining_seconds: online ? secondsLeft(shownDeadline(row, now), now) : null },
    served_per_minute: facts?.servedPerMinute ?? null,
    seats_left: facts?.seatsLeft ?? null,
    paused: row.paused,
    ...(waiting ? { passed_over: row.passed_over, kept_minutes: config.queuePassedMinutes } : {}),
    ...(deviceId === null ? {} : { elsewhere: follows && isElsewhere(row, deviceId, now) }),
  };
}
