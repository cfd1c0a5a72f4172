import { calls } from '../../../contract/call/calls.ts';
import { answerOf } from '../../support/solve-challenge.ts';
import { withParts } from '../support/open-shop.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';
import {
  type Answered,
  asGuest,
  buyerCalls,
  guestCalls,
  type Provoke,
  type SomeProvocations,
  whileCrowded,
} from './shops.ts';

const password = 'kuda-laut-9';
const tooEasy = 'Password123';
const phoneNumber = '+6200000000';
let count = 0;
const newcomer = (more: object = {}) => {
  count += 1;
  const email = `baru-${count}@uji.contoh.id`;
  const name = { firstName: 'Ani', lastName: 'Uji' };
  return { ...name, phoneNumber: '+6281234567890', email, password, ...more };
};
/** Sends the same twice: a challenge is solved for one address. */
const latecomer = newcomer();
const nobody = { email: 'tiada@uji.contoh.id' };
const reset = { ...nobody, otp: '123456', password };
const message = { name: 'Ani', email: 'ani@uji.contoh.id', subject: 'other', message: 'Halo' };

type Ask = (client: TestClient, headers?: Record<string, string>) => Answered;

/** The network of a caller has used up its budget. */
const fullNetwork =
  (send: (client: TestClient) => Answered, email?: string): Provoke =>
  async ({ strict }) => {
    const app = await strict();
    const client = email === undefined ? app.anonymous() : await app.as(email);
    const { budgets } = app.services.limits;
    const spent = { budgets: { ...budgets, spend: async () => 5 } };
    return withParts(app.services.limits, spent, () => send(client));
  };

/** The hasher is full for somebody who solved the challenge. */
const crowded = (send: Ask) =>
  asGuest((guest) =>
    whileCrowded(async () => {
      const first = await send(guest);
      return send(guest, await answerOf(first.body as object));
    }),
  );

/** A caller with an account that is not verified. */
const withAccount = (
  act: (client: TestClient, given: ReturnType<typeof newcomer>, app: TestApp) => Answered,
) =>
  asGuest(async (client, app) => {
    const body = newcomer();
    await client.call(calls.register, { body });
    return act(client, body, app);
  });
const codeOf = async (app: TestApp, email: string) => {
  const query = { to: email };
  const mails = await app.anonymous().ask<{ text: string }[]>('GET', '/dev/mail', { query });
  return /\b\d{6}\b/.exec(mails.body[0]?.text ?? '')?.[0] ?? '';
};

async function askGoogle(env: Record<string, string>): Answered {
  const app = await createTestApp({ env, events: 'none' });
  try {
    return await app.anonymous().call(calls.googleUrl);
  } finally {
    await app.close();
  }
}

