import { randomBytes } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { databaseOn, onServer } from '../../../scripts/postgres/on-server.ts';
import { nativeImage } from '../../support/database/native-engine.ts';

/** A PostgreSQL server for what the embedded engine cannot show: other connections, locks between them, lost ones. */
export const postgresUrl = process.env.TEST_POSTGRES_URL ?? process.env.TEST_DATABASE_URL;

const leftOut =
  'Left out: what needs a PostgreSQL server. `npx tsx scripts/postgres/run.ts npx vitest run --project server` starts one for them; TEST_POSTGRES_URL names one that runs.';

/** Tests with a separate database on that server, dropped at the end; skipped with a notice if no server is configured. */
export function describePostgres(name: string, tests: (databaseUrl: string) => void): void {
  if (postgresUrl === undefined) console.warn(leftOut);
  const server = postgresUrl ?? 'postgres://127.0.0.1';
  const database = `roetix_test_${randomBytes(8).toString('hex')}`;
  describe.skipIf(postgresUrl === undefined)(name, () => {
    afterAll(() =>
      onServer(server, (db) => db.script(`drop database if exists ${database} with (force)`)),
    );
    tests(databaseOn(server, database));
  });
}

/** Creates the database of `describePostgres`: a copy of the migrated one, if the test run made it. */
export function createOwn(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const image = nativeImage();
  const copied = image === null ? '' : `template ${image}`;
  return onServer(postgresUrl ?? '', (db) => db.script(`create database ${name} ${copied}`));
}
