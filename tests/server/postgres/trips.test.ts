import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { type CountedTrips, countTrips } from '../support/counted-trips.ts';
import { freeSeats, join, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('round trips to the database', (url) => {
  let way: CountedTrips;
  let app: TestApp;
  let buyers: TestClient[];
  let seats: string[];
  beforeAll(async () => {
    await createOwn(url);
    way = await countTrips(url);
    app = await createTestApp({ env: { DATABASE_URL: way.url } });
    buyers = await app.makeBuyers(4);
    for (const buyer of buyers) await join(buyer, theatre);
    seats = await freeSeats(app, theatre, 6);
  });
  afterAll(async () => {
    await app?.close();
    await way?.close();
  });

  const ask = (buyer: TestClient, wanted: readonly string[], voucher: string | null = null) =>
    buyer.call(calls.createDraft, {
      params: { slug: theatre },
      body: { seats: [...wanted], voucher_code: voucher },
      headers: { 'idempotency-key': randomUUID() },
    });
  const tripsOf = async (work: () => ReturnType<typeof ask>) => {
    let status = 0;
    const trips = await way.during(async () => {
      status = (await work()).status;
    });
    return [status, trips];
  };
  /** A first claim, a lost one, a swap, one with a voucher, and one repeated under another key. */
  const claims = async ([buyer, other]: TestClient[], [a = '', b = '', c = '']: string[]) => {
    if (buyer === undefined || other === undefined) throw new Error('There are no two buyers.');
    return [
      await tripsOf(() => ask(buyer, [a])),
      await tripsOf(() => ask(other, [a])),
      await tripsOf(() => ask(buyer, [b, c])),
      await tripsOf(() => ask(buyer, [b, c], 'HEMAT10')),
      await tripsOf(() => ask(buyer, [b, c], 'HEMAT10')),
    ];
  };

  test('a claim takes three at most, and a poll of the session one', async () => {
    // Opens the connections.
    await claims(buyers.slice(0, 2), seats.slice(0, 3));
    expect(await claims(buyers.slice(2), seats.slice(3))).toEqual([
      [200, 3],
      [409, 3],
      [200, 3],
      [200, 3],
      [200, 3],
    ]);
    const [buyer] = buyers;
    await buyer?.call(calls.session);
    expect(await way.during(async () => buyer?.call(calls.session))).toBe(1);
  });
});
