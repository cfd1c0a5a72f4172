import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { concert, expectSound } from '../server/support/purchase.ts';
import type { TestClient } from '../server/support/test-app.ts';
import { openShop, patience, type Shop } from '../support/flows/buying.ts';
import { buyPatiently } from '../support/flows/patient-buyer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop([concert]);
});
afterEach(() => shop.empty());
afterAll(() => shop.close());

/** How the first try of every call fails. */
const ways = {
  'is refused with 503': async () =>
    new Response(JSON.stringify({ status: 503, message: 'Sebentar', data: null }), {
      status: 503,
      headers: { 'content-type': 'application/json' },
    }),
  'never reaches the server': async () => {
    throw new TypeError('The connection was cut.');
  },
  'is done, and its answer lost': async (send: () => Promise<Response>) => {
    await send();
    throw new TypeError('The connection was cut.');
  },
} as const;

/** A network on which the first try of every method and address fails; `failed` lists them. */
function failingOnce(way: keyof typeof ways, failed: Set<string>) {
  return (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
      if (failed.has(call)) return send(request);
      failed.add(call);
      return ways[way](() => send(request));
    };
}

/** Every call of a purchase by a signed-in buyer. */
const purchaseCalls = [
  'GET /auth/me',
  `POST /event/${concert}/session/queue/join`,
  'GET /session',
  `GET /event/${concert}/seatmap-categories`,
  `POST /event/${concert}/order-preview`,
  `POST /event/${concert}/order-draft`,
  `GET /event/${concert}/order-draft`,
  `GET /event/${concert}/forms`,
  `POST /event/${concert}/order-draft/form-submission`,
  `GET /event/${concert}/payment-methods`,
  `POST /event/${concert}/create-payment`,
  `GET /event/${concert}/payment/status`,
];

/** Expects one of each record, however many calls were repeated. */
async function expectOnePurchase(client: TestClient) {
  expect(await shop.count('sessions', client)).toBe(1);
  expect(await shop.count('orders', client)).toBe(1);
  expect(await shop.count('payments', client)).toBe(1);
  expect(await shop.count('tickets', client)).toBe(2);
  await expectSound(shop.app.services.db);
}

const page = { name: 'queue', slug: concert } as const;

it.each(['is refused with 503', 'never reaches the server'] as const)(
  'the whole purchase completes without a press on a retry though the first try of every call %s',
  async (way) => {
    const failed = new Set<string>();
    const client = await shop.newClient();
    const buyer = shop.open(client, page, { network: failingOnce(way, failed) });
    await buyPatiently(shop, buyer, concert, 2);
    expect(purchaseCalls.filter((call) => !failed.has(call))).toEqual([]);
    await expectOnePurchase(client);
  },
);

it('[F28] the whole purchase completes though the first try of every call, the sign-in too, is done and its response lost', async () => {
  const failed = new Set<string>();
  const network = failingOnce('is done, and its answer lost', failed);
  const buyer = shop.open(undefined, { name: 'login', returnTo: page }, { network });
  await waitFor(buyer.root, ({ context }) => context.auth === 'anonymous', patience);
  const auth = buyer.flow('auth');
  const signIn = () =>
    auth.send({ type: 'login.submit', email: 'pembeli@contoh.id', password: 'tiket1234' });
  signIn();
  await waitFor(auth, ({ context }) => context.error !== null, patience);
  signIn();
  await buyPatiently(shop, buyer, concert, 2);
  expect([...purchaseCalls, 'POST /auth/login'].filter((call) => !failed.has(call))).toEqual([]);
  await expectOnePurchase(await shop.app.as('pembeli@contoh.id'));
});
