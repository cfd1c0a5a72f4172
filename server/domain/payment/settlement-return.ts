import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { publishSeats, returnSeats } from '../order/seats.ts';
import { freeVoucher } from '../order/vouchers.ts';
import { endSession } from '../session/session-end.ts';
import { isLive, type SessionRow } from '../session/session-rows.ts';
import { voidOrderTickets } from '../ticket/ticket-void.ts';
import type { PaymentRow } from './payments-view.ts';
import { noteRefund, setOrderStatus } from './refunds.ts';

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
  kind: ReturnKind,
  reference: string | null,
  now: Date,
): Promise<void> {
  if (payment.status === 'refunded') return;
  if (payment.status === 'refund_due') {
    await noteRefund(tx, services, payment, reference, now);
    return;
  }
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
  const before = await setOrderStatus(tx, payment.order_id, 'refunded', back.at);
  const tickets = await voidOrderTickets(tx, payment.order_id, back.at);
  const seatStatus = isBlocked ? 'block' : 'available';
  const seats = await returnSeats(tx, payment.order_id, seatStatus);
  await freeVoucher(tx, payment.order_id);
  await auditPayment(tx, payment, back, 'payment.return', 'completed', tickets.length);
  await auditOrder(tx, payment, before, back.at);
  if (!isBlocked) {
    logMilestone(tx, services, payment.slug, 'seats_released', seats.length, back.at);
  }
  tx.afterCommit(() => publishSeats(services.broker, payment.slug, seats, seatStatus));
}

/** The news of the return overtook that of the settlement, which may still come and then changes nothing. */
async function endUnsettled(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  back: Back,
): Promise<void> {
  let status: string = payment.status;
  if (status === 'pending' && isLive(session.state)) {
    status = 'failed';
    await endSession(
      tx,
      services,
      session,
      {
        state: 'cancelled',
        reason: 'closed',
        note: 'Pembayaran dikembalikan',
        order: 'failed',
        payment: 'failed',
        gatewayFinal: true,
      },
      back.at,
    );
  }
  await noteReturn(tx, payment, back, null);
  // Money came, and went: both are told, so that the sums of the log hold.
  await auditPayment(tx, payment, back, 'payment.refund_due', status, 0);
  await auditPayment(tx, payment, back, 'payment.refund', 'refund_due', 0);
  // An order that is held, or paid by another charge, goes on.
  const [order] = await tx.query(
    `select 1 as one from orders where id = $1 and status in ('draft', 'pending', 'completed', 'refunded')`,
    [payment.order_id],
  );
  if (order !== undefined) return;
  const before = await setOrderStatus(tx, payment.order_id, 'refunded', back.at);
  await auditOrder(tx, payment, before, back.at);
}

async function noteReturn(
  tx: Tx,
  payment: PaymentRow,
  back: Back,
  seats: 'free' | 'blocked' | null,
): Promise<void> {
  await tx.query(
    `update payments set status = 'refunded', gateway_final = true, updated_at = $2 where id = $1`,
    [payment.id, back.at],
  );
  await tx.query(
    `insert into refunds (payment_id, amount, reason, due_at, done_at, reference, seats)
     values ($1, $2, $3, $4, $4, $5, $6)`,
    [payment.id, payment.amount, back.kind, back.at, back.reference, seats],
  );
}

async function auditPayment(
  tx: Tx,
  payment: PaymentRow,
  back: Back,
  action: 'payment.return' | 'payment.refund_due' | 'payment.refund',
  before: string,
  tickets: number,
): Promise<void> {
  await audit(tx, {
    at: back.at,
    accountId: payment.account_id,
    action,
    object: `payment:${payment.id}`,
    before,
    after: action === 'payment.refund_due' ? 'refund_due' : 'refunded',
    detail: { amount: payment.amount, reason: back.kind, tickets },
  });
}

async function auditOrder(tx: Tx, payment: PaymentRow, before: string, at: Date): Promise<void> {
  await audit(tx, {
    at,
    accountId: payment.account_id,
    action: 'order.return',
    object: `order:${payment.order_id}`,
    before,
    after: 'refunded',
  });
}
