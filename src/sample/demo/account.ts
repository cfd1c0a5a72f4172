import type { OtpGrant, User } from '../../../contract/account.ts';
import { refusalRow } from '../../../contract/call/refusal-codes.ts';
import { normalisePhone } from '../../../contract/fields.ts';
import { otpCooldownSeconds, otpDailyLimit, otpLifeMinutes } from '../../../contract/limits.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { demoAccounts } from './state.ts';

/** The demo's only one-time code: it sends no e-mail, so the page shows the code. */
export const demoCode = '123456';

/** Owner of the code; for an unknown address the address itself, so that the response does not reveal whether an account exists. */
type Owner = Pick<User, 'id'>;

function grantOf({ state, now }: DemoWorld, caller: Owner): OtpGrant {
  const code = state.code?.accountId === caller.id ? state.code : null;
  const until = (code?.sentAt ?? Number.NEGATIVE_INFINITY) + otpCooldownSeconds * 1000;
  const wait = Math.max(0, Math.ceil((until - now) / 1000));
  const expiresAt = (code?.sentAt ?? 0) + otpLifeMinutes * 60_000;
  return {
    next_request_available_in: wait,
    next_request_available_at: wait > 0 ? new Date(until).toISOString() : null,
    daily_usage: { current_count: code?.count ?? 0, daily_limit: otpDailyLimit },
    ...(code === null || expiresAt <= now
      ? {}
      : {
          expires_in: Math.ceil((expiresAt - now) / 1000),
          expires_at: new Date(expiresAt).toISOString(),
        }),
  };
}

/** Issues a code. Throws 429 during the cooldown, or past the daily limit. */
function sendCode(world: DemoWorld, account: Owner): OtpGrant {
  const before = grantOf(world, account);
  const { current_count: count, daily_limit: limit } = before.daily_usage;
  if (before.next_request_available_in > 0 || count >= limit) {
    throw new DemoRefusal(count >= limit ? 'codesSpent' : 'codeTooSoon', { meta: before });
  }
  world.state.code = { accountId: account.id, sentAt: world.now, count: count + 1 };
  return grantOf(world, account);
}

/** Consumes the code. Throws 410 if none is valid, 422 for a wrong one. */
function proveCode(world: DemoWorld, account: Owner, typed: string): void {
  if (grantOf(world, account).expires_in === undefined) throw new DemoRefusal('codeExpired');
  if (typed !== demoCode) {
    const message = refusalRow('codeWrong').sentence;
    throw new DemoRefusal('codeWrong', { errors: [{ message, field: 'otp' }] });
  }
  world.state.code = null;
}

function change(world: DemoWorld, id: string, part: Partial<User>): User {
  const { state } = world;
  const found = state.accounts.find((account) => account.id === id);
  if (found === undefined) throw new DemoRefusal('unauthenticated');
  const user = { ...found, ...part };
  user.name = `${user.firstName} ${user.lastName}`.trim();
  state.accounts = state.accounts.map((account) => (account.id === id ? user : account));
  return user;
}

const sameEmail = (email: string) => (account: User) =>
  account.email.toLowerCase() === email.toLowerCase();

/** Calls for signing in and out. Passwords are checked for the two initial accounts only, and never stored. */
export const accountCalls: Handlers<
  | 'login'
  | 'register'
  | 'validateOtp'
  | 'generateOtp'
  | 'otpStatus'
  | 'forgotPassword'
  | 'resetPassword'
  | 'logout'
  | 'me'
  | 'updateProfile'
  | 'profilePhoto'
  | 'changePhoto'
  | 'googleUrl'
  | 'googleCompleteProfile'
> = {
  login({ body, world }) {
    const account = world.state.accounts.find(sameEmail(body.email));
    const isOurs = Object.values<string>(demoAccounts).includes(body.email.toLowerCase());
    if (account === undefined || (isOurs && body.password !== demoAccounts.password)) {
      throw new DemoRefusal('wrongCredentials');
    }
    world.state.signedIn = account.id;
    return { data: { isVerified: account.isVerified } };
  },
  register({ body, world }) {
    const { state } = world;
    if (state.accounts.some(sameEmail(body.email))) {
      throw new DemoRefusal('emailNotRegistrable', {
        sentence: 'Registration failed. Please try again.',
      });
    }
    const user: User = {
      id: world.newId('akun'),
      name: `${body.firstName} ${body.lastName}`.trim(),
      firstName: body.firstName,
      lastName: body.lastName,
      email: body.email,
      phoneNumber: normalisePhone(body.phoneNumber),
      role: 'user',
      isVerified: false,
      created_at: new Date(world.now).toISOString(),
    };
    state.accounts = [...state.accounts, user];
    state.signedIn = user.id;
    return { data: { isVerified: false } };
  },
  generateOtp: ({ caller, world }) => ({ data: sendCode(world, caller) }),
  otpStatus: ({ caller, world }) => ({ data: grantOf(world, caller) }),
  validateOtp({ body, caller, world }) {
    proveCode(world, caller, body.otp);
    change(world, caller.id, { isVerified: true });
    return { data: { isVerified: true } };
  },
  forgotPassword: ({ body, world }) => ({
    data: sendCode(world, world.state.accounts.find(sameEmail(body.email)) ?? { id: body.email }),
  }),
  resetPassword({ body, world }) {
    const account = world.state.accounts.find(sameEmail(body.email));
    proveCode(world, account ?? { id: body.email }, body.otp);
    if (account === undefined) throw new DemoRefusal('codeExpired');
    const { isVerified } = change(world, account.id, { isVerified: true });
    world.state.signedIn = account.id;
    return { data: { isVerified } };
  },
  logout({ world }) {
    world.state.signedIn = null;
    return { data: null };
  },
  me: ({ caller }) => ({ data: caller }),
  profilePhoto: ({ world }) => ({ data: { image: world.state.photo ?? null } }),
  changePhoto({ body, world }) {
    world.state.photo = body.image === null ? null : `data:image/jpeg;base64,${body.image}`;
    return { data: { image: world.state.photo } };
  },
  updateProfile({ body, caller, world }) {
    const { firstName, lastName, phoneNumber } = body;
    const phone = phoneNumber === '' ? '' : normalisePhone(phoneNumber);
    return { data: change(world, caller.id, { firstName, lastName, phoneNumber: phone }) };
  },
  googleUrl() {
    throw new DemoRefusal('googleNotConfigured', {
      sentence: 'Google sign-in is not part of the demo.',
    });
  },
  googleCompleteProfile: ({ body, caller, world }) => ({
    data: change(world, caller.id, { phoneNumber: normalisePhone(body.phone_number) }),
  }),
};
