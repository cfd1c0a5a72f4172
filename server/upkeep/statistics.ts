import type { Services } from '../services.ts';

/** Changed rows from which on a table is looked at again. */
const fewChanges = 1_000;
/** The share of changed rows of a table from which on its statistics mislead the planner. */
const changedShare = 0.2;

/**
 * Has the database look again at the table that has grown most; one a run, because the embedded engine does nothing else meanwhile. A server does so by
 * itself once a minute, the embedded engine never, nor does it vacuum: every statement would be planned for empty tables and read a whole event, with its
 * dead rows, for one seat.
 */
export async function refreshStatistics({ db }: Pick<Services, 'db'>): Promise<void> {
  const lane = db.lane('tick');
  const [grown] = await lane.query<{ name: string }>(
    `select format('%I', relname) as name from pg_stat_user_tables
     where n_mod_since_analyze > greatest($1::float8, $2::float8 * n_live_tup)
     order by n_mod_since_analyze desc limit 1`,
    [fewChanges, changedShare],
  );
  if (grown === undefined) return;
  await lane.query(`${db.kind === 'embedded' ? 'vacuum (analyze)' : 'analyze'} ${grown.name}`);
}
