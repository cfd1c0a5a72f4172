import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { growTables } from '../../../lab/former/release.ts';
import { buySeats, concert, join, leave, sessionOf, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('a process of the former release', (url) => {
  let app: TestApp;
  beforeAll(async () => {
    await createOwn(url);
    app = await createTestApp({ env: { DATABASE_URL: url } });
  });
  afterAll(() => app?.close());

  const purchases = async () => {
    const [first, second] = await app.makeBuyers(2);
    for (const slug of [concert, theatre]) {
      for (const call of [calls.eventDetail, calls.seatmapCategories]) {
        expect((await first.call(call, { params: { slug } })).status).toBe(200);
      }
    }
    await Promise.all([
      buySeats(app, first, concert),
      buySeats(app, second, theatre, 1, 'HEMAT10', 'bca'),
    ]);
    for (const buyer of [first, second]) {
      expect((await sessionOf(buyer)).session?.state).toBe('completed');
      expect((await buyer.call(calls.myTickets)).status).toBe(200);
    }
    await join(first, theatre);
    expect((await leave(first)).status).toBe(200);
    await app.tick();
  };

  test('sells while a migration adds a column to every table', async () => {
    await purchases();
    expect(await growTables(app.services.db)).toBeGreaterThan(50);
    await purchases();
  });
});
