import type { Tx } from '../../db/db.ts';
import { RefundRefused } from '../../gateway/gateway.ts';
import { methodOf } from '../../gateway/gateways.ts';
import { refundWayAt } from '../../gateway/refund-way.ts';
import type { Services } from '../../services.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { type EmailServices, enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceCharge, type ChargeEvent } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund, isOwing } from '../lifecycle/refund.ts';
import { enqueueAccountLetter } from '../refund/account-letters.ts';
import {
  enterWhole,
  findRefund,
  type RefundRow,
  refundsOf,
  restOf,
} from '../refund/refund-rows.ts';
import { refOf } from './charge-status.ts';
import { findPayment, lockPayment, orderOf, type PaymentRow } from './payments-view.ts';

/** A gateway may refuse at some hours, or while it holds too little money of ours: for a day a refund is asked for again. */
const refusalGraceMs = 24 * 3_600_000;

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
  const columns = { done_at: now, reference, bank_account: null };
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

/**
 * Sends the owed refunds of a payment, or asks its buyer for a bank account where the method gives nothing back, or the gateway refuses
 * for a day; what fails stays owed and is tried again by the ticker. Never throws.
 */
export async function refund(services: Services, paymentId: string): Promise<void> {
  const { db, log } = services;
  try {
    const payment = await findPayment(db, paymentId);
    const due = payment === null ? [] : await refundsOf(db, paymentId);
    for (const one of due) {
      if (payment !== null && one.state === 'owed') await sendRefund(services, payment, one);
    }
  } catch (error) {
    log.error({ err: error, payment: paymentId }, 'a refund failed and stays owed');
  }
}

async function sendRefund(services: Services, payment: PaymentRow, due: RefundRow): Promise<void> {
  const { clock, gateways, log } = services;
  const way = wayOf(services, payment, due);
  // The ticker asks again until the hours of the gateway begin.
  if (way === 'later') return;
  if (way === 'payout') {
    await askForAccount(services, payment, due);
    return;
  }
  await whileOwed(services, payment, due, (tx, locked, _due, now) =>
    advanceOwed(tx, locked, 'refundAsked', now),
  );
  try {
    const gateway = gateways.of(payment.gateway);
    const reference = await gateway.refund(refOf(payment), due.amount, due.id);
    await whileOwed(services, payment, due, (tx, locked, fresh, now) =>
      noteRefund(tx, services, locked, fresh, { event: 'refundSent', reference }, now),
    );
  } catch (error) {
    await whileOwed(services, payment, due, (tx, locked, _due, now) =>
      advanceOwed(tx, locked, 'refundFailed', now),
    );
    if (!(error instanceof RefundRefused) || !isPastGrace(due, clock.now())) throw error;
    log.warn({ payment: payment.id }, 'a gateway refuses a refund: an account is asked for');
    await askForAccount(services, payment, due);
  }
}

/** How the money of a refund goes back now. */
function wayOf(
  { clock, gateways }: Services,
  payment: PaymentRow,
  due: RefundRow,
): 'api' | 'payout' | 'later' | 'hand' {
  const method = methodOf(gateways.of(payment.gateway), payment.method_code);
  const usual =
    method === null ? 'api' : refundWayAt(method.refund, payment.created_at, clock.now());
  return usual === 'later' && due.way === 'api' ? usual : (due.way ?? usual);
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

function isPastGrace({ due_at: dueAt }: RefundRow, now: Date): boolean {
  return dueAt !== null && now.getTime() - dueAt.getTime() >= refusalGraceMs;
}

async function askForAccount(
  services: Services,
  payment: PaymentRow,
  owed: RefundRow,
): Promise<void> {
  await whileOwed(services, payment, owed, async (tx, locked, due, now) => {
    const ask = due.account_asks + 1;
    const columns = { account_asks: ask, account_asked_at: now, account_reminders: 0 };
    await advanceRefund(tx, due, 'gatewayClosed', { at: now }, columns);
    await enqueueAccountLetter(tx, services, locked, { id: due.id, ask });
  });
}

/** Runs `work` with order and payment locked, unless another process has dealt with the refund. */
async function whileOwed(
  { clock, db }: Services,
  { id, order_id }: PaymentRow,
  known: RefundRow,
  work: (tx: Tx, payment: PaymentRow, due: RefundRow, now: Date) => Promise<unknown>,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    await tx.query('select id from orders where id = $1 for update', [order_id]);
    const locked = await lockPayment(tx, id);
    const due = await findRefund(tx, known.id);
    if (locked !== null && due?.state === 'owed') await work(tx, locked, due, now);
  });
}
