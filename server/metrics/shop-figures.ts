import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { owingSql } from '../domain/lifecycle/refund.ts';
import { activeStatesSql } from '../domain/session/session-rows.ts';
import { readJobFigures } from '../jobs/job-figures.ts';

/** Payments begun in this time are counted by state. */
const paymentMinutes = 60;
const letInSeconds = 60;

/** The queue of one event in which somebody waits, is inside, or was let in a moment ago. */
export interface QueueFigures {
  readonly event: string;
  readonly waiting: number;
  readonly inside: number;
  /** Sessions that came online in the last minute. */
  readonly letIn: number;
}

/** What the database says of the shop, the same at every process. Ages are seconds, 0 where nothing waits. */
export interface ShopFigures {
  readonly queues: readonly QueueFigures[];
  readonly holds: readonly { readonly event: string; readonly seats: number }[];
  /** Payments begun within the last hour. */
  readonly payments: readonly {
    readonly state: string;
    readonly method: string;
    readonly count: number;
  }[];
  readonly oldestNoticeAge: number;
  /** Notices of money that wait for an operator. */
  readonly mismatchedNotices: number;
  readonly refunds: {
    readonly count: number;
    readonly rupiah: number;
    readonly oldestAge: number;
  };
  /** Queues with jobs that are due, or that are dead letters. */
  readonly jobs: readonly {
    readonly queue: string;
    readonly due: number;
    readonly oldestAge: number;
    readonly dead: number;
  }[];
  readonly outbox: readonly {
    readonly lane: string;
    readonly count: number;
    readonly oldestAge: number;
  }[];
}

/**
 * Reads the figures of the shop, one statement after another, so that a scrape takes one connection. Each reads through an index of live rows, not
 * the whole history. Throws as the database does.
 */
export async function readShopFigures(db: Db, clock: Clock): Promise<ShopFigures> {
  const now = clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const age = (at: Date | null) =>
    at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000);

  const queues = await db.query<QueueRow>(
    `select e.slug, q.waiting, q.inside, q.let_in from queue_rooms r join events e on e.id = r.event_id
     cross join lateral (select
       (select count(*) from purchase_sessions s where s.event_id = r.event_id and s.state = 'queued') as waiting,
       (select count(*) from purchase_sessions s
         where s.event_id = r.event_id and s.state in (${activeStatesSql})) as inside,
       (select count(*) from purchase_sessions s where s.event_id = r.event_id and s.online_at > $1) as let_in) q
     where q.waiting + q.inside + q.let_in > 0`,
    [before(letInSeconds)],
  );
  const holds = await db.query<{ slug: string; seats: number }>(
    `select e.slug, count(*) as seats from orders o join seat_claims c on c.order_id = o.id and c.kind = 'held'
     join events e on e.id = o.event_id where o.status in ('draft', 'pending') group by e.slug`,
  );
  const payments = await db.query<{ status: string; method_code: string; count: number }>(
    `select status, method_code, count(*) as count from payments where created_at > $1 group by status, method_code`,
    [before(paymentMinutes * 60)],
  );
  const [notice] = await db.query<{ at: Date | null }>(
    `select min(received_at) as at from payment_notices where state = 'received'`,
  );
  const [mismatched] = await db.query<{ count: number }>(
    `select count(*)::int as count from payment_notices where state = 'mismatched'`,
  );
  const [refunds] = await db.query<{ count: number; rupiah: number; at: Date | null }>(
    `select count(*) as count, coalesce(sum(amount), 0)::bigint as rupiah, min(due_at) as at from refunds
     where state in (${owingSql}) and state not in ('done', 'refused')`,
  );
  const jobs = await readJobFigures(db, now);
  const outbox = await db.query<{ lane: string; count: number; at: Date | null }>(
    `select lane, count(*) as count, min(created_at) as at from mails where next_try_at is not null group by lane`,
  );
  return {
    queues: queues.map(({ slug, waiting, inside, let_in }) => ({
      event: slug,
      waiting: Number(waiting),
      inside: Number(inside),
      letIn: Number(let_in),
    })),
    holds: holds.map(({ slug, seats }) => ({ event: slug, seats: Number(seats) })),
    payments: payments.map(({ status, method_code, count }) => ({
      state: status,
      method: method_code,
      count: Number(count),
    })),
    oldestNoticeAge: age(notice?.at ?? null),
    mismatchedNotices: mismatched?.count ?? 0,
    refunds: {
      count: Number(refunds?.count ?? 0),
      rupiah: Number(refunds?.rupiah ?? 0),
      oldestAge: age(refunds?.at ?? null),
    },
    jobs: jobs.map(({ at, ...job }) => ({ ...job, oldestAge: age(at) })),
    outbox: outbox.map(({ lane, count, at }) => ({
      lane,
      count: Number(count),
      oldestAge: age(at),
    })),
  };
}

type QueueRow = {
  slug: string;
  waiting: number;
  inside: number;
  let_in: number;
};
