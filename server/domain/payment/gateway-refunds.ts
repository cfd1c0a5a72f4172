import type { Tx } from '../../db/db.ts';
import type { GatewayRefund } from '../../gateway/gateway.ts';
import type { Services } from '../../services.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postCorrected, postOwed, postRefunded } from '../ledger/ledger.ts';
import { advanceRefund, beginRefund, isOwing } from '../lifecycle/refund.ts';
import {
  isBlocked,
  isUndecided,
  type RefundRow,
  refundsOf,
  restOf,
} from '../refund/refund-rows.ts';
import { lockPayment, type PaymentRow } from './payments-view.ts';
import { endOwed, takeOwn } from './refunds.ts';
import { undoReturned } from './settlement-return.ts';

/**
 * Takes the refunds in the gateway's book of a payment whose money came (decision 108). One that we asked for is known by its key, in whatever
 * state it is owed; any other was made in the gateway's dashboard and is booked as one of its own. Session, order and payment must be locked.
 */
export async function takeRefunds(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  listed: readonly GatewayRefund[],
  now: Date,
): Promise<void> {
  for (const one of listed) {
    if (one.state !== 'done') continue;
    const locked = (await lockPayment(tx, payment.id)) ?? payment;
    const refunds = await refundsOf(tx, payment.id);
    const own = refunds.find(({ id }) => id === one.key);
    if (own === undefined) {
      if (refunds.some(({ gateway_key: key }) => key === one.key)) continue;
      await takeDashboard(tx, services, locked, refunds, one, now);
    } else {
      const sent = { event: 'refundReported', reference: one.reference } as const;
      await takeOwn(tx, services, locked, own, sent, now);
    }
  }
}

/** Books a refund that staff made in the gateway's dashboard. It pays off what is open; it voids the tickets once nothing of the money is left. */
async function takeDashboard(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  refunds: readonly RefundRow[],
  { amount: sent, key, reference }: GatewayRefund,
  now: Date,
): Promise<void> {
  const change = { at: now };
  const covered = await setOff(tx, refunds, sent, now);
  const left = await refundsOf(tx, payment.id);
  const rest = restOf(payment, left);
  const amount = Math.min(sent, Math.max(rest, 0));
  const isLast = amount > 0 && amount === rest && !left.some(isUndecided);
  const isAll = payment.status === 'completed' && isLast;
  const id = await beginRefund(
    tx,
    payment,
    'moneyReturned',
    { ...change, detail: { amount: sent } },
    {
      amount,
      kind: isAll ? 'whole' : 'dashboard',
      reason: 'refund',
      due_at: now,
      done_at: now,
      reference,
      gateway_key: key,
      went_by: 'gateway',
      seats: isAll ? 'free' : null,
    },
  );
  await postOwed(tx, payment, amount - covered, now, id);
  await postRefunded(tx, payment, amount, now, id);
  // Another way had sent it already: nobody here owes it.
  await postCorrected(tx, payment, amount - sent, now);
  if (isAll) {
    await undoReturned(tx, services, payment, { kind: 'refund', reference, at: now });
    return;
  }
  await endOwed(tx, payment, 'refundReported', now);
  await enqueuePaymentEmail(tx, services, payment, 'refunded', { refundId: id });
}

/** Takes money that went back off the open refunds, oldest first, but for those that may be under way; returns how much of it was owed. */
async function setOff(
  tx: Tx,
  refunds: readonly RefundRow[],
  sent: number,
  now: Date,
): Promise<number> {
  let left = sent;
  let covered = 0;
  for (const row of refunds) {
    const owes = isOwing(row) && row.state !== 'payingOut' && !isBlocked(row);
    if (!owes && !isUndecided(row)) continue;
    const part = Math.min(left, row.amount);
    const amount = row.amount - part;
    left -= part;
    if (owes) covered += part;
    if (part === 0) continue;
    if (!owes && amount === 0) {
      await advanceRefund(tx, row, 'overtaken', { at: now });
      continue;
    }
    await tx.query('update refunds set amount = $2 where id = $1', [row.id, amount]);
    if (owes && amount === 0) {
      const change = { at: now, detail: { amount } };
      await advanceRefund(tx, row, 'moneyReturned', change, { done_at: now, bank_account: null });
    }
  }
  return covered;
}
