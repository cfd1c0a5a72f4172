import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/db.ts';

/** A pause between two notes from which buyers count as unheard, in milliseconds; notes come once a second. */
const outageMs = 10_000;
/** Silence before the start of a process counts as an outage up to this long, in milliseconds. */
const longestStartMs = 30 * 60_000;

/** Whether buyers could be heard: their silence during an outage is not their absence (decision 103). */
export interface Listening {
  /** Notes that this process and its database respond; rejects if the database does not. */
  note(): Promise<void>;
  /** Milliseconds for which nobody could be heard, if that ended less than `withinMs` ago or goes on; else 0. */
  lostMs(withinMs: number): number;
}

/** Of a process whose clock is driven by hand: nothing is ever lost. */
export const alwaysListening: Listening = { note: async () => {}, lostMs: () => 0 };

/** Begins to listen. What the audit log says of the last moment before the start is the begin of the outage; `now` gives monotonic milliseconds. */
export async function openListening(
  db: Queryable,
  clock: Pick<Clock, 'now'>,
  now: () => number = () => performance.now(),
): Promise<Listening> {
  const [last] = await db.query<{ at: Date }>('select at from audit_log order by id desc limit 1');
  const silentMs = last === undefined ? 0 : clock.now().getTime() - last.at.getTime();
  let noted = now();
  let outage = { lostMs: Math.min(Math.max(silentMs, 0), longestStartMs), endedAt: noted };
  return {
    async note() {
      await db.query('select 1');
      const at = now();
      if (at - noted > outageMs) outage = { lostMs: at - noted, endedAt: at };
      noted = at;
    },
    lostMs(withinMs) {
      const silent = now() - noted;
      if (silent > outageMs) return silent;
      return now() - outage.endedAt < withinMs ? outage.lostMs : 0;
    },
  };
}
