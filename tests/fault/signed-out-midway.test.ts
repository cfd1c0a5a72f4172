import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from 'xstate';
import { concert, holdSeats } from '../server/support/purchase.ts';
import {
  type Buyer,
  fillForms,
  formOf,
  openShop,
  patience,
  pay,
  paymentOf,
  type Shop,
} from '../support/flows/buying.ts';

const email = 'pembeli@contoh.id';
/** The sign-in expires on the server; the next response sends the buyer to the sign-in page. */
async function runOut(shop: Shop, buyer: Buyer, where: string) {
  await shop.app.services.db.query(
    'delete from auth_sessions where account_id = (select id from accounts where email = $1)',
    [email],
  );
  buyer.root.send({ type: 'page.woke' });
  await waitFor(buyer.root, ({ context }) => context.auth === 'anonymous', patience).catch(() => {
    throw new Error(`Signed in still: ${buyer.where()}`);
  });
  expect(buyer.path()).toBe(where);
}

async function signIn(buyer: Buyer) {
  buyer.flow('auth').send({ type: 'login.submit', email, password: 'tiket1234' });
  await waitFor(buyer.root, ({ context }) => context.auth === 'verified', patience).catch(() => {
    throw new Error(`Not signed in: ${buyer.where()}`);
  });
}

it('[F30] after a sign-in expires and the buyer signs in again, the purchase continues with its draft and payment', async () => {
  const shop = await openShop([concert]);
  onTestFinished(() => shop.close());
  const client = await shop.app.as(email);
  const held = (await holdSeats(shop.app, client, concert)).order;
  const buyer = shop.open(client, { name: 'order-form', slug: concert });
  await formOf(buyer, concert);
  await runOut(shop, buyer, `/auth/login?returnTo=/event/${concert}/order-form`);
  await signIn(buyer);
  const { draft } = (await formOf(buyer, concert)).getSnapshot().context;
  expect(draft?.order).toMatchObject({
    order_code: held.order_code,
    expires_at: held.expires_at,
  });

  // From the payment page the app goes to the event page, which offers a buyer who signs in again the way back.
  await fillForms(buyer, concert);
  const { id } = await pay(buyer, concert);
  await runOut(shop, buyer, `/event/${concert}`);
  buyer.root.send({ type: 'purchase.request', slug: concert });
  await signIn(buyer);
  await waitFor(buyer.root, (snapshot) => snapshot.matches({ bubble: 'shown' }), patience);
  buyer.root.send({ type: 'bubble.resume' });
  const { payment, id: same } = await paymentOf(buyer, concert);
  expect(same).toBe(id);
  expect(payment.getSnapshot().context.reading?.payment.order_code).toBe(held.order_code);
});
