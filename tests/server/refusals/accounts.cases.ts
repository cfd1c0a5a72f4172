import { calls } from '../../../contract/call/calls.ts';
import { answerOf } from '../../support/solve-challenge.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { crowd } from './crowd.ts';
import type { Provocations } from './provocation.ts';
import { oneBuyer, withService } from './shops.ts';

const password = 'tiket1234';
let count = 0;
const newcomer = (more: object = {}) => {
  count += 1;
  return {
    firstName: 'Ani',
    lastName: 'Uji',
    phoneNumber: '+6281234567890',
    email: `baru-${count}@uji.contoh.id`,
    password: 'kuda-laut-9',
    ...more,
  };
};
/** Exhausts the budget of a network. */
const fullNetwork = <T>(app: TestApp, run: () => Promise<T>) =>
  withService(
    app,
    'limits',
    { budgets: { ...app.services.limits.budgets, spend: async () => 5 } },
    run,
  );

async function whileCrowded<T>(run: () => Promise<T>): Promise<T> {
  crowd.isFull = true;
  try {
    return await run();
  } finally {
    crowd.isFull = false;
  }
}

/** Repeats a call with the solution of its challenge. */
async function proven<A extends { body: object }>(
  send: (headers: Record<string, string>) => Promise<A>,
): Promise<A> {
  return send(await answerOf((await send({})).body));
}

const account = async (app: TestApp) => {
  const body = newcomer();
  const client = app.anonymous();
  await client.call(calls.register, { body });
  return { client, ...body };
};
const codeOf = async (app: TestApp, email: string) => {
  const mails = await app
    .anonymous()
    .ask<{ text: string }[]>('GET', '/dev/mail', { query: { to: email } });
  return /\b\d{6}\b/.exec(mails.body[0]?.text ?? '')?.[0] ?? '';
};
const another = (code: string) => (code === '111111' ? '222222' : '111111');

