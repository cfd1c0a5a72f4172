import type { Tx } from '../../db/db.ts';
import type { ChargeStatus } from '../../gateway/gateway.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { isLivingStatus } from '../catalogue/sale.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postPaid } from '../ledger/ledger.ts';
import { advanceCharge, type LockedPayment } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import { publishSeats } from '../order/seat-news.ts';
import { reclaimSeats, releaseSeats, sellSeats } from '../order/seats.ts';
import { reclaimVoucher } from '../order/vouchers.ts';
import { type Ending, endSession } from '../session/session-end.ts';
import { isLive, type SessionRow } from '../session/session-rows.ts';
import { issueTickets } from '../ticket/ticket-issue.ts';
import { noteBought, tookPromised } from '../waiting/promised.ts';
import { hasBoughtAgain } from './bought-again.ts';
import { takeRefunds } from './gateway-refunds.ts';
import { endCharge, reopenOrder } from './payments-reopen.ts';
import { orderOf, type PaymentRow } from './payments-view.ts';
import { oweRefund } from './refunds.ts';
import { takeReturn } from './settlement-return.ts';

/**
 * Applies one state that the gateway reports for a payment whose session, order and row the caller has locked. Each may come again and in any
 * order: a late 'pending' changes nothing (F40), and a completed payment ends only when its money goes back (§12.30).
 */
export async function takeWord(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  word: Pick<ChargeStatus, 'status' | 'reference' | 'refunds'>,
  now: Date,
): Promise<void> {
  switch (word.status) {
    case 'pending':
      return;
    case 'settlement':
      await settle(tx, services, payment, session, now);
      return;
    case 'expire':
      await endUnpaid(tx, services, payment, session, now, 'expired');
      return;
    case 'deny':
      await endUnpaid(tx, services, payment, session, now, 'denied');
      return;
    case 'cancel':
      await endUnpaid(tx, services, payment, session, now, 'cancelled');
      return;
    case 'refund':
    case 'partial_refund':
      await takeRefunded(tx, services, payment, session, word, now);
      return;
    case 'reversal':
    case 'chargeback':
      await takeReturn(tx, services, payment, session, {
        kind: word.status,
        reference: word.reference,
        at: now,
      });
  }
}

/** A gateway tells of its refunds by one list. Money of which a part is left has come, whether its own notification has or not. */
async function takeRefunded(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  { status, reference, refunds }: Pick<ChargeStatus, 'status' | 'reference' | 'refunds'>,
  now: Date,
): Promise<void> {
  const isReceived = ['completed', 'refund_due', 'refunded'].includes(payment.status);
  const done = (refunds ?? []).filter(({ state }) => state === 'done');
  if (status === 'refund' && (!isReceived || refunds === undefined)) {
    const back = { kind: status, reference, at: now, refunds: done } as const;
    await takeReturn(tx, services, payment, session, back);
    return;
  }
  if (!isReceived) await settle(tx, services, payment, session, now);
  await takeRefunds(tx, services, payment, done, now);
}

/** How the session ends with a charge where too little time is left to choose another method. */
const endings = {
  expired: { event: 'deadlinePassed' },
  denied: { event: 'paymentFailed', note: 'Pembayaran ditolak' },
  cancelled: { event: 'paymentFailed', note: 'Pembayaran dibatalkan' },
} as const satisfies Record<string, Ending>;

/** A charge that ended unpaid does not cost the seats while the hold lives (§12.13). */
async function endUnpaid(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
  reason: keyof typeof endings,
): Promise<void> {
  if (payment.status === 'pending' && isLive(session.state)) {
    const reopening = { reason, gatewayFinal: true };
    if (await reopenOrder(tx, services, payment, session, reopening, now)) return;
    await endSession(tx, services, session, { ...endings[reason], gatewayFinal: true }, now);
  } else if (payment.status === 'expired' || payment.status === 'failed') {
    await tx.query('update payments set gateway_final = true, updated_at = $2 where id = $1', [
      payment.id,
      now,
    ]);
  }
}

