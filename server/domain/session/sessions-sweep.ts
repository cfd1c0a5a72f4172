import { isDatabaseBusy } from '../../db/transaction.ts';
import type { Services } from '../../services.ts';
import { livingStatusesSql } from '../catalogue/sale.ts';
import { type BatchSession, expireOnline } from '../lifecycle/session.ts';
import { promote } from './queue.ts';
import { endWaiting, type WaitingSession } from './session-end.ts';
import { activeStatesSql, type SessionRow, sessionColumns } from './session-rows.ts';
import { closeSession, closingOf, expireSession } from './sessions.ts';

const batch = 200;
/** Sessions of one event that must be waited for in vain before the others are left for the next sweep. */
const heldIsJammed = 3;

/**
 * Ends every session whose deadline and grace are over: seats free, order expired (design §3). An event whose rows somebody holds waits
 * for the next sweep, so that the holds of the others end in time.
 */
export async function sweepDeadlines(services: Services): Promise<void> {
  const { clock, config, db } = services;
  const over = new Date(clock.now().getTime() - config.graceSeconds * 1000);
  await expireWithoutOrders(services, over).catch((error: unknown) =>
    services.log.warn({ err: error }, 'sessions without an order could not be ended'),
  );
  const jammed = new Set<string>();
  for (;;) {
    const known = jammed.size;
    const rows = await db.query<{ id: string; event_id: string }>(
      `select id, event_id from purchase_sessions
       where state in (${activeStatesSql}) and deadline < $1 and event_id <> all($2::text[])
         and (state <> 'online' or exists (
           select 1 from orders o where o.session_id = purchase_sessions.id and o.status in ('draft', 'pending')))
       order by deadline limit ${batch}`,
      [over, [...jammed]],
    );
    await each(services, rows, (row) => expireSession(services, row.id), jammed);
    if (jammed.size === known) return;
  }
}

/** Sessions that one transaction ends. */
const onlineBatch = 500;

/** Ends the sessions that hold a place and nothing else: together, and each event is filled once for all of them. */
async function expireWithoutOrders(services: Services, over: Date): Promise<void> {
  const freed = new Set<string>();
  for (;;) {
    const { ended, isFull } = await expireBatch(services, over);
    for (const { event_id: eventId } of ended) freed.add(eventId);
    if (!isFull || ended.length === 0) break;
  }
  for (const eventId of freed) await promote(services, eventId, { skipLocked: true });
}

function expireBatch(services: Services, over: Date) {
  return services.db.tx(async (tx) => {
    const now = services.clock.now();
    const due = await tx.query<BatchSession & { slug: string }>(
      `select s.id, s.account_id, s.state, e.slug from purchase_sessions s join events e on e.id = s.event_id
       where s.state = 'online' and s.deadline < $1
         and not exists (select 1 from orders o where o.session_id = s.id and o.status in ('draft', 'pending'))
       order by s.deadline limit ${onlineBatch} for update of s skip locked`,
      [over],
    );
    // Read again under the locks: a draft locks its session before it is made.
    const drafts = await tx.query<{ session_id: string }>(
      `select session_id from orders where session_id = any($1::uuid[]) and status in ('draft', 'pending')`,
      [due.map(({ id }) => id)],
    );
    const ordering = new Set(drafts.map((row) => row.session_id));
    const slugs = new Map(due.map(({ id, slug }) => [id, slug]));
    const ended = await expireOnline(
      tx,
      services,
      due.filter(({ id }) => !ordering.has(id)),
      { at: now, by: { accountId: null } },
    );
    tx.afterCommit(() => {
      for (const { id, account_id: userId, end_reason: reason, seq } of ended) {
        const news = { user_id: userId, event: 'user_left', reason, seq };
        services.broker.publish('queue', slugs.get(id) ?? '', news);
      }
    });
    return { ended, isFull: due.length === onlineBatch };
  });
}

/** Places that one transaction ends. */
const waitingBatch = 500;

/** Ends the sessions of events that are closed or cancelled, and the waiting of those that have begun (F56, ruling R12). */
export async function sweepClosed(services: Services): Promise<void> {
  while ((await closeWaiting(services)) === waitingBatch);
  const rows = await services.db.query<SessionRow>(
    `select ${sessionColumns} from events e join purchase_sessions s on s.event_id = e.id
     where s.state in (${activeStatesSql}) and e.status not in (${livingStatusesSql}) limit ${batch}`,
  );
  await each(services, rows, (row) => closeSession(services, row));
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

/** One failure must not keep the others from being swept. Events found jammed are added to `jammed`, and their rows left out. */
async function each<T extends { id: string; event_id: string }>(
  services: Services,
  rows: readonly T[],
  work: (row: T) => Promise<void>,
  jammed = new Set<string>(),
): Promise<void> {
  const held = new Map<string, number>();
  for (const row of rows) {
    if (jammed.has(row.event_id)) continue;
    try {
      await work(row);
    } catch (error) {
      if (isDatabaseBusy(error)) {
        const times = (held.get(row.event_id) ?? 0) + 1;
        held.set(row.event_id, times);
        if (times >= heldIsJammed) jammed.add(row.event_id);
      }
      services.log.warn({ err: error, session: row.id }, 'a session could not be swept');
    }
  }
}
