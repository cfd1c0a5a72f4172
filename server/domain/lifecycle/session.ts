import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Row, Tx } from '../../db/db.ts';
import { system, type Trail } from '../audit.ts';
import type { RoomPlace } from '../draw/room-place.ts';
import type { PlaceMarks } from '../session/one-place.ts';
import {
  liveStatesSql,
  minutesAfter,
  type SessionRow,
  type StoredState,
  storedColumns,
} from '../session/session-rows.ts';
import {
  advance,
  advanceAll,
  beginAll,
  beginRecorded,
  type Change,
  type Lifecycle,
  type StepRow,
  stepOf,
  stepsOf,
} from './lifecycle.ts';

type Minutes = Pick<
  Config,
  'sessionMinutes' | 'paymentSelectionMinutes' | 'paymentProcessingMinutes'
>;

/** What a clock of the session counts from. */
interface ClockFacts {
  readonly at: Date;
  /** When the session first came online; null before that. */
  readonly onlineAt: Date | null;
  /** When the first charge of the order ends; null before there is one. */
  readonly payBy: Date | null;
  readonly config: Minutes;
}

/** A charge ends this long before the hold of its seats, so that no QR code outlives the hold (§12.10). */
export const chargeEndsBeforeSeconds = 60;

/** The deadlines that a session gets, by the name of their clock. */
export const sessionClocks = {
  /** The time to shop, from when the session came online. */
  session: ({ at, onlineAt, config }) => minutesAfter(onlineAt ?? at, config.sessionMinutes),
  /** The time to choose a payment method. */
  selection: ({ at, config }) => minutesAfter(at, config.paymentSelectionMinutes),
  /** The time to pay; a further charge does not hold the seats longer than the first. */
  payment: ({ at, payBy, config }) =>
    payBy === null
      ? minutesAfter(at, config.paymentProcessingMinutes)
      : new Date(payBy.getTime() + chargeEndsBeforeSeconds * 1000),
  /** The end of the first charge, until which another method may be chosen (§4.75). */
  firstCharge: ({ payBy }) => payBy,
} as const satisfies Record<string, (facts: ClockFacts) => Date | null>;

/** Name of a clock of the session. */
export type SessionClock = keyof typeof sessionClocks;

const inside = ['online', 'payment_selection', 'payment_processing'] as const;
const live = ['queued', ...inside] as const;

/** The session's lifecycle: from, event, to, clock, audit verb. The verb of a step that ends the session is its end reason (§4.20). */
const rows = [
  [null, 'joinedFreeRoom', 'online', 'session', 'join'],
  [null, 'joinedFullRoom', 'queued', null, 'join'],
  [null, 'joinedWaitingRoom', 'queued', null, 'join'],
  // Complimentary tickets: nobody queued or shopped for them.
  [null, 'given', 'completed', null, 'give'],
  ['queued', 'turnCame', 'online', 'session', 'promote'],
  ['queued', 'stayedAbsent', 'cancelled', null, 'absent'],
  ['online', 'draftChanged', 'online', null, null],
  ['online', 'formsAccepted', 'payment_selection', 'selection', 'select'],
  ['online', 'draftCancelled', 'online', 'session', null],
  ['payment_selection', 'draftCancelled', 'online', 'session', 'reopen'],
  ['payment_selection', 'paymentCreated', 'payment_processing', 'payment', 'pay'],
  ['payment_processing', 'chargeEnded', 'payment_selection', 'firstCharge', 'reopen'],
  ['payment_processing', 'paid', 'completed', null, 'paid'],
  // Money beats the clock (§12.26), whichever charge of the order it came by.
  [['payment_selection', 'completed', 'expired', 'cancelled'], 'paid', 'completed', null, 'paid'],
  ['payment_processing', 'paymentFailed', 'cancelled', null, 'closed'],
  [inside, 'deadlinePassed', 'expired', null, 'deadline'],
  [live, 'left', 'cancelled', null, 'left'],
  [live, 'kicked', 'cancelled', null, 'kicked'],
  [live, 'saleClosed', 'cancelled', null, 'closed'],
  [live, 'eventCancelled', 'cancelled', null, 'cancelled'],
] as const satisfies readonly StepRow<StoredState, string, SessionClock>[];

