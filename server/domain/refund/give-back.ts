import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed } from '../ledger/ledger.ts';
import { advanceCharge } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { isOwing } from '../lifecycle/refund.ts';
import { publishSeats } from '../order/seat-news.ts';
import type { ChangedSeat } from '../order/seats.ts';
import { orderOf, type PaymentRow } from '../payment/payments-view.ts';
import { freePlaces, voidTickets } from '../ticket/ticket-void.ts';
import { namedTickets } from './order-tickets.ts';
import { type RefundRow, refundsOf } from './refund-rows.ts';
import { undoOrder } from './undo-order.ts';

/**
 * Takes back what a refund gives back, and owes its money: the tickets that it names are void and their places on sale again, and nothing else is
 * (decision 112). Once no ticket of the order is left the order ends. Goodwill takes nothing back. Session, order and payment must be locked.
 */
export async function giveBack(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  given: RefundRow,
  now: Date,
): Promise<void> {
  const { amount, id: refundId, kind } = given;
  const { order_id: orderId, slug } = payment;
  const { named, others } = await namedTickets(tx, orderId, refundId);
  await postOwed(tx, payment, amount, now, refundId);
  let seats: readonly ChangedSeat[] = [];
  const isEnd = kind !== 'goodwill' && others === 0;
  if (isEnd) seats = await endOrder(tx, payment, given, now);
  else if (kind !== 'goodwill') {
    await voidTickets(tx, named, now);
    seats = await freePlaces(tx, orderId, named, now);
  }
  await enqueuePaymentEmail(tx, services, payment, 'refund_approved', { refundId });
  if (kind === 'goodwill') return;
  await enqueueHolderEmails(tx, services, 'ticket_void', { orderId, voidedAt: now });
  logMilestone(tx, services, slug, 'seats_released', seats.length, now);
  tx.afterCommit(() => {
    publishSeats(services, slug, seats, 'available');
    if (!isEnd) return;
    services.broker.publish('payment', slug, {
      user_id: payment.account_id,
      event: 'payment_failed',
      payment_id: payment.id,
    });
  });
}

/** Ends an order with its last tickets, whichever of its refunds gave the others back. */
async function endOrder(
  tx: Tx,
  payment: PaymentRow,
  { id, amount, reason }: RefundRow,
  now: Date,
): Promise<ChangedSeat[]> {
  const { tickets, seats } = await undoOrder(tx, payment.order_id, 'available', now);
  await tx.query(`update refunds set kind = 'whole' where id = $1`, [id]);
  const change = { at: now, detail: { amount, reason, tickets } };
  const owes = (await refundsOf(tx, payment.id)).some(isOwing);
  await advanceCharge(tx, payment, owes ? 'refundApproved' : 'nothingOwed', change);
  await advanceOrder(tx, orderOf(payment), owes ? 'refundApproved' : 'moneyReturned', { at: now });
  return seats;
}
