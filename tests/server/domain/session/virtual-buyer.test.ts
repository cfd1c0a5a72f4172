import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import type { Screen } from '../../../../machines/shared/screen.ts';
import {
  chooseSeats,
  fillForms,
  openShop,
  patience,
  pay,
  type Shop,
} from '../../../support/flows/buying.ts';
import { concert, party } from '../../support/purchase.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await openShop([concert, party]);
});

afterEach(() => shop.close());

describe('the machines of the app against the real server', () => {
  it('buy two seats: with a sign-in on the way, payment reported by the broker, the home page at the end', async () => {
    const buyer = shop.open(undefined, { name: 'event', slug: concert });
    await buyer.reaches(`/event/${concert}`, 'browsing');
    await waitFor(buyer.root, ({ context }) => context.auth === 'anonymous', patience);
    buyer.root.send({ type: 'purchase.request', slug: concert });
    buyer
      .flow('auth')
      .send({ type: 'login.submit', email: 'pembeli@contoh.id', password: 'tiket1234' });
    await waitFor(buyer.root, ({ context }) => context.auth === 'verified', patience);
    buyer.root.send({ type: 'purchase.request', slug: concert });
    buyer.root.send({ type: 'show.confirm' });
    const choosing = await chooseSeats(buyer, concert, 2);
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const { payment, id } = await pay(buyer, concert);
    await waitFor(buyer.root, ({ context }) => context.realtime.connected, patience);
    await shop.bankDoes(id, 'settlement');
    const paid = await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);
    expect(paid.context.notices.map((notice) => notice.event)).toContain('payment_completed');
    payment.send({ type: 'success.close' });
    await buyer.reaches('/', 'browsing');
    const owner = await shop.app.as('pembeli@contoh.id');
    const tickets = await owner.ask('GET', `/api/my/tickets/${concert}`);
    expect(JSON.stringify(tickets.body).match(/ticket_code/g)).toHaveLength(2);
  });

  it('[F17] buy by polling alone when there is no broker', async () => {
    const client = await shop.newClient();
    const buyer = shop.open(client, { name: 'queue', slug: concert }, { realtime: false });
    const choosing = await chooseSeats(buyer, concert, 1);
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const { payment, id } = await pay(buyer, concert);
    expect(buyer.root.getSnapshot().context.realtime.connected).toBe(false);
    await shop.bankDoes(id, 'settlement');
    payment.send({ type: 'payment.check' });
    await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);
  });

  it('the third buyer is queued at position 1 and moves to the seats when one leaves', async () => {
    const clients = await shop.app.makeBuyers(3);
    const [one, two, three] = clients;
    if (one === undefined || two === undefined || three === undefined) throw new Error('Too few.');
    const page: Screen = { name: 'queue', slug: party };
    const first = shop.open(one, page);
    await first.reaches(`/event/${party}/seats`, 'choosingSeats');
    const second = shop.open(two, page);
    await second.reaches(`/event/${party}/seats`, 'choosingSeats');
    const third = shop.open(three, page);
    await third.reaches(`/event/${party}/queue`, 'queueing');
    const queue = third.flow('queue');
    await waitFor(queue, (snapshot) => snapshot.matches('waiting'), patience);
    expect(queue.getSnapshot().context.reading?.position).toBe(1);
    await waitFor(third.root, ({ context }) => context.realtime.connected, patience);
    first.root.send({ type: 'route.visited', screen: { name: 'home' } });
    await waitFor(first.root, (snapshot) => snapshot.matches({ bubble: 'shown' }), patience);
    first.root.send({ type: 'bubble.exit' });
    await third.reaches(`/event/${party}/seats`, 'choosingSeats');
  });

  it('[F28] a lost response causes no second draft and no second payment', async () => {
    const client = await shop.newClient();
    let lost = 0;
    const buyer = shop.open(
      client,
      { name: 'queue', slug: concert },
      {
        network: (send) => async (input, init) => {
          const request = new Request(input, init);
          const isCut =
            request.method === 'POST' &&
            /order-draft$|create-payment$/.test(request.url) &&
            lost < 1;
          // Counted at once: the app may learn the result from its session before the response would have come.
          if (isCut) lost += 1;
          const answer = await send(request);
          if (isCut) throw new TypeError('The connection was cut.');
          return answer;
        },
      },
    );
    const choosing = await chooseSeats(buyer, concert, 2);
    // The app reads the result; nothing is pressed again (rulings R21, R22).
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    expect(lost).toBe(1);
    lost = 0;
    await buyer.reaches(`/event/${concert}/payment-method`, { paying: 'choosingMethod' });
    const payment = buyer.flow('payment');
    await waitFor(payment, (snapshot) => snapshot.matches('choosing'), patience);
    payment.send({ type: 'method.select', code: 'qris' });
    payment.send({ type: 'payment.request' });
    await buyer.reaches(`/event/${concert}/payment`, { paying: 'awaitingPayment' });
    expect(lost).toBe(1);
    const [counts] = await shop.app.services.db.query<{ drafts: number; payments: number }>(
      'select (select count(*)::int from orders) as drafts, (select count(*)::int from payments) as payments',
    );
    expect(counts).toEqual({ drafts: 1, payments: 1 });
  });
});
