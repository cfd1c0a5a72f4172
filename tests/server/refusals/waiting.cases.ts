import { calls } from '../../../contract/call/calls.ts';
import { askDraft, freeSeats, join, theatre } from '../support/purchase.ts';
import type { TestApp } from '../support/test-app.ts';
import { askToWait, putBack, sellOut, wait } from '../support/waiting.ts';
import type { Provoke } from './provocation.ts';
import { oneBuyer } from './shops.ts';

const nowhere = { params: { slug: 'tidak-ada' } };

/** Runs with a sold-out event, and puts its seats back. */
async function whileSoldOut<T>(app: TestApp, run: () => Promise<T>): Promise<T> {
  await sellOut(app, theatre);
  try {
    return await run();
  } finally {
    const { db } = app.services;
    await db.query('delete from waiting_list');
    await db.query(
      `update seats set status = 'available' where status = 'block' and category_id is not null`,
    );
  }
}

/** A buyer who is in the sale takes the seat that was offered to another. */
const takePromised: Provoke = async ({ open }) => {
  const app = await open();
  const [waiting, buyer] = [await oneBuyer(app), await oneBuyer(app)];
  await join(buyer, theatre);
  return whileSoldOut(app, async () => {
    await wait(waiting, theatre);
    await putBack(app, theatre, 1);
    await app.tick();
    return askDraft(buyer, theatre, await freeSeats(app, theatre, 1));
  });
};

/** A buyer takes more than the offer while others wait. */
const takeTooMany: Provoke = async ({ open }) => {
  const app = await open();
  const [buyer, other] = [await oneBuyer(app), await oneBuyer(app)];
  return whileSoldOut(app, async () => {
    await wait(buyer, theatre, 1);
    await putBack(app, theatre, 1);
    await app.tick();
    await join(buyer, theatre);
    await wait(other, theatre, 4);
    await putBack(app, theatre, 1);
    return askDraft(buyer, theatre, await freeSeats(app, theatre, 2));
  });
};

/** Refusals of drafts while seats are promised. */
export const promisedCases = { seatsPromised: takePromised, offerExceeded: takeTooMany } as const;

/** Refusals of the waiting list. */
export const waitingCases = {
  waitingList: {
    eventNotFound: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.waitingList, nowhere),
  },
  joinWaitingList: {
    eventNotFound: async ({ open }) => askToWait(await oneBuyer(await open()), 'tidak-ada'),
    notSoldOut: async ({ open }) => askToWait(await oneBuyer(await open()), theatre),
  },
  leaveWaitingList: {
    eventNotFound: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.leaveWaitingList, nowhere),
  },
} as const satisfies Record<string, Record<string, Provoke>>;
