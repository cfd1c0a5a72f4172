import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { system, type Trail } from '../audit.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { advanceCharge, type LockedPayment } from '../lifecycle/charge.ts';
import type { Change } from '../lifecycle/lifecycle.ts';
import { advanceOrder, type LockedOrder } from '../lifecycle/order.ts';
import {
  advanceSession,
  advanceWaiting,
  type BatchSession,
  type SessionEnd,
} from '../lifecycle/session.ts';
import { recordGone } from '../line/gone.ts';
import { publishSeats } from '../order/seat-news.ts';
import { releaseSeats } from '../order/seats.ts';
import { freeVoucher } from '../order/vouchers.ts';
import type { SessionRow } from './session-rows.ts';

/** How a session ends; the lifecycles say what becomes of it, of its order and of its payment. */
export interface Ending {
  readonly event: SessionEnd;
  readonly note?: string | null;
  /** True when the gateway itself said that the charge is over. */
  readonly gatewayFinal?: boolean;
  /** Account and request behind it; the system itself when left out. */
  readonly by?: Trail;
}

/**
 * Ends a live session in the caller's transaction (§4.1): the place in the queue, the draft, its seats, its voucher and an
 * unpaid payment go with it. The session row must be locked by the caller. Messages leave after the commit.
 */
export async function endSession(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config' | 'db' | 'mailer'>,
  session: SessionRow,
  ending: Ending,
  now: Date,
): Promise<void> {
  if (session.state === 'queued') await recordGone(tx, [session]);
  const { by = system, note = null } = ending;
  await endOrder(tx, services, session, ending, { at: now, by });
  const ended = await advanceSession(tx, services, session, ending.event, { at: now, by, note });
  const { slug, account_id: userId, seq } = ended;
  const isKicked = ending.event === 'kicked';
  const event = isKicked ? 'user_kicked' : 'user_left';
  const words = isKicked ? note : ended.end_reason;
  tx.afterCommit(() => {
    services.broker.publish('queue', slug, { user_id: userId, event, reason: words, seq });
  });
}

/** Sessions that wait, their rows locked, with the name of their event. */
export type WaitingSession = BatchSession & { readonly slug: string };

/** Ends many waiting sessions in the caller's transaction: they hold nothing but their places. Messages leave after the commit. */
export async function endWaiting(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config'>,
  waiting: readonly WaitingSession[],
  event: 'stayedAbsent' | 'saleClosed' | 'eventCancelled',
  change: Change,
): Promise<void> {
  if (waiting.length === 0) return;
  const slugs = new Map(waiting.map(({ id, slug }) => [id, slug]));
  const ended = await advanceWaiting(tx, services, waiting, event, change);
  await recordGone(tx, ended);
  tx.afterCommit(() => {
    for (const { id, account_id: userId, end_reason: reason, seq } of ended) {
      const slug = slugs.get(id) ?? '';
      services.broker.publish('queue', slug, { user_id: userId, event: 'user_left', reason, seq });
    }
  });
}

async function endOrder(
  tx: Tx,
  services: Pick<Services, 'broker' | 'config' | 'db' | 'mailer'>,
  session: SessionRow,
  { event, gatewayFinal = false }: Ending,
  change: Change & { readonly by: Trail },
): Promise<void> {
  const [order] = await tx.query<LockedOrder>(
    `select id, account_id, status from orders where session_id = $1 and status in ('draft', 'pending') for update`,
    [session.id],
  );
  if (order === undefined) return;
  const below =
    event === 'deadlinePassed' || event === 'paymentFailed' ? event : 'sessionCancelled';
  const [payment] = await tx.query<LockedPayment>(
    `select id, account_id, charge_state, status from payments where order_id = $1 and status = 'pending'`,
    [order.id],
  );
  if (payment !== undefined) {
    const columns = gatewayFinal ? { gateway_final: true } : {};
    await advanceCharge(tx, payment, below, change, columns);
  }
  const freed = await releaseSeats(tx, order.id);
  await freeVoucher(tx, order.id);
  await advanceOrder(tx, order, below, { ...change, detail: { seats: freed.length } });
  if (payment !== undefined && below === 'deadlinePassed') {
    await enqueuePaymentEmail(tx, services, { id: payment.id, order_id: order.id }, 'expired');
  }
  logMilestone(tx, services, session.slug, 'seats_released', freed.length, change.at);
  tx.afterCommit(() => {
    publishSeats(services, session.slug, freed, 'available');
    if (payment === undefined) return;
    services.broker.publish('payment', session.slug, {
      user_id: session.account_id,
      event: below === 'deadlinePassed' ? 'payment_expired' : 'payment_failed',
      payment_id: payment.id,
    });
  });
}
