import type { Mode } from '../config/mode.ts';
import type { Queryable } from '../db/db.ts';
import { StartError } from '../start-error.ts';
import { accounts } from './accounts.ts';
import { isSeeded, type SeedOptions, seededAccountId } from './insert.ts';

/** The seed of each mode for an empty database (§16.2): accounts with a public password are for a developer's machine only. */
export const seedOfMode: Readonly<Record<Mode, SeedOptions | false>> = {
  development: {},
  demo: { accounts: false },
  production: false,
};

/** How to fill an empty database: as `chosen`, by default as its mode says. False: not at all. */
export function seedingOf(
  mode: Mode,
  chosen: SeedOptions | false = seedOfMode[mode],
  onProgress: SeedOptions['onProgress'] = undefined,
): SeedOptions | false {
  if (chosen === false || onProgress === undefined) return chosen;
  return { onProgress, ...chosen };
}

const mend =
  'Point DATABASE_URL or DATA_DIR at an empty one, or run this one with ROETIX_MODE=development.';

/** Refuses a database with sample data that the mode must not show. Throws StartError with the remedy. */
export async function refuseSampleData(q: Queryable, mode: Mode): Promise<void> {
  const problem = await sampleDataProblem(q, mode);
  if (problem !== null) throw new StartError(problem);
}

/** The problem of a database's sample data in this mode, with the remedy; null if there is none. */
export async function sampleDataProblem(q: Queryable, mode: Mode): Promise<string | null> {
  if (mode === 'development') return null;
  if (await hasSeededAccounts(q)) {
    return `The database holds the sample accounts of development, whose password everybody knows. ${mend}`;
  }
  if (mode === 'production' && (await isSeeded(q))) {
    return `The database holds sample events and vouchers, which production does not sell. ${mend}`;
  }
  return null;
}

async function hasSeededAccounts(q: Queryable): Promise<boolean> {
  const rows = await q.query('select 1 from accounts where id = any($1::uuid[]) limit 1', [
    accounts.map(({ email }) => seededAccountId(email)),
  ]);
  return rows.length > 0;
}
