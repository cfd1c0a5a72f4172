import type { Db } from '../db.ts';
import { type Migration, migrations } from './migrations.ts';

/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_205_514;

/**
 * Brings the schema up to date: each step once, in order, in its own transaction, one process at a time.
 * Returns the ids of the steps applied now.
 */
export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<string[]> {
  const applied: string[] = [];
  const lane = db.lane('upkeep');
  await lane.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [migrationLock]);
    await tx.query('create table if not exists applied_steps (id text primary key)');
  });
  for (const step of steps) {
    const isNew = await lane.tx(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1::bigint)', [migrationLock]);
      const claimed = await tx.query(
        'insert into applied_steps (id) values ($1) on conflict do nothing returning id',
        [step.id],
      );
      if (claimed.length === 0) return false;
      for (const statement of statementsOf(step.sql)) await tx.query(statement);
      return true;
    });
    if (isNew) applied.push(step.id);
  }
  return applied;
}

/** The statements of a step: each ends with a semicolon before a line that is not indented, so that the body of a function stays whole. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*\n(?!\s)|;\s*$/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
