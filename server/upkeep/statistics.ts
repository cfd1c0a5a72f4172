import type { Services } from '../services.ts';

/** Changed rows from which on a table is looked at again. */
const fewChanges = 1_000;
/** The share of changed rows of a table from which on its statistics mislead the planner. */
const changedShare = 0.2;

/**
 * Has the database look again at tables that have grown. Its own process does so once a minute, the embedded engine never: in the first minute of a
 * sale every statement would be planned for empty tables and read a whole event for one seat.
 */
export async function refreshStatistics({ db }: Pick<Services, 'db'>): Promise<void> {
  const lane = db.lane('tick');
  const grown = await lane.query<{ name: string }>(
    `select format('%I', relname) as name from pg_stat_user_tables
     where n_mod_since_analyze > greatest($1::float8, $2::float8 * n_live_tup)
     order by n_mod_since_analyze desc`,
    [fewChanges, changedShare],
  );
  for (const { name } of grown) await lane.query(`analyze ${name}`);
}
