import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/db.ts';

/** So many calls in so many seconds. */
export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * Counts in fixed windows that all processes over one database share. A process spends the first few of each window from its own
 * pocket, then takes blocks from the row of the window: most people never cost a write, and a window may run over by what the
 * pockets of the other processes hold, a tenth of it each.
 */
export interface Budgets {
  /** Counts one call. Gives 0 where it fits, else the seconds until the window ends. Limits of this process alone while the database is away. */
  spend(key: string, limit: Limit, now: Date): Promise<number>;
  /** Takes one call back that was counted in the open window. */
  giveBack(key: string, limit: Limit, now: Date): void;
  /** Forgets what this process knows; the rows are the caller's to clear. */
  clear(): void;
}

interface Window {
  endsAt: number;
  /** Calls this process let through. */
  spent: number;
  /** Calls it may let through before it has to ask for more. */
  allowed: number;
  /** What it has taken from the row. */
  leased: number;
  isFull: boolean;
  asking: Promise<void> | null;
}

/** Windows kept before the outlived ones are swept for the first time. */
const sweepAtLeast = 10_000;
/** Calls that one statement takes at most: what a process that dies takes with it. */
const largestBlock = 50;

/** What a process spends before it asks, and takes when it does. */
function blockOf({ calls }: Limit): number {
  return Math.max(1, Math.min(largestBlock, Math.floor(calls / 10)));
}

/** Makes the budgets of one process. Keys hold network addresses: only an HMAC of each with `secret` is stored. */
export function createBudgets(
  db: Db,
  secret: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Budgets {
  const windows = new Map<string, Window>();
  let sweepAt = sweepAtLeast;

  const sweep = (time: number) => {
    for (const [id, window] of windows) if (window.endsAt <= time) windows.delete(id);
    // Twice what is still open, so that a flood of long windows is not walked through at every call.
    sweepAt = Math.max(sweepAtLeast, 2 * windows.size);
  };
  const openWindow = (id: string, limit: Limit, time: number): Window | undefined => {
    const window = windows.get(id);
    // A window that begins later than now was opened before the development clock was set back.
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
    while (window.spent >= window.allowed && !window.isFull) {
      const asked: Window = window;
      asked.asking ??= lease(id, asked, limit, now).finally(() => {
        asked.asking = null;
      });
      await asked.asking;
    }
    if (window.isFull) return Math.max(1, (window.endsAt - time) / 1000);
    window.spent += 1;
    return 0;
  };

  return {
    spend,
    giveBack(key, limit, now) {
      const window = openWindow(idOf(key, limit), limit, now.getTime());
      if (window === undefined || window.spent === 0) return;
      window.spent -= 1;
      window.isFull = window.spent >= window.allowed;
    },
    clear: () => windows.clear(),
  };
}

/** Takes up to `wanted` calls from the shared row, which opens a new window where the old one has ended. */
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
