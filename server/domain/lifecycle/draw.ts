import { randomUUID } from 'node:crypto';
import type { drawKinds } from '../../../contract/draw/record.ts';
import type { Row, Tx } from '../../db/db.ts';
import { system } from '../audit.ts';
import {
  advance,
  beginRecorded,
  type Change,
  type Lifecycle,
  type StepRow,
  stepsOf,
} from './lifecycle.ts';

/** What a waiting room opens before. */
export type DrawKind = (typeof drawKinds)[number];

/** States of a draw as the table keeps them. */
export type DrawState = 'opened' | 'closed' | 'drawn' | 'empty';

/** The life of a draw: from, event, to, clock, audit verb (decision 059). */
const rows = [
  [null, 'roomOpened', 'opened', 'opening', 'open'],
  ['opened', 'listClosed', 'closed', null, 'close'],
  ['opened', 'nobodyCame', 'empty', null, 'close'],
  // Without its beacon a draw waits; an operator may do without.
  ['closed', 'beaconGivenUp', 'closed', null, 'giveUpBeacon'],
  ['closed', 'orderDrawn', 'drawn', null, 'draw'],
] as const satisfies readonly StepRow<DrawState, string, 'opening'>[];

/** What can happen to a draw. */
export type DrawEvent = (typeof rows)[number][1];

/** The lifecycle of a draw. Its one clock, 'opening', is the start of the sale, at which the list is closed. */
export const drawLifecycle: Lifecycle<DrawState, DrawEvent, 'opening'> = {
  thing: 'draw',
  table: 'draws',
  column: 'state',
  also: null,
  steps: stepsOf<DrawState, DrawEvent, 'opening'>(rows),
};

/** Opens the draw of a waiting room; false where the event has one of that kind: the unique index decides. */
export function beginDraw(tx: Tx, columns: Row, change: Change): Promise<boolean> {
  const draw = { id: randomUUID(), ...columns };
  const by = { by: system, ...change };
  return beginRecorded(tx, drawLifecycle, 'roomOpened', draw, by, '(event_id, kind)');
}

/** Takes one step with a draw whose row the caller has locked. */
export async function advanceDraw(
  tx: Tx,
  draw: { readonly id: string; readonly state: DrawState },
  event: DrawEvent,
  change: Change,
  columns: Row = {},
): Promise<void> {
  const thing = { id: draw.id, account_id: null, state: draw.state };
  await advance(tx, drawLifecycle, thing, event, { by: system, ...change }, columns);
}
