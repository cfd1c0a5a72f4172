import type { Row, Tx } from '../../db/db.ts';
import {
  advanceAll,
  advanceStatus,
  beginRecorded,
  type Change,
  type Lifecycle,
  type LockedRow,
  type StepRow,
  stepsOf,
} from './lifecycle.ts';

/** States of an order as the table keeps them. */
export type OrderState =
  | 'draft'
  | 'pending'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'refunded';

const live = ['draft', 'pending'] as const;

/** The order's lifecycle: from, event, to, clock, audit verb. An order has no clock of its own: it ends with its session. */
const rows = [
  [null, 'drafted', 'draft', null, 'draft'],
  ['draft', 'seatsChanged', 'draft', null, 'swap'],
  ['draft', 'formsAccepted', 'draft', null, 'lock'],
  ['draft', 'draftCancelled', 'cancelled', null, 'cancel'],
  ['draft', 'paymentCreated', 'pending', null, 'pay'],
  ['pending', 'chargeEnded', 'draft', null, 'reopen'],
  [live, 'paid', 'completed', null, 'complete'],
  // Money beats the clock (§12.26).
  [['cancelled', 'expired', 'failed'], 'paid', 'completed', null, 'complete'],
  [live, 'deadlinePassed', 'expired', null, 'release'],
  [live, 'sessionCancelled', 'cancelled', null, 'release'],
  ['pending', 'paymentFailed', 'failed', null, 'release'],
  [['cancelled', 'expired'], 'refundOwed', 'failed', null, 'fail'],
  // The organiser called the event off: the tickets are void, the money is owed.
  ['completed', 'eventCancelled', 'cancelled', null, 'cancel'],
  ['completed', 'refundApproved', 'cancelled', null, 'cancel'],
  [['completed', 'cancelled', 'expired', 'failed'], 'moneyReturned', 'refunded', null, 'return'],
  ['refunded', 'payoutReversed', 'cancelled', null, 'reopen'],
] as const satisfies readonly StepRow<OrderState, string, never>[];

/** What can happen to an order. */
export type OrderEvent = (typeof rows)[number][1];

/** The lifecycle of an order. */
export const orderLifecycle: Lifecycle<OrderState, OrderEvent> = {
  thing: 'order',
  table: 'orders',
  column: 'status',
  also: null,
  steps: stepsOf<OrderState, OrderEvent, never>(rows),
};

/** An order whose row the caller has locked, with the status it has. */
export type LockedOrder = LockedRow<OrderState>;

/** Takes one step with an order whose row the caller has locked. Throws an Error for a step that the lifecycle does not have. */
export function advanceOrder(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  change: Change,
  columns?: Row,
): Promise<void> {
  return advanceStatus(tx, orderLifecycle, order, event, change, columns);
}

/** Ends many locked orders whose time is over, by one statement; `details` as in `Change`. */
export async function expireOrders(
  tx: Tx,
  orders: readonly LockedOrder[],
  change: Change,
): Promise<void> {
  const things = orders.map(({ status: state, ...order }) => ({ ...order, state }));
  const columns = { updated_at: change.at };
  await advanceAll(tx, orderLifecycle, things, 'deadlinePassed', change, columns);
}

/**
 * Makes an order with its price and its audit row by one statement. Fails with a violation of `orders_order_code_key` where the code is taken. The
 * event's rules and refund policy are those of the moment: later changes do not touch the order (F57).
 */
export async function beginOrder(
  tx: Tx,
  order: Row & { readonly id: string; readonly account_id: string },
  change: Change,
): Promise<void> {
  const columns = { ...order, created_at: change.at, updated_at: change.at };
  await beginRecorded(tx, orderLifecycle, 'drafted', columns, change);
}
