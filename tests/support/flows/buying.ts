import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { waitFor } from 'xstate';
import type { Screen } from '../../../machines/shared/screen.ts';
import { freeSeats } from '../../../src/effects/flows/seat-choices.ts';
import { expectSound } from '../../server/support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../server/support/test-app.ts';
import { seededRandom } from '../browser/seed.ts';
import { answersTo } from './answers.ts';
import { type VirtualBuyerOptions, virtualBuyer } from './virtual-buyer.ts';

/** Longest wait for a state on a busy machine. */
export const patience = { timeout: 30_000 };

export type Buyer = ReturnType<typeof virtualBuyer>;

/** A listening server and its virtual buyers. */
export interface Shop {
  readonly app: TestApp;
  readonly origin: string;
  /** A buyer with the cookie of this client, on a page. */
  open(client: TestClient | undefined, screen: Screen, more?: Partial<VirtualBuyerOptions>): Buyer;
  /** A verified account without a purchase session. */
  newClient(): Promise<TestClient>;
  /** Settles a payment as the payer's bank would. */
  bankDoes(paymentId: string, outcome: 'settlement' | 'expire' | 'deny'): Promise<void>;
  /** Counts the rows of a table that belong to this account. */
  count(table: 'sessions' | 'orders' | 'payments' | 'tickets', client: TestClient): Promise<number>;
  /** Expects one of each record and two tickets, however many calls were repeated. */
  expectOnePurchase(client: TestClient): Promise<void>;
  /** Stops every buyer; the server keeps running. */
  empty(): void;
  close(): Promise<void>;
}

/** Longest delay of a response in milliseconds: enough to change the order of responses. */
const longestLagMs = 15;

/** A network that delays every response by a random time, reproducible by its seed. */
function lagging(random: () => number) {
  return (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      const answer = await send(input, init);
      await sleep(random() * longestLagMs);
      return answer;
    };
}

/** Opens a server on an in-memory database with these events. */
export async function openShop(events: readonly string[]): Promise<Shop> {
  const app = await createTestApp({ events });
  const origin = `http://127.0.0.1:${await app.listen()}`;
  const buyers: Buyer[] = [];
  const random = seededRandom('lag');
  const empty = () => {
    for (const buyer of buyers.splice(0)) buyer.leave();
  };
  const count: Shop['count'] = async (table, client) => {
    const [row] = await app.services.db.query<{ count: number }>(countOf[table], [
      client.accountId,
    ]);
    return row?.count ?? 0;
  };
  return {
    app,
    origin,
    open(client, screen, more = {}) {
      const cookie = client === undefined ? {} : { cookie: client.cookie };
      const late = lagging(random);
      const network = (send: typeof fetch) => more.network?.(late(send)) ?? late(send);
      const buyer = virtualBuyer({ origin, ...cookie, screen, ...more, network });
      buyers.push(buyer);
      return buyer;
    },
    async newClient() {
      const [client] = await app.makeBuyers(1);
      if (client === undefined) throw new Error('No buyer was made.');
      return client;
    },
    async bankDoes(paymentId, outcome) {
      const answer = await fetch(`${origin}/dev/gateway/${paymentId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome }),
      });
      expect(answer.status).toBe(200);
    },
    count,
    async expectOnePurchase(client) {
      const made = { sessions: 1, orders: 1, payments: 1, tickets: 2 } as const;
      for (const [table, rows] of Object.entries(made) as [keyof typeof made, number][]) {
        expect(await count(table, client), table).toBe(rows);
      }
      await expectSound(app.services.db);
    },
    empty,
    async close() {
      empty();
      await app.close();
    },
  };
}

const countOf = {
  sessions: 'select count(*)::int as count from purchase_sessions where account_id = $1',
  orders: 'select count(*)::int as count from orders where account_id = $1',
  payments:
    'select count(*)::int as count from payments p join orders o on o.id = p.order_id where o.account_id = $1',
  tickets:
    'select count(*)::int as count from tickets t join orders o on o.id = t.order_id where o.account_id = $1',
} as const;

/** Waits on the seats page until seats can be selected. */
export async function seatsOf(buyer: Buyer, slug: string) {
  await buyer.reaches(`/event/${slug}/seats`, 'choosingSeats');
  const choosing = buyer.flow('seatDraft');
  await waitFor(choosing, (snapshot) => snapshot.matches('choosing'), patience);
  return choosing;
}

/** Selects the first free seats and waits for their price. */
export async function chooseSeats(buyer: Buyer, slug: string, count: number) {
  const choosing = await seatsOf(buyer, slug);
  const seatMap = buyer.seatmaps.current(slug)?.seatMap;
  for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, count)) {
    choosing.send({ type: 'seat.toggle', seat });
  }
  await waitFor(choosing, (snapshot) => snapshot.context.preview !== null, patience);
  expect(choosing.getSnapshot().context.seats).toHaveLength(count);
  return choosing;
}

/** Waits on the order form for its draft. */
async function formOf(buyer: Buyer, slug: string) {
  await buyer.reaches(`/event/${slug}/order-form`, 'fillingForms');
  const form = buyer.flow('orderForm');
  await waitFor(form, (snapshot) => snapshot.context.draft !== null, patience);
  return form;
}

/** Fills in the forms and submits them. */
export async function fillForms(buyer: Buyer, slug: string) {
  const form = await formOf(buyer, slug);
  form.send({ type: 'form.review', submissions: answersTo(form.getSnapshot().context) });
  form.send({ type: 'form.confirm' });
}

/** Waits on the payment methods page until a method can be selected. */
export async function methodsOf(buyer: Buyer, slug: string) {
  await buyer.reaches(`/event/${slug}/payment-method`, { paying: 'choosingMethod' });
  const payment = buyer.flow('payment');
  await waitFor(payment, (snapshot) => snapshot.matches('choosing'), patience);
  return payment;
}

/** Waits on the payment page until the payment is loaded. */
export async function paymentOf(buyer: Buyer, slug: string) {
  await buyer.reaches(`/event/${slug}/payment`, { paying: 'awaitingPayment' });
  const payment = buyer.flow('payment');
  const read = await waitFor(payment, (snapshot) => snapshot.context.reading !== null, patience);
  return { payment, id: read.context.reading?.payment.id ?? '' };
}

/** Starts a payment by QRIS and waits on its page. */
export async function pay(buyer: Buyer, slug: string) {
  const payment = await methodsOf(buyer, slug);
  payment.send({ type: 'method.select', code: 'qris' });
  payment.send({ type: 'payment.request' });
  return paymentOf(buyer, slug);
}
