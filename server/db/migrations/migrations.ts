import { readdirSync, readFileSync } from 'node:fs';

/** One step of the schema: a file of this folder. Steps are only added; a released one never changes (decision 088). */
export interface Migration {
  readonly id: string;
  readonly sql: string;
  /** The release that stopped using what this step takes away, in its line `-- narrowsAfter: <release>`; absent for a step that only adds. */
  readonly narrowsAfter?: string;
}

const folder = new URL('./', import.meta.url);

/** Every step, oldest first; the first is the whole schema of 0.1.0. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    const [, narrowsAfter] = /^-- narrowsAfter: (\S+)$/m.exec(sql) ?? [];
    const id = name.slice(0, -'.sql'.length);
    return narrowsAfter === undefined ? { id, sql } : { id, sql, narrowsAfter };
  });

/** The steps before the schema became one file: their number, the last of them, and the last commit that has them. */
export const formerSteps = { count: 76, last: '092-staff-notices', commit: '6e36f8fe' } as const;

/** True for the applied steps of a database that `migrate` adopts. */
export function isFormer(applied: readonly { readonly id: string }[]): boolean {
  return applied.length === formerSteps.count && applied.some(({ id }) => id === formerSteps.last);
}
