import { StartError } from '../../start-error.ts';
import type { Db, Tx } from '../db.ts';
import { formerSteps, isFormer, type Migration, migrations } from './migrations.ts';

/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_205_514;

/**
 * Brings the schema up to date: each step once, in order, in its own transaction, one process at a time. Returns the ids of the steps applied
 * now. A database with exactly the steps from before the schema became one file is adopted; throws StartError for any other without it.
 */
export async function migrate(db: Db, steps: readonly Migration[] = migrations): Promise<string[]> {
  const applied: string[] = [];
  const lane = db.lane('upkeep');
  await lane.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [migrationLock]);
    await tx.query('create table if not exists applied_steps (id text primary key)');
    const [first] = steps;
    if (first !== undefined && first.id === migrations[0]?.id) await adopt(tx, first);
  });
  for (const step of steps) {
    const isNew = await lane.tx(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1::bigint)', [migrationLock]);
      const claimed = await tx.query(
        'insert into applied_steps (id) values ($1) on conflict do nothing returning id',
        [step.id],
      );
      if (claimed.length === 0) return false;
      await run(tx, step);
      return true;
    });
    if (isNew) applied.push(step.id);
  }
  return applied;
}

/** All statements of a step in one, which the database takes apart itself. */
async function run(tx: Tx, { sql }: Migration): Promise<void> {
  await tx.query(`do $run$ begin execute $step$${sql}$step$; end $run$`);
}

async function adopt(tx: Tx, whole: Migration): Promise<void> {
  const applied = await tx.query<{ id: string }>('select id from applied_steps');
  if (applied.length === 0 || applied.some(({ id }) => id === whole.id)) return;
  if (!isFormer(applied)) {
    throw new StartError(
      `The database is of a version that this one does not know. Start commit ${formerSteps.commit} once, which brings it to the last steps before ${whole.id}, then this one again.`,
    );
  }
  const difference = await differenceFrom(tx, whole);
  if (difference.length > 0) {
    throw new StartError(
      `The schema of the database differs from that of its steps: ${difference.slice(0, 3).join('; ')}. Somebody changed it by hand: undo that, or restore a backup.`,
    );
  }
  await tx.query('delete from applied_steps');
  await tx.query('insert into applied_steps (id) values ($1)', [whole.id]);
}

/** What only one of the database and the first step has. */
async function differenceFrom(tx: Tx, whole: Migration): Promise<string[]> {
  const there = new Set(await linesOf(tx, 'public'));
  await tx.query('create schema first_step');
  await tx.query('set local search_path to first_step');
  await run(tx, whole);
  const wanted = new Set(await linesOf(tx, 'first_step'));
  await tx.query('set local search_path to public');
  await tx.query('drop schema first_step cascade');
  return [
    ...[...there].filter((line) => !wanted.has(line)).map((line) => `more: ${line}`),
    ...[...wanted].filter((line) => !there.has(line)).map((line) => `missing: ${line}`),
  ];
}

/** Columns, constraints, indexes, triggers and functions of a schema, a line each, without its name and brackets. */
async function linesOf(tx: Tx, schema: string): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(
    `select translate(regexp_replace(line, '\\m(public|first_step)\\.', '', 'g'), '()', '') as line from (
       select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
         a.attidentity, pg_get_expr(d.adbin, d.adrelid)) as line, c.relnamespace as schema
       from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and c.relname <> 'applied_steps' and a.attnum > 0 and not a.attisdropped
       union all
       select concat_ws(' ', c.relname, n.conname, pg_get_constraintdef(n.oid)), n.connamespace
       from pg_constraint n join pg_class c on c.oid = n.conrelid where c.relname <> 'applied_steps' and n.contype <> 'n'
       union all
       select pg_get_indexdef(i.indexrelid), c.relnamespace from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relname <> 'applied_steps'
       union all
       select pg_get_triggerdef(t.oid), c.relnamespace from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
       union all
       select concat_ws(' ', p.proname, pg_get_function_identity_arguments(p.oid), p.prosrc), p.pronamespace from pg_proc p
     ) every where schema = $1::regnamespace order by 1`,
    [schema],
  );
  return rows.map(({ line }) => line);
}
