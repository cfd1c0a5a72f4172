import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { type SaleFacts, saleColumns } from '../catalogue/sale.ts';
import { type PendingDrawRow, pendingDrawColumn } from '../draw/pending.ts';
import type { ShareSubject } from '../visit/share-subject.ts';

/** Who makes a change, for the audit row. */
export interface Actor {
  readonly accountId: string;
  readonly requestId: string | null;
  /** The network the call came from, never the whole address. */
  readonly addressPrefix: string | null;
  /** What shares are counted by beside the person: a device, a network. */
  readonly subjects?: readonly ShareSubject[];
}

/** States in which a session holds a place, a seat or a payment (§4.1). */
export const liveStates = ['queued', 'online', 'payment_selection', 'payment_processing'] as const;
/** State of a session that still holds something. */
export type LiveState = (typeof liveStates)[number];
/** States as the table keeps them. */
export type StoredState = LiveState | 'completed' | 'expired' | 'cancelled';

/** The live states as a list for SQL: constants, never input. */
export const liveStatesSql = liveStates.map((state) => `'${state}'`).join(', ');
/** The states that count against the capacity of an event. */
export const activeStatesSql = `'online', 'payment_selection', 'payment_processing'`;

/** A session as its table has it. */
export type StoredSession = {
  id: string;
  account_id: string;
  event_id: string;
  state: StoredState;
  ticket: number | null;
  /** The public name of a buyer who came through a waiting room; null for everybody else. */
  entrant: string | null;
  /** True for an entrant whom the draw leaves out, because the domain of the address has all its lots. */
  behind_draw: boolean;
  last_contact_at: Date;
  /** When the turn of one who waits came and nobody was there; null before, and from the return on. */
  passed_at: Date | null;
  online_at: Date | null;
  deadline: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  end_note: string | null;
  seq: number;
  device_id: string | null;
  /** Until when the device that moves to the seats automatically counts as present. */
  device_until: Date | null;
};

/** A session with the event it belongs to. */
export type SessionRow = StoredSession & {
  slug: string;
  event_name: string;
  event_status: string;
  event_starts_at: Date;
  time_zone: TimeZone;
};

/** Columns of `StoredSession`, but its account, from a row of `purchase_sessions`. */
export const storedColumns = (
  s: string,
) => `${s}.id, ${s}.event_id, ${s}.state, ${s}.ticket, ${s}.entrant, ${s}.behind_draw, ${s}.last_contact_at,
  ${s}.passed_at, ${s}.online_at, ${s}.deadline, ${s}.ended_at, ${s}.end_reason, ${s}.end_note, ${s}.seq, ${s}.device_id, ${s}.device_until`;

/** Columns of `SessionRow` from `purchase_sessions s join events e`. */
export const sessionColumns = `s.account_id, ${storedColumns('s')}, e.slug, e.name as event_name,
  e.status as event_status, e.starts_at as event_starts_at, e.time_zone`;

/** The live session of an account, unlocked; null when it has none. */
export async function findLiveSession(q: Queryable, accountId: string): Promise<SessionRow | null> {
  const rows = await q.query<SessionRow>(
    `select ${sessionColumns} from purchase_sessions s join events e on e.id = s.event_id
     where s.account_id = $1 and s.state in (${liveStatesSql})`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Locks the live session of an account; null when it has none or lost it while we waited. */
export async function lockLiveSession(tx: Tx, accountId: string): Promise<SessionRow | null> {
  const rows = await tx.query<SessionRow>(
    `select ${sessionColumns} from purchase_sessions s join events e on e.id = s.event_id
     where s.account_id = $1 and s.state in (${liveStatesSql}) for update of s`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Locks a session by id, live or not. */
export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | null> {
  const rows = await tx.query<SessionRow>(
    `select ${sessionColumns} from purchase_sessions s join events e on e.id = s.event_id
     where s.id = $1 for update of s`,
    [sessionId],
  );
  return rows[0] ?? null;
}

/** True for a state that still holds something. */
export function isLive(state: StoredState): state is LiveState {
  return (liveStates as readonly string[]).includes(state);
}

/** True once a shown deadline has passed: reads say 'expired' from here on. */
export function isPastDeadline(row: Pick<SessionRow, 'deadline'>, now: Date): boolean {
  return row.deadline !== null && row.deadline.getTime() <= now.getTime();
}

/** True while an action is still honoured: up to `graceSeconds` after the deadline (§4.5). */
export function isHonoured(
  row: Pick<SessionRow, 'deadline'>,
  now: Date,
  graceSeconds: number,
): boolean {
  return row.deadline === null || now.getTime() <= row.deadline.getTime() + graceSeconds * 1000;
}

/** An instant some minutes later. */
export function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}

/** Whole seconds from now to a deadline, rounded up, never negative; null without a deadline. */
export function secondsLeft(deadline: Date | null, now: Date): number | null {
  if (deadline === null) return null;
  return Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000));
}

/** An event as purchases look at it. */
export type EventRow = SaleFacts &
  PendingDrawRow & {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
  };

/** Finds an event by its name in addresses, its sale judged by the database's clock; null when there is none. */
export async function findEvent(
  q: Queryable,
  clock: Pick<Clock, 'offsetSeconds'>,
  slug: string,
): Promise<EventRow | null> {
  const rows = await q.query<EventRow>(
    `select e.id, e.slug, e.name, ${saleColumns(clock)}, ${pendingDrawColumn} from events e where e.slug = $1`,
    [slug],
  );
  return rows[0] ?? null;
}
