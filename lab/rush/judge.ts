import type { Db } from '../../server/db/db.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import type { Tally } from './tally.ts';

const mostNamed = 5;

/**
 * Compares the database with what the server said to the people, and checks the invariants of `npm run verify`; returns a sentence for each thing that
 * is wrong.
 */
export async function judge(db: Db, slug: string, tally: Tally): Promise<string[]> {
  const lane = db.lane('upkeep');
  const wrong = await brokenInvariants(lane);
  const tickets = await lane.query<{ account: string; seat: string }>(
    `select o.account_id::text as account, s.seat_number as seat
     from tickets k join seats s on s.id = k.seat_id join orders o on o.id = k.order_id join events e on e.id = o.event_id where e.slug = $1`,
    [slug],
  );
  const held = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { account, seat } of tickets) {
    if (seat !== '' && seen.has(seat)) twice.push(seat);
    seen.add(seat);
    held.set(account, (held.get(account) ?? new Set()).add(seat));
  }
  if (twice.length > 0) {
    wrong.push(`${twice.length} seats sold twice: ${twice.slice(0, mostNamed).join(', ')}`);
  }
  const missing = [...tally.bought].filter(
    ([account, seats]) => !seats.every((seat) => held.get(account)?.has(seat) === true),
  );
  if (missing.length > 0)
    wrong.push(`${missing.length} confirmed purchases are not in the database`);
  const untold = [...held.keys()].filter((account) => !tally.bought.has(account));
  if (untold.length > 0) wrong.push(`${untold.length} people have tickets and were not told`);
  if (db.kind === 'server') {
    const [row] = await lane.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    if (Number(row?.deadlocks) > 0) wrong.push(`${row?.deadlocks} deadlocks`);
  }
  return wrong;
}
