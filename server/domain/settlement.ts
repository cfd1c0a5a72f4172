import { audit } from '../audit.ts';
import type { Tx } from '../db/db.ts';
import type { GatewayNotice, GatewayStatus } from '../gateway/gateway.ts';
import { Refusal } from '../http/refusal.ts';
import { logMilestone } from '../realtime/event-log.ts';
import type { Services } from '../services.ts';
import { type LateLoss, writeLetter } from './payments-letters.ts';
import { findPayment, lockPayment, type PaymentRow } from './payments-view.ts';
import { promote } from './queue.ts';
import { publishSeats, reclaimSeats, releaseSeats, sellSeats } from './seats.ts';
import { type Ending, endSession } from './session-end.ts';
import { isLive, lockSession, type SessionRow } from './session-rows.ts';
import { issueTickets } from './ticket-issue.ts';
import { reclaimVoucher } from './vouchers.ts';

const currency = 'IDR';

/** What became of a notification: done, seen before, or about a payment that is not ours. */
export type NoticeVerdict = 'applied' | 'duplicate' | 'unknown';

/**
 * Applies a notification whose signature was checked (resolutions §3): its id is stored in the transaction of its effect, so a
 * repeated one changes nothing. Throws 409, changing nothing, when amount, currency or order are not those of the payment.
 */
export async function applyNotice(
  services: Services,
  notice: GatewayNotice,
): Promise<NoticeVerdict> {
  return apply(services, notice.paymentId, notice.status, notice);
}

/** Applies what the gateway said when asked: the way of a lost notification (F38). */
export async function applyStatus(
  services: Services,
  paymentId: string,
  status: GatewayStatus,
): Promise<void> {
  await apply(services, paymentId, status, null);
}

async function apply(
  services: Services,
  paymentId: string,
  status: GatewayStatus,
  notice: GatewayNotice | null,
): Promise<NoticeVerdict> {
  const now = services.clock.now();
  const known = await findPayment(services.db, paymentId);
  if (known === null) return 'unknown';
  const verdict = await services.db.tx(async (tx) => {
    const session = await lockSession(tx, known.session_id);
    await tx.query('select id from orders where id = $1 for update', [known.order_id]);
    const payment = await lockPayment(tx, paymentId);
    if (session === null || payment === null) return 'unknown';
    if (notice !== null) {
      refuseMismatch(services, notice, payment);
      const stored = await tx.query(
        `insert into webhook_events (id, payment_id, outcome, received_at) values ($1, $2, $3, $4)
         on conflict (id) do nothing returning id`,
        [notice.eventId, paymentId, notice.status, now],
      );
      if (stored.length === 0) return 'duplicate';
    }
    await take(tx, services, payment, session, status, now);
    return 'applied';
  });
  if (verdict === 'applied') {
    await refund(services, paymentId);
    await promote(services, known.event_id);
  }
  return verdict;
}

function refuseMismatch(
  services: Pick<Services, 'log'>,
  notice: GatewayNotice,
  payment: PaymentRow,
): void {
  if (
    notice.amount !== payment.amount ||
    notice.currency !== currency ||
    notice.orderCode !== payment.order_code
  ) {
    services.log.error({ payment: payment.id }, 'a signed notification does not fit its payment');
    throw new Refusal(409, 'The notification does not match the payment');
  }
}

/** One word of the gateway about a locked payment. Completed is final; a late 'pending' says nothing (F40). */
async function take(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  status: GatewayStatus,
  now: Date,
): Promise<void> {
  switch (status) {
    case 'pending':
      return;
    case 'settlement':
      await settle(tx, services, payment, session, now);
      return;
    case 'expire':
      await endUnpaid(tx, services, payment, session, now, {
        state: 'expired',
        reason: 'deadline',
        order: 'expired',
        payment: 'expired',
      });
      return;
    case 'deny':
    case 'cancel':
      await endUnpaid(tx, services, payment, session, now, {
        state: 'cancelled',
        reason: 'closed',
        note: status === 'deny' ? 'Pembayaran ditolak' : 'Pembayaran dibatalkan',
        order: 'failed',
        payment: 'failed',
      });
      return;
    case 'refund':
      if (payment.status === 'refund_due') await noteRefund(tx, services, payment, null, now);
  }
}

