import type { Queryable, Row, Tx } from '../../db/db.ts';
import type { Change } from '../lifecycle/lifecycle.ts';
import {
  advanceRefund,
  beginRefund,
  type RefundEvent,
  type RefundState,
} from '../lifecycle/refund.ts';

/** The bank account to which a buyer wants the money. */
export type BankAccount = {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
};

/** The refund of a payment; its amount in whole rupiah. */
export type RefundRow = {
  id: string;
  account_id: string;
  state: RefundState;
  amount: number;
  reason: string;
  way: 'api' | 'payout' | null;
  bank_account: BankAccount | null;
};

/** The refund of a payment; null without one. Changes take the lock of the payment first. */
export async function findRefund(q: Queryable, paymentId: string): Promise<RefundRow | null> {
  const [row] = await q.query<RefundRow>(
    'select id, account_id, state, amount, reason, way, bank_account from refunds where payment_id = $1',
    [paymentId],
  );
  return row ?? null;
}

/** Makes the refund of a payment, or takes a step with the one that was asked for before. The payment must be locked. */
export async function enterRefund(
  tx: Tx,
  payment: { readonly id: string; readonly account_id: string },
  event: RefundEvent,
  change: Change,
  columns: Row,
): Promise<void> {
  const stored = await findRefund(tx, payment.id);
  if (stored === null) await beginRefund(tx, payment, event, change, columns);
  else await advanceRefund(tx, stored, event, change, columns);
}
