import { Refusal } from '../../http/refusal.ts';
import type { Next } from '../../jobs/pump.ts';
import type { Services } from '../../services.ts';
import { livingStatusesSql } from '../catalogue/sale.ts';
import { type SessionRow, sessionColumns } from '../session/session-rows.ts';
import { closeSession } from '../session/sessions.ts';
import { askStatus, neverCharged, refOf } from './charge-status.ts';
import { finishCharge } from './charges.ts';
import { takeStatus } from './notices.ts';
import { findPayment, type PaymentRow } from './payments-view.ts';

/** How often the gateway is asked about one payment (F38). */
const askEveryMs = 15_000;
const longestPauseMs = 10 * 60_000;
/** Time from the last change of a payment to the daily questions about it, as an SQL interval. */
export const dailyAskedAfter = '24 hours';
const askDailyEveryMs = 24 * 3_600_000;
/** Of those that are due, payments without tickets come first. */
const openPriority = 1;
/** Beyond the time limit of every call of a gateway. */
const longestChargeMs = 60_000;
/** When the gateway did not know the charge of a payment for the first time, in milliseconds of this process. */
const unknownSince = new Map<string, number>();

/** True for a row of `payments` whose gateway is still asked at `now`, an SQL expression: one that we ended ourselves often for a day, for money that comes late. */
export const watchedSql = (now: string) => `(status = 'pending'
  or (status in ('expired', 'failed') and not gateway_final and updated_at > ${now}::timestamptz - interval '24 hours')
  or ${askedDailySql(now)})`;

/**
 * True for a row of `payments` whose state at the gateway is final and that is asked about once a day all the same: received money, as long as it
 * commonly can go back (§12.30), owed or not, or the rest of it; a charge that ended, for the week in which late money was seen to come.
 */
export const askedDailySql = (now: string) => `(
  ((status in ('completed', 'refund_due') or status = 'refunded' and amount > (
      select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = payments.id and r.state = 'done'))
    and updated_at > ${now}::timestamptz - interval '120 days')
  or (status in ('expired', 'failed') and created_at > ${now}::timestamptz - interval '7 days'
    and (gateway_final or updated_at <= ${now}::timestamptz - interval '24 hours')))`;

/**
 * Asks the gateway about a payment whose state there is not final, applies the response and returns when to ask again. So it makes up for lost
 * notifications, finishes charges that were interrupted while they were made, and finds late and returned money. Throws as the gateway does.
 */
export async function askAbout(services: Services, paymentId: string): Promise<Next> {
  const before = await nextQuestion(services, paymentId, false);
  if (before === null || before.at > services.clock.now()) return before;
  await reconcile(services, paymentId);
  return nextQuestion(services, paymentId, true);
}

/** When a payment is asked about next; null where it is watched no longer. */
async function nextQuestion(
  { clock, db }: Services,
  paymentId: string,
  isAsked: boolean,
): Promise<{ readonly at: Date; readonly priority: number } | null> {
  const now = clock.now();
  const [payment] = await db.query<
    Pick<PaymentRow, 'status' | 'expires_at'> & { since: Date; is_daily: boolean }
  >(
    `select status, expires_at, updated_at as since, ${askedDailySql('$2')} as is_daily from payments
     where id = $1 and ${watchedSql('$2')}`,
    [paymentId, now],
  );
  if (payment === undefined) return null;
  const { status, expires_at: end, is_daily: isDaily, since } = payment;
  if (isDaily) {
    const last = isAsked ? now : since;
    return { at: new Date(last.getTime() + askDailyEveryMs), priority: 0 };
  }
  const after = (ms: number) => ({ at: new Date(now.getTime() + ms), priority: openPriority });
  if (!isAsked) return after(0);
  if (status === 'pending') {
    const leftMs = end === null ? 0 : end.getTime() - now.getTime();
    return after(leftMs > 0 ? Math.min(leftMs, askEveryMs) : askEveryMs);
  }
  // The longer ago it ended, the less often.
  const agoMs = now.getTime() - since.getTime();
  return after(Math.min(longestPauseMs, Math.max(askEveryMs, agoMs / 4)));
}

async function reconcile(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment === null) return;
  if (payment.status === 'pending' && (await endClosed(services, payment))) return;
  if (payment.status === 'pending' && payment.charged_at === null) {
    await finishCharge(services, payment, true);
  }
  const answer = await askStatus(services, payment);
  const hasMoney = payment.status === 'completed' || payment.status === 'refund_due';
  if (hasMoney && answer === neverCharged) {
    throw new Error('A gateway does not know the charge of money that it has sent.');
  }
  const isUnknown = answer === neverCharged && payment.charged_at === null;
  if (isUnknown && mayBeUnderWay(paymentId)) return;
  unknownSince.delete(paymentId);
  if (answer.status !== 'pending') await takeStatus(services, paymentId, answer);
  else if (payment.status === 'expired' || payment.status === 'failed') {
    await voidLeftover(services, payment, 'cancel');
  } else if (isWindowOver(services, payment)) {
    await voidLeftover(services, payment, 'expire');
  }
}

/** Ends the session of a payment whose event is closed or cancelled, once the gateway has voided its charge; false for any other event. */
async function endClosed(services: Services, payment: PaymentRow): Promise<boolean> {
  const [session] = await services.db.query<SessionRow>(
    `select ${sessionColumns} from purchase_sessions s join events e on e.id = s.event_id
     where s.id = $1 and s.ended_at is null and e.status not in (${livingStatusesSql})`,
    [payment.session_id],
  );
  if (session === undefined) return false;
  try {
    await closeSession(services, session);
  } catch (error) {
    // It is paid, or cannot be voided yet: the next response says which.
    if (!(error instanceof Refusal)) throw error;
  }
  return true;
}

/**
 * True for a minute after the gateway was first asked about a charge that it does not know. A process may be making it, die before it has recorded it,
 * and nobody would watch it if it counted as cancelled by then. By the time of this process: clocks may jump.
 */
function mayBeUnderWay(paymentId: string): boolean {
  const since = unknownSince.get(paymentId) ?? performance.now();
  unknownSince.set(paymentId, since);
  return performance.now() - since < longestChargeMs;
}

/** A charge that is still open although its payment is over: nobody shall be able to pay it. */
async function voidLeftover(
  services: Services,
  payment: PaymentRow,
  status: 'cancel' | 'expire',
): Promise<void> {
  if (!(await services.gateways.of(payment.gateway).void(refOf(payment)))) return;
  const voided = { status, amount: null, currency: null, reference: null };
  await takeStatus(services, payment.id, voided);
}

/** True once the charge is over for its buyer, and the gateway is late to say so. */
function isWindowOver(
  { clock, config }: Services,
  { expires_at: end }: Pick<PaymentRow, 'expires_at'>,
): boolean {
  return end !== null && end.getTime() <= clock.now().getTime() - config.graceSeconds * 1000;
}
