import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concert, party } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('rows that a stalled process holds', (url) => {
  let app: TestApp;

  beforeAll(async () => {
    await createOwn(url);
    app = await createTestApp({ env: { DATABASE_URL: url } });
  });
  afterAll(() => app?.close());

  /** Locks rows until the returned function is called. */
  const hold = async (sql: string, of: unknown) => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`${sql} for update`, [of]);
    return async () => {
      await holder.query('rollback');
      await holder.end();
    };
  };
  const joinPath = (slug: string) => `/api/event/${slug}/session/queue/join`;

  test('calls of the held event get 503 with Retry-After; health, catalogue and other events still respond; no change remains', async () => {
    const buyers = await app.makeBuyers(32);
    const [other, reader] = await app.makeBuyers(2);
    const release = await hold(
      'select 1 from queue_rooms where event_id = (select id from events where slug = $1)',
      party,
    );
    const stuck = buyers.map((buyer) => buyer.ask('POST', joinPath(party)));
    const others = [
      await reader.ask('GET', '/api/health'),
      await reader.ask('GET', '/api/event-list?page=1&per_page=10'),
      await reader.ask('GET', `/api/event/${party}`),
      await reader.ask('GET', `/api/event/${party}/seatmap-categories`),
      await reader.ask('GET', '/api/auth/me'),
      await reader.ask('GET', '/api/session'),
      await other.ask('POST', joinPath(concert)),
    ];
    expect(others.map((answer) => answer.status)).toEqual(others.map(() => 200));
    await app.tick();
    for (const answer of await Promise.all(stuck)) {
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^[123]$/);
    }
    await release();
    expect((await buyers[0]?.ask('POST', joinPath(party)))?.status).toBe(200);
  });
});
