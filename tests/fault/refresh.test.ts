import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Screen } from '../../machines/shared/screen.ts';
import { askPayment, concert, lockDraft, party } from '../server/support/purchase.ts';
import { type Buyer, openShop, patience, type Shop } from '../support/flows/buying.ts';
import { memoryStore } from '../support/flows/virtual-buyer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop([concert, party]);
});
afterEach(() => shop.empty());
afterAll(() => shop.close());

/** A buyer whose browser is refreshed by opening a page: same cookie, address and storage, but new machines. */
async function browse() {
  const client = await shop.newClient();
  const store = memoryStore();
  let page: Buyer | undefined;
  const open = (
    name: 'queue' | 'seats' | 'order-form' | 'payment-method' | 'payment',
    { slug = concert, ...more }: Parameters<Shop['open']>[2] & { readonly slug?: string } = {},
  ) => {
    page?.leave();
    const screen: Screen = { name, slug };
    page = shop.open(client, screen, { store, realtime: false, ...more });
    return page;
  };
  return { client, open };
}

describe('a refresh', () => {
  it('[F07] on the success modal still shows the paid order with its tickets', async () => {
    const { client, open } = await browse();
    await lockDraft(shop.app, client, concert);
    const { id } = (await askPayment(client, concert)).body.data.payment;
    await shop.bankDoes(id, 'settlement');
    for (let visit = 0; visit < 2; visit += 1) {
      const buyer = open('payment');
      await buyer.reaches(`/event/${concert}/payment`, { paying: 'awaitingPayment' });
      const flow = buyer.flow('payment');
      const paid = await waitFor(
        flow,
        (snapshot) => snapshot.matches('completed') && snapshot.context.reading !== null,
        patience,
      );
      expect(paid.context.reading?.payment).toMatchObject({ id, status: 'completed' });
      expect(paid.context.reading?.payment.ticket_ids).toHaveLength(2);
      if (visit === 0) continue;
      flow.send({ type: 'success.close' });
      await buyer.reaches('/', 'browsing');
    }
    expect(await shop.count('tickets', client)).toBe(2);
  });
});