/** Money has come. In time it completes the order; late it does so when all is still to be had, else it goes back (§12.26). */
async function settle(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
): Promise<void> {
  if (payment.status === 'pending' && isLive(session.state)) {
    await completePayment(tx, services, payment, session, now);
  } else if (['pending', 'expired', 'failed'].includes(payment.status)) {
    const late = await advanceCharge(tx, payment, 'paidLate', { at: now });
    const lost = await takeBack(tx, services, late, session, now);
    if (lost === null) await completePayment(tx, services, late, session, now);
    else await oweRefund(tx, services, late, lost, now);
  }
}

/** Takes seats and voucher of a late payment, all or none; null when they are the order's again, else what is lost. */
async function takeBack(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
): Promise<LateLoss | null> {
  if (await hadTickets(tx, payment.order_id)) return 'paid_twice';
  switch (payment.order_status) {
    // The charge was given up, the seats were not: whatever else was begun for them is over (§12.13).
    case 'draft':
    case 'pending':
      await endOtherCharge(tx, payment, now);
      return null;
    case 'refunded':
      return 'order_cancelled';
    default:
      // Its buyer gave the seats back and chooses others in the same session.
      if (isLive(session.state)) return 'order_cancelled';
  }
  if (!isLivingStatus(session.event_status)) return 'event_closed';
  if (await hasBoughtAgain(tx, services, payment, now)) return 'bought_again';
  if (!(await reclaimSeats(tx, payment.order_id, now))) return 'seats_gone';
  if (await tookPromised(tx, services, payment.account_id, session.slug)) {
    await releaseSeats(tx, payment.order_id);
    return 'seats_gone';
  }
  if (await reclaimVoucher(tx, payment.order_id, now)) return null;
  await releaseSeats(tx, payment.order_id);
  return 'voucher_used';
}

/** True for an order that another payment has paid, whatever became of its tickets: it never gets its places again. */
async function hadTickets(tx: Tx, orderId: string): Promise<boolean> {
  return (
    (await tx.query('select 1 as one from tickets where order_id = $1 limit 1', [orderId])).length >
    0
  );
}

/** The charge that was begun in the place of a paid one. The gateway has it still: its next question voids it, or finds money to send back. */
async function endOtherCharge(tx: Tx, paid: PaymentRow, now: Date): Promise<void> {
  const [other] = await tx.query<LockedPayment>(
    `select id, account_id, charge_state, status from payments where order_id = $1 and id <> $2 and status = 'pending' for update`,
    [paid.order_id, paid.id],
  );
  if (other !== undefined) {
    await endCharge(tx, other, { reason: 'changed', gatewayFinal: false }, now);
  }
}

/**
 * Completes a payment whose seats are held, in the caller's transaction: payment, order, seats, tickets, session, audit and e-mail
 * stand or fall together (F55). Session, order and payment must be locked.
 */
export async function completePayment(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
): Promise<void> {
  const change = { at: now };
  const sold = await sellSeats(tx, payment.order_id);
  await noteBought(tx, payment.account_id, payment.event_id, now);
  const order = {
    id: payment.order_id,
    accountId: payment.account_id,
    eventId: payment.event_id,
    serviceFee: payment.service_fee,
  };
  const ticketIds = await issueTickets(tx, services.keys, order, now);
  const detail = { amount: payment.amount, tickets: ticketIds.length };
  await postPaid(tx, payment, now);
  const event = payment.charge_state === 'settledLate' ? 'orderKept' : 'paid';
  await advanceCharge(tx, payment, event, { ...change, detail }, { gateway_final: true });
  await advanceOrder(tx, orderOf(payment), 'paid', change);
  await advanceSession(tx, services, session, 'paid', change);
  await enqueuePaymentEmail(tx, services, payment, 'completed');
  logMilestone(tx, services, payment.slug, 'seats_sold', sold.length, now);
  tx.afterCommit(() => {
    publishSeats(services, payment.slug, sold, 'sold', payment.account_id);
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_completed',
      payment_id: payment.id,
    });
  });
}
