import type { Queryable, Row, Tx } from '../../db/db.ts';
import {
  advance,
  advanceAll,
  beginRecorded,
  type Change,
  type Lifecycle,
  type StepRow,
  stepOf,
  stepsOf,
} from './lifecycle.ts';

/** States of a charge as the table keeps them (decision 078). */
export type ChargeState =
  | 'intent'
  | 'charging'
  | 'awaiting'
  | 'settled'
  | 'lapsed'
  | 'denied'
  | 'voided'
  | 'settledLate'
  | 'honoured'
  | 'refundDue'
  | 'refunding'
  | 'refunded'
  | 'stuck'
  | 'paidByHand'
  | 'reversed'
  | 'refundedOutside';

/** A payment as buyers and reports see it (§3.63): the state of its charge in fewer words. */
export type PaymentState =
  | 'pending'
  | 'completed'
  | 'expired'
  | 'failed'
  | 'refund_due'
  | 'refunded';

/** The status of the payment in each state of its charge; null leaves it as it is, within one transaction. */
const statuses = {
  intent: 'pending',
  charging: 'pending',
  awaiting: 'pending',
  settled: 'completed',
  lapsed: 'expired',
  denied: 'failed',
  voided: 'failed',
  settledLate: null,
  honoured: 'completed',
  refundDue: 'refund_due',
  refunding: 'refund_due',
  stuck: 'refund_due',
  refunded: 'refunded',
  paidByHand: 'refunded',
  reversed: 'refunded',
  refundedOutside: 'refunded',
} as const satisfies Record<ChargeState, PaymentState | null>;

const unpaid = ['intent', 'charging', 'awaiting'] as const;
const ended = ['lapsed', 'denied', 'voided'] as const;
const kept = ['settled', 'honoured'] as const;
const tried = ['refunding', 'stuck'] as const;
const owed = ['refundDue', ...tried] as const;

/** The charge's lifecycle, the way back of its money included: from, event, to, clock, audit verb. */
const rows = [
  [null, 'begun', 'intent', 'charge', 'create'],
  // A repeated request after a lost response is the same charge.
  [['intent', 'charging'], 'chargeAsked', 'charging', null, null],
  ['charging', 'chargeMade', 'awaiting', null, null],
  // A free order is settled as an intent; the notification may overtake the response.
  [unpaid, 'paid', 'settled', null, 'complete'],
  // The charge ended and its seats are still held (§12.13).
  [unpaid, 'chargeExpired', 'lapsed', null, 'end'],
  [unpaid, 'chargeDenied', 'denied', null, 'end'],
  [unpaid, 'chargeVoided', 'voided', null, 'end'],
  // The session ended, and the charge with it.
  [unpaid, 'deadlinePassed', 'lapsed', null, 'end'],
  [unpaid, 'sessionCancelled', 'voided', null, 'end'],
  [unpaid, 'paymentFailed', 'denied', null, 'end'],
  // Money beats the clock (§12.26): it is honoured or owed back in the same transaction.
  [[...unpaid, ...ended], 'paidLate', 'settledLate', null, null],
  ['settledLate', 'orderKept', 'honoured', null, 'complete'],
  ['settledLate', 'orderLost', 'refundDue', null, 'refund_due'],
  // Received already: another verb than that of money that came late.
  [kept, 'eventCancelled', 'refundDue', null, 'owe'],
  [kept, 'refundApproved', 'refundDue', null, 'owe'],
  // A free order, or one whose money went back in parts before.
  [kept, 'nothingOwed', 'refunded', null, 'return'],
  [owed, 'refundAsked', 'refunding', null, null],
  [tried, 'refundFailed', 'stuck', null, null],
  [owed, 'refundSent', 'refunded', null, 'refund'],
  [owed, 'handPaid', 'paidByHand', null, 'refund'],
  // A bank sent a payout back that had arrived.
  ['refunded', 'payoutReversed', 'refundDue', null, 'reopen'],
  // The gateway reports a refund: its own, unless the server asked for one.
  [tried, 'refundReported', 'refunded', null, 'refund'],
  ['refundDue', 'refundReported', 'refundedOutside', null, 'refund'],
  [kept, 'refundReported', 'refundedOutside', null, 'return'],
  // A bank or the payer took the money back, whatever was owed.
  [owed, 'moneyTaken', 'reversed', null, 'refund'],
  [kept, 'moneyTaken', 'reversed', null, 'return'],
] as const satisfies readonly StepRow<ChargeState, string, 'charge'>[];

/** What can happen to a charge. */
export type ChargeEvent = (typeof rows)[number][1];

const statusCases = Object.entries(statuses)
  .map(([state, status]) => (status === null ? '' : ` when '${state}' then '${status}'`))
  .join('');

/** The status that a charge state, an SQL expression, gives to its payment; null for a passing one. */
export function statusSql(state: string): string {
  return `case ${state}${statusCases} end`;
}

/** The lifecycle of a charge. Its one clock, 'charge', is the end of the charge at the gateway. */
export const chargeLifecycle: Lifecycle<ChargeState, ChargeEvent, 'charge'> = {
  thing: 'payment',
  table: 'payments',
  column: 'charge_state',
  also: `status = coalesce(${statusSql('t.after')}, s.status)`,
  audited: statuses,
  steps: stepsOf<ChargeState, ChargeEvent, 'charge'>(rows),
};

/** A payment whose row the caller has locked, with the states it has. */
export type LockedPayment = {
  readonly id: string;
  readonly account_id: string;
  readonly charge_state: ChargeState;
  readonly status: PaymentState;
};

/** Takes one step with the charge of a payment whose row the caller has locked, and returns the payment after it. Throws an Error for a step that the lifecycle does not have. */
export async function advanceCharge<P extends LockedPayment>(
  tx: Tx,
  payment: P,
  event: ChargeEvent,
  change: Change,
  columns: Row = {},
): Promise<P> {
  const stamped = { ...columns, updated_at: change.at };
  await advance(tx, chargeLifecycle, thingOf(payment), event, change, stamped);
  return after(payment, event);
}

/** Ends the charges of many locked payments whose time is over, by one statement. */
export async function expireCharges(
  tx: Tx,
  payments: readonly LockedPayment[],
  change: Change,
): Promise<void> {
  const columns = { updated_at: change.at };
  const things = payments.map(thingOf);
  await advanceAll(tx, chargeLifecycle, things, 'deadlinePassed', change, columns);
}

/** The same without a lock; null, and nothing written, where the charge left the state in which the caller read it. */
export async function advanceReadCharge<P extends LockedPayment>(
  q: Queryable,
  payment: P,
  event: ChargeEvent,
  change: Change,
  columns: Row = {},
): Promise<P | null> {
  const stamped = { ...columns, updated_at: change.at };
  const [written] = await advanceAll(
    q,
    chargeLifecycle,
    [thingOf(payment)],
    event,
    change,
    stamped,
  );
  return written === undefined ? null : after(payment, event);
}

function thingOf({ id, account_id, charge_state: state, status }: LockedPayment) {
  return { id, account_id, state, audited: status };
}

function after<P extends LockedPayment>(payment: P, event: ChargeEvent): P {
  const { to } = stepOf(chargeLifecycle, payment.charge_state, event);
  return { ...payment, charge_state: to, status: statuses[to] ?? payment.status };
}

/** Makes a payment with its audit row. `expires_at`, the end of its charge, is null for a free order. */
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
  const stamped = { ...columns, status: statuses.intent, created_at: at, updated_at: at };
  await beginRecorded(tx, chargeLifecycle, 'begun', stamped, change);
}
