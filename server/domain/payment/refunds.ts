import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { type EmailServices, enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postCorrected, postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceCharge, type ChargeEvent } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund, isOwing } from '../lifecycle/refund.ts';
import { enterWhole, type RefundRow, refundsOf, restOf } from '../refund/refund-rows.ts';
import { orderOf, type PaymentRow } from './payments-view.ts';

/** How money went back: sent on our request or by hand, reported by the gateway, or taken by a bank or the payer. */
export interface Sent {
  readonly event: Extract<ChargeEvent, 'refundSent' | 'handPaid' | 'refundReported' | 'moneyTaken'>;
  readonly reference: string | null;
}

/** Notes that money came late which cannot be honoured and goes back; `refund` sends it. Session, order and payment must be locked. */
export async function oweRefund(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  reason: LateLoss,
  now: Date,
): Promise<void> {
  const change = { at: now };
  const { amount } = payment;
  await advanceCharge(tx, payment, 'orderLost', { ...change, detail: { amount, reason } });
  await enterWhole(tx, payment, 'fellDue', change, { reason, due_at: now });
  await postUnearned(tx, payment, now);
  const { order_status: status } = payment;
  // An order that had tickets has an end of its own.
  if (reason !== 'paid_twice' && (status === 'cancelled' || status === 'expired')) {
    await advanceOrder(tx, orderOf(payment), 'refundOwed', change);
  }
  await enqueuePaymentEmail(tx, services, payment, reason);
  tx.afterCommit(() =>
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_failed',
      payment_id: payment.id,
    }),
  );
}

/** Notes that the money of an owed refund has gone back, under the reference of the gateway or bank. The order and the payment must be locked. */
export async function noteRefund(
  tx: Tx,
  services: EmailServices,
  payment: PaymentRow,
  due: RefundRow,
  { event, reference }: Sent,
  now: Date,
): Promise<void> {
  const { amount, id } = due;
  const change = { at: now, detail: { amount } };
  const isPayout = due.state === 'payingOut' && event === 'refundSent';
  const went_by = event === 'handPaid' ? 'hand' : isPayout ? 'payout' : 'gateway';
  const known = { unclear_since: null, absent_at: null, unheard_since: null };
  const columns = { ...known, done_at: now, reference, bank_account: null, went_by };
  const end = event === 'refundSent' || event === 'handPaid' ? 'sent' : 'moneyReturned';
  await advanceRefund(tx, due, end, change, columns);
  await postRefunded(tx, payment, amount, now, id);
  await endOwed(tx, payment, event, now);
  await enqueuePaymentEmail(tx, services, payment, 'refunded', { refundId: id });
}

/** Ends a payment that was owed back once none of its refunds is open, and its order with the last of them. Both must be locked. */
export async function endOwed(
  tx: Tx,
  payment: PaymentRow,
  event: Sent['event'],
  now: Date,
): Promise<void> {
  if (payment.status !== 'refund_due') return;
  const refunds = await refundsOf(tx, payment.id);
  if (refunds.some(isOwing)) return;
  const amount = payment.amount - restOf(payment, refunds);
  const change = { at: now, detail: { amount } };
  await advanceCharge(tx, payment, event, change, { gateway_final: true });
  if (payment.order_status === 'cancelled' && !(await owesMore(tx, payment))) {
    await advanceOrder(tx, orderOf(payment), 'moneyReturned', { at: now });
  }
}

/** True while another payment of the same order is owed back, too. */
async function owesMore(tx: Tx, { id, order_id: orderId }: PaymentRow): Promise<boolean> {
  const others = await tx.query(
    `select 1 as one from payments where order_id = $1 and id <> $2 and status = 'refund_due' limit 1`,
    [orderId, id],
  );
  return others.length > 0;
}

/** A payment that keeps its order is completed, whatever becomes of a part of its money. */
export async function advanceOwed(
  tx: Tx,
  payment: PaymentRow,
  event: 'refundAsked' | 'refundFailed',
  at: Date,
): Promise<void> {
  if (payment.status === 'refund_due') await advanceCharge(tx, payment, event, { at });
}

/**
 * Books that the gateway has sent a refund of ours. Where another way has sent it too, or may be doing so, it is a loss of the platform, posted once. The
 * order and the payment must be locked.
 */
export async function takeOwn(
  tx: Tx,
  services: EmailServices,
  payment: PaymentRow,
  due: RefundRow,
  sent: Sent,
  now: Date,
): Promise<void> {
  if (isOwing(due) && due.state !== 'payingOut') {
    await noteRefund(tx, services, payment, due, sent, now);
    return;
  }
  const isOther = due.state === 'payingOut' || due.went_by === 'payout' || due.went_by === 'hand';
  if (!isOther || due.gateway_key !== null) return;
  await tx.query('update refunds set gateway_key = $2 where id = $1', [due.id, due.id]);
  await postCorrected(tx, payment, -due.amount, now);
}
