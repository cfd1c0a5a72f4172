import { randomUUID } from 'node:crypto';
import type { Row, Tx } from '../../db/db.ts';
import { enqueueFor } from '../payment/job-kinds.ts';
import {
  advance,
  beginRecorded,
  type Change,
  type Lifecycle,
  type StepRow,
  stepOf,
  stepsOf,
} from './lifecycle.ts';

/** States of a refund as the table keeps them. */
export type RefundState =
  | 'asked'
  | 'refused'
  | 'approved'
  | 'owed'
  | 'accountAsked'
  | 'accountGiven'
  | 'payingOut'
  | 'done';

const owing = ['owed', 'accountAsked', 'accountGiven', 'payingOut'] as const;

/** True while the money is owed. */
export function isOwing({ state }: { readonly state: RefundState }): boolean {
  return (owing as readonly RefundState[]).includes(state);
}

/** The states in which the money is owed, as SQL: constants, never input. */
export const owingSql = `'owed', 'accountAsked', 'accountGiven', 'payingOut'`;

/** The life of a refund: from, event, to, clock, audit verb (decision 075). */
const rows = [
  [null, 'asked', 'asked', null, 'ask'],
  ['asked', 'refused', 'refused', null, 'refuse'],
  ['asked', 'approved', 'approved', null, 'approve'],
  // Somebody entered before the sale was undone: the staff decides again.
  ['approved', 'entered', 'asked', null, 'reopen'],
  // Its tickets go back by another refund: the whole order is owed, or everything is offered now.
  [['asked', 'approved'], 'overtaken', 'refused', null, 'drop'],
  // The tickets that it names are void from here on.
  ['approved', 'saleUndone', 'owed', null, 'owe'],
  // Money that cannot be kept, and the event that is cancelled, ask nobody.
  [null, 'fellDue', 'owed', null, 'owe'],
  // The method gives nothing back through its gateway: the buyer names a bank account.
  ['owed', 'gatewayClosed', 'accountAsked', null, 'askAccount'],
  ['accountAsked', 'accountGiven', 'accountGiven', null, 'takeAccount'],
  ['accountGiven', 'payoutBegun', 'payingOut', null, 'payOut'],
  [['accountGiven', 'payingOut'], 'accountWrong', 'owed', null, 'rejectAccount'],
  // For another reason than the account: an operator pays by hand.
  ['payingOut', 'payoutFailed', 'accountGiven', null, 'failPayout'],
  [owing, 'sent', 'done', null, 'send'],
  // A bank sent back what had arrived.
  ['done', 'payoutReversed', 'owed', null, 'reopen'],
  // A bank, a payer or a gateway took the money back, whatever was said about it here.
  [null, 'moneyReturned', 'done', null, 'return'],
  [owing, 'moneyReturned', 'done', null, 'return'],
] as const satisfies readonly StepRow<RefundState, string, never>[];

/** What can happen to a refund. */
export type RefundEvent = (typeof rows)[number][1];

/** The lifecycle of a refund. */
export const refundLifecycle: Lifecycle<RefundState, RefundEvent> = {
  thing: 'refund',
  table: 'refunds',
  column: 'state',
  also: null,
  steps: stepsOf<RefundState, RefundEvent, never>(rows),
};

/** A refund with the state that the caller read while it held the lock of the payment. */
export interface RefundThing {
  readonly id: string;
  readonly account_id: string | null;
  readonly state: RefundState;
}

/** Takes one step with a refund whose payment the caller has locked. Throws an Error for a step that the lifecycle does not have. */
export async function advanceRefund(
  tx: Tx,
  refund: RefundThing,
  event: RefundEvent,
  change: Change,
  columns: Row = {},
): Promise<void> {
  await advance(tx, refundLifecycle, refund, event, change, columns);
  await enqueueSending(tx, stepOf(refundLifecycle, refund.state, event).to, refund.id, change.at);
}

/** Makes a refund of a payment with its audit row, and returns its id. */
export async function beginRefund(
  tx: Tx,
  payment: { readonly id: string; readonly account_id: string },
  event: RefundEvent,
  change: Change,
  columns: Row,
): Promise<string> {
  const id = randomUUID();
  const given = { id, account_id: payment.account_id, payment_id: payment.id, ...columns };
  await beginRecorded(tx, refundLifecycle, event, given, change);
  await enqueueSending(tx, stepOf(refundLifecycle, null, event).to, id, change.at);
  return id;
}

/** The jobs that send the money of a refund. */
const sending: Partial<Record<RefundState, 'refund' | 'payout'>> = {
  owed: 'refund',
  accountGiven: 'payout',
};

async function enqueueSending(tx: Tx, state: RefundState, refundId: string, at: Date) {
  const kind = sending[state];
  if (kind === undefined) return;
  const [payment] = await tx.query<{ id: string; gateway: string }>(
    'select p.id, p.gateway from refunds r join payments p on p.id = r.payment_id where r.id = $1',
    [refundId],
  );
  if (payment === undefined) return;
  // The refunds of a payment are sent together.
  const key = kind === 'refund' ? payment.id : refundId;
  await enqueueFor(tx, kind, { ...payment, id: key }, at);
}
