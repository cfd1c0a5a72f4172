import type { Queryable, Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import type { EventNews } from '../email/email-kinds.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed } from '../ledger/ledger.ts';
import { advanceCharge } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { isOwing } from '../lifecycle/refund.ts';
import { enterWhole, refundsOf } from '../refund/refund-rows.ts';
import { undoOrder } from '../refund/undo-order.ts';
import { applyLocked } from './apply-locked.ts';
import { findPayment, orderOf, type PaymentRow } from './payments-view.ts';

/** Buyers notified by one run of the ticker. */
const batch = 100;

/** Notes that the buyers of every completed order of an event are to be notified; a newer message replaces an older one. Returns their number. */
export async function noteEventNews(
  q: Queryable,
  eventId: string,
  news: EventNews,
): Promise<number> {
  const rows = await q.query(
    `insert into event_news (order_id, news)
     select id, $2 from orders where event_id = $1 and status = 'completed'
     on conflict (order_id) do update set news = excluded.news returning order_id`,
    [eventId, news],
  );
  return rows.length;
}

/**
 * Tells the buyers of cancelled and postponed events, one transaction an order: so a long list blocks nobody, and a crash loses no buyer and
 * tells none twice. For a cancelled event the seats and the voucher are free and the money is owed.
 */
export async function spreadEventNews(services: Services): Promise<void> {
  const due = await services.db.query<{ payment_id: string }>(
    // In random order: orders that fail each time would otherwise keep the rest waiting.
    `select payment_id from (
       select p.id as payment_id from event_news n
         join payments p on p.order_id = n.order_id and p.status = 'completed'
       union select p.id from events e join tickets k on k.event_id = e.id and k.voided_at is null
         join payments p on p.order_id = k.order_id and p.status = 'completed' where e.status = 'cancelled'
     ) due order by random() limit ${batch}`,
  );
  for (const { payment_id } of due) {
    const known = await findPayment(services.db, payment_id);
    if (known === null) continue;
    try {
      await applyLocked(services, known, (tx, payment, _session, now) =>
        tellBuyer(tx, services, payment, now),
      );
    } catch (error) {
      services.log.warn({ err: error, payment: payment_id }, 'the news of an event waits');
    }
  }
}

async function tellBuyer(
  tx: Tx,
  services: Services,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const [told] = await tx.query<{ news: EventNews }>(
    'delete from event_news where order_id = $1 returning news',
    [payment.order_id],
  );
  // Another process notified the buyer, or the money went back meanwhile.
  if (payment.status !== 'completed') return;
  const [late] = await tx.query(`select 1 from events where id = $1 and status = 'cancelled'`, [
    payment.event_id,
  ]);
  const news = late === undefined ? told?.news : 'event_cancelled';
  if (news === undefined) return;
  if (news === 'event_cancelled') await oweForCancelled(tx, payment, now);
  await enqueuePaymentEmail(tx, services, payment, news);
  await enqueueHolderEmails(tx, services, news, { orderId: payment.order_id });
}

/** The money of a completed payment is owed, and a job sends it back; nothing at all for a free order. Session, order and payment must be locked. */
async function oweForCancelled(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const { order_id: orderId } = payment;
  const { tickets } = await undoOrder(tx, orderId, 'available', now);
  const isFree = payment.amount === 0;
  const due = await enterWhole(
    tx,
    payment,
    isFree ? 'moneyReturned' : 'fellDue',
    { at: now },
    { reason: 'event_cancelled', due_at: now, done_at: isFree ? now : null },
  );
  const amount = due?.amount ?? 0;
  if (due !== null) await postOwed(tx, payment, amount, now, due.id);
  // All of it may have gone back in parts before.
  const isOver = isFree || !(await refundsOf(tx, payment.id)).some(isOwing);
  const detail = { amount, reason: 'event_cancelled', tickets };
  const event = isOver ? 'nothingOwed' : 'eventCancelled';
  await advanceCharge(tx, payment, event, { at: now, detail });
  const ending = isOver ? 'moneyReturned' : 'eventCancelled';
  await advanceOrder(tx, orderOf(payment), ending, { at: now });
}
