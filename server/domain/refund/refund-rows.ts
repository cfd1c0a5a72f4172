import { payoutBanks } from '../../../contract/refund/refund.ts';
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

/** True for an account at a bank that gateways know by its code; an operator may note any other. */
export function isPayable(account: BankAccount | null): account is BankAccount {
  return payoutBanks.some(([code]) => code === account?.bank);
}

/** The refund of a payment; its amount in whole rupiah. */
export type RefundRow = {
  id: string;
  account_id: string;
  state: RefundState;
  amount: number;
  reason: string;
  way: 'api' | 'payout' | 'hand' | null;
  bank_account: BankAccount | null;
  account_asks: number;
  payout_tries: number;
  /** When the money was first owed; null before that. */
  due_at: Date | null;
};

/** The refund of a payment; null without one. Changes take the lock of the payment first. */
export async function findRefund(q: Queryable, paymentId: string): Promise<RefundRow | null> {
  const [row] = await q.query<RefundRow>(
    'select id, account_id, state, amount, reason, way, bank_account, account_asks, payout_tries, due_at from refunds where payment_id = $1',
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
