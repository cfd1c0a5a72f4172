import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { readImage } from '../../support/database/database-image.ts';
import { recordedDb } from '../support/recorded-db.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let db: Db;
let app: TestApp;
let checks = 0;

beforeAll(async () => {
  db = await openEmbedded('memory', readImage('migrated'));
  const counted = recordedDb(db, (sql) => {
    if (sql === 'select 1') checks += 1;
  });
  app = await createTestApp({ overrides: { db: counted } });
});
afterAll(() => app.close());

it('checks the database once for all callers of the same moment', async () => {
  const before = checks;
  const caller = app.anonymous();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => caller.ask('GET', '/api/health')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Those who come during a check share the next one.
  expect(checks - before).toBeLessThanOrEqual(10);
});
