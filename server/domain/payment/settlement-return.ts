import type { Tx } from '../../db/db.ts';
import type { GatewayRefund } from '../../gateway/gateway.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed, postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceCharge, type ChargeEvent, type LockedPayment } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund, beginRefund, isOwing } from '../lifecycle/refund.ts';
import { publishSeats } from '../order/seat-news.ts';
import { enterWhole, type RefundRow, refundsOf } from '../refund/refund-rows.ts';
import { undoOrder } from '../refund/undo-order.ts';
import { endSession } from '../session/session-end.ts';
import { isLive, type SessionRow } from '../session/session-rows.ts';
import { orderOf, type PaymentRow } from './payments-view.ts';
import { endOwed } from './refunds.ts';

/** How money goes back whole: given back, taken back by the bank, or disputed by the payer. */
export type ReturnKind = 'refund' | 'reversal' | 'chargeback';

/**
 * Applies the notification that the whole money of a payment has gone back (§12.30). Tickets are void, the voucher and, unless the settings
 * keep them, the seats are free, the buyer is notified. A payment that had not settled here yet can never settle after it. Says nothing
 * more about one that is refunded already. Session, order and payment must be locked.
 */
export async function takeReturn(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  back: Back,
): Promise<void> {
  if (payment.status === 'refunded') return;
  if (payment.status === 'refund_due') {
    await takeOwed(tx, services, payment, back);
    return;
  }
  if (payment.status === 'completed') {
    const isBlocked = isDisputed(services, back);
    const refunds = (await refundsOf(tx, payment.id)).filter(isOwing);
    const whole = await noteReturn(tx, payment, back, isBlocked ? 'blocked' : 'free');
    for (const one of refunds) await endOne(tx, payment, one, back);
    if (whole !== null) {
      await postOwed(tx, payment, whole.amount, back.at, whole.id);
      await postRefunded(tx, payment, whole.amount, back.at, whole.id);
    }
    await undoReturned(tx, services, payment, back);
  } else {
    await endUnsettled(tx, services, payment, session, back);
    await tellBuyer(tx, services, payment, back);
  }
}

async function tellBuyer(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  { kind }: Back,
): Promise<void> {
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

/** Money that went back whole. */
export interface Back {
  readonly kind: ReturnKind;
  readonly reference: string | null;
  readonly at: Date;
  /** The refunds in the gateway's book, for a payment whose settlement is not known here. */
  readonly refunds?: readonly GatewayRefund[];
}

function isDisputed({ config }: Pick<Services, 'config'>, { kind }: Back): boolean {
  return kind === 'chargeback' && config.blockDisputedSeats;
}

/** A bank or the payer took the money of which a part or all was owed: the open refunds end, and the rest is booked. */
async function takeOwed(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  back: Back,
): Promise<void> {
  const refunds = (await refundsOf(tx, payment.id)).filter(isOwing);
  for (const one of refunds) await endOne(tx, payment, one, back);
  const rest = await noteReturn(tx, payment, back, null);
  if (rest !== null) {
    await postOwed(tx, payment, rest.amount, back.at, rest.id);
    await postRefunded(tx, payment, rest.amount, back.at, rest.id);
  }
  await endOwed(tx, payment, returnEvents[back.kind], back.at);
  await enqueuePaymentEmail(tx, services, payment, 'refunded');
}

async function endOne(tx: Tx, payment: PaymentRow, due: RefundRow, back: Back): Promise<void> {
  const { at, reference } = back;
  const { amount, id } = due;
  const columns = { done_at: at, reference, bank_account: null };
  await advanceRefund(tx, due, 'moneyReturned', { at, detail: { amount } }, columns);
  await postRefunded(tx, payment, amount, at, id);
}

/** Undoes the sale of a completed payment whose whole money has gone back, and tells its buyer. Session, order and payment must be locked. */
export async function undoReturned(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  back: Back,
): Promise<void> {
  const isBlocked = isDisputed(services, back);
  const seatStatus = isBlocked ? 'block' : 'available';
  const { tickets, seats } = await undoOrder(tx, payment.order_id, seatStatus, back.at);
  const detail = { amount: payment.amount, reason: back.kind, tickets };
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
  await tellBuyer(tx, services, payment, back);
}

/** The notification of the return overtook that of the settlement, which may still come and then changes nothing. */
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
  await postUnearned(tx, payment, back.at);
  const whole = { reference: back.reference, amount: payment.amount, key: null };
  for (const { amount, key, reference } of back.refunds?.length ? back.refunds : [whole]) {
    const columns = { ...columnsOf({ ...back, reference }, null), amount, gateway_key: key };
    const id = await beginRefund(tx, payment, 'moneyReturned', { at: back.at }, columns);
    await postRefunded(tx, payment, amount, back.at, id);
  }
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

function noteReturn(
  tx: Tx,
  payment: PaymentRow,
  back: Back,
  seats: 'free' | 'blocked' | null,
): Promise<RefundRow | null> {
  const change = { at: back.at };
  return enterWhole(tx, payment, 'moneyReturned', change, columnsOf(back, seats));
}

function columnsOf({ at, kind: reason, reference }: Back, seats: 'free' | 'blocked' | null) {
  return { reason, due_at: at, done_at: at, reference, seats };
}
