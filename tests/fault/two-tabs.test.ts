import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { calls } from '../../contract/call/calls.ts';
import type { Screen } from '../../machines/shared/screen.ts';
import { freeSeats } from '../../src/effects/flows/seat-choices.ts';
import { concert, expectSound, join, party, sessionOf } from '../server/support/purchase.ts';
import type { TestClient } from '../server/support/test-app.ts';
import {
  type Buyer,
  fillForms,
  methodsOf,
  openShop,
  patience,
  paymentOf,
  type Shop,
  seatsOf,
} from '../support/flows/buying.ts';
import { memoryStore } from '../support/flows/virtual-buyer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop([concert, party]);
});
afterEach(() => shop.empty());
afterAll(() => shop.close());

/** Two tabs of one browser: one cookie and one storage, but separate pages. */
function twoTabs(client: TestClient, screen: Screen) {
  const store = memoryStore();
  return [shop.open(client, screen, { store }), shop.open(client, screen, { store })] as const;
}

const isConnected = (tab: Buyer) =>
  waitFor(tab.root, ({ context }) => context.realtime.connected, patience);
const isIn = (tab: Buyer, state: 'waiting' | 'online') =>
  waitFor(tab.flow('queue'), (snapshot) => snapshot.matches(state), patience);

/** Selects a free seat by its index, and waits for the price. */
async function chooseSeat(tab: Buyer, place: number) {
  const choosing = await seatsOf(tab, concert);
  const seatMap = tab.seatmaps.current(concert)?.seatMap;
  const seat = seatMap === undefined ? undefined : freeSeats(seatMap, place + 1)[place];
  if (seat === undefined) throw new Error('No such free seat.');
  choosing.send({ type: 'seat.toggle', seat });
  await waitFor(choosing, ({ context }) => context.preview !== null, patience);
  return choosing;
}

const liveDrafts = (client: TestClient) =>
  shop.app.services.db.query<{ seats: number }>(
    `select (select count(*)::int from order_seats s where s.order_id = o.id) as seats
     from orders o where o.account_id = $1 and o.status in ('draft', 'pending')`,
    [client.accountId],
  );

describe('two tabs of one buyer (§4.78)', () => {
  it('[F09][F10] share one position; one moves to the seats, the other offers a link and follows', async () => {
    const inside = await shop.app.makeBuyers(2);
    for (const client of inside) await join(client, party);
    const client = await shop.newClient();
    const tabs = twoTabs(client, { name: 'queue', slug: party });
    for (const tab of tabs) {
      await tab.reaches(`/event/${party}/queue`, 'queueing');
      const waiting = await isIn(tab, 'waiting');
      expect(waiting.context.reading?.position).toBe(1);
      await isConnected(tab);
    }
    expect(await shop.count('sessions', client)).toBe(1);

    await inside[0]?.call(calls.exitSession);
    await shop.app.tick();
    const isMoved = (tab: Buyer) => tab.path() === `/event/${party}/seats`;
    await Promise.any(tabs.map((tab) => tab.reaches(`/event/${party}/seats`, 'choosingSeats')));
    const [follower, ...others] = tabs.filter((tab) => !isMoved(tab));
    if (follower === undefined) throw new Error('Both tabs were moved at once.');
    expect(others).toEqual([]);
    await isIn(follower, 'online');
    // Without a press the tab follows after five seconds; the test need not wait for its button.
    follower.flow('queue').send({ type: 'queue.goToSeats' });
    await follower.reaches(`/event/${party}/seats`, 'choosingSeats');
    expect(await shop.count('sessions', client)).toBe(1);
  });

  it('[F07][F11] share one draft and one payment, whichever tab presses, and both show it', async () => {
    const client = await shop.newClient();
    await join(client, concert);
    const [one, other] = twoTabs(client, { name: 'seats', slug: concert });
    const choices = [await chooseSeat(one, 0), await chooseSeat(other, 1)];
    for (const choosing of choices) choosing.send({ type: 'draft.request' });
    await Promise.all(
      choices.map((choosing) => waitFor(choosing, ({ status }) => status === 'done', patience)),
    );
    // Tabs of one browser share the selection: the second may start with the seat of the first.
    const drafts = await liveDrafts(client);
    expect(drafts).toHaveLength(1);

    await fillForms(one, concert);
    await methodsOf(one, concert);
    // The other tab has followed without a press.
    other.root.send({ type: 'page.woke' });
    const payments = [await methodsOf(one, concert), await methodsOf(other, concert)];
    for (const payment of payments) {
      payment.send({ type: 'method.select', code: 'qris' });
      payment.send({ type: 'payment.request' });
    }
    const [mine, theirs] = [await paymentOf(one, concert), await paymentOf(other, concert)];
    expect(mine.id).toBe(theirs.id);
    expect(await shop.count('payments', client)).toBe(1);

    // A third tab that opens the seats page must not cancel the draft that is being paid.
    const third = shop.open(client, { name: 'seats', slug: concert }, { store: one.store });
    await paymentOf(third, concert);
    const cancelled = await client.call(calls.cancelDraft, { params: { slug: concert } });
    expect(cancelled.status).toBe(409);
    expect(await liveDrafts(client)).toEqual(drafts);

    await shop.bankDoes(mine.id, 'settlement');
    for (const { payment } of [mine, theirs]) {
      await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);
    }
    expect(await shop.count('tickets', client)).toBe(drafts[0]?.seats);
    // As after a refresh on the success modal: still paid, with the tickets listed.
    const refreshed = await paymentOf(
      shop.open(client, { name: 'payment', slug: concert }, { store: one.store }),
      concert,
    );
    const { context } = await waitFor(
      refreshed.payment,
      (snapshot) => snapshot.matches('completed'),
      patience,
    );
    expect(context.reading?.payment.ticket_ids).toHaveLength(drafts[0]?.seats ?? 0);
    expect((await sessionOf(client)).session?.state).toBe('completed');
    await expectSound(shop.app.services.db);
  });
});
