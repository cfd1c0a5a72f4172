import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from 'xstate';
import { concert } from '../server/support/purchase.ts';
import { openShop, patience } from '../support/flows/buying.ts';
import { buyPatiently } from '../support/flows/patient-buyer.ts';

/** Every call of a purchase from the sign-in on. */
const purchaseCalls = [
  'POST /auth/login',
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

it('[F28] the whole purchase completes without a press on a retry though the first try of every call is done and its response lost', async () => {
  const shop = await openShop([concert]);
  onTestFinished(() => shop.close());
  const lost = new Set<string>();
  const network =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
      if (lost.has(call)) return send(request);
      lost.add(call);
      await send(request);
      throw new TypeError('The connection was cut.');
    };
  const returnTo = { name: 'queue', slug: concert } as const;
  const buyer = shop.open(undefined, { name: 'login', returnTo }, { network });
  await waitFor(buyer.root, ({ context }) => context.auth === 'anonymous', patience);
  const auth = buyer.flow('auth');
  const email = 'pembeli@contoh.id';
  const signIn = () => auth.send({ type: 'login.submit', email, password: 'tiket1234' });
  signIn();
  await waitFor(auth, ({ context }) => context.error !== null, patience);
  signIn();
  await buyPatiently(shop, buyer, concert, 2);
  expect(purchaseCalls.filter((call) => !lost.has(call))).toEqual([]);
  await shop.expectOnePurchase(await shop.app.as(email));
});
