import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { workWaitingLists } from '../../../../server/domain/waiting/offers.ts';
import type { Services } from '../../../../server/services.ts';
import { join, theatre } from '../../support/purchase.ts';
import type { TestApp, TestClient } from '../../support/test-app.ts';
import { putBack, sellOut, wait } from '../../support/waiting.ts';
import { actorOf, type LockControl, onlyOne } from './control.ts';

const draftOf = (buyer: TestClient, seat: string) => (services: Services) =>
  createDraft(services, actorOf(buyer), theatre, {
    seats: [seat],
    quantities: [],
    voucher_code: null,
  });

/** Two buyers who are in the sale, and somebody who waits for a ticket of the sold-out event. */
async function soldOutWith(app: TestApp): Promise<[TestClient, TestClient]> {
  const [one, other, waiting] = await app.makeBuyers(3);
  for (const buyer of [one, other]) await join(buyer, theatre);
  await sellOut(app, theatre);
  await wait(waiting, theatre);
  return [one, other];
}

/** Ends the holds and the waiting and puts the seats back on sale, for the next race. */
async function reopen(app: TestApp): Promise<void> {
  const { db } = app.services;
  await app.advance(20 * 60);
  await db.query('delete from waiting_list');
  await db.query(
    `update seats set status = 'available' where status = 'block' and category_id is not null`,
  );
}

/** The locks of the waiting list. */
export const waitingLocks: readonly LockControl[] = [
  {
    prevents: 'two buyers together take the seats that are offered to a third',
    file: 'server/domain/waiting/promised.ts',
    lock: /pg_advisory_xact_lock\(56, /,
    stopAfter: /as free,[\s\S]*as promised,[\s\S]*as wanted/,
    set: async (app) => {
      const [one, other] = await soldOutWith(app);
      const [a = ''] = await putBack(app, theatre, 1);
      await app.tick();
      const [b = ''] = await putBack(app, theatre, 1);
      return {
        first: draftOf(one, a),
        second: draftOf(other, b),
        isSound: async (end) => {
          await reopen(app);
          return onlyOne(end);
        },
      };
    },
  },
  {
    prevents: 'a seat that a buyer is taking is offered to somebody who waits',
    file: 'server/domain/waiting/offers.ts',
    lock: /select 1 from seats where event_id[\s\S]*for update skip locked/,
    stopAfter: /as free,[\s\S]*as promised,/,
    set: async (app) => {
      const [one] = await soldOutWith(app);
      const [seat = ''] = await putBack(app, theatre, 1);
      return {
        first: draftOf(one, seat),
        second: workWaitingLists,
        isSound: async ({ first }) => {
          const offers = await app.services.db.query(
            `select 1 from waiting_list where state = 'offered'`,
          );
          await reopen(app);
          return first.status === 'fulfilled' && offers.length === 0;
        },
      };
    },
  },
];