/** What can happen to a session. */
export type SessionEvent = (typeof rows)[number][1];
/** What ends a session without a sale. */
export type SessionEnd =
  | 'stayedAbsent'
  | 'paymentFailed'
  | 'deadlinePassed'
  | 'left'
  | 'kicked'
  | 'saleClosed'
  | 'eventCancelled';

/** The lifecycle of a purchase session (§4.1). */
export const sessionLifecycle: Lifecycle<StoredState, SessionEvent, SessionClock> = {
  thing: 'session',
  table: 'purchase_sessions',
  column: 'state',
  also: 'seq = s.seq + 1',
  returns: `s.account_id, ${storedColumns('s')}`,
  steps: stepsOf<StoredState, SessionEvent, SessionClock>(rows),
};

/** What a step of a session needs beside its event. */
export interface SessionChange extends Change {
  /** For the clocks that count from the first charge. */
  readonly payBy?: Date | null;
  /** Words for the buyer about the end. */
  readonly note?: string | null;
}

type WithConfig = { readonly config: Minutes };

/** The unique index that lets an account have one live session. */
const oneLiveSession = `(account_id) where state in (${liveStatesSql})`;

/** Takes one step with a session whose row the caller has locked; gives the session as it is then. Throws an Error for a step that the lifecycle does not have. */
export async function advanceSession(
  tx: Tx,
  services: WithConfig,
  session: SessionRow,
  event: SessionEvent,
  change: SessionChange,
): Promise<SessionRow> {
  const columns = columnsOf(services, session, event, change);
  const moved = await advance(tx, sessionLifecycle, session, event, change, columns);
  return { ...session, ...moved };
}

/** A session of a batch. */
export type BatchSession = Pick<SessionRow, 'id' | 'account_id' | 'state'>;
/** A session that took a step of a batch. */
export type MovedSession = Pick<
  SessionRow,
  'id' | 'account_id' | 'event_id' | 'ticket' | 'seq' | 'end_reason'
>;

/** Takes one step with many waiting sessions, one statement for the states and one for the audit rows; gives those that were still in their state, in order. */
export async function advanceWaiting(
  tx: Tx,
  services: WithConfig,
  waiting: readonly BatchSession[],
  event: 'turnCame' | 'stayedAbsent' | 'saleClosed' | 'eventCancelled',
  change: SessionChange,
): Promise<MovedSession[]> {
  const columns = columnsOf(services, { state: 'queued', online_at: null }, event, change);
  return advanceAll(tx, sessionLifecycle, waiting, event, change, columns);
}

/** Ends many sessions whose time is over, as `advanceWaiting`. */
export async function expireAll(
  tx: Tx,
  services: WithConfig,
  sessions: readonly BatchSession[],
  change: SessionChange,
): Promise<MovedSession[]> {
  const event = 'deadlinePassed';
  const columns = columnsOf(services, { state: 'online', online_at: null }, event, change);
  return advanceAll(tx, sessionLifecycle, sessions, event, change, columns);
}

function columnsOf(
  { config }: WithConfig,
  session: Pick<SessionRow, 'state' | 'online_at'>,
  event: SessionEvent,
  { at, payBy = null, note = null }: SessionChange,
): Row {
  const step = stepOf(sessionLifecycle, session.state, event);
  const facts = { at, onlineAt: session.online_at, payBy, config };
  return {
    ...(step.clock === null ? {} : { deadline: sessionClocks[step.clock](facts) }),
    ...(session.state === 'queued' && step.to === 'online' ? { online_at: at } : {}),
    ...(isEnd(step.to) ? { ended_at: at, end_reason: step.audit, end_note: note } : {}),
  };
}

