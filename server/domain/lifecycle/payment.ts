import type { Row, Tx } from '../../db/db.ts';
import {
  advanceStatus,
  beginRecorded,
  type Change,
  type Lifecycle,
  type LockedRow,
  type StepRow,
  stepsOf,
} from './lifecycle.ts';

/** States of a payment, and of the money that it owes back, as the table keeps them. */
export type PaymentState =
  | 'pending'
  | 'completed'
  | 'expired'
  | 'failed'
  | 'refund_due'
  | 'refunded';

/** The payment's lifecycle, refunds included: from, event, to, clock, audit verb. */
const rows = [
  [null, 'paymentCreated', 'pending', 'charge', 'create'],
  ['pending', 'paid', 'completed', null, 'complete'],
  // Money beats the clock (ruling 11).
  [['expired', 'failed'], 'paid', 'completed', null, 'complete'],
  // The charge ended and its seats are still held (ruling R5).
  ['pending', 'chargeExpired', 'expired', null, 'end'],
  ['pending', 'chargeGivenUp', 'failed', null, 'end'],
  // The session ended, and the charge with it.
  ['pending', 'deadlinePassed', 'expired', null, 'end'],
  ['pending', 'sessionCancelled', 'failed', null, 'end'],
  ['pending', 'paymentFailed', 'failed', null, 'end'],
  [['pending', 'expired', 'failed'], 'refundOwed', 'refund_due', null, 'refund_due'],
  // Received already: another verb than that of money that came late.
  ['completed', 'eventCancelled', 'refund_due', null, 'owe'],
  ['completed', 'refundApproved', 'refund_due', null, 'owe'],
  ['refund_due', 'refundSent', 'refunded', null, 'refund'],
  ['completed', 'moneyReturned', 'refunded', null, 'return'],
] as const satisfies readonly StepRow<PaymentState, string, 'charge'>[];

/** What can happen to a payment. */
export type PaymentEvent = (typeof rows)[number][1];

/** The lifecycle of a payment. Its one clock, 'charge', is the end of the charge at the gateway. */
export const paymentLifecycle: Lifecycle<PaymentState, PaymentEvent, 'charge'> = {
  thing: 'payment',
  table: 'payments',
  column: 'status',
  also: null,
  steps: stepsOf<PaymentState, PaymentEvent, 'charge'>(rows),
};

/** A payment whose row the caller has locked, with the status it has. */
export type LockedPayment = LockedRow<PaymentState>;

/** Takes one step with a payment whose row the caller has locked. Throws an Error for a step that the lifecycle does not have. */
export function advancePayment(
  tx: Tx,
  payment: LockedPayment,
  event: PaymentEvent,
  change: Change,
  columns?: Row,
): Promise<void> {
  return advanceStatus(tx, paymentLifecycle, payment, event, change, columns);
}

/** Makes a payment and its audit row. `expires_at`, the end of its charge, is null for a free order. */
export async function beginPayment(
  tx: Tx,
  columns: Row & {
    readonly id: string;
    readonly account_id: string;
    readonly expires_at: Date | null;
  },
  change: Change,
): Promise<void> {
  const { at } = change;
  const stamped = { ...columns, created_at: at, updated_at: at };
  await beginRecorded(tx, paymentLifecycle, 'paymentCreated', stamped, change);
}
