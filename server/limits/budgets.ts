import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/db.ts';

/** A number of calls per number of seconds. */
export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Counts calls in fixed windows shared by all processes of one database. A process first spends a local allowance of each window, then
 * reserves blocks in the row of the window: most callers cause no write, and a window may be exceeded by the allowances of the other
 * processes, a tenth of it each.
 */
export interface Budgets {
  /**
   * Counts one call. Returns 0 if it fits, else the seconds until the window ends. Counts in this process alone while the database is
   * unavailable.
   */
  spend(key: string, limit: Limit, now: Date): Promise<number>;
  /** Begins to reserve for the next call if that would have to wait for it; counts nothing. */
  prepare(key: string, limit: Limit, now: Date): void;
  /** Undoes one counted call in the open window. */
  giveBack(key: string, limit: Limit, now: Date): void;
  /** Clears the memory of this process; the caller clears the rows. */
  clear(): void;
}

interface Window {
  endsAt: number;
  /** Calls that this process allowed. */
  spent: number;
  /** Calls that it may still allow before it reserves more. */
  allowed: number;
  /** Calls reserved in the row. */
  leased: number;
  isFull: boolean;
  asking: Promise<void> | null;
}

/** Windows in memory before the first sweep of expired ones. */
const sweepAtLeast = 10_000;
/** Maximum calls reserved by one statement; a crashed process loses them. */
const largestBlock = 50;

/** Size of the local allowance and of each block. */
function blockOf({ calls }: Limit): number {
  return Math.max(1, Math.min(largestBlock, Math.floor(calls / 10)));
}

/** Creates the budgets of one process. Keys contain network addresses, so only their HMAC with `secret` is stored. */
export function createBudgets(
  db: Db,
  secret: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Budgets {
  const windows = new Map<string, Window>();
  let sweepAt = sweepAtLeast;

  const sweep = (time: number) => {
    for (const [id, window] of windows) if (window.endsAt <= time) windows.delete(id);
    // Twice the open windows, so that a flood of long windows is not traversed on every call.
    sweepAt = Math.max(sweepAtLeast, 2 * windows.size);
  };
  const openWindow = (id: string, limit: Limit, time: number): Window | undefined => {
    const window = windows.get(id);
    // A window that starts in the future means that the development clock was set back.
    const isOpen =
      window !== undefined && window.endsAt > time && window.endsAt - limit.seconds * 1000 <= time;
    return isOpen ? window : undefined;
  };
  const lease = async (id: string, window: Window, limit: Limit, now: Date) => {
    const wanted = window.spent - window.leased + blockOf(limit);
    try {
      const row = await takeFromRow(db, hidden(secret, id), limit, wanted, window.endsAt, now);
      window.leased += row.granted;
      window.endsAt = row.endsAt;
      window.allowed = window.leased;
      window.isFull = window.spent >= window.allowed;
    } catch (error) {
      log.warn({ err: error }, 'a shared limit could not be read; this process counts alone');
      window.allowed = Math.min(limit.calls, window.allowed + blockOf(limit));
      window.isFull = window.spent >= window.allowed;
    }
  };

  const isSpent = ({ spent, allowed, isFull }: Window) => spent >= allowed && !isFull;
  const ask = (id: string, window: Window, limit: Limit, now: Date): Promise<void> => {
    window.asking ??= lease(id, window, limit, now).finally(() => {
      window.asking = null;
    });
    return window.asking;
  };

  const spend = async (key: string, limit: Limit, now: Date): Promise<number> => {
    const time = now.getTime();
    const id = idOf(key, limit);
    let window = openWindow(id, limit, time);
    if (window === undefined) {
      if (windows.size >= sweepAt) sweep(time);
      const endsAt = time + limit.seconds * 1000;
      const allowed = Math.min(blockOf(limit), limit.calls);
      window = { endsAt, spent: 0, allowed, leased: 0, isFull: false, asking: null };
      windows.set(id, window);
    }
    while (isSpent(window)) await ask(id, window, limit, now);
    if (window.isFull) return Math.max(1, (window.endsAt - time) / 1000);
    window.spent += 1;
    return 0;
  };

  return {
    spend,
    prepare(key, limit, now) {
      const id = idOf(key, limit);
      const window = openWindow(id, limit, now.getTime());
      if (window !== undefined && isSpent(window)) void ask(id, window, limit, now);
    },
    giveBack(key, limit, now) {
      const window = openWindow(idOf(key, limit), limit, now.getTime());
      if (window === undefined || window.spent === 0) return;
      window.spent -= 1;
      window.isFull = window.spent >= window.allowed;
    },
    clear: () => windows.clear(),
  };
}

/** Reserves up to `wanted` calls in the shared row and opens a new window if the old one has ended. */
async function takeFromRow(
  db: Db,
  key: string,
  limit: Limit,
  wanted: number,
  ownEnd: number,
  now: Date,
): Promise<{ granted: number; endsAt: number }> {
  const [row] = await db.query<{ granted: number; ends_at: Date }>(
    `insert into limit_budgets as b (key, used, granted, ends_at)
     values ($1, least($2::int, $4::int), least($2::int, $4::int), $3)
     on conflict (key) do update set
       granted = case when b.ends_at <= $5 then least($2::int, $4::int) else least($2::int, $4::int - b.used) end,
       used = case when b.ends_at <= $5 then least($2::int, $4::int) else b.used + least($2::int, $4::int - b.used) end,
       ends_at = case when b.ends_at <= $5 then $3 else b.ends_at end
     returning granted, ends_at`,
    [key, wanted, new Date(ownEnd), limit.calls, now],
  );
  if (row === undefined) throw new Error('A budget was not kept.');
  return { granted: row.granted, endsAt: row.ends_at.getTime() };
}

function hidden(secret: string, id: string): string {
  return createHmac('sha256', secret).update(id).digest('base64url');
}

function idOf(key: string, limit: Limit): string {
  return `${key} ${limit.calls}/${limit.seconds}`;
}