/** The refusals of accounts, codes and profiles. */
export const accountCases = {
  login: {
    wrongCredentials: async ({ open }) =>
      (await open()).anonymous().call(calls.login, {
        body: { email: 'tiada@uji.contoh.id', password },
      }),
    tooManyFailures: async ({ open }) => {
      const { client, email, password: right } = await account(await open());
      const signIn = (word: string) =>
        client.call(calls.login, { body: { email, password: word } });
      const app = await open();
      await app.services.db.query('update accounts set is_verified = true where email = $1', [
        email,
      ]);
      await signIn(right);
      for (let tries = 0; tries < 5; tries += 1) await signIn('salah1234');
      return signIn(right);
    },
    signInsBusy: async ({ open }) => {
      const app = await open();
      const body = { email: 'pembeli2@contoh.id', password };
      return whileCrowded(() =>
        proven((headers) => app.anonymous().call(calls.login, { body, headers })),
      );
    },
    challengeRequired: async ({ open }) => {
      const app = await open();
      const signIn = () =>
        app.anonymous().call(calls.login, { body: { email: 'lain@uji.contoh.id', password } });
      for (let tries = 0; tries < 5; tries += 1) await signIn();
      return signIn();
    },
  },
  register: {
    emailNotRegistrable: async ({ open }) =>
      (await open())
        .anonymous()
        .call(calls.register, { body: newcomer({ email: 'pembeli@contoh.id' }) }),
    phoneInvalid: async ({ open }) =>
      (await open())
        .anonymous()
        .call(calls.register, { body: newcomer({ phoneNumber: '+6200000000' }) }),
    passwordTooEasy: async ({ open }) =>
      (await open())
        .anonymous()
        .call(calls.register, { body: newcomer({ password: 'Password123' }) }),
    signInsBusy: async ({ open }) => {
      const app = await open();
      const body = newcomer();
      return whileCrowded(() =>
        proven((headers) => app.anonymous().call(calls.register, { body, headers })),
      );
    },
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      return fullNetwork(app, () => app.anonymous().call(calls.register, { body: newcomer() }));
    },
  },
  generateOtp: {
    codeTooSoon: async ({ open }) => {
      const { client } = await account(await open());
      await client.call(calls.generateOtp);
      return client.call(calls.generateOtp);
    },
    codesSpent: async ({ open }) => {
      const app = await open();
      const { client } = await account(app);
      for (let codes = 0; codes < 10; codes += 1) {
        await client.call(calls.generateOtp);
        app.services.clock.advance(61);
      }
      return client.call(calls.generateOtp);
    },
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      const client = await app.as('baru@contoh.id');
      return fullNetwork(app, () => client.call(calls.generateOtp));
    },
  },
  validateOtp: {
    codeWrong: async ({ open }) => {
      const app = await open();
      const { client, email } = await account(app);
      await client.call(calls.generateOtp);
      return client.call(calls.validateOtp, { body: { otp: another(await codeOf(app, email)) } });
    },
    codeExpired: async ({ open }) =>
      (await account(await open())).client.call(calls.validateOtp, { body: { otp: '123456' } }),
  },
  forgotPassword: {
    codeTooSoon: async ({ open }) => {
      const app = await open();
      const { email } = await account(app);
      const ask = () => app.anonymous().call(calls.forgotPassword, { body: { email } });
      await ask();
      return ask();
    },
    codesSpent: async ({ open }) => {
      const app = await open();
      const { email } = await account(app);
      const ask = (headers: Record<string, string>) =>
        app.anonymous().call(calls.forgotPassword, { body: { email }, headers });
      let last = await ask({});
      for (let codes = 0; codes < 10; codes += 1) {
        app.services.clock.advance(61);
        last = await ask({});
        if (last.status === 428) last = await ask(await answerOf(last.body));
      }
      return last;
    },
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      const body = { email: 'tiada@uji.contoh.id' };
      return fullNetwork(app, () => app.anonymous().call(calls.forgotPassword, { body }));
    },
  },
  resetPassword: {
    codeWrong: async ({ open }) => {
      const app = await open();
      const email = `reset-${(await account(app)).email}`;
      await app.anonymous().call(calls.forgotPassword, { body: { email } });
      // An address without an account gets no e-mail; a guess would be right once in a million.
      const body = { email, otp: '000000', password: 'kuda-laut-9' };
      return app.anonymous().call(calls.resetPassword, { body });
    },
    codeExpired: async ({ open }) =>
      (await open()).anonymous().call(calls.resetPassword, {
        body: { email: 'tiada@uji.contoh.id', otp: '123456', password: 'kuda-laut-9' },
      }),
    passwordTooEasy: async ({ open }) =>
      (await open()).anonymous().call(calls.resetPassword, {
        body: { email: 'tiada@uji.contoh.id', otp: '123456', password: 'Password123' },
      }),
    signInsBusy: async ({ open }) => {
      const app = await open();
      const body = { email: 'pembeli@contoh.id', otp: '123456', password: 'kuda-laut-9' };
      return whileCrowded(() =>
        proven((headers) => app.anonymous().call(calls.resetPassword, { body, headers })),
      );
    },
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      const body = { email: 'tiada@uji.contoh.id', otp: '123456', password: 'kuda-laut-9' };
      return fullNetwork(app, () => app.anonymous().call(calls.resetPassword, { body }));
    },
  },
  updateProfile: {
    phoneInvalid: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.updateProfile, {
        body: { firstName: 'Ani', lastName: '', phoneNumber: '+6200000000' },
      }),
  },
  changePhoto: {
    photoUnreadable: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.changePhoto, {
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
    phoneInvalid: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.googleCompleteProfile, {
        body: { phone_number: '+6200000000' },
      }),
  },
  sendContact: {
    messagesSpent: async ({ open }) => {
      const app = await open();
      let last = await app.anonymous().call(calls.sendContact, { body: message });
      for (let sent = 0; sent < 20 && last.status === 200; sent += 1) {
        last = await app.anonymous().call(calls.sendContact, { body: message });
      }
      return last;
    },
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      return fullNetwork(app, () => app.anonymous().call(calls.sendContact, { body: message }));
    },
  },
} satisfies Provocations<
  | 'login'
  | 'register'
  | 'generateOtp'
  | 'validateOtp'
  | 'forgotPassword'
  | 'resetPassword'
  | 'updateProfile'
  | 'changePhoto'
  | 'googleUrl'
  | 'googleCompleteProfile'
  | 'sendContact'
>;

const message = { name: 'Ani', email: 'ani@uji.contoh.id', subject: 'other', message: 'Halo' };

async function askGoogle(env: Record<string, string>) {
  const app = await createTestApp({ env, events: 'none' });
  try {
    return await app.anonymous().call(calls.googleUrl);
  } finally {
    await app.close();
  }
}
