import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const everyMs = 500;

/** Checks from outside, with the database's time, that no session ends before its deadline. */
export function watchDeadlines(url: string): { stop(): Promise<readonly string[]> } {
  const early = new Set<string>();
  let looks = 0;
  let isOver = false;
  const look = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ id: string }>(
        // A buyer of the race may let a charge expire at the bank, which ends the session at once.
        `select s.id from purchase_sessions s where s.end_reason = 'deadline' and s.deadline > clock_timestamp()
           and not exists (
             select 1 from orders o join payments p on p.order_id = o.id join simulated_charges c on c.payment_id = p.id
              where o.session_id = s.id and c.status = 'expire')`,
      );
      looks += 1;
      for (const row of rows) early.add(row.id);
    } catch {
      // The database is stopped for a while, during which no sweep runs.
    } finally {
      await client.end().catch(() => {});
    }
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await sleep(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      if (looks === 0) return ['the deadlines could not be watched'];
      return [...early].map((id) => `session ${id} was ended before its deadline`);
    },
  };
}
