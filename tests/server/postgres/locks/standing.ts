import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { takeStatus } from '../../../../server/domain/payment/notices.ts';
import type { Services } from '../../../../server/services.ts';
import { oneBuyer } from '../../support/open-shop.ts';
import { askPayment, askSubmit, join } from '../../support/purchase.ts';
import { applyStanding, askPlaces, festival } from '../../support/standing.ts';
import type { TestApp, TestClient } from '../../support/test-app.ts';
import { actorOf, both, type LockControl } from './control.ts';

/** A festival with free places for two buyers at least, and the buyers. */
async function twoBuyers(app: TestApp) {
  const category = await applyStanding(app, { standing: 40 });
  const [one, other] = await app.makeBuyers(2);
  for (const buyer of [one, other]) await join(buyer, festival);
  return { one, other, category };
}

const placeFor = (buyer: TestClient, category: string) => (services: Services) =>
  createDraft(services, actorOf(buyer), festival, {
    seats: [],
    quantities: [{ category, count: 1 }],
    voucher_code: null,
  });

/** The locks of standing places. */
export const standingLocks: readonly LockControl[] = [
  {
    prevents: 'two buyers meet at one standing place, and one is refused while others are free',
    file: 'server/domain/order/standing.ts',
    lock: /t\.is_standing and t\.status = 'available'[\s\S]*limit greatest[\s\S]*skip locked/,
    set: async (app) => {
      const { one, other, category } = await twoBuyers(app);
      return {
        first: placeFor(one, category),
        second: placeFor(other, category),
        isSound: (end) => both(end) && !end.secondWaited,
      };
    },
  },
  {
    prevents: 'a late payment loses the standing place that it found, while others are free',
    file: 'server/domain/order/standing.ts',
    lock: /select id from seats where category_id = \$1 and is_standing[\s\S]*skip locked/,
    set: async (app) => {
      const { one, category } = await twoBuyers(app);
      await askPlaces(one, category, 1);
      await askSubmit(one, festival, {});
      const { payment } = (await askPayment(one, festival)).body.data;
      await app.advance(13 * 60);
      // Its place is the next one for everybody.
      await app.services.db.query(
        `update seats set status = 'block' where category_id = $1 and status = 'available'
           and id < (select i.seat_id from order_seats i join payments p on p.order_id = i.order_id where p.id = $2)`,
        [category, payment.id],
      );
      const other = await oneBuyer(app);
      await join(other, festival);
      const { id, amount } = payment;
      return {
        first: (services) =>
          takeStatus(services, id, {
            status: 'settlement',
            amount,
            currency: 'IDR',
            reference: null,
          }),
        second: placeFor(other, category),
        isSound: async () => {
          const [row] = await app.services.db.query('select status from payments where id = $1', [
            id,
          ]);
          return row?.status === 'completed';
        },
      };
    },
  },
];