/** The refusals of accounts, codes and profiles. */
export const accountCases = {
  login: {
    wrongCredentials: guestCalls(calls.login, { body: { ...nobody, password } }),
    tooManyFailures: withAccount(async (client, { email }, app) => {
      const signIn = (word: string) =>
        client.call(calls.login, { body: { email, password: word } });
      await app.services.db.query('update accounts set is_verified = true where email = $1', [
        email,
      ]);
      await signIn(password);
      for (let tries = 0; tries < 5; tries += 1) await signIn('salah1234');
      return signIn(password);
    }),
    signInsBusy: crowded((client, headers = {}) => {
      const body = { email: 'pembeli2@contoh.id', password: 'tiket1234' };
      return client.call(calls.login, { body, headers });
    }),
    challengeRequired: asGuest(async (_, app) => {
      const body = { email: 'lain@uji.contoh.id', password };
      const signIn = () => app.anonymous().call(calls.login, { body });
      for (let tries = 0; tries < 5; tries += 1) await signIn();
      return signIn();
    }),
  },
  register: {
    emailNotRegistrable: guestCalls(calls.register, {
      body: newcomer({ email: 'pembeli@contoh.id' }),
    }),
    phoneInvalid: guestCalls(calls.register, { body: newcomer({ phoneNumber }) }),
    passwordTooEasy: guestCalls(calls.register, { body: newcomer({ password: tooEasy }) }),
    signInsBusy: crowded((client, headers = {}) =>
      client.call(calls.register, { body: latecomer, headers }),
    ),
    challengeRequired: fullNetwork((client) => client.call(calls.register, { body: newcomer() })),
  },
  generateOtp: {
    codeTooSoon: withAccount(async (client) => {
      await client.call(calls.generateOtp);
      return client.call(calls.generateOtp);
    }),
    codesSpent: withAccount(async (client, _, app) => {
      for (let codes = 0; codes < 10; codes += 1) {
        await client.call(calls.generateOtp);
        app.services.clock.advance(61);
      }
      return client.call(calls.generateOtp);
    }),
    challengeRequired: fullNetwork((client) => client.call(calls.generateOtp), 'baru@contoh.id'),
  },
  validateOtp: {
    codeWrong: withAccount(async (client, { email }, app) => {
      await client.call(calls.generateOtp);
      const otp = (await codeOf(app, email)) === '111111' ? '222222' : '111111';
      return client.call(calls.validateOtp, { body: { otp } });
    }),
    codeExpired: withAccount((client) =>
      client.call(calls.validateOtp, { body: { otp: '123456' } }),
    ),
  },
  forgotPassword: {
    codeTooSoon: withAccount(async (_, { email }, app) => {
      const ask = () => app.anonymous().call(calls.forgotPassword, { body: { email } });
      await ask();
      return ask();
    }),
    codesSpent: withAccount(async (_, { email }, app) => {
      const ask = (headers: Record<string, string>) =>
        app.anonymous().call(calls.forgotPassword, { body: { email }, headers });
      let last = await ask({});
      for (let codes = 0; codes < 10; codes += 1) {
        app.services.clock.advance(61);
        last = await ask({});
        if (last.status === 428) last = await ask(await answerOf(last.body));
      }
      return last;
    }),
    challengeRequired: fullNetwork((client) => client.call(calls.forgotPassword, { body: nobody })),
  },
  resetPassword: {
    codeWrong: asGuest(async (guest) => {
      const { email } = newcomer();
      await guest.call(calls.forgotPassword, { body: { email } });
      // An address without an account gets no e-mail; a guess would be right once in a million.
      return guest.call(calls.resetPassword, { body: { email, otp: '000000', password } });
    }),
    codeExpired: guestCalls(calls.resetPassword, { body: reset }),
    passwordTooEasy: guestCalls(calls.resetPassword, { body: { ...reset, password: tooEasy } }),
    signInsBusy: crowded((client, headers = {}) => {
      const body = { ...reset, email: 'pembeli@contoh.id' };
      return client.call(calls.resetPassword, { body, headers });
    }),
    challengeRequired: fullNetwork((client) => client.call(calls.resetPassword, { body: reset })),
  },
  updateProfile: {
    phoneInvalid: buyerCalls(calls.updateProfile, {
      body: { firstName: 'Ani', lastName: '', phoneNumber },
    }),
  },
  changePhoto: {
    photoUnreadable: buyerCalls(calls.changePhoto, {
      body: { image: Buffer.from('bukan foto').toString('base64') },
    }),
  },
  googleUrl: {
    googleNotConfigured: () => askGoogle({ DEV_TOOLS: '0' }),
    googleUnreachable: () =>
      askGoogle({
        GOOGLE_ISSUER: 'http://127.0.0.1:9',
        GOOGLE_CLIENT_ID: 'satu',
        GOOGLE_CLIENT_SECRET: 'dua',
      }),
  },
  googleCompleteProfile: {
    phoneInvalid: buyerCalls(calls.googleCompleteProfile, { body: { phone_number: phoneNumber } }),
  },
  sendContact: {
    messagesSpent: asGuest(async (_, app) => {
      const send = () => app.anonymous().call(calls.sendContact, { body: message });
      let last = await send();
      for (let sent = 0; sent < 20 && last.status === 200; sent += 1) last = await send();
      return last;
    }),
    challengeRequired: fullNetwork((client) => client.call(calls.sendContact, { body: message })),
  },
} satisfies SomeProvocations;
