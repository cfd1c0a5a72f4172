import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { readImage } from '../../support/database/database-image.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let db: Db;
let app: TestApp;

beforeAll(async () => {
  db = await openEmbedded('memory', readImage('migrated'), {
    waitMs: { read: 20, catalogue: 20, health: 20 },
  });
  app = await createTestApp({ overrides: { db } });
});
afterAll(() => app.close());

it('over the embedded engine an endless transaction causes 503 with Retry-After for readers, and their retry succeeds', async () => {
  let end = () => {};
  const stalled = new Promise<void>((resolve) => {
    end = resolve;
  });
  const holding = db.tx(() => stalled);
  const buyer = app.anonymous();
  for (const path of ['/api/event-list?page=1&per_page=10', '/api/auth/me', '/api/session']) {
    const answer = await buyer.ask('GET', path, { headers: { cookie: 'roetix_session=x' } });
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.headers['retry-after']).toMatch(/^[123]$/);
  }
  expect((await buyer.ask('GET', '/api/health')).status).toBe(503);
  end();
  await holding;
  const list = await buyer.ask('GET', '/api/event-list?page=1&per_page=10');
  expect(list.status).toBe(200);
  expect((await buyer.ask('GET', '/api/health')).status).toBe(200);
});
