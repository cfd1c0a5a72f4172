import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Screen } from '../../machines/shared/screen.ts';
import {
  askDraft,
  askPayment,
  concert,
  holdSeats,
  join,
  lockDraft,
  party,
} from '../server/support/purchase.ts';
import {
  type Buyer,
  chooseSeats,
  formOf,
  methodsOf,
  openShop,
  patience,
  pay,
  paymentOf,
  type Shop,
  seatsOf,
} from '../support/flows/buying.ts';
import { deferred } from '../support/flows/machines.ts';
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

const deadlineOf = (buyer: Buyer) => buyer.root.getSnapshot().context.reading?.deadline ?? 0;

describe('a refresh', () => {
  it('[F01] in the queue keeps the position and makes no second row', async () => {
    for (const other of await shop.app.makeBuyers(3)) await join(other, party);
    const { client, open } = await browse();
    const places: (number | null | undefined)[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      const buyer = open('queue', { slug: party });
      await buyer.reaches(`/event/${party}/queue`, 'queueing');
      const queue = buyer.flow('queue');
      const waiting = await waitFor(queue, (snapshot) => snapshot.matches('waiting'), patience);
      places.push(waiting.context.reading?.position);
    }
    // Capacity is two: of the three others, one is ahead of this buyer in the queue.
    expect(places).toEqual([2, 2, 2]);
    expect(await shop.count('sessions', client)).toBe(1);
  });

  it('[F02] on the seats page restores the selection without the seats that others hold by now', async () => {
    const { open } = await browse();
    const choosing = await chooseSeats(open('queue'), concert, 3);
    const [first = '', ...rest] = choosing.getSnapshot().context.seats.map((one) => one.seatNumber);
    const rival = await shop.newClient();
    await join(rival, concert);
    expect((await askDraft(rival, concert, [first])).status).toBe(200);

    const again = await seatsOf(open('seats'), concert);
    expect(again.getSnapshot().context.seats.map((one) => one.seatNumber)).toEqual(rest);
    const priced = await waitFor(again, ({ context }) => context.preview !== null, patience);
    expect(priced.context.preview?.items.reduce((sum, item) => sum + item.quantity, 0)).toBe(2);
  });

  it('[F03] on the order form loads the same draft', async () => {
    const { client, open } = await browse();
    const { order, order_data } = await holdSeats(shop.app, client, concert);
    for (let visit = 0; visit < 2; visit += 1) {
      const { draft } = (await formOf(open('order-form'), concert)).getSnapshot().context;
      expect(draft).toMatchObject({ order: { order_code: order.order_code }, order_data });
    }
    expect(await shop.count('orders', client)).toBe(1);
  });

  it('[F04] on the payment methods continues the same countdown, with the first method chosen again', async () => {
    const { client, open } = await browse();
    await lockDraft(shop.app, client, concert, 1);
    const buyer = open('payment-method');
    const payment = await methodsOf(buyer, concert);
    const [first, second] = payment.getSnapshot().context.methods;
    payment.send({ type: 'method.select', code: second?.code ?? '' });
    const again = open('payment-method');
    const { context } = (await methodsOf(again, concert)).getSnapshot();
    expect(context).toMatchObject({ methodCode: first?.code });
    expect(Math.abs(deadlineOf(again) - deadlineOf(buyer))).toBeLessThan(2_000);
  });

  it.each(['before it reached the server', 'after the payment was made'] as const)(
    '[F05] while a payment is asked for, %s, makes one payment with one key',
    async (when) => {
      const { client, open } = await browse();
      await lockDraft(shop.app, client, concert, 1);
      const keys: (string | null)[] = [];
      const { promise: sent, resolve: reached } = deferred<void>();
      const network = (send: typeof fetch): typeof fetch => {
        return async (input, init) => {
          const request = new Request(input, init);
          if (!request.url.endsWith('/create-payment')) return send(request);
          keys.push(request.headers.get('idempotency-key'));
          if (keys.length > 1) return send(request);
          if (when === 'after the payment was made') await send(request);
          reached();
          return new Promise<Response>(() => {});
        };
      };
      const payment = await methodsOf(open('payment-method', { network }), concert);
      payment.send({ type: 'method.select', code: 'qris' });
      payment.send({ type: 'payment.request' });
      await sent;
      const again = open('payment-method', { network });
      if (when === 'before it reached the server') await pay(again, concert);
      await paymentOf(again, concert);
      expect(await shop.count('payments', client)).toBe(1);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it('[F06] on the payment shows the same code with the same deadline', async () => {
    const { client, open } = await browse();
    await lockDraft(shop.app, client, concert, 1);
    const { payment } = await pay(open('payment-method'), concert);
    const before = payment.getSnapshot().context.reading;
    const again = (await paymentOf(open('payment'), concert)).payment.getSnapshot().context.reading;
    expect(again?.payment.payment_data).toEqual(before?.payment.payment_data);
    expect(again?.payment.expires_at).toBe(before?.payment.expires_at);
    expect(Math.abs((again?.deadline ?? 0) - (before?.deadline ?? 0))).toBeLessThan(2_000);
    expect(await shop.count('payments', client)).toBe(1);
  });

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