function isEnd(state: StoredState): boolean {
  return state === 'completed' || state === 'expired' || state === 'cancelled';
}

/** The place of an account that joins: in the line by its number, in a waiting room, or null inside. */
export type JoinedPlace = number | RoomPlace | null;

/** An account that joins. */
export interface Joiner {
  readonly accountId: string;
  readonly place: JoinedPlace;
  readonly marks: PlaceMarks;
  readonly by: Trail;
  readonly device: { readonly id: string; readonly until: Date } | null;
}

type JoinEvent = 'joinedFreeRoom' | 'joinedFullRoom' | 'joinedWaitingRoom';

function joinEventOf(place: JoinedPlace): JoinEvent {
  if (place === null) return 'joinedFreeRoom';
  return typeof place === 'number' ? 'joinedFullRoom' : 'joinedWaitingRoom';
}

function joinedColumns(
  { place, marks }: Pick<Joiner, 'place' | 'marks'>,
  eventId: string,
  at: Date,
  config: Minutes,
) {
  const room = place === null || typeof place === 'number' ? null : place;
  return {
    event_id: eventId,
    ticket: typeof place === 'number' ? place : null,
    draw_id: room?.drawId ?? null,
    entrant: room?.entrant ?? null,
    device_key: marks.deviceKey,
    lot_domain: marks.lotDomain,
    behind_draw: marks.behindDraw,
    joined_at: at,
    last_contact_at: at,
    online_at: place === null ? at : null,
    deadline:
      place === null ? sessionClocks.session({ at, onlineAt: at, payBy: null, config }) : null,
  };
}

/**
 * Makes the sessions of accounts that join one event at the same moment, in their order; returns the accounts that got one. An account with a
 * live session gets none: the unique index decides.
 */
export async function beginSessions(
  tx: Tx,
  { config }: WithConfig,
  eventId: string,
  joiners: readonly Joiner[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const begun = new Set<string>();
  for (const event of ['joinedFreeRoom', 'joinedFullRoom', 'joinedWaitingRoom'] as const) {
    const own = joiners.filter(({ place }) => joinEventOf(place) === event);
    const things = own.map((joiner) => ({
      id: randomUUID(),
      account_id: joiner.accountId,
      ...joinedColumns(joiner, eventId, at, config),
      device_id: joiner.device?.id ?? null,
      device_until: joiner.device?.until ?? null,
      seq: 1,
    }));
    const by = new Map(things.map(({ id }, index) => [id, own[index]?.by ?? system]));
    const change = { at, by };
    const made = await beginAll(tx, sessionLifecycle, event, things, oneLiveSession, change);
    for (const thing of things) if (made.has(thing.id)) begun.add(thing.account_id);
  }
  return begun;
}

/** Makes the completed session of complimentary tickets; returns its id. It takes no place in the line or in the room. */
export async function beginGiven(
  tx: Tx,
  given: { readonly accountId: string; readonly eventId: string },
  change: Change,
): Promise<string> {
  const id = randomUUID();
  const { at } = change;
  const times = { joined_at: at, last_contact_at: at, ended_at: at };
  const columns = { id, account_id: given.accountId, event_id: given.eventId, ...times };
  await beginRecorded(tx, sessionLifecycle, 'given', columns, change);
  return id;
}

/** Makes the session of an account that joins; false where the account has a live session already: the unique index decides. */
export function beginSession(
  tx: Tx,
  { config }: WithConfig,
  given: Pick<Joiner, 'accountId' | 'place' | 'marks'> & { readonly eventId: string },
  change: Change,
): Promise<boolean> {
  const event = joinEventOf(given.place);
  const columns = {
    id: randomUUID(),
    account_id: given.accountId,
    ...joinedColumns(given, given.eventId, change.at, config),
  };
  return beginRecorded(tx, sessionLifecycle, event, columns, change, oneLiveSession);
}
