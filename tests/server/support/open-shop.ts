import { afterAll, afterEach } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { expectSound } from './purchase.ts';
import { createTestApp, type TestApp, type TestAppOptions, type TestClient } from './test-app.ts';

/** The server of a test file or a group, closed at its end. After each test the database must keep its invariants, unless `checks` is null. */
export async function openShop(
  options: TestAppOptions = {},
  checks: { readonly operator?: boolean } | null = {},
): Promise<TestApp> {
  const app = await createTestApp(options);
  afterAll(() => app.close());
  if (checks !== null) afterEach(() => expectSound(app.services.db, checks));
  return app;
}

/** A database with the schema alone, closed after the tests of the file. */
export async function openDb(): Promise<Db> {
  const db = await openMigrated();
  afterAll(() => db.close());
  return db;
}

/** A new verified buyer. */
export async function oneBuyer(app: TestApp): Promise<TestClient> {
  const [buyer] = await app.makeBuyers(1);
  if (buyer === undefined) throw new Error('No buyer was made.');
  return buyer;
}

/** Changes columns of an event for good: `status = 'paused'`, with the values of $2 and on. */
export function setEvent(app: TestApp, slug: string, set: string, ...values: unknown[]) {
  return app.services.db.query(`update events set ${set} where slug = $1`, [slug, ...values]);
}

/** Moves all seats of an event that have one status to another. */
export function setSeats(app: TestApp, slug: string, from: string, to: string) {
  return app.services.db.query(
    `update seats set status = $3 where status = $2 and category_id is not null
       and event_id = (select id from events where slug = $1)`,
    [slug, from, to],
  );
}

/** Replaces parts of a service until the returned function is called. */
export function replaceParts<T extends object>(service: T, parts: Partial<T>): () => void {
  const keys = Object.keys(parts) as (keyof T)[];
  const before = Object.fromEntries(keys.map((key) => [key, service[key]]));
  Object.assign(service, parts);
  return () => Object.assign(service, before);
}

/** Runs with parts of a service replaced. */
export async function withParts<T extends object, R>(
  service: T,
  parts: Partial<T>,
  run: () => Promise<R>,
): Promise<R> {
  const restore = replaceParts(service, parts);
  try {
    return await run();
  } finally {
    restore();
  }
}
