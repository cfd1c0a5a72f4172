import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDraft } from '../../../server/domain/order/drafts.ts';
import type { OrderRequest } from '../../../server/domain/order/drafts-price.ts';
import { joinQueue } from '../../../server/domain/session/join.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import type { Services } from '../../../server/services.ts';
import { expectSound } from '../support/purchase.ts';
import { untilDecided } from '../support/race/until-decided.ts';
import { applyStanding, festival } from '../support/standing.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { actorOf } from './locks/control.ts';
import { createOwn, describePostgres } from './own-database.ts';

type Actor = ReturnType<typeof actorOf>;

const buyers = 200;
const places = 100;

describePostgres('two hundred buyers', (url) => {
  let app: TestApp;
  let standing: string;
  let actors: Actor[];
  beforeAll(async () => {
    await createOwn(url);
    app = await createTestApp({ env: { DATABASE_URL: url }, events: [] });
    standing = await applyStanding(app, { standing: places, seats: true });
    actors = (await app.makeBuyers(buyers)).map(actorOf);
    for (const actor of actors) await joinQueue(app.services, actor, festival);
  });
  afterAll(() => app?.close());

  const race = async (
    services: Services,
    wish: (index: number) => Pick<OrderRequest, 'seats' | 'quantities'>,
  ) => {
    const decide = (actor: Actor, index: number) =>
      untilDecided(() =>
        createDraft(services, actor, festival, { ...wish(index), voucher_code: null }),
      );
    const results = await Promise.allSettled(actors.map(decide));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as Refusal] : [],
    );
    return { won: results.length - refused.length, refused };
  };
  const place = (count: number) => [{ category: standing, count }];
  const releaseAll = async () => {
    const { db } = app.services;
    await db.script(`delete from seat_claims; delete from orders; update seats set status = 'available' where status <> 'block';
      update purchase_sessions set state = 'online' where ended_at is null`);
  };

  it('who want one place each get exactly the hundred; the rest learn that none is left', async () => {
    const { won, refused } = await race(app.services, () => ({ seats: [], quantities: place(1) }));
    expect(won).toBe(places);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'placesTaken'));
    await expectSound(app.services.db);
  });

  it('who want seats and different numbers of places meet without a deadlock', async () => {
    await releaseAll();
    const { db } = app.services;
    const seats = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3'];
    const { refused } = await race(app.services, (index) =>
      index % 10 === 0
        ? // In either order of the categories of a hall.
          {
            seats: [seats[(index / 10) % 6] ?? '', seats[(index / 5 + 1) % 6] ?? ''].filter(
              (seat, at, all) => all.indexOf(seat) === at,
            ),
            quantities: place(1),
          }
        : { seats: [], quantities: place((index % 3) + 1) },
    );
    expect(refused.filter((reason) => !(reason instanceof Refusal))).toEqual([]);
    const [row] = await db.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(row?.deadlocks).toBe(0);
    await expectSound(db);
  });
});
