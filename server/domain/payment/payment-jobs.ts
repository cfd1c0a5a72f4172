import { enqueue, type NewJob } from '../../jobs/job-store.ts';
import type { Next, WorkedQueue } from '../../jobs/pump.ts';
import { type Services, throughLane } from '../../services.ts';
import { payOut, payoutsOf } from '../refund/pay-out.ts';
import { findRefund, refundsOf } from '../refund/refund-rows.ts';
import { type JobKind, queueOf } from './job-kinds.ts';
import { findNotice } from './notice-rows.ts';
import { workOff } from './notices.ts';
import { askAbout, askedDailySql, dailyAskedAfter, watchedSql } from './payments-reconcile.ts';
import { findPayment } from './payments-view.ts';
import { refund } from './refund-sending.ts';

const seconds = 1000;
const minutes = 60 * seconds;

const kinds: Readonly<
  Record<
    JobKind,
    {
      readonly longestPauseMs: number;
      /** Does the work of a key: the id of a payment, a notice, or a refund that is paid out. */
      readonly work: (services: Services, key: string) => Promise<Next>;
    }
  >
> = {
  ask: { longestPauseMs: 30 * seconds, work: askAbout },
  notice: { longestPauseMs: 30 * seconds, work: readNotice },
  // A balance that is too low stays so for hours.
  refund: { longestPauseMs: 30 * minutes, work: sendBack },
  payout: { longestPauseMs: 5 * minutes, work: sendToAccount },
};

/** A bank may send a payout back that has arrived, or carry one out after the money went another way: how long, and how often, the gateway is asked. */
const watchSentMs = 7 * 24 * 60 * minutes;
const askSentEveryMs = 6 * 60 * minutes;

/** The queues of every gateway of this server. */
export function paymentQueues(services: Services): WorkedQueue[] {
  return services.gateways.all.flatMap(({ name }) =>
    Object.entries(kinds).map(([kind, { longestPauseMs, work }]) => ({
      queue: queueOf(kind as JobKind, name),
      longestPauseMs,
      // Transactions of a queue with much to do take their turns with those of the others.
      work: (key, gateways) =>
        work({ ...throughLane(services, 'tick', queueOf(kind as JobKind, name)), gateways }, key),
    })),
  );
}

async function readNotice(services: Services, key: string): Promise<Next> {
  const id = Number(key);
  if ((await findNotice(services.db, id)) === null) return null;
  return (await workOff(services, id)) === 'received' ? 'later' : null;
}

async function sendBack(services: Services, paymentId: string): Promise<Next> {
  await refund(services, paymentId);
  const refunds = await refundsOf(services.db, paymentId);
  return refunds.some(({ state }) => state === 'owed') ? 'later' : null;
}

async function sendToAccount(services: Services, refundId: string): Promise<Next> {
  const known = await findRefund(services.db, refundId);
  const payment = known === null ? null : await findPayment(services.db, known.payment_id);
  // An operator pays by hand.
  if (payment === null || payoutsOf(services, payment) === null) return null;
  await payOut(services, refundId);
  const due = await findRefund(services.db, refundId);
  const isOpen =
    due?.state === 'payingOut' || (due?.state === 'accountGiven' && due.way !== 'hand');
  if (isOpen) return 'later';
  const now = services.clock.now().getTime();
  const sentAt = due !== null && due.payout_tries > 0 ? (due.done_at?.getTime() ?? 0) : 0;
  return sentAt > now - watchSentMs ? { at: new Date(now + askSentEveryMs), priority: 0 } : null;
}

/**
 * Adds the jobs that rows call for and that are missing: a process of the former version, or a restored backup, wrote the rows without them. Each row
 * has its job already where this version wrote it. Of payments it looks at those that changed after `since`; null looks at all.
 */
export async function addMissingJobs(
  { clock, db, gateways }: Services,
  since: Date | null,
): Promise<void> {
  const now = clock.now();
  const payouts = gateways.all.flatMap(({ name, payouts: own }) =>
    own === undefined ? [] : [name],
  );
  const missing = await db.query<{ queue: string; key: string; due_at: Date; priority: number }>(
    `select queue, key, due_at, priority from (
       select 'ask-' || gateway as queue, id::text as key, case when is_daily then 0 else 1 end as priority,
         case when is_daily then updated_at + interval '${dailyAskedAfter}' else $1 end as due_at
       from (select id, gateway, updated_at, ${askedDailySql('$1')} as is_daily from payments
         where gateway = any($2::text[]) and ${since === null ? '' : 'updated_at > $4 and '}${watchedSql('$1')}) watched
       union all
       select case r.state when 'owed' then 'refund-' else 'payout-' end || p.gateway, case r.state when 'owed' then p.id else r.id end::text, 0, $1
       from refunds r join payments p on p.id = r.payment_id
       where (r.state = 'owed' and p.gateway = any($2::text[]))
         or (p.gateway = any($3::text[]) and (r.state = 'payingOut' or (r.state = 'accountGiven' and r.way is distinct from 'hand')
           or (r.payout_tries > 0 and r.done_at > $1::timestamptz - interval '7 days')))
       union all
       select 'notice-' || gateway, id::text, 0, $1 from payment_notices
       where state = 'received' and outcome is not null and gateway = any($2::text[])
     ) called where not exists (
       select 1 from job_common j where j.name = queue and j.singleton_key = key and j.state in ('created', 'retry', 'active', 'failed'))`,
    [now, gateways.all.map(({ name }) => name), payouts, ...(since === null ? [] : [since])],
  );
  const jobs: NewJob[] = missing.map(({ due_at: dueAt, ...job }) => ({ ...job, dueAt }));
  await enqueue(db, jobs);
}
