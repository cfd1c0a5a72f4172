import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Screen } from '../../machines/shared/screen.ts';
import { askDraft, concert, join, party } from '../server/support/purchase.ts';
import type { TestClient } from '../server/support/test-app.ts';
import {
  type Buyer,
  chooseSeats,
  fillForms,
  formOf,
  methodsOf,
  openShop,
  patience,
  pay,
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

const at = (name: 'queue' | 'seats' | 'order-form' | 'payment-method' | 'payment'): Screen => ({
  name,
  slug: concert,
});

/** A refreshed browser: same cookie, address and storage, but new machines. */
function browserOf(client: TestClient) {
  const store = memoryStore();
  let page: Buyer | undefined;
  return {
    open(screen: Screen, more: Parameters<Shop['open']>[2] = {}) {
      page?.leave();
      page = shop.open(client, screen, { store, realtime: false, ...more });
      return page;
    },
  };
}

const deadlineOf = (buyer: Buyer) => buyer.root.getSnapshot().context.reading?.deadline ?? 0;

describe('a refresh', () => {
  it('[F01] in the queue keeps the position and makes no second row', async () => {
    const others = await shop.app.makeBuyers(3);
    for (const other of others) await join(other, party);
    const client = await shop.newClient();
    const browser = browserOf(client);
    const places: (number | null | undefined)[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      const buyer = browser.open({ name: 'queue', slug: party });
      await buyer.reaches(`/event/${party}/queue`, 'queueing');
      const waiting = await waitFor(
        buyer.flow('queue'),
        (snapshot) => snapshot.matches('waiting'),
        patience,
      );
      places.push(waiting.context.reading?.position);
    }
    // Capacity is two: of the three others, one is ahead of this buyer in the queue.
    expect(places).toEqual([2, 2, 2]);
    expect(await shop.count('sessions', client)).toBe(1);
  });

  it('[F02] on the seats page restores the selection without the seats that others hold by now', async () => {
    const client = await shop.newClient();
    const browser = browserOf(client);
    const choosing = await chooseSeats(browser.open(at('queue')), concert, 3);
    const chosen = choosing.getSnapshot().context.seats.map((seat) => seat.seatNumber);

    const rival = await shop.newClient();
    await join(rival, concert);
    const [first = '', ...rest] = chosen;
    expect((await askDraft(rival, concert, [first])).status).toBe(200);

    const again = await seatsOf(browser.open(at('seats')), concert);
    const { seats } = again.getSnapshot().context;
    expect(seats.map((seat) => seat.seatNumber)).toEqual(rest);
    const priced = await waitFor(again, ({ context }) => context.preview !== null, patience);
    expect(priced.context.preview?.items.reduce((sum, item) => sum + item.quantity, 0)).toBe(2);
  });

  it('[F03] on the order form loads the same draft', async () => {
    const client = await shop.newClient();
    const browser = browserOf(client);
    const buyer = browser.open(at('queue'));
    (await chooseSeats(buyer, concert, 2)).send({ type: 'draft.request' });
    const before = (await formOf(buyer, concert)).getSnapshot().context;
    const after = (await formOf(browser.open(at('order-form')), concert)).getSnapshot().context;
    expect(after.draft?.order_data).toEqual(before.draft?.order_data);
    expect(after.draft?.order.order_code).toBe(before.draft?.order.order_code);
    expect(await shop.count('orders', client)).toBe(1);
  });

  it('[F04] on the payment methods continues the same countdown, with the first method chosen again', async () => {
    const browser = browserOf(await shop.newClient());
    const buyer = browser.open(at('queue'));
    (await chooseSeats(buyer, concert, 1)).send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const payment = await methodsOf(buyer, concert);
    const [first, second] = payment.getSnapshot().context.methods;
    payment.send({ type: 'method.select', code: second?.code ?? '' });
    const deadline = deadlineOf(buyer);

    const again = browser.open(at('payment-method'));
    const { context } = (await methodsOf(again, concert)).getSnapshot();
    expect(context).toMatchObject({ methodCode: first?.code });
    expect(Math.abs(deadlineOf(again) - deadline)).toBeLessThan(2_000);
  });

  it.each(['before it reached the server', 'after the payment was made'] as const)(
    '[F05] while a payment is asked for, %s, makes one payment with one key',
    async (when) => {
      const client = await shop.newClient();
      const browser = browserOf(client);
      const keys: (string | null)[] = [];
      let isStuck = true;
      let reached = () => {};
      const sent = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const network = (send: typeof fetch): typeof fetch => {
        return async (input, init) => {
          const request = new Request(input, init);
          if (!request.url.endsWith('/create-payment')) return send(request);
          keys.push(request.headers.get('idempotency-key'));
          if (!isStuck) return send(request);
          if (when === 'after the payment was made') await send(request);
          reached();
          return new Promise<Response>(() => {});
        };
      };
      const buyer = browser.open(at('queue'), { network });
      (await chooseSeats(buyer, concert, 1)).send({ type: 'draft.request' });
      await fillForms(buyer, concert);
      const payment = await methodsOf(buyer, concert);
      payment.send({ type: 'method.select', code: 'qris' });
      payment.send({ type: 'payment.request' });
      await sent;
      isStuck = false;

      const again = browser.open(at('payment-method'), { network });
      if (when === 'before it reached the server') await pay(again, concert);
      await paymentOf(again, concert);
      expect(await shop.count('payments', client)).toBe(1);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it('[F06] on the payment shows the same code with the same deadline', async () => {
    const client = await shop.newClient();
    const browser = browserOf(client);
    const buyer = browser.open(at('queue'));
    (await chooseSeats(buyer, concert, 1)).send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const { payment } = await pay(buyer, concert);
    const before = payment.getSnapshot().context.reading;

    const again = (await paymentOf(browser.open(at('payment')), concert)).payment;
    const after = again.getSnapshot().context.reading;
    expect(after?.payment.payment_data).toEqual(before?.payment.payment_data);
    expect(after?.payment.expires_at).toBe(before?.payment.expires_at);
    expect(Math.abs((after?.deadline ?? 0) - (before?.deadline ?? 0))).toBeLessThan(2_000);
    expect(await shop.count('payments', client)).toBe(1);
  });

  it('[F07] on the success modal still shows the paid order with its tickets', async () => {
    const client = await shop.newClient();
    const browser = browserOf(client);
    const buyer = browser.open(at('queue'));
    (await chooseSeats(buyer, concert, 2)).send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const { payment, id } = await pay(buyer, concert);
    await shop.bankDoes(id, 'settlement');
    payment.send({ type: 'payment.check' });
    await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);

    const again = browser.open(at('payment'));
    await again.reaches(`/event/${concert}/payment`, { paying: 'awaitingPayment' });
    const paid = await waitFor(
      again.flow('payment'),
      (snapshot) => snapshot.matches('completed') && snapshot.context.reading !== null,
      patience,
    );
    expect(paid.context.reading?.payment).toMatchObject({ id, status: 'completed' });
    expect(paid.context.reading?.payment.ticket_ids).toHaveLength(2);
    again.flow('payment').send({ type: 'success.close' });
    await again.reaches('/', 'browsing');
    expect(await shop.count('tickets', client)).toBe(2);
  });
});
