import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advancePayment } from '../lifecycle/payment.ts';
import { findPayment, lockPayment, orderOf, type PaymentRow } from './payments-view.ts';

/** Notes that money came which cannot be honoured and goes back; `refund` sends it. Session, order and payment must be locked. */
export async function oweRefund(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  reason: LateLoss,
  now: Date,
): Promise<void> {
  const change = { at: now };
  const detail = { amount: payment.amount, reason };
  await advancePayment(tx, payment, 'refundOwed', { ...change, detail });
  await tx.query(
    'insert into refunds (payment_id, amount, reason, due_at) values ($1, $2, $3, $4)',
    [payment.id, payment.amount, reason, now],
  );
  await postUnearned(tx, payment, now);
  const { order_status: status } = payment;
  if (status === 'cancelled' || status === 'expired') {
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

/** Notes that owed money has gone back, under the reference of the gateway; the payment must be locked. */
export async function noteRefund(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  reference: string | null,
  now: Date,
): Promise<void> {
  const change = { at: now, detail: { amount: payment.amount } };
  await advancePayment(tx, payment, 'refundSent', change, { gateway_final: true });
  await tx.query('update refunds set done_at = $2, reference = $3 where payment_id = $1', [
    payment.id,
    now,
    reference,
  ]);
  await postRefunded(tx, payment, payment.amount, now);
  await enqueuePaymentEmail(tx, services, payment, 'refunded');
}

/** Sends money back that is owed; what fails stays owed and is tried again by the ticker. Never throws. */
export async function refund(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.status !== 'refund_due') return;
  let reference: string | null;
  try {
    reference = await services.gateway.refund(payment.id, payment.amount);
  } catch (error) {
    services.log.error({ err: error, payment: payment.id }, 'a refund failed and stays owed');
    return;
  }
  const now = services.clock.now();
  await services.db.tx(async (tx) => {
    const locked = await lockPayment(tx, paymentId);
    if (locked?.status === 'refund_due') await noteRefund(tx, services, locked, reference, now);
  });
}
