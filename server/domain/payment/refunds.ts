import type { Tx } from '../../db/db.ts';
import { RefundRefused } from '../../gateway/gateway.ts';
import { methodOf } from '../../gateway/gateways.ts';
import { refundWayAt } from '../../gateway/refund-way.ts';
import type { Services } from '../../services.ts';
import type { LateLoss } from '../email/email-kinds.ts';
import { type EmailServices, enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed, postRefunded, postUnearned } from '../ledger/ledger.ts';
import { advanceCharge, type ChargeEvent } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund } from '../lifecycle/refund.ts';
import { accountUrl } from '../refund/account-link.ts';
import { enterRefund, findRefund, type RefundRow } from '../refund/refund-rows.ts';
import { refOf } from './charge-status.ts';
import { findPayment, lockPayment, orderOf, type PaymentRow } from './payments-view.ts';

/** A gateway may refuse at some hours, or while it holds too little money of ours: for a day a refund is asked for again. */
const refusalGraceMs = 24 * 3_600_000;

/** How money went back: sent on our request or by hand, reported by the gateway, or taken by a bank or the payer. */
export interface Sent {
  readonly event: Extract<ChargeEvent, 'refundSent' | 'handPaid' | 'refundReported' | 'moneyTaken'>;
  readonly reference: string | null;
  readonly isWhole?: boolean;
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
  await enterRefund(tx, payment, 'fellDue', change, { amount, reason, due_at: now });
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

/**
 * Notes that owed money has gone back, under the reference of the gateway or bank; all of the payment where `isWhole`, although less was owed.
 * The order and the payment must be locked.
 */
export async function noteRefund(
  tx: Tx,
  services: EmailServices,
  payment: PaymentRow,
  { event, reference, isWhole = false }: Sent,
  now: Date,
): Promise<void> {
  const due = await findRefund(tx, payment.id);
  if (due === null) throw new Error('A payment owes money without a refund.');
  const amount = isWhole ? payment.amount : due.amount;
  const change = { at: now, detail: { amount } };
  const columns = { amount, done_at: now, reference, bank_account: null };
  const end = event === 'refundSent' || event === 'handPaid' ? 'sent' : 'moneyReturned';
  await advanceRefund(tx, due, end, change, columns);
  await postOwed(tx, payment, amount - due.amount, now, due.amount);
  await advanceCharge(tx, payment, event, change, { gateway_final: true });
  if (payment.order_status === 'cancelled' && !(await owesMore(tx, payment))) {
    await advanceOrder(tx, orderOf(payment), 'moneyReturned', { at: now });
  }
  await postRefunded(tx, payment, amount, now);
  await enqueuePaymentEmail(tx, services, payment, 'refunded');
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
 * Sends money back that is owed, or asks its buyer for a bank account where the method gives nothing back, or the gateway refuses
 * for a day; what fails stays owed and is tried again by the ticker. Never throws.
 */
export async function refund(services: Services, paymentId: string): Promise<void> {
  const { clock, db, gateways, log } = services;
  try {
    const payment = await findPayment(db, paymentId);
    const due = payment?.status === 'refund_due' ? await findRefund(db, paymentId) : null;
    if (payment === null || due?.state !== 'owed') return;
    const gateway = gateways.of(payment.gateway);
    const method = methodOf(gateway, payment.method_code);
    const usual =
      method === null ? 'api' : refundWayAt(method.refund, payment.created_at, clock.now());
    const way = usual === 'later' && due.way === 'api' ? usual : (due.way ?? usual);
    // The ticker asks again until the hours of the gateway begin.
    if (way === 'later') return;
    if (way === 'payout') {
      await askForAccount(services, payment);
      return;
    }
    const ask = { at: clock.now() };
    await whileOwed(services, payment, (tx, locked) =>
      advanceCharge(tx, locked, 'refundAsked', ask),
    );
    try {
      const reference = await gateway.refund(refOf(payment), due.amount);
      await whileOwed(services, payment, (tx, locked, now) =>
        noteRefund(tx, services, locked, { event: 'refundSent', reference }, now),
      );
    } catch (error) {
      await whileOwed(services, payment, (tx, locked, now) =>
        advanceCharge(tx, locked, 'refundFailed', { at: now }),
      );
      if (!(error instanceof RefundRefused) || !isPastGrace(due, clock.now())) throw error;
      log.warn({ payment: paymentId }, 'a gateway refuses a refund: an account is asked for');
      await askForAccount(services, payment);
    }
  } catch (error) {
    log.error({ err: error, payment: paymentId }, 'a refund failed and stays owed');
  }
}

function isPastGrace({ due_at: dueAt }: RefundRow, now: Date): boolean {
  return dueAt !== null && now.getTime() - dueAt.getTime() >= refusalGraceMs;
}

async function askForAccount(services: Services, payment: PaymentRow): Promise<void> {
  await whileOwed(services, payment, async (tx, locked, now) => {
    const due = await findRefund(tx, locked.id);
    if (due === null) return;
    const ask = due.account_asks + 1;
    await advanceRefund(tx, due, 'gatewayClosed', { at: now }, { account_asks: ask });
    const url = accountUrl({ paymentId: locked.id, ask }, services);
    await enqueuePaymentEmail(tx, services, locked, 'refund_account', url);
  });
}

/** Runs `work` with order and payment locked, unless another process has dealt with the refund. */
async function whileOwed(
  { clock, db }: Services,
  { id, order_id }: PaymentRow,
  work: (tx: Tx, payment: PaymentRow, now: Date) => Promise<unknown>,
): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    await tx.query('select id from orders where id = $1 for update', [order_id]);
    const locked = await lockPayment(tx, id);
    const due = locked?.status === 'refund_due' ? await findRefund(tx, id) : null;
    if (locked !== null && due?.state === 'owed') await work(tx, locked, now);
  });
}
