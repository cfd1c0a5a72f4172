import type { Services } from '../services.ts';
import { finishCharge } from './payments.ts';
import { findPayment } from './payments-view.ts';
import { applyStatus, refund } from './settlement.ts';

/** How often the gateway is asked about one payment (F38). */
const askEverySeconds = 15;
/** How long a payment that we ended ourselves is still watched for money that comes late. */
const watchEndedHours = 24;
const batch = 100;

/**
 * Asks the gateway about every payment whose last word we lack: lost notifications are made good, charges cut off in the making are
 * finished, money that came late is dealt with, owed refunds are tried again. Rows are taken with `skip locked`, so several
 * processes share the work.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const now = services.clock.now();
  const rows = await services.db.query<{ id: string }>(
    `update payments set checked_at = $1 where id in (
       select id from payments
       where gateway = $2
         and (status in ('pending', 'refund_due')
           or (status in ('expired', 'failed') and not gateway_final and created_at > $4))
         and (coalesce(checked_at, created_at) <= $3
           or (status = 'pending' and expires_at <= $1 and coalesce(checked_at, created_at) < expires_at))
       order by created_at limit ${batch} for update skip locked)
     returning id`,
    [
      now,
      services.gateway.name,
      new Date(now.getTime() - askEverySeconds * 1000),
      new Date(now.getTime() - watchEndedHours * 3_600_000),
    ],
  );
  for (const row of rows) {
    try {
      await reconcile(services, row.id);
    } catch (error) {
      services.log.warn({ err: error, payment: row.id }, 'a payment could not be reconciled');
    }
  }
}

async function reconcile(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment === null) return;
  if (payment.status === 'refund_due') {
    await refund(services, paymentId);
    return;
  }
  if (payment.status === 'pending' && payment.charged_at === null) {
    await finishCharge(services, payment);
  }
  const status = await services.gateway.status(paymentId);
  if (status !== 'pending') await applyStatus(services, paymentId, status);
  else if (payment.status !== 'pending') await voidLeftover(services, paymentId);
}

/** A charge that is still open although we ended its payment: nobody shall be able to pay it. */
async function voidLeftover(services: Services, paymentId: string): Promise<void> {
  if (await services.gateway.void(paymentId)) await applyStatus(services, paymentId, 'cancel');
}
