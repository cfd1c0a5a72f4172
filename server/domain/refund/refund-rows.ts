import { payoutBanks } from '../../../contract/refund/refund.ts';
import type { Queryable, Row, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Change } from '../lifecycle/lifecycle.ts';
import {
  advanceRefund,
  beginRefund,
  isOwing,
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

/** A refund of a payment; its amount in whole rupiah. */
export type RefundRow = {
  id: string;
  payment_id: string;
  account_id: string;
  kind: 'whole' | 'tickets' | 'goodwill' | 'dashboard';
  state: RefundState;
  amount: number;
  reason: string;
  note: string | null;
  way: 'api' | 'payout' | 'hand' | null;
  bank_account: BankAccount | null;
  account_asks: number;
  payout_tries: number;
  gateway_key: string | null;
  reference: string | null;
  asked_at: Date | null;
  done_at: Date | null;
  went_by: 'gateway' | 'payout' | 'hand' | null;
  /** Since when the result of a call to the gateway is not known. */
  unclear_since: Date | null;
  /** When the gateway first said after that call that it has no such refund. */
  absent_at: Date | null;
  /** Since when the gateway does not respond. */
  unheard_since: Date | null;
  /** When two people let the money go another way without a response. */
  overruled_at: Date | null;
  /** When the money was first owed; null before that. */
  due_at: Date | null;
};

/** The columns of a RefundRow, as SQL over `refunds r`. */
export const refundColumns = `r.id, r.payment_id, r.account_id, r.kind, r.state, r.amount, r.reason, r.note, r.way, r.bank_account, r.account_asks,
  r.payout_tries, r.gateway_key, r.reference, r.asked_at, r.due_at, r.done_at, r.went_by, r.unclear_since, r.absent_at, r.unheard_since, r.overruled_at`;

/** The refunds of a payment in the order in which they were made. Changes take the lock of the payment first. */
export function refundsOf(q: Queryable, paymentId: string): Promise<RefundRow[]> {
  return q.query<RefundRow>(
    `select ${refundColumns} from refunds r where r.payment_id = $1 order by r.number`,
    [paymentId],
  );
}

/** A refund by its id; null without one. */
export async function findRefund(q: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await q.query<RefundRow>(`select ${refundColumns} from refunds r where r.id = $1`, [
    id,
  ]);
  return row ?? null;
}

/** True for a refund that waits for a decision. */
export function isUndecided({ state }: Pick<RefundRow, 'state'>): boolean {
  return state === 'asked' || state === 'approved';
}

/** The refund of a payment that a person means who names none: the newest that is open, else the newest. */
export function meantRefund<R extends Pick<RefundRow, 'state'>>(refunds: readonly R[]): R | null {
  return refunds.findLast(isOpen) ?? refunds.at(-1) ?? null;
}

function isOpen(row: Pick<RefundRow, 'state'>): boolean {
  return isUndecided(row) || isOwing(row);
}

/** The refund with this id, else the one that is meant. Throws Refusal 409 where several are open and none is named. */
export function chooseRefund(refunds: readonly RefundRow[], name: string | null): RefundRow | null {
  const named = refunds.find(({ id }) => id === name);
  if (named !== undefined) return named;
  const open = refunds.filter(isOpen);
  if (open.length < 2) return meantRefund(refunds);
  const ids = open.map(({ id, state, amount }) => `${id} (${state}, Rp${amount})`).join(', ');
  throw new Refusal(409, `Several refunds are open. Name one of them: ${ids}`);
}

/** What of a payment is in no refund, whole rupiah: open ones count, refused ones do not. */
export function restOf(
  { amount }: { readonly amount: number },
  refunds: readonly RefundRow[],
): number {
  const taken = refunds.filter(({ state }) => state !== 'refused');
  return amount - taken.reduce((sum, one) => sum + one.amount, 0);
}

/**
 * Makes the refund by which the whole rest of a payment falls due or went back, and drops those that nobody has decided about; null where nothing
 * is left for it. The payment must be locked.
 */
export async function enterWhole(
  tx: Tx,
  payment: { readonly id: string; readonly account_id: string; readonly amount: number },
  event: RefundEvent,
  change: Change,
  given: Row,
): Promise<RefundRow | null> {
  const refunds = await refundsOf(tx, payment.id);
  const undecided = refunds.filter(isUndecided);
  for (const row of undecided) await advanceRefund(tx, row, 'overtaken', change);
  const decided = refunds.filter((row) => !isUndecided(row));
  const amount = Math.max(restOf(payment, decided), 0);
  if (amount === 0 && decided.some(({ state }) => state !== 'refused')) return null;
  const id = await beginRefund(tx, payment, event, change, { ...given, amount });
  return findRefund(tx, id);
}

/** True while nobody knows whether the gateway sends this refund: the money must not go another way. */
export function isBlocked(due: Pick<RefundRow, 'unclear_since' | 'overruled_at'>): boolean {
  return due.unclear_since !== null && due.overruled_at === null;
}

/** The Refusal for a refund in another state than the one that is needed. */
export function notIn(state: string | undefined, needed: string): Refusal {
  const why = state === undefined ? 'nobody asked for one' : `it is ${state}`;
  return new Refusal(409, `The refund of this order is not ${needed}: ${why}.`);
}