async function endUnpaid(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
  ending: Ending,
): Promise<void> {
  if (payment.status === 'pending' && isLive(session.state)) {
    await endSession(tx, services, session, { ...ending, gatewayFinal: true }, now);
  } else if (payment.status === 'expired' || payment.status === 'failed') {
    await tx.query('update payments set gateway_final = true, updated_at = $2 where id = $1', [
      payment.id,
      now,
    ]);
  }
}

/** Money has come. In time it completes the order; late it does so when all is still to be had, else it goes back (ruling 11). */
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
    const lost = await takeBack(tx, payment, session, now);
    if (lost === null) await completePayment(tx, services, payment, session, now);
    else await oweRefund(tx, services, payment, lost, now);
  }
}

/** Sets the status of a locked order; answers the one it had. */
async function setOrderStatus(tx: Tx, orderId: string, status: string, now: Date): Promise<string> {
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

/** Takes seats and voucher of a late payment, all or none; null when they are the order's again, else what is lost. */
async function takeBack(
  tx: Tx,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
): Promise<LateLoss | null> {
  if (session.event_status !== 'active') return 'event_closed';
  if (!(await reclaimSeats(tx, payment.order_id, now))) return 'seats_gone';
  const [order] = await tx.query<{ voucher_code: string | null }>(
    'select voucher_code from orders where id = $1',
    [payment.order_id],
  );
  const code = order?.voucher_code ?? null;
  if (code === null || (await reclaimVoucher(tx, { code, orderId: payment.order_id, now }))) {
    return null;
  }
  await releaseSeats(tx, payment.order_id);
  return 'voucher_used';
}

/**
 * Completes a payment whose seats are held, in the caller's transaction: payment, order, seats, tickets, session, audit and letter
 * stand or fall together (F55). Session, order and payment must be locked.
 */
export async function completePayment(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  session: SessionRow,
  now: Date,
): Promise<void> {
  await tx.query(
    `update payments set status = 'completed', gateway_final = true, updated_at = $2 where id = $1`,
    [payment.id, now],
  );
  const orderBefore = await setOrderStatus(tx, payment.order_id, 'completed', now);
  const sold = await sellSeats(tx, payment.order_id);
  const order = {
    id: payment.order_id,
    accountId: payment.account_id,
    eventId: payment.event_id,
  };
  const ticketIds = await issueTickets(tx, services.keys, order, now);
  await tx.query(
    `update purchase_sessions set state = 'completed', ended_at = $2, end_reason = 'paid', end_note = null,
       seq = seq + 1 where id = $1`,
    [session.id, now],
  );
  const trail = { at: now, accountId: payment.account_id, after: 'completed' };
  await audit(tx, {
    ...trail,
    action: 'payment.complete',
    object: `payment:${payment.id}`,
    before: payment.status,
    detail: { amount: payment.amount, tickets: ticketIds.length },
  });
  await audit(tx, {
    ...trail,
    action: 'order.complete',
    object: `order:${payment.order_id}`,
    before: orderBefore,
  });
  await audit(tx, {
    ...trail,
    action: 'session.paid',
    object: `session:${session.id}`,
    before: session.state,
  });
  await writeLetter(tx, services, payment, 'completed');
  logMilestone(tx, services, payment.slug, 'seats_sold', sold.length, now);
  tx.afterCommit(() => {
    publishSeats(services.broker, payment.slug, sold, 'sold');
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_completed',
      payment_id: payment.id,
    });
  });
}

async function oweRefund(
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
  const before = await setOrderStatus(tx, payment.order_id, 'failed', now);
  const trail = { at: now, accountId: payment.account_id };
  await audit(tx, {
    ...trail,
    action: 'payment.refund_due',
    object: `payment:${payment.id}`,
    before: payment.status,
    after: 'refund_due',
    detail: { amount: payment.amount, reason },
  });
  if (before !== 'failed') {
    await audit(tx, {
      ...trail,
      action: 'order.fail',
      object: `order:${payment.order_id}`,
      before,
      after: 'failed',
    });
  }
  await writeLetter(tx, services, payment, reason);
  tx.afterCommit(() =>
    services.broker.publish('payment', payment.slug, {
      user_id: payment.account_id,
      event: 'payment_failed',
      payment_id: payment.id,
    }),
  );
}

async function noteRefund(
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
  await writeLetter(tx, services, payment, 'refunded');
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
