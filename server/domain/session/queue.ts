import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { audit, system, type Trail } from '../audit.ts';
import { judgedAt, type SaleFacts, saleColumns, saleStateOf } from '../catalogue/sale.ts';
import { isUndrawn, type PendingDrawRow, pendingDrawColumn } from '../draw/pending.ts';
import type { SaleState } from '../lifecycle/sale.ts';
import type { MovedSession } from '../lifecycle/session.ts';
import { giveTurns } from './queue-turns.ts';
import { activeStatesSql } from './session-rows.ts';

/** People let in by one transaction: few where the one connection of the embedded engine has to be free again soon. */
const promotionBatch = { embedded: 100, server: 500 } as const;

/** The capacity of an event, its row locked: the holder of the lock alone promotes sessions. */
export type QueueRow = SaleFacts &
  PendingDrawRow & {
    event_id: string;
    slug: string;
    capacity: number | null;
    /** Sessions let in per minute; null without a limit. */
    per_minute: number | null;
    paused: boolean;
    next_ticket: number;
    serving: number;
  };

/** Locks the queue of an event; null when there is none, or when another process holds it and `skipLocked` is set. */
export async function lockQueue(
  tx: Tx,
  clock: Pick<Clock, 'offsetSeconds'>,
  eventId: string,
  skipLocked = false,
): Promise<QueueRow | null> {
  const rows = await tx.query<QueueRow>(
    `select r.event_id, e.slug, ${saleColumns(clock)}, ${pendingDrawColumn},
       r.capacity, r.per_minute, r.paused, r.next_ticket, r.serving
     from queue_rooms r join events e on e.id = r.event_id
     where r.event_id = $1 for update of r${skipLocked ? ' skip locked' : ''}`,
    [eventId],
  );
  const [queue] = rows;
  if (queue === undefined) return null;
  if (queue.draw === null) return queue;
  // A statement that waits for a lock sees the other rows as they were before: the list may have been closed meanwhile.
  const [draw] = await tx.query<PendingDrawRow & Pick<SaleFacts, 'judged_at'>>(
    `select ${pendingDrawColumn}, ${judgedAt(clock)} as judged_at from events e where e.id = $1`,
    [eventId],
  );
  return { ...queue, ...draw };
}

/** Places free in a locked queue, by its capacity and by the turns left in this minute; null without either limit. Never negative. */
export async function freePlaces(tx: Tx, queue: QueueRow, now: Date): Promise<number | null> {
  const turns = await turnsLeft(tx, queue, now);
  if (queue.capacity === null || turns === 0) return turns;
  const [row] = await tx.query<{ taken: number }>(
    `select count(*) as taken from purchase_sessions
     where event_id = $1 and state in (${activeStatesSql})`,
    [queue.event_id],
  );
  const places = Math.max(0, queue.capacity - Number(row?.taken ?? 0));
  return turns === null ? places : Math.min(places, turns);
}

async function turnsLeft(tx: Tx, queue: QueueRow, now: Date): Promise<number | null> {
  if (queue.per_minute === null) return null;
  const [row] = await tx.query<{ given: number }>(
    'select count(*) as given from purchase_sessions where event_id = $1 and online_at > $2',
    [queue.event_id, new Date(now.getTime() - 60_000)],
  );
  return Math.max(0, queue.per_minute - Number(row?.given ?? 0));
}

/** How a promotion may differ from the rule of the queue. */
export interface PromotionOptions {
  /** Lets this many in whatever the capacity or a pause says: an operator's word. */
  readonly force?: number;
  /** The author of a forced promotion, for the audit log; the system where it is left out. */
  readonly by?: Trail;
  /** Gives way when another process promotes this event right now. */
  readonly skipLocked?: boolean;
}

/**
 * Lets waiting buyers in while the capacity allows it (§11.2): the first of those who are present, as `giveTurns`; returns how many. One process at
 * a time does this per event: the lock on its row decides. A paused queue or an event that is not on sale lets nobody in.
 */
export async function promote(
  services: Services,
  eventId: string,
  options: PromotionOptions = {},
): Promise<number> {
  // A buyer who made contact a moment ago is present at the turn.
  await services.contacts.flush();
  let total = 0;
  for (;;) {
    const batch = promotionBatch[services.db.kind];
    const left = options.force === undefined ? batch : options.force - total;
    const limit = Math.min(batch, left);
    if (limit <= 0) return total;
    const { count, goesOn } = await promoteBatch(services, eventId, limit, options);
    total += count;
    if (count < limit && !goesOn) return total;
  }
}

