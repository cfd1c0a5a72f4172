import { PGlite } from '@electric-sql/pglite';
import type { Db } from '../../../server/db/db.ts';
import { createPGlite, type Engine, embeddedOver } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { imagePath, readImage } from './database-image.ts';
import { openNative } from './native-engine.ts';

/** The engines that tests of this process closed, and the state that the next test needs them in. */
interface Pool {
  readonly free: Engine[];
  migrated?: string;
}

// A variable of a module is lost with every test file.
const pools = globalThis as { [key: symbol]: Pool | undefined };

/** Engines kept for the next test: an embedded one takes some 150 MB of memory. */
const mostFree = 2;

// Clearing the usual 160 MB of buffers takes a third of a start.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/**
 * A database with the schema alone, in memory or on the PostgreSQL server of the tests (decision 101): the emptied database of an earlier
 * test of this process, or a copy of the image. Statements
 * have no time limit, since the machine may be slow. The caller closes it.
 */
export async function openMigrated(): Promise<Db> {
  const key = Symbol.for(imagePath('migrated', new Date()));
  pools[key] ??= { free: [] };
  const pool = pools[key];
  const engine = (await reused(pool)) ?? (await started(pool));
  return embeddedOver(lent(engine, pool), () => {}, {});
}

/** A database without a schema, as the first migration finds it. The caller closes it. */
export async function openEmpty(): Promise<Db> {
  const db = await openMigrated();
  await db.script('drop schema public cascade; create schema public');
  return db;
}

async function started(pool: Pool): Promise<Engine> {
  const engine = (await openNative()) ?? (await startedHere());
  pool.migrated ??= await stateOf(engine);
  return engine;
}

async function startedHere(): Promise<Engine> {
  const image = readImage('migrated');
  const engine = await createPGlite({
    startParams,
    ...(image === undefined ? {} : { loadDataDir: image }),
  });
  if (image === undefined) await migrate(embeddedOver(engine, () => {}, {}));
  return engine;
}

/** The engine until `close`, which returns it to the pool unless a statement still runs. */
function lent(engine: Engine, pool: Pool): Engine {
  let running = 0;
  let isClosed = false;
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('PGlite is closed');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  return {
    query: (sql, params, options) => whileOpen(() => engine.query(sql, params, options)),
    exec: (sql, options) => whileOpen(() => engine.exec(sql, options)),
    transaction: (work) => whileOpen(() => engine.transaction(work)),
    close: async () => {
      isClosed = true;
      if (running === 0 && pool.free.length < mostFree) pool.free.push(engine);
      else await engine.close();
    },
  };
}

async function reused(pool: Pool): Promise<Engine | undefined> {
  const engine = pool.free.pop();
  if (engine === undefined) return undefined;
  await empty(engine);
  // Also the schema, which a test may have changed.
  if ((await stateOf(engine)) === pool.migrated) return engine;
  await engine.close();
  return undefined;
}

/** What `discard all` does, except that prepared statements stay. */
const asNew = `close all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard sequences;
  reset session authorization; reset all`;

/** What was migrated, and the version of the tables of jobs. */
const ofSchema = new Set(['applied_steps', 'version']);

/** Removes the rows that a test left, and its settings of the connection. */
async function empty(engine: Engine): Promise<void> {
  await engine.exec('rollback');
  await engine.exec(asNew);
  const tables = (await tablesOf(engine)).filter((name) => !ofSchema.has(name));
  const filled = await engine.query<{ name: string }>(
    tables
      .map((name) => `select '${name}' as name where exists (select from ${name})`)
      .join(' union all '),
  );
  const names = filled.rows.map(({ name }) => name);
  if (names.length > 0) await engine.exec(emptying(engine, names));
  const counted = await engine.query<{ name: string }>(
    `select sequencename as name from pg_sequences where last_value is not null`,
  );
  for (const { name } of counted.rows) await engine.exec(`alter sequence ${name} restart`);
  // Deletes the files of the emptied tables and of the log, which take memory here.
  if (engine instanceof PGlite) await engine.exec('checkpoint');
}

/** Few rows are deleted a hundred times sooner than the files of tables and indexes are made again; the embedded engine holds those files in memory. */
function emptying(engine: Engine, names: readonly string[]): string {
  if (engine instanceof PGlite) return `truncate ${names.join(', ')} restart identity cascade`;
  const deletions = names.map((name) => `delete from ${name}`).join('; ');
  // Without triggers and foreign keys, which keep some rows for ever.
  return `begin; set local session_replication_role = replica; ${deletions}; commit`;
}

async function tablesOf(engine: Engine): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The schema and all rows of an engine as one text, equal for equal databases that began as copies of one image. */
async function stateOf(engine: Engine): Promise<string> {
  const parts = [
    ...catalogue,
    ...(await tablesOf(engine)).map(
      (name) => `select '${name}', md5(string_agg(t::text, '' order by t::text)) from ${name} t`,
    ),
  ];
  const { rows } = await engine.query(parts.join(' union all '));
  return JSON.stringify(rows);
}

/** Own objects are those above the last number that the system's take. */
const firstOwnOid = 16_384;

const catalogue = [
  ['pg_class', 'oid', '(oid, relname, relkind)'],
  ['pg_attribute', 'attrelid', '(attrelid, attnum, attname, atttypid, attnotnull, atthasdef)'],
  ['pg_attrdef', 'oid', '(oid, adrelid, adnum, adbin::text)'],
  ['pg_constraint', 'oid', '(oid, conname, convalidated)'],
  ['pg_index', 'indexrelid', '(indexrelid, indisvalid)'],
  ['pg_proc', 'oid', '(oid, prosrc)'],
  ['pg_trigger', 'oid', '(oid, tgenabled)'],
  ['pg_sequences', `${firstOwnOid}`, '(sequencename, last_value)'],
].map(
  ([table, oid, row]) =>
    `select '${table}' as part, md5(string_agg(row${row}::text, '' order by row${row}::text)) as hash from ${table} where ${oid} >= ${firstOwnOid}`,
);
