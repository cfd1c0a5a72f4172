import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databaseOn, onServer } from '../../../scripts/postgres/on-server.ts';
import type { Engine } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { parsedTypes as types } from '../../../server/db/pool.ts';

/** Name of the database that new ones are copies of; set for the time of a test run. */
const imageVariable = 'TEST_POSTGRES_IMAGE';

const serverUrl = () => process.env.TEST_POSTGRES_URL;

/** The migrated database on the PostgreSQL server of the tests; null if the test run made none. */
export const nativeImage = () => process.env[imageVariable] ?? null;

/**
 * Makes a migrated database on the PostgreSQL server of the tests, which the databases of `openNative` are copies of. Returns a function
 * that removes it and its copies; null if the tests have no server.
 */
export async function makeNativeImage(): Promise<(() => Promise<void>) | null> {
  const url = serverUrl();
  if (url === undefined) return null;
  const image = `roetix_image_${randomBytes(8).toString('hex')}`;
  await onServer(url, (db) => db.script(`create database ${image}`));
  await onServer(databaseOn(url, image), migrate);
  process.env[imageVariable] = image;
  return () => {
    delete process.env[imageVariable];
    return onServer(url, async (db) => {
      const made = await db.query<{ name: string }>(
        `select datname as name from pg_database where datname like $1 || '%'`,
        [image],
      );
      for (const { name } of made) await db.script(`drop database if exists ${name} with (force)`);
    });
  };
}

/**
 * One connection to a new migrated database on that server, with the calls of the embedded engine: the same tests take a third of the
 * processor time. Null if the tests have no server.
 */
export async function openNative(): Promise<Engine | null> {
  const [url, image] = [serverUrl(), nativeImage()];
  if (url === undefined || image === null) return null;
  const name = `${image}_${randomBytes(4).toString('hex')}`;
  await onServer(url, (db) => db.script(`create database ${name} template ${image}`));
  const client = new pg.Client({
    connectionString: databaseOn(url, name),
    options: '-c jit=off',
    // As the server's own connections do: statements of a transaction that are awaited together.
    pipeline: true,
  });
  await client.connect();
  const names = new Map<string, string>();
  /** Prepares each statement once, as the server does. */
  const run = async (text: string, values: readonly unknown[] = []) => {
    const known = names.get(text) ?? `s${names.size}`;
    names.set(text, known);
    return client.query({ text, values: [...values], name: known, types });
  };
  const engine = {
    query: run,
    exec: (sql: string) => client.query(sql),
    transaction: async <T>(work: (tx: { query: typeof run }) => Promise<T>): Promise<T> => {
      await client.query('begin');
      try {
        const result = await work({ query: run });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    close: async () => {
      await client.end();
      await onServer(url, (db) => db.script(`drop database if exists ${name} with (force)`));
    },
  };
  return engine as unknown as Engine;
}
