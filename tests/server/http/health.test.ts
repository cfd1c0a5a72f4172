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
  const waitMs = { read: 20, catalogue: 20, health: 20 };
  db = await openEmbedded('memory', readImage('migrated'), { waitMs });
  const counted = recordedDb(db, (sql) => {
    if (sql === 'select 1') checks += 1;
  });
  app = await createTestApp({ overrides: { db: counted } });
});
afterAll(() => app.close());

it('checks the database once for all callers of the same moment (§7.115)', async () => {
  const before = checks;
  const caller = app.anonymous();
  const asked = Array.from({ length: 50 }, () => caller.ask('GET', '/api/health'));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  // Those who come during a check share the next one.
  expect(checks - before).toBeLessThanOrEqual(10);
});

it('over the embedded engine an endless transaction causes 503 with Retry-After for readers, and their retry succeeds (§8.3)', async () => {
  let end = () => {};
  const stalled = new Promise<void>((resolve) => {
    end = resolve;
  });
  const holding = db.tx(() => stalled);
  const buyer = app.anonymous();
  const list = '/api/event-list?page=1&per_page=10';
  for (const path of [list, '/api/auth/me', '/api/session']) {
    const answer = await buyer.ask('GET', path, { headers: { cookie: 'roetix_session=x' } });
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.headers['retry-after']).toMatch(/^[123]$/);
  }
  expect((await buyer.ask('GET', '/api/health')).status).toBe(503);
  end();
  await holding;
  for (const path of [list, '/api/health']) {
    expect((await buyer.ask('GET', path)).status).toBe(200);
  }
});
