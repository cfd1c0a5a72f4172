import { randomUUID } from 'node:crypto';
import type { Row, Tx } from '../../db/db.ts';
import {
  advanceAll,
  beginRecorded,
  type Change,
  type Lifecycle,
  type StepRow,
  stepsOf,
} from './lifecycle.ts';

/** States of a place in a waiting list as the table keeps them. */
export type WaitingState = 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left' | 'ended';

const live = ['waiting', 'offered'] as const;

/** The live states as a list for SQL: constants, never input. */
export const liveWaitingSql = `'waiting', 'offered'`;

/** The life of a place in a waiting list: from, event, to, clock, audit verb (decision 056). */
const rows = [
  [null, 'joined', 'waiting', null, 'join'],
  ['waiting', 'seatsFreed', 'offered', 'offer', 'offer'],
  ['offered', 'bought', 'taken', null, 'take'],
  // The seats are held at the end of the offer: the hold wins.
  ['offered', 'deadlinePassedHeld', 'taken', null, 'take'],
  ['offered', 'deadlinePassed', 'lapsed', null, 'lapse'],
  // A pause does not cost the place: the offer comes again.
  ['offered', 'saleStopped', 'waiting', null, 'withdraw'],
  [live, 'left', 'left', null, 'leave'],
  [live, 'saleEnded', 'ended', null, 'end'],
] as const satisfies readonly StepRow<WaitingState, string, 'offer'>[];

/** What can happen to a place in a waiting list. */
export type WaitingEvent = (typeof rows)[number][1];

/** The lifecycle of a place in a waiting list. Its one clock, 'offer', is the end of the offer. */
export const waitingLifecycle: Lifecycle<WaitingState, WaitingEvent, 'offer'> = {
  thing: 'wait',
  table: 'waiting_list',
  column: 'state',
  also: null,
  steps: stepsOf<WaitingState, WaitingEvent, 'offer'>(rows),
};

/** A place that is about to take a step. */
export type WaitingThing = {
  readonly id: string;
  readonly account_id: string;
  readonly state: WaitingState;
};

/** Takes one step with many places; those that left their state meanwhile are skipped. Gives the ids of the others. */
export async function advanceWaits(
  tx: Tx,
  things: readonly WaitingThing[],
  event: WaitingEvent,
  change: Change,
  columns: Row = {},
): Promise<readonly string[]> {
  const ends = event !== 'seatsFreed' && event !== 'saleStopped';
  const moved = await advanceAll<WaitingState, WaitingEvent, 'offer', { id: string }>(
    tx,
    waitingLifecycle,
    things,
    event,
    change,
    ends ? { ...columns, ended_at: change.at } : columns,
  );
  return moved.map(({ id }) => id);
}

/** Puts an account at the end of a waiting list; false where it waits there already: the unique index decides. */
export function beginWait(
  tx: Tx,
  given: { readonly accountId: string; readonly eventId: string; readonly wanted: number },
  change: Change,
): Promise<boolean> {
  const wait = {
    id: randomUUID(),
    account_id: given.accountId,
    event_id: given.eventId,
    wanted: given.wanted,
    joined_at: change.at,
  };
  const oneWait = `(event_id, account_id) where state in (${liveWaitingSql})`;
  return beginRecorded(tx, waitingLifecycle, 'joined', wait, change, oneWait);
}
