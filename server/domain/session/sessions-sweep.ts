import type { Tx } from '../../db/db.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { system } from '../audit.ts';
import { livingStatusesSql } from '../catalogue/sale.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { expireCharges, type LockedPayment } from '../lifecycle/charge.ts';
import type { Change } from '../lifecycle/lifecycle.ts';
import { expireOrders, type LockedOrder } from '../lifecycle/order.ts';
import { type BatchSession, expireAll } from '../lifecycle/session.ts';
import { publishSeats } from '../order/seat-news.ts';
import { releaseSeatsOf } from '../order/seats.ts';
import { freeVoucher } from '../order/vouchers.ts';
import { promote } from './queue.ts';
import { endWaiting, type WaitingSession } from './session-end.ts';
import { type SessionRow, type StoredState, sessionColumns } from './session-rows.ts';
import { closeSession, closingOf } from './sessions.ts';

const batch = 200;

/** Sessions that one transaction ends. */
const expiredBatch = 200;

/**
 * Ends every session that chooses a seat or a method and whose deadline and grace are over: seats free, order expired (§4.1). No gateway is asked.
 * Events are swept beside each other, and rows that somebody holds wait for the next sweep, so that the holds of the others end in time.
 */
export function sweepDeadlines(services: Services): Promise<void> {
  const { clock, config } = services;
  const over = new Date(clock.now().getTime() - config.graceSeconds * 1000);
  return sweepOver(services, ['online', 'payment_selection'], over);
}

/**
 * Ends every session whose payment is unpaid at the end of its hold, a minute after the end of the charge, whatever the gateway does (§12.15). Its
 * payment stays open for questions: money that comes is late money.
 */
export function sweepUnpaid(services: Services): Promise<void> {
  return sweepOver(services, ['payment_processing'], services.clock.now());
}

async function sweepOver(
  services: Services,
  states: readonly StoredState[],
  over: Date,
): Promise<void> {
  const events = await services.db.query<{ event_id: string }>(
    'select distinct event_id from purchase_sessions where state = any($1::text[]) and deadline < $2',
    [states, over],
  );
  await Promise.all(
    events.map(async ({ event_id: eventId }) => {
      try {
        let ended = 0;
        let last: number;
        do {
          last = await expireBatch(services, eventId, states, over);
          ended += last;
        } while (last === expiredBatch);
        if (ended > 0) await promote(services, eventId, { skipLocked: true });
      } catch (error) {
        services.log.warn({ err: error, event: eventId }, 'sessions could not be ended');
      }
    }),
  );
}

/** Ends a batch of the sessions of one event, with their orders and payments, by a handful of statements; returns how many. */
function expireBatch(
  services: Services,
  eventId: string,
  states: readonly StoredState[],
  over: Date,
): Promise<number> {
  return services.db.tx(async (tx) => {
    const now = services.clock.now();
    const due = await tx.query<BatchSession & { slug: string }>(
      `select s.id, s.account_id, s.state, e.slug from purchase_sessions s join events e on e.id = s.event_id
       where s.event_id = $1 and s.state = any($2::text[]) and s.deadline < $3
       order by s.deadline limit ${expiredBatch} for update of s skip locked`,
      [eventId, states, over],
    );
    // Read under the locks of the sessions: an order locks its session before it is made.
    const ofDue = `session_id = any($1::uuid[]) and status in ('draft', 'pending')`;
    const known = await tx.query<{ id: string; session_id: string }>(
      `select id, session_id from orders where ${ofDue}`,
      [due.map(({ id }) => id)],
    );
    const orders = await tx.query<LockedOrder & { session_id: string }>(
      `select id, account_id, status, session_id from orders where ${ofDue} order by id for update skip locked`,
      [due.map(({ id }) => id)],
    );
    const locked = new Set(orders.map(({ id }) => id));
    const held = new Set(known.filter(({ id }) => !locked.has(id)).map(({ session_id: id }) => id));
    const sessions = due.filter(({ id }) => !held.has(id));
    const [slug] = sessions.map((session) => session.slug);
    if (slug === undefined) return 0;
    const change = { at: now, by: system };
    await expireOrdersOf(tx, services, slug, orders, change);
    const ended = await expireAll(tx, services, sessions, change);
    tx.afterCommit(() => {
      for (const { account_id: userId, end_reason: reason, seq } of ended) {
        const news = { user_id: userId, event: 'user_left', reason, seq };
        services.broker.publish('queue', slug, news);
      }
    });
    return ended.length;
  });
}

async function expireOrdersOf(
  tx: Tx,
  services: Services,
  slug: string,
  orders: readonly LockedOrder[],
  change: Change,
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  const payments = await tx.query<LockedPayment & { order_id: string }>(
    `select id, account_id, charge_state, status, order_id from payments
     where order_id = any($1::uuid[]) and status = 'pending' order by id for update`,
    [ids],
  );
  await expireCharges(tx, payments, change);
  const freed = await releaseSeatsOf(tx, ids);
  await freeVoucher(tx, ...ids);
  const details = new Map(
    ids.map((id) => [id, { seats: freed.filter(({ order_id }) => order_id === id).length }]),
  );
  await expireOrders(tx, orders, { ...change, details });
  for (const payment of payments) await enqueuePaymentEmail(tx, services, payment, 'expired');
  logMilestone(tx, services, slug, 'seats_released', freed.length, change.at);
  tx.afterCommit(() => {
    publishSeats(services, slug, freed, 'available');
    for (const { id: payment_id, account_id: user_id } of payments) {
      services.broker.publish('payment', slug, { user_id, event: 'payment_expired', payment_id });
    }
  });
}

/** Places that one transaction ends. */
const waitingBatch = 500;

/**
 * Ends the sessions of events that are closed or cancelled, and the waiting of those that have begun (F56, §10.23). A session whose payment runs ends
 * when its gateway is asked.
 */
export async function sweepClosed(services: Services): Promise<void> {
  while ((await closeWaiting(services)) === waitingBatch);
  const rows = await services.db.query<SessionRow>(
    `select ${sessionColumns} from events e join purchase_sessions s on s.event_id = e.id
     where s.state in ('online', 'payment_selection') and e.status not in (${livingStatusesSql}) limit ${batch}`,
  );
  for (const row of rows) {
    try {
      await closeSession(services, row);
    } catch (error) {
      // One failure must not keep the others from being swept.
      services.log.warn({ err: error, session: row.id }, 'a session could not be swept');
    }
  }
}

/** Those who wait hold nothing but a place: their sessions end together. Rows that somebody holds are left for the next sweep. */
async function closeWaiting(services: Services): Promise<number> {
  return services.db.tx(async (tx) => {
    const now = services.clock.now();
    const waiting = await tx.query<WaitingSession & { event_status: string }>(
      `select s.id, s.account_id, s.state, e.slug, e.status as event_status
       from purchase_sessions s join events e on e.id = s.event_id
       where s.state = 'queued' and (e.status not in (${livingStatusesSql}) or e.starts_at <= $1 or e.sale_ends_at <= $1)
       order by s.event_id, s.ticket limit ${waitingBatch} for update of s skip locked`,
      [now],
    );
    for (const event of ['saleClosed', 'eventCancelled'] as const) {
      const own = waiting.filter((row) => closingOf(row.event_status) === event);
      await endWaiting(tx, services, own, event, { at: now, by: { accountId: null } });
    }
    return waiting.length;
  });
}
