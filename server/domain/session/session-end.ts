import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { publishSeats, releaseSeats } from '../order/seats.ts';
import { freeVoucher } from '../order/vouchers.ts';
import type { SessionRow } from './session-rows.ts';

/** How a session ends, and what becomes of the order and payment it carried. */
export interface Ending {
  readonly state: 'expired' | 'cancelled';
  readonly reason: 'left' | 'kicked' | 'deadline' | 'closed' | 'cancelled';
  readonly note?: string | null;
  readonly order: 'cancelled' | 'expired' | 'failed';
  readonly payment: 'expired' | 'failed';
  /** True when the gateway itself said that the charge is over. */
  readonly gatewayFinal?: boolean;
  /** Account and request behind it; the system itself when left out. */
  readonly requestId?: string | null;
  readonly addressPrefix?: string | null;
  readonly byAccountId?: string | null;
}

/**
 * Ends a live session in the caller's transaction (design §3): the place in the queue, the draft, its seats, its voucher and an
 * unpaid payment go with it. The session row must be locked by the caller. Messages leave after the commit.
 */
export async function endSession(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config' | 'mailer'>,
  session: SessionRow,
  ending: Ending,
  now: Date,
): Promise<void> {
  if (session.state === 'queued') {
    await tx.query(
      'insert into queue_gone (event_id, ticket) values ($1, $2) on conflict do nothing',
      [session.event_id, session.ticket],
    );
  }
  await endOrder(tx, services, session, ending, now);
  await tx.query(
    `update purchase_sessions set state = $2, ended_at = $3, end_reason = $4, end_note = $5, seq = seq + 1
     where id = $1`,
    [session.id, ending.state, now, ending.reason, ending.note ?? null],
  );
  await audit(tx, {
    at: now,
    accountId: ending.byAccountId ?? null,
    action: `session.${ending.reason}`,
    object: `session:${session.id}`,
    before: session.state,
    after: ending.state,
    requestId: ending.requestId ?? null,
    addressPrefix: ending.addressPrefix ?? null,
  });
  const { slug, account_id: userId } = session;
  const event = ending.reason === 'kicked' ? 'user_kicked' : 'user_left';
  const words = ending.reason === 'kicked' ? (ending.note ?? null) : ending.reason;
  const seq = Number(session.seq) + 1;
  tx.afterCommit(() => {
    services.broker.publish('queue', slug, { user_id: userId, event, reason: words, seq });
    if (session.state === 'queued')
      services.broker.publish('queue', slug, { event: 'queue_advanced' });
  });
}

async function endOrder(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config' | 'mailer'>,
  session: SessionRow,
  ending: Ending,
  now: Date,
): Promise<void> {
  const [order] = await tx.query<{ id: string; status: string }>(
    `select id, status from orders where session_id = $1 and status in ('draft', 'pending') for update`,
    [session.id],
  );
  if (order === undefined) return;
  const payments = await tx.query<{ id: string }>(
    `update payments set status = $2, updated_at = $3, gateway_final = gateway_final or $4
     where order_id = $1 and status = 'pending' returning id`,
    [order.id, ending.payment, now, ending.gatewayFinal ?? false],
  );
  await tx.query('update orders set status = $2, updated_at = $3 where id = $1', [
    order.id,
    ending.order,
    now,
  ]);
  const freed = await releaseSeats(tx, order.id);
  await freeVoucher(tx, order.id);
  const trail = {
    at: now,
    accountId: ending.byAccountId ?? null,
    requestId: ending.requestId ?? null,
    addressPrefix: ending.addressPrefix ?? null,
  };
  await audit(tx, {
    ...trail,
    action: 'order.release',
    object: `order:${order.id}`,
    before: order.status,
    after: ending.order,
    detail: { seats: freed.length },
  });
  for (const payment of payments) {
    await audit(tx, {
      ...trail,
      action: 'payment.end',
      object: `payment:${payment.id}`,
      before: 'pending',
      after: ending.payment,
    });
    if (ending.payment === 'expired') {
      const letter = { id: payment.id, order_id: order.id };
      await enqueuePaymentEmail(tx, services, letter, 'expired');
    }
  }
  logMilestone(tx, services, session.slug, 'seats_released', freed.length, now);
  tx.afterCommit(() => {
    publishSeats(services.broker, session.slug, freed, 'available');
    for (const payment of payments) {
      services.broker.publish('payment', session.slug, {
        user_id: session.account_id,
        event: ending.payment === 'expired' ? 'payment_expired' : 'payment_failed',
        payment_id: payment.id,
      });
    }
  });
}
