import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed, postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceCharge, type ChargeEvent, type LockedPayment } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { publishSeats } from '../order/seat-news.ts';
import { enterRefund } from '../refund/refund-rows.ts';
import { undoOrder } from '../refund/undo-order.ts';
import { endSession } from '../session/session-end.ts';
import { isLive, type SessionRow } from '../session/session-rows.ts';
import { orderOf, type PaymentRow } from './payments-view.ts';
import { noteRefund } from './refunds.ts';

/** How money goes back whole: given back, taken back by the bank, or disputed by the payer. */
export type ReturnKind = 'refund' | 'reversal' | 'chargeback';

/**
 * Takes the news that the whole money of a payment has gone back (ruling R13). Tickets are void, the voucher and, unless the settings
 * keep them, the seats are free, the buyer is told. A payment that had not settled here yet can never settle after it. Says nothing
 * more about one that is refunded already. Session, order and payment must be locked.
 */
export async function takeReturn(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  kind: ReturnKind | 'partial_refund',
  reference: string | null,
  now: Date,
): Promise<void> {
  if (payment.status === 'refunded') return;
  if (payment.status === 'refund_due') {
    const event = kind === 'partial_refund' ? 'refundReported' : returnEvents[kind];
    const sent = { event, reference, isWhole: kind !== 'partial_refund' };
    await noteRefund(tx, services, payment, sent, now);
    return;
  }
  // A part that nobody here owes waits for an operator.
  if (kind === 'partial_refund') return;
  const back = { kind, reference, at: now };
  if (payment.status === 'completed') await undoSale(tx, services, payment, back);
  else await endUnsettled(tx, services, payment, session, back);
  await enqueuePaymentEmail(tx, services, payment, kind);
  tx.afterCommit(() =>
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_failed',
      payment_id: payment.id,
    }),
  );
}

const returnEvents = {
  refund: 'refundReported',
  reversal: 'moneyTaken',
  chargeback: 'moneyTaken',
} as const satisfies Record<ReturnKind, ChargeEvent>;

interface Back {
  readonly kind: ReturnKind;
  readonly reference: string | null;
  readonly at: Date;
}

async function undoSale(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  back: Back,
): Promise<void> {
  const isBlocked = back.kind === 'chargeback' && services.config.blockDisputedSeats;
  await noteReturn(tx, payment, back, isBlocked ? 'blocked' : 'free');
  const seatStatus = isBlocked ? 'block' : 'available';
  const { tickets, seats } = await undoOrder(tx, payment.order_id, seatStatus, back.at);
  const { amount } = payment;
  await postOwed(tx, payment, amount, back.at);
  await postRefunded(tx, payment, amount, back.at);
  const detail = { amount, reason: back.kind, tickets };
  const change = { at: back.at };
  const isOver = { gateway_final: true };
  await advanceCharge(tx, payment, returnEvents[back.kind], { ...change, detail }, isOver);
  await advanceOrder(tx, orderOf(payment), 'moneyReturned', change);
  const concerned = { orderId: payment.order_id, voidedAt: back.at };
  await enqueueHolderEmails(tx, services, 'ticket_void', concerned);
  if (!isBlocked) {
    logMilestone(tx, services, payment.slug, 'seats_released', seats.length, back.at);
  }
  tx.afterCommit(() => publishSeats(services, payment.slug, seats, seatStatus));
}

/** The news of the return overtook that of the settlement, which may still come and then changes nothing. */
async function endUnsettled(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  back: Back,
): Promise<void> {
  let unsettled = payment;
  if (payment.status === 'pending' && isLive(session.state)) {
    const ending = { event: 'paymentFailed', note: 'Pembayaran dikembalikan' } as const;
    await endSession(tx, services, session, { ...ending, gatewayFinal: true }, back.at);
    const [ended] = await tx.query<LockedPayment>(
      'select id, account_id, charge_state, status from payments where id = $1',
      [payment.id],
    );
    unsettled = { ...payment, ...ended, order_status: 'failed' };
  }
  await noteReturn(tx, payment, back, null);
  await postUnearned(tx, payment, back.at);
  await postRefunded(tx, payment, payment.amount, back.at);
  // Money came, and went: the log records both, so that its sums hold.
  const detail = { amount: payment.amount, reason: back.kind, tickets: 0 };
  const change = { at: back.at };
  const isOver = { gateway_final: true };
  const late = await advanceCharge(tx, unsettled, 'paidLate', change);
  const owed = await advanceCharge(tx, late, 'orderLost', { ...change, detail });
  await advanceCharge(tx, owed, returnEvents[back.kind], { ...change, detail }, isOver);
  // An order that is held, or paid by another charge, goes on.
  const order = orderOf(unsettled);
  if (!['cancelled', 'expired', 'failed'].includes(order.status)) return;
  await advanceOrder(tx, order, 'moneyReturned', change);
}

async function noteReturn(
  tx: Tx,
  payment: PaymentRow,
  back: Back,
  seats: 'free' | 'blocked' | null,
): Promise<void> {
  const { kind: reason, reference, at } = back;
  const columns = { amount: payment.amount, reason, due_at: at, done_at: at, reference, seats };
  await enterRefund(tx, payment, 'moneyReturned', { at }, columns);
}
