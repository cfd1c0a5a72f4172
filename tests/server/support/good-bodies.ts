import type { CallName } from '../../../contract/call/calls.ts';
import {
  beginPayment,
  concert,
  freeSeats,
  goodSubmissions,
  holdSeats,
  join,
  lockDraft,
} from './purchase.ts';
import type { TestApp, TestClient } from './test-app.ts';

type GoodBody = (app: TestApp, buyer: TestClient) => Promise<object>;

const fixed =
  (body: object): GoodBody =>
  async () =>
    body;
const person = { firstName: 'Ani', lastName: 'Uji', phoneNumber: '+6281234567890' };
const email = 'tidak-ada@contoh.id';
const password = 'kuda-laut-9';
let made = 0;

const seatsAfterJoin: GoodBody = async (app, buyer) => {
  await join(buyer, concert);
  return { seats: await freeSeats(app, concert, 1), voucher_code: 'HEMAT10' };
};

/** A valid body of each call that takes one, for a buyer whom it prepares at the concert. */
export const goodBodies: Partial<Record<CallName, GoodBody>> = {
  login: fixed({ email: 'pembeli@contoh.id', password: 'tiket1234' }),
  register: async () => {
    made += 1;
    return { ...person, email: `baru-${made}@uji.contoh.id`, password };
  },
  validateOtp: fixed({ otp: '123456' }),
  forgotPassword: fixed({ email }),
  resetPassword: fixed({ email, otp: '123456', password }),
  sendContact: fixed({ name: 'Ani', email, subject: 'general', message: 'Halo' }),
  googleCompleteProfile: fixed({ phone_number: '+6281234567890' }),
  updateProfile: fixed(person),
  changePhoto: fixed({ image: null }),
  joinQueue: fixed({ device: 'gawai-uji', take_over: false }),
  setTurnPush: fixed({ subscription: null }),
  offerTransfer: fixed({}),
  withdrawTransfer: fixed({}),
  readTransfer: fixed({ token: 'tidak-ada' }),
  documentLink: fixed({ ticket: 'tidak-ada' }),
  acceptTransfer: fixed({ token: 'tidak-ada', holder_name: 'Ani' }),
  joinWaitingList: fixed({ wanted: 1 }),
  orderPreview: seatsAfterJoin,
  createDraft: seatsAfterJoin,
  submitForms: async (app, buyer) => ({
    form_submissions: await goodSubmissions(
      buyer,
      concert,
      await holdSeats(app, buyer, concert, 1),
    ),
  }),
  createPayment: async (app, buyer) => {
    await lockDraft(app, buyer, concert, 1);
    return { payment_method_code: 'qris' };
  },
  askOrderRefund: fixed({ expected: 1 }),
  saveLaterForms: fixed({ form_submissions: {} }),
  checkRefundAccount: fixed({ bank: 'bca', number: '12345', holder: 'Siti' }),
  giveRefundAccount: fixed({ bank: 'bca', number: '12345', holder: 'Ani' }),
  voidPayment: async (app, buyer) => ({
    payment_id: (await beginPayment(app, buyer, concert, 1)).id,
  }),
};
