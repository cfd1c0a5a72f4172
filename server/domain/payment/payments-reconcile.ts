import type { Services } from '../../services.ts';
import { askStatus, neverCharged, refOf } from './charge-status.ts';
import { finishCharge } from './charges.ts';
import { takeStatus } from './notices.ts';
import { payByOf } from './payments-reopen.ts';
import { findPayment, type PaymentRow } from './payments-view.ts';
import { refund } from './refunds.ts';

/** How often the gateway is asked about one payment (F38). */
const askEverySeconds = 15;
/** How long a payment that we ended ourselves is still watched for money that comes late. */
const watchEndedHours = 24;
const batch = 100;
/** A completed payment is asked about once a day, so long as its money commonly can go back, and few at a time. */
const askCompletedEveryHours = 24;
const watchCompletedDays = 120;
const completedBatch = 10;
/** Beyond the time limit of every call of a gateway. */
const longestChargeMs = 60_000;
/** When the gateway did not know the charge of a payment for the first time, in milliseconds of this process. */
const unknownSince = new Map<string, number>();

/**
 * Asks the gateway about every payment whose last word we lack: lost notifications are made good, charges cut off in the making are
 * finished, money that came late is dealt with, owed refunds are tried again, and money that went back is heard of. Rows are taken with `skip locked`, so several
 * processes share the work.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const now = services.clock.now();
  const rows = await services.db.query<{ id: string }>(
    `update payments set checked_at = $1 where id in (
       select id from payments
       where gateway = any($2::text[])
         and (status = 'pending'
           or (status in ('expired', 'failed') and not gateway_final and created_at > $4))
         and (coalesce(checked_at, created_at) <= $3
           or (status = 'pending' and expires_at <= $1 and coalesce(checked_at, created_at) < expires_at))
       order by created_at limit ${batch} for update skip locked)
     returning id`,
    [
      now,
      services.gateways.all.map(({ name }) => name),
      new Date(now.getTime() - askEverySeconds * 1000),
      new Date(now.getTime() - watchEndedHours * 3_600_000),
    ],
  );
  for (const row of [
    ...rows,
    ...(await owedDue(services, now)),
    ...(await completedDue(services, now)),
  ]) {
    try {
      await reconcile(services, row.id);
    } catch (error) {
      services.log.warn({ err: error, payment: row.id }, 'a payment could not be reconciled');
    }
  }
}

/** Payments with a refund that is to be sent. */
async function owedDue(services: Services, now: Date): Promise<{ id: string }[]> {
  return services.db.query<{ id: string }>(
    `update payments set checked_at = $1 where id in (
       select p.id from payments p where p.gateway = any($2::text[]) and coalesce(p.checked_at, p.created_at) <= $3
         and p.id in (select r.payment_id from refunds r where r.state = 'owed')
       order by p.created_at limit ${batch} for update skip locked)
     returning id`,
    [
      now,
      services.gateways.all.map(({ name }) => name),
      new Date(now.getTime() - askEverySeconds * 1000),
    ],
  );
}

/** Completed payments to ask about: news of money that went back may be lost like any other (ruling R13). */
async function completedDue(services: Services, now: Date): Promise<{ id: string }[]> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  return services.db.query<{ id: string }>(
    `update payments set checked_at = $1 where id in (
       select id from payments
       where gateway = any($2::text[]) and status = 'completed' and updated_at > $4
         and coalesce(checked_at, updated_at) <= $3 and updated_at <= $3
       order by checked_at nulls first limit ${completedBatch} for update skip locked)
     returning id`,
    [
      now,
      services.gateways.all.map(({ name }) => name),
      hoursAgo(askCompletedEveryHours),
      hoursAgo(watchCompletedDays * 24),
    ],
  );
}

async function reconcile(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment === null) return;
  if (payment.status === 'refund_due' || payment.status === 'completed') {
    await refund(services, paymentId);
  }
  if (payment.status === 'refund_due') return;
  if (payment.status === 'pending' && payment.charged_at === null) {
    await finishCharge(services, payment, true);
  }
  const answer = await askStatus(services, payment);
  const isUnknown = answer === neverCharged && payment.charged_at === null;
  if (isUnknown && mayBeUnderWay(paymentId)) return;
  unknownSince.delete(paymentId);
  if (answer.status !== 'pending') await takeStatus(services, paymentId, answer);
  else if (payment.status === 'expired' || payment.status === 'failed') {
    await voidLeftover(services, payment, 'cancel');
  } else if (await isWindowOver(services, payment)) {
    await voidLeftover(services, payment, 'expire');
  }
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

/** True once the window of the method is over and the gateway is late to say so, while the order can still be paid by another one. */
async function isWindowOver(
  { clock, config, db }: Services,
  { expires_at: end, order_id }: PaymentRow,
): Promise<boolean> {
  const over = clock.now().getTime() - config.graceSeconds * 1000;
  if (end === null || end.getTime() > over) return false;
  const payBy = await payByOf(db, order_id);
  return payBy !== null && end.getTime() < payBy.getTime();
}
