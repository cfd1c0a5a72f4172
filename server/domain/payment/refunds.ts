import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { findPayment, lockPayment, type PaymentRow } from './payments-view.ts';

/** Sets the status of a locked order; answers the one it had. */
export async function setOrderStatus(
  tx: Tx,
  orderId: string,
  status: string,
  now: Date,
): Promise<string> {
  const [before] = await tx.query<{ status: string }>('select status from orders where id = $1', [
    orderId,
  ]);
  await tx.query('update orders set status = $2, updated_at = $3 where id = $1', [
    orderId,
    status,
    now,
  ]);
  if (before === undefined) throw new Error('A payment has lost its order.');
  return before.status;
}

/** Marks an order as failed that has ended without being paid; answers the status it had, null where nothing changed. */
async function failOrder(tx: Tx, orderId: string, now: Date): Promise<string | null> {
  const [ended] = await tx.query<{ status: string }>(
    `select status from orders where id = $1 and status in ('cancelled', 'expired')`,
    [orderId],
  );
  if (ended !== undefined) await setOrderStatus(tx, orderId, 'failed', now);
  return ended?.status ?? null;
}

/** Notes that money came which cannot be honoured and goes back; `refund` sends it. Session, order and payment must be locked. */
export async function oweRefund(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  reason: LateLoss,
  now: Date,
): Promise<void> {
  await tx.query(`update payments set status = 'refund_due', updated_at = $2 where id = $1`, [
    payment.id,
    now,
  ]);
  await tx.query(
    'insert into refunds (payment_id, amount, reason, due_at) values ($1, $2, $3, $4)',
    [payment.id, payment.amount, reason, now],
  );
  const before = await failOrder(tx, payment.order_id, now);
  const trail = { at: now, accountId: payment.account_id };
  await audit(tx, {
    ...trail,
    action: 'payment.refund_due',
    object: `payment:${payment.id}`,
    before: payment.status,
    after: 'refund_due',
    detail: { amount: payment.amount, reason },
  });
  if (before !== null) {
    await audit(tx, {
      ...trail,
      action: 'order.fail',
      object: `order:${payment.order_id}`,
      before,
      after: 'failed',
    });
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
  await tx.query(
    `update payments set status = 'refunded', gateway_final = true, updated_at = $2 where id = $1`,
    [payment.id, now],
  );
  await tx.query('update refunds set done_at = $2, reference = $3 where payment_id = $1', [
    payment.id,
    now,
    reference,
  ]);
  await audit(tx, {
    at: now,
    accountId: payment.account_id,
    action: 'payment.refund',
    object: `payment:${payment.id}`,
    before: 'refund_due',
    after: 'refunded',
    detail: { amount: payment.amount },
  });
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
