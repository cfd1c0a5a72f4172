import type { Queryable, Tx } from '../../db/db.ts';
import { forgetAnswers } from '../../http/idempotency.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { isLivingStatus } from '../catalogue/sale.ts';
import { advanceCharge, type ChargeEvent, type LockedPayment } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import type { SessionRow } from '../session/session-rows.ts';
import { orderOf, type PaymentRow } from './payments-view.ts';

/** With less than this left before the first payment's deadline nobody can choose and pay again: the charge keeps its buyer, or ends the session. */
const leastLeftSeconds = 15;

/** How a payment ends while its seats go on being held. */
export interface Reopening {
  /** The buyer chose another way, the gateway refused the charge or gave it up, or the charge ran out before the hold. */
  readonly reason: 'changed' | 'denied' | 'cancelled' | 'expired';
  /** True when the gateway itself says that nothing more will come of the charge. */
  readonly gatewayFinal: boolean;
  /** The gateway, or the server itself, where it is left out. */
  readonly by?: Trail;
}

/** Until when an order may be paid, by whatever method: set with its first charge, whatever the window of that method, and never moved. Null before. */
export async function payByOf(q: Queryable, orderId: string): Promise<Date | null> {
  const [row] = await q.query<{ pay_by: Date | null }>('select pay_by from orders where id = $1', [
    orderId,
  ]);
  return row?.pay_by ?? null;
}

/** True while another method may still be chosen and paid by. */
export function isTimeLeft(payBy: Date | null, now: Date): payBy is Date {
  return payBy !== null && payBy.getTime() - now.getTime() >= leastLeftSeconds * 1000;
}

/**
 * Ends the running payment of a session and gives its buyer the same draft and the methods back (§12.13), in the caller's transaction;
 * false, and nothing changed, when too little time is left or the event is closed. Session, order and payment must be locked.
 */
export async function reopenOrder(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config'>,
  payment: PaymentRow,
  session: SessionRow,
  reopening: Reopening,
  now: Date,
): Promise<boolean> {
  if (payment.status !== 'pending' || session.state !== 'payment_processing') return false;
  const payBy = await payByOf(tx, payment.order_id);
  if (!isTimeLeft(payBy, now) || !isLivingStatus(session.event_status)) return false;
  const change = { at: now, by: reopening.by ?? { accountId: null } };
  await endCharge(tx, payment, reopening, now);
  await advanceOrder(tx, orderOf(payment), 'chargeEnded', change);
  await advanceSession(tx, services, session, 'chargeEnded', { ...change, payBy });
  await forgetAnswers(tx, payment.account_id, ['createPayment']);
  tx.afterCommit(() =>
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_reopened',
      payment_id: payment.id,
    }),
  );
  return true;
}

const endings = {
  changed: 'chargeVoided',
  cancelled: 'chargeVoided',
  denied: 'chargeDenied',
  expired: 'chargeExpired',
} as const satisfies Record<Reopening['reason'], ChargeEvent>;

/** Ends a locked pending payment, with its reason; the order and the session are the caller's. */
export async function endCharge(
  tx: Tx,
  payment: LockedPayment,
  { reason, gatewayFinal, by = { accountId: null } }: Reopening,
  now: Date,
): Promise<void> {
  await advanceCharge(
    tx,
    payment,
    endings[reason],
    { at: now, by, detail: { reason } },
    { end_reason: reason, ...(gatewayFinal ? { gateway_final: true } : {}) },
  );
}