/** States in which turns are given; in a presale only those who may buy are in the line. */
const letsIn: ReadonlySet<SaleState> = new Set(['presale', 'onSale']);

const nobody = { count: 0, goesOn: false };

async function promoteBatch(
  services: Services,
  eventId: string,
  limit: number,
  options: PromotionOptions,
): Promise<{ count: number; goesOn: boolean }> {
  return services.db.tx(async (tx) => {
    const queue = await lockQueue(tx, services.clock, eventId, options.skipLocked);
    if (queue === null) return nobody;
    // Read under the lock: with an earlier time a process that waited for it would promote earlier than the one before it, and for less time.
    const now = services.clock.now();
    if (!letsIn.has(saleStateOf(queue)) || isUndrawn(queue)) return nobody;
    const forced = options.force !== undefined;
    if (queue.paused && !forced) return nobody;
    const free = forced ? limit : ((await freePlaces(tx, queue, now)) ?? limit);
    const places = Math.min(limit, free);
    if (places === 0) return nobody;
    const by = options.by === undefined ? {} : { by: options.by };
    const detail = forced ? { detail: { forced }, ...by } : {};
    const { letIn, goesOn } = await giveTurns(tx, services, queue, places, now, detail);
    tellTurns(tx, services, queue, letIn, now);
    return { count: letIn.length, goesOn };
  });
}

function tellTurns(
  tx: Tx,
  services: Services,
  queue: QueueRow,
  letIn: readonly MovedSession[],
  now: Date,
): void {
  if (letIn.length === 0) return;
  logMilestone(tx, services, queue.slug, 'queue_advanced', letIn.length, now);
  tx.afterCommit(() => {
    for (const row of letIn) {
      services.broker.publish('queue', queue.slug, {
        user_id: row.account_id,
        event: 'user_promoted',
        seq: row.seq,
      });
    }
  });
}

/**
 * Fills every queue where somebody waits for a turn: what a lost promotion (a crash between two commits) is made good by, and how one
 * who was passed over and came back is let in. Queues where only absent people wait, all passed over, are left alone.
 */
export async function promoteAll(services: Services): Promise<void> {
  const queues = await services.db.query<{ event_id: string }>(
    `select r.event_id from queue_rooms r where not r.paused and (
       exists (select 1 from purchase_sessions s
               where s.event_id = r.event_id and s.state = 'queued' and s.ticket > r.serving)
       or exists (select 1 from purchase_sessions s
                  where s.event_id = r.event_id and s.state = 'queued' and s.returned_at is not null))`,
  );
  for (const queue of queues) {
    try {
      await promote(services, queue.event_id, { skipLocked: true });
    } catch (error) {
      // A queue that is held or broken must not keep the others from filling.
      services.log.warn({ err: error, event: queue.event_id }, 'a queue could not be filled');
    }
  }
}

/** Sets capacity, turns per minute (null: no limit) and pause of an event; an omitted field keeps its value. Throws 404 for an unknown event. */
export async function steerQueue(
  services: Pick<Services, 'db' | 'clock'>,
  slug: string,
  change: { capacity?: number | null; perMinute?: number | null; paused?: boolean },
  by: Trail = system,
): Promise<QueueRow> {
  const now = services.clock.now();
  return services.db.tx(async (tx) => {
    const [event] = await tx.query<{ id: string }>('select id from events where slug = $1', [slug]);
    if (event === undefined) throw new Refusal(404, 'Event not found');
    await ensureQueue(tx, event.id);
    const queue = await lockQueue(tx, services.clock, event.id);
    if (queue === null) throw new Refusal(404, 'Event not found');
    const capacity = change.capacity === undefined ? queue.capacity : change.capacity;
    const perMinute = change.perMinute === undefined ? queue.per_minute : change.perMinute;
    const paused = change.paused ?? queue.paused;
    await tx.query(
      'update queue_rooms set capacity = $2, per_minute = $3, paused = $4 where event_id = $1',
      [event.id, capacity, perMinute, paused],
    );
    await audit(tx, {
      at: now,
      ...by,
      action: 'queue.steer',
      object: `event:${event.id}`,
      detail: { capacity, per_minute: perMinute, paused, capacity_before: queue.capacity },
    });
    return { ...queue, capacity, per_minute: perMinute, paused };
  });
}

/** Makes the queue of an event that has none yet: no limit, not paused. */
export async function ensureQueue(tx: Tx, eventId: string): Promise<void> {
  await tx.query('insert into queue_rooms (event_id) values ($1) on conflict do nothing', [
    eventId,
  ]);
}
