import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { chooseSeats, fillForms, patience, pay } from '../support/flows/buying.ts';
import { recordedBackEnd } from '../support/flows/recorded-back-end.ts';
import { virtualBuyer } from '../support/flows/virtual-buyer.ts';

let leave = () => {};
afterEach(() => leave());

function buyerAt(back: ReturnType<typeof recordedBackEnd>) {
  const buyer = virtualBuyer({
    origin: 'http://toko.example',
    screen: { name: 'event', slug: back.slug },
    realtime: false,
    network: () => back.fetch,
  });
  leave = buyer.leave;
  return buyer;
}

describe('a back end that implements §3 and §7 as written, without our extensions (§3.2)', () => {
  it('sells two tickets to a new account, from the sign-up to the success modal', async () => {
    const back = recordedBackEnd();
    const { slug } = back;
    const buyer = buyerAt(back);
    await waitFor(buyer.root, ({ context }) => context.auth === 'anonymous', patience);
    buyer.root.send({ type: 'route.visited', screen: { name: 'register', returnTo: null } });
    await waitFor(buyer.root, (snapshot) => snapshot.matches({ place: 'signingIn' }), patience);
    buyer.flow('auth').send({
      type: 'register.submit',
      registration: {
        firstName: 'Sekar',
        lastName: 'Wulan',
        phoneNumber: '+6281234567890',
        email: 'sekar@contoh.id',
        password: 'kucing-hitam-7',
      },
    });
    await waitFor(
      buyer.root,
      (snapshot) => snapshot.matches({ place: { verifying: 'asking' } }),
      patience,
    );
    const otp = buyer.flow('otp');
    await waitFor(
      otp,
      (snapshot) => snapshot.can({ type: 'otp.submit', code: '123456' }),
      patience,
    );
    otp.send({ type: 'otp.submit', code: '123456' });
    await waitFor(buyer.root, ({ context }) => context.auth === 'verified', patience);

    buyer.root.send({ type: 'route.visited', screen: { name: 'event', slug } });
    await buyer.reaches(`/event/${slug}`, 'browsing');
    buyer.root.send({ type: 'purchase.request', slug });
    buyer.root.send({ type: 'show.confirm' });
    const choosing = await chooseSeats(buyer, slug, 2);
    expect(choosing.getSnapshot().context.preview?.pricing_details.final_price).toBe(300_000);
    choosing.send({ type: 'draft.request' });
    await fillForms(buyer, slug);
    const { payment } = await pay(buyer, slug);
    expect(payment.getSnapshot().context.reading?.payment).toMatchObject({
      id: '5501',
      amount: 300_000,
      expires_at: '2027-01-01T10:26:00+07:00',
      payment_data: { qr_string: '00020101021226' },
    });
    back.pay();
    payment.send({ type: 'payment.check' });
    await waitFor(payment, (snapshot) => snapshot.matches('completed'), patience);

    const sent = back.heard.find(({ call }) => call.endsWith('/form-submission'));
    expect(sent?.body).toEqual({
      form_submissions: {
        12: ['700', '701'].map((ticket_id) => ({
          ticket_id,
          form_data: expect.objectContaining({ nama: expect.any(String) }),
        })),
      },
    });
  });
});
