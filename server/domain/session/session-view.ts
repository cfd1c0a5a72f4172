import { localIso } from '../../../contract/place/time-zone.ts';
import { peopleAhead } from '../../../contract/queue.ts';
import type { QueueInfo, SessionResponse } from '../../../contract/session.ts';
import type { Config } from '../../config.ts';
import { heartbeatSeconds, roomHeartbeatSeconds } from '../line/heartbeat.ts';
import type { QueueFacts } from './queue-facts.ts';
import { isElsewhere } from './session-device.ts';
import type { ViewRow } from './session-reads.ts';
import { isLive, isPastDeadline, secondsLeft } from './session-rows.ts';

const nobody: SessionResponse = { event: null, session: null, queue_info: null };

/** What a session is worded with beside its row. */
interface Beside {
  readonly config: Pick<Config, 'sessionMinutes' | 'queuePassedMinutes' | 'queuePresentSeconds'>;
  readonly now: Date;
  /** Null for one that does not wait: nobody else learns how the queue moves. */
  readonly facts: QueueFacts | null;
  /** The device that asks, as it calls itself. */
  readonly deviceId: string | null;
}

/** Words a session row for its owner: 'expired' from the deadline on, though the grace still runs (§4.5). */
export function sessionAnswerOf(row: ViewRow | null, beside: Beside): SessionResponse {
  if (row === null) return nobody;
  const { config, now } = beside;
  const { event } = row;
  const live = isLive(row.state);
  const ranOut = live && isPastDeadline(row, now);
  const shown = live && !ranOut;
  const deadline = shownDeadline(row, now);
  return {
    event: {
      id: row.event_id,
      slug: event.slug,
      name: event.name,
      starts_at: localIso(event.startsAt, event.timeZone),
    },
    session: {
      id: row.id,
      state: ranOut ? 'expired' : row.state,
      remaining_seconds: shown ? secondsLeft(deadline, now) : ranOut ? 0 : null,
      expires_at: (row.pay_by ?? row.deadline)?.toISOString() ?? null,
      context: {
        queue_enabled: event.capacity !== null || event.isPaused,
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
 * The deadline its buyer is shown: while a payment runs that of the charge, so that every page shows one (§4.4). Between it and the
 * end of the hold nothing is left to count: the server waits for the final state of the charge.
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
    queue_position: waiting ? positionOf(row) : null,
    session_info: { remaining_seconds: online ? secondsLeft(shownDeadline(row, now), now) : null },
    served_per_minute: facts?.servedPerMinute ?? null,
    seats_left: facts?.seatsLeft ?? null,
    paused: row.event.isPaused,
    ...(waiting
      ? {
          number: row.ticket,
          // The list of the draw has no name of those behind it.
          entrant: row.behind_draw && row.ticket !== null ? null : row.entrant,
          behind_draw: row.behind_draw,
          next_contact_seconds: nextContactSeconds(row, beside),
          passed_over: row.passed_over,
          kept_minutes: config.queuePassedMinutes,
        }
      : {}),
    ...(deviceId === null ? {} : { elsewhere: follows && isElsewhere(row, deviceId, now) }),
  };
}

/** The position of a waiting session; 1 is next. One that was passed over precedes all numbers whose turn is still to come. */
export function positionOf(row: ViewRow): number | null {
  const { state, ticket, event, earlier_returned: earlier } = row;
  if (state !== 'queued' || ticket === null || event.line === null) return null;
  if (earlier !== null) return earlier + 1;
  return peopleAhead(event.line, ticket) + 1;
}

/** Seconds to the next heartbeat of a waiting session; its id spreads the heartbeats of those who came together. */
export function nextContactSeconds(
  row: ViewRow,
  { config, facts }: Omit<Beside, 'deviceId'>,
): number {
  const spread = Number.parseInt(row.id.slice(0, 4), 16) / 0xffff;
  if (row.entrants !== null) return roomHeartbeatSeconds(row.entrants, config, spread);
  const ahead = row.passed_over ? 0 : (positionOf(row) ?? 1) - 1;
  return heartbeatSeconds(ahead, facts?.servedPerMinute ?? null, config, spread);
}
