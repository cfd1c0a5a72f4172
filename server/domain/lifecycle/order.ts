import { randomUUID } from 'node:crypto';
import type { PriceRule } from '../../../contract/price-rules.ts';
import type { RefundPolicy } from '../../../contract/refund-policy.ts';
import type { Row, Tx } from '../../db/db.ts';
import {
  advanceStatus,
  begin,
  type Change,
  type Lifecycle,
  type LockedRow,
  recordBegin,
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
  // Money beats the clock (ruling 11).
  [['cancelled', 'expired', 'failed'], 'paid', 'completed', null, 'complete'],
  [live, 'deadlinePassed', 'expired', null, 'release'],
  [live, 'sessionCancelled', 'cancelled', null, 'release'],
  ['pending', 'paymentFailed', 'failed', null, 'release'],
  [['cancelled', 'expired'], 'refundOwed', 'failed', null, 'fail'],
  // The organiser called the event off: the tickets are void, the money is owed.
  ['completed', 'eventCancelled', 'cancelled', null, 'cancel'],
  ['completed', 'refundApproved', 'cancelled', null, 'cancel'],
  [['completed', 'cancelled', 'expired', 'failed'], 'moneyReturned', 'refunded', null, 'return'],
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

/** Makes an order without seats or a price; false where the code is taken. `recordDraft` writes its audit row once it has both. */
export async function beginOrder(
  tx: Tx,
  given: {
    readonly code: string;
    readonly accountId: string;
    readonly eventId: string;
    readonly sessionId: string;
    /** The event's rules and refund policy of the moment: later changes do not touch the order (F57). */
    readonly prices: {
      readonly price_rules: readonly PriceRule[];
      readonly bears_method_fee: boolean;
      readonly refund_policy: RefundPolicy | null;
    };
  },
  at: Date,
): Promise<boolean> {
  const policy = given.prices.refund_policy;
  const columns = {
    id: randomUUID(),
    order_code: given.code,
    account_id: given.accountId,
    event_id: given.eventId,
    session_id: given.sessionId,
    subtotal: 0,
    discount: 0,
    tax: 0,
    total: 0,
    price_rules: JSON.stringify(given.prices.price_rules),
    bears_method_fee: given.prices.bears_method_fee,
    refund_policy: policy === null ? null : JSON.stringify(policy),
    created_at: at,
    updated_at: at,
  };
  return begin(tx, orderLifecycle, 'drafted', columns, '(order_code)');
}

/** Writes the audit row of a new order, in the transaction that made it. */
export async function recordDraft(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'account_id'>,
  change: Change,
): Promise<void> {
  await recordBegin(tx, orderLifecycle, 'drafted', order, change);
}
