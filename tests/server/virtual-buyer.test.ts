import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { formDataOf } from '../../contract/forms.ts';
import type { Screen } from '../../machines/shared/screen.ts';
import { seatChoice } from '../../src/effects/flows/seats.ts';
import { type VirtualBuyerOptions, virtualBuyer } from '../support/virtual-buyer.ts';
import { concert, goodAnswer, party } from './support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from './support/test-app.ts';

/** Longest a state may take to be reached on a busy machine. */
const patience = { timeout: 30_000 };
let app: TestApp;
let origin: string;
const buyers: ReturnType<typeof virtualBuyer>[] = [];

beforeEach(async () => {
  app = await createTestApp({ events: [concert, party] });
  origin = `http://127.0.0.1:${await app.listen()}`;
});

afterEach(async () => {
  for (const buyer of buyers.splice(0)) buyer.leave();
  await app.close();
});

function buyerOf(client: TestClient, screen: Screen, more: Partial<VirtualBuyerOptions> = {}) {
  const buyer = virtualBuyer({ origin, cookie: client.cookie, screen, ...more });
  buyers.push(buyer);
  return buyer;
}

async function chooseSeats(buyer: ReturnType<typeof virtualBuyer>, slug: string, count: number) {
  await buyer.reaches(`/event/${slug}/seats`, 'choosingSeats');
  const choosing = buyer.flow('seatDraft');
  await waitFor(choosing, (snapshot) => snapshot.matches('choosing'), patience);
  const map = buyer.seatmaps.current(slug);
  const free = map?.seatLayout.items.filter((seat) => seat.status === 'available') ?? [];
  for (const seat of free.slice(0, count)) {
    choosing.send({ type: 'seat.toggle', seat: seatChoice(seat, map?.categories ?? []) });
  }
  await waitFor(choosing, (snapshot) => snapshot.context.preview !== null, patience);
  expect(choosing.getSnapshot().context.seats).toHaveLength(count);
  return choosing;
}

async function fillForms(buyer: ReturnType<typeof virtualBuyer>, slug: string) {
  await buyer.reaches(`/event/${slug}/order-form`, 'fillingForms');
  const form = buyer.flow('orderForm');
  const filling = await waitFor(form, (snapshot) => snapshot.context.draft !== null, patience);
  const tickets =
    filling.context.draft?.order_data.items.flatMap((item) =>
      item.seats.map((seat) => seat.ticket_id),
    ) ?? [];
  const submissions = Object.fromEntries(
    filling.context.forms
      .filter((entry) => entry.is_active)
      .map((entry) => {
        const answers = Object.fromEntries(
          entry.fields.map((field) => [field.field_key, goodAnswer(field, 1)]),
        );
        const asked = entry.ask_all ? tickets : [null];
        return [
          entry.id,
          asked.map((ticket) => ({
            ticket_id: ticket,
            form_data: formDataOf(entry.fields, answers),
          })),
        ];
      }),
  );
  form.send({ type: 'form.review', submissions });
  form.send({ type: 'form.confirm' });
}

async function pay(buyer: ReturnType<typeof virtualBuyer>, slug: string) {
  await buyer.reaches(`/event/${slug}/payment-method`, { paying: 'choosingMethod' });
  const payment = buyer.flow('payment');
  await waitFor(payment, (snapshot) => snapshot.matches('choosing'), patience);
  payment.send({ type: 'method.select', code: 'qris' });
  payment.send({ type: 'payment.request' });
  await buyer.reaches(`/event/${slug}/payment`, { paying: 'awaitingPayment' });
  const awaiting = await waitFor(
    payment,
    (snapshot) => snapshot.context.reading !== null,
    patience,
  );
  return { payment, id: awaiting.context.reading?.payment.id ?? '' };
}

async function settleAtBank(id: string) {
  const answer = await fetch(`${origin}/dev/gateway/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'settlement' }),
  });
  expect(answer.status).toBe(200);
}

describe('the machines of the app against the real server', () => {
  it('buy two seats: signed in on the way, paid through the broker, at home in the end', async () => {
    const buyer = virtualBuyer({ origin, screen: { name: 'event', slug: concert } });
    buyers.push(buyer);
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
    await settleAtBank(id);
    const paid = await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);
    expect(paid.context.notices.map((notice) => notice.event)).toContain('payment_completed');
    payment.send({ type: 'success.close' });
    await buyer.reaches('/', 'browsing');
    const owner = await app.as('pembeli@contoh.id');
    const tickets = await owner.ask('GET', `/api/my/tickets/${concert}`);
    expect(JSON.stringify(tickets.body).match(/ticket_code/g)).toHaveLength(2);
  });

  it('buy by polling alone when there is no broker', async () => {
    const [client] = await app.makeBuyers(1);
    if (client === undefined) throw new Error('No buyer was made.');
    const buyer = buyerOf(client, { name: 'queue', slug: concert }, { realtime: false });
    const choosing = await chooseSeats(buyer, concert, 1);
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    const { payment, id } = await pay(buyer, concert);
    expect(buyer.root.getSnapshot().context.realtime.connected).toBe(false);
    await settleAtBank(id);
    payment.send({ type: 'payment.check' });
    await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);
  });

  it('the third at the party waits as number 1 and moves to the seats when one leaves', async () => {
    const clients = await app.makeBuyers(3);
    const [one, two, three] = clients;
    if (one === undefined || two === undefined || three === undefined) throw new Error('Too few.');
    const page: Screen = { name: 'queue', slug: party };
    const first = buyerOf(one, page);
    await first.reaches(`/event/${party}/seats`, 'choosingSeats');
    const second = buyerOf(two, page);
    await second.reaches(`/event/${party}/seats`, 'choosingSeats');
    const third = buyerOf(three, page);
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

  it('an answer lost on the way back makes no second draft and no second payment (F28)', async () => {
    const [client] = await app.makeBuyers(1);
    if (client === undefined) throw new Error('No buyer was made.');
    let lost = 0;
    const buyer = buyerOf(
      client,
      { name: 'queue', slug: concert },
      {
        network: (send) => async (input, init) => {
          const request = new Request(input, init);
          const isCut =
            request.method === 'POST' &&
            /order-draft$|create-payment$/.test(request.url) &&
            lost < 1;
          const answer = await send(request);
          if (isCut) {
            lost += 1;
            throw new TypeError('The connection was cut.');
          }
          return answer;
        },
      },
    );
    const choosing = await chooseSeats(buyer, concert, 2);
    choosing.send({ type: 'draft.request' });
    await waitFor(choosing, (snapshot) => snapshot.context.error !== null, patience);
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, concert);
    lost = 0;
    await buyer.reaches(`/event/${concert}/payment-method`, { paying: 'choosingMethod' });
    const payment = buyer.flow('payment');
    await waitFor(payment, (snapshot) => snapshot.matches('choosing'), patience);
    payment.send({ type: 'method.select', code: 'qris' });
    payment.send({ type: 'payment.request' });
    await waitFor(payment, (snapshot) => snapshot.context.error !== null, patience);
    payment.send({ type: 'payment.request' });
    await buyer.reaches(`/event/${concert}/payment`, { paying: 'awaitingPayment' });
    const [counts] = await app.services.db.query<{ drafts: number; payments: number }>(
      'select (select count(*)::int from orders) as drafts, (select count(*)::int from payments) as payments',
    );
    expect(counts).toEqual({ drafts: 1, payments: 1 });
  });
});
