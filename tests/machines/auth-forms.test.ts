import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authCoverage,
  buyer,
  formSources,
  newcomer,
  registration,
  startAnonymous,
  startLogin,
} from '../support/flows/auth-flow.ts';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import { shownText } from '../support/shown-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const grant = { deadline: 1, remainingMs: 1, cooldownMs: 0, usedToday: 1, dailyLimit: 10 };
const tooSoon = (used: number) =>
  refused('codeTooSoon', 'Too many requests', {
    next_request_available_in: 30,
    next_request_available_at: null,
    daily_usage: { current_count: used, daily_limit: 10 },
  });
const idle = { anonymous: 'idle' };
const loginEditing = { anonymous: { login: 'editing' } };
const registerEditing = { anonymous: { register: 'editing' } };

describe('sign-in', () => {
  it('waits a second for the cookie, reads the account, says so for 1.5 s, and lands', async () => {
    const { account, fetchUser, login, parent, state } = await startLogin();
    expect(login.calls).toEqual([{ email: 'pembeli@contoh.id', password: 'tiket1234' }]);
    await login.answer(ok({ isVerified: true }));
    await pass(999);
    expect(fetchUser.calls).toHaveLength(1);
    await pass(2);
    expect(fetchUser.calls).toHaveLength(2);
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'landing' });
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'login' }]);
    await pass(1_499);
    expect(parent.take()).toEqual([]);
    await pass(2);
    expect(account()).toEqual({ verified: 'settled' });
    expect(parent.take()).toEqual([
      { type: 'auth.landed', surface: 'page', returnTo: { name: 'queue', slug: 'konser' } },
    ]);
    expect(state().context.returnTo).toBeNull();
  });

  it('never keeps the password', async () => {
    const { state, login } = await startLogin();
    expect(JSON.stringify({ ...state().context, parent: null })).not.toContain('tiket1234');
    await login.answer(refused('wrongCredentials', 'No'));
    expect(JSON.stringify({ ...state().context, parent: null })).not.toContain('tiket1234');
  });

  it.each([
    [refused('wrongCredentials', 'Email atau kata sandi salah'), 'Email atau kata sandi salah'],
    [refused('wrongCredentials', ''), 'Login failed. Please check your credentials.'],
    [unreachable(), 'Network error. Please try again.'],
    [broken(), 'Network error. Please try again.'],
  ])('says what went wrong until a field is edited (%#)', async (answer, words) => {
    const { account, actor, login, state } = await startLogin();
    await login.answer(answer);
    expect(account()).toEqual(loginEditing);
    expect(shownText(state().context.error)).toBe(words);
    actor.send({ type: 'login.edit' });
    expect(state().context.error).toBeNull();
  });

  it('takes a crash for a lost call', async () => {
    const { login, state } = await startLogin();
    await login.crash();
    expect(shownText(state().context.error)).toBe('Network error. Please try again.');
  });

  it.each([unreachable(), refused('unauthenticated', 'Unauthorized'), 'crash' as const])(
    'gives the cookie one more second (%#)',
    async (first) => {
      const { account, fetchUser, login } = await startLogin();
      await login.answer(ok({ isVerified: true }));
      await pass(1_001);
      await (first === 'crash' ? fetchUser.crash() : fetchUser.answer(first));
      expect(account()).toEqual({ anonymous: { login: 'waitingAgain' } });
      await pass(999);
      expect(fetchUser.calls).toHaveLength(2);
      await pass(2);
      await fetchUser.answer(ok(buyer));
      expect(account()).toEqual({ verified: 'landing' });
    },
  );

  it.each(['refused', 'crash'])('gives up after that (%s)', async (how) => {
    const { account, fetchUser, login, state } = await startLogin();
    await login.answer(ok({ isVerified: true }));
    await pass(1_001);
    await fetchUser.answer(unreachable());
    await pass(1_001);
    await (how === 'crash' ? fetchUser.crash() : fetchUser.answer(refused('unauthenticated', '')));
    expect(account()).toEqual(loginEditing);
    expect(shownText(state().context.error)).toBe(
      'Login succeeded but session verification failed. Please refresh the page and try again.',
    );
  });

  it('leads an unverified account to the code page after 1.5 s', async () => {
    const { account, login, parent, requestCode } = await startLogin();
    await login.answer(ok({ isVerified: false }));
    expect(requestCode.calls).toHaveLength(1);
    await requestCode.answer(ok(grant));
    expect(account()).toEqual({ unverified: 'codeSent' });
    expect(parent.take()).toMatchObject([
      { type: 'auth.unverified', user: { id: '', isVerified: false }, because: 'login' },
    ]);
    await pass(1_499);
    expect(parent.take()).toEqual([]);
    await pass(2);
    expect(parent.take()).toEqual([
      {
        type: 'auth.codeNeeded',
        email: 'pembeli@contoh.id',
        returnTo: { name: 'queue', slug: 'konser' },
      },
    ]);
    expect(account()).toEqual({ unverified: 'settled' });
  });

  it.each([1, 2])('does so too when only read %i shows it', async (read) => {
    const { account, fetchUser, login, requestCode, state } = await startLogin();
    await login.answer(ok({ isVerified: true }));
    await pass(1_001);
    if (read === 2) {
      await fetchUser.answer(unreachable());
      await pass(1_001);
    }
    await fetchUser.answer(ok(newcomer));
    // A code that was sent a moment ago is as good as a fresh one.
    await requestCode.answer(tooSoon(1));
    expect(account()).toEqual({ unverified: 'codeSent' });
    expect(state().context.user).toEqual(newcomer);
  });

  it.each([unreachable(), tooSoon(10), 'crash' as const])(
    'says when no code could be sent (%#)',
    async (answer) => {
      const { account, login, requestCode, state } = await startLogin();
      await login.answer(ok({ isVerified: false }));
      await (answer === 'crash' ? requestCode.crash() : requestCode.answer(answer));
      expect(account()).toEqual(loginEditing);
      expect(shownText(state().context.error)).toBe(
        'Failed to send verification code. Please try again.',
      );
    },
  );
});

describe('registration', () => {
  async function submitted() {
    const flow = await startAnonymous();
    flow.actor.send({ type: 'register.open', surface: 'modal', returnTo: null });
    flow.actor.send({ type: 'register.submit', registration });
    return flow;
  }

  it('reads the account, says so for 1.5 s, and asks for the code', async () => {
    const { account, fetchUser, parent, register } = await submitted();
    expect(register.calls).toEqual([registration]);
    await register.answer(ok({ isVerified: false }));
    await fetchUser.answer(ok(newcomer));
    expect(account()).toEqual({ unverified: 'registered' });
    expect(parent.take()).toEqual([
      { type: 'auth.unverified', user: newcomer, because: 'registration' },
    ]);
    await pass(1_499);
    expect(parent.take()).toEqual([]);
    await pass(2);
    expect(parent.take()).toEqual([
      { type: 'auth.codeNeeded', email: 'baru@contoh.id', returnTo: null },
    ]);
  });

  it('takes an account that needs no proof for signed in, and lands', async () => {
    const { account, fetchUser, parent, register } = await submitted();
    await register.answer(ok({ isVerified: true }));
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'landing' });
    await pass(1_501);
    expect(parent.take()).toEqual([
      { type: 'auth.verified', user: buyer, because: 'registration' },
      { type: 'auth.landed', surface: 'modal', returnTo: null },
    ]);
  });

  it.each(['unreachable', 'crash'])('lets what was typed stand in (%s)', async (how) => {
    const { fetchUser, parent, register, state } = await submitted();
    await register.answer(ok({ isVerified: false }));
    await (how === 'crash' ? fetchUser.crash() : fetchUser.answer(unreachable()));
    expect(state().context.user).toMatchObject({
      id: '',
      name: 'Sari Dewi',
      role: 'user',
      isVerified: false,
    });
    expect(JSON.stringify(parent.take())).not.toContain('tiket1234');
  });

  it.each([
    [refused('emailNotRegistrable', 'Email sudah terdaftar'), 'Email sudah terdaftar'],
    [refused('inputInvalid', ''), 'Registration failed. Please try again.'],
    [broken(), 'Registration failed. Please try again.'],
    [unreachable(), 'Network error. Please try again.'],
    ['crash' as const, 'Registration failed. Please try again.'],
  ])('says what went wrong until a field is edited (%#)', async (answer, words) => {
    const { account, actor, register, state } = await submitted();
    await (answer === 'crash' ? register.crash() : register.answer(answer));
    expect(account()).toEqual(registerEditing);
    expect(shownText(state().context.error)).toBe(words);
    actor.send({ type: 'register.edit' });
    expect(state().context.error).toBeNull();
  });
});

describe('the forms', () => {
  it('open from one another, close, and forget', async () => {
    const { account, actor, state } = await startAnonymous();
    actor.send({ type: 'login.open', surface: 'modal', returnTo: { name: 'profile' } });
    expect(state().context).toMatchObject({ surface: 'modal', returnTo: { name: 'profile' } });
    actor.send({ type: 'register.open', surface: 'modal', returnTo: null });
    expect(account()).toEqual(registerEditing);
    actor.send({ type: 'auth.close' });
    expect(account()).toEqual(idle);
    actor.send({ type: 'login.open', surface: 'page', returnTo: null });
    actor.send({ type: 'auth.close' });
    expect(account()).toEqual(idle);
  });

  it('read the account when closed under a running call, for the cookie may be set', async () => {
    const { account, actor, fetchUser, login, parent } = await startLogin();
    actor.send({ type: 'auth.close' });
    expect(account()).toEqual(idle);
    expect(login.aborted(0)).toBe(true);
    expect(fetchUser.calls).toHaveLength(2);
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'check' }]);
  });

  it('do so after a registration too', async () => {
    const { account, actor, fetchUser, parent } = await startAnonymous();
    actor.send({ type: 'register.open', surface: 'page', returnTo: null });
    actor.send({ type: 'register.submit', registration });
    actor.send({ type: 'auth.close' });
    await fetchUser.answer(ok(newcomer));
    expect(account()).toEqual(idle);
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
  });

  it('do not close, open again or read past the commit', async () => {
    const { account, actor, fetchUser, login } = await startLogin();
    await login.answer(ok({ isVerified: true }));
    actor.send({ type: 'auth.close' });
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'login.open', surface: 'page', returnTo: null });
    actor.send({ type: 'register.open', surface: 'page', returnTo: null });
    expect(account()).toEqual({ anonymous: { login: 'settling' } });
    expect(fetchUser.calls).toHaveLength(1);
  });

  it.each(['login', 'register'] as const)('drop a read that %s overtakes', async (form) => {
    const { actor, fetchUser, state } = await startAnonymous();
    actor.send({ type: `${form}.open`, surface: 'page', returnTo: null });
    actor.send({ type: 'auth.recheck' });
    if (form === 'register') actor.send({ type: 'register.submit', registration });
    else actor.send({ type: 'login.submit', email: 'a@b.id', password: 'tiket1234' });
    expect(fetchUser.aborted(1)).toBe(true);
    expect(state().value.reader).toBe('idle');
  });

  it('stay as they are when another tab signed out, and what a running read would say is dropped', async () => {
    const { account, actor, fetchUser, parent } = await startAnonymous();
    actor.send({ type: 'login.open', surface: 'page', returnTo: null });
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.signedOut' });
    expect(fetchUser.aborted(1)).toBe(true);
    expect(account()).toEqual(loginEditing);
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
  });

  it('do not take a sign-out elsewhere for the end of a sign-in that is on its way', async () => {
    const { account, actor, parent } = await startLogin();
    actor.send({ type: 'auth.signedOut' });
    expect(account()).toEqual({ anonymous: { login: 'submitting' } });
    expect(parent.take()).toEqual([]);
  });

  it('[F13] give way when another tab signed in', async () => {
    const { account, actor, fetchUser } = await startAnonymous();
    actor.send({ type: 'login.open', surface: 'page', returnTo: null });
    actor.send({ type: 'auth.recheck' });
    expect(account()).toEqual(loginEditing);
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
  });
});

describe.each(['login', 'register'] as const)('Google, from the form of %s', (form) => {
  const returnTo = { name: 'queue', slug: 'konser' } as const;
  const editing = form === 'login' ? loginEditing : registerEditing;
  const step = (name: string) => ({ anonymous: { [form]: { openingGoogle: name } } });

  async function opening(surface: 'page' | 'modal' = 'page') {
    const flow = await startAnonymous();
    flow.actor.send({ type: `${form}.open`, surface, returnTo });
    flow.actor.send({ type: 'google.start' });
    return flow;
  }
  async function leaving() {
    const flow = await opening();
    await flow.openGoogle.answer(ok(null));
    expect(flow.account()).toEqual(step('leaving'));
    return flow;
  }

  it.each(['page', 'modal'] as const)(
    'says on the %s where the way back leads',
    async (surface) => {
      const { account, actor, openGoogle, state } = await opening(surface);
      expect(account()).toEqual(step('asking'));
      expect(openGoogle.calls).toEqual([{ surface, returnTo }]);
      expect(state().can({ type: 'google.start' })).toBe(false);
      actor.send({ type: 'google.start' });
      expect(openGoogle.calls).toHaveLength(1);
    },
  );

  it.each([
    [unreachable(), 'Failed to initialize Google Sign In. Please try again.'],
    ['crash' as const, 'Failed to initialize Google Sign In. Please try again.'],
    [
      refused('tooManyRequests', 'Slow down'),
      'Failed to get Google authentication URL. Please try again.',
    ],
    [broken(501), 'Failed to get Google authentication URL. Please try again.'],
    [broken(503), 'Failed to get Google authentication URL. Please try again.'],
  ])('says what went wrong, until it is tried again (%#)', async (answer, words) => {
    const { account, actor, openGoogle, state } = await opening();
    await (answer === 'crash' ? openGoogle.crash() : openGoogle.answer(answer));
    expect(account()).toEqual(editing);
    expect(shownText(state().context.error)).toBe(words);
    expect(state().context).toMatchObject({ returnTo });
    actor.send({ type: 'google.start' });
    expect(state().context.error).toBeNull();
  });

  it('lets the form be used again after ten seconds on a page that stayed', async () => {
    const { account, fetchUser, state } = await leaving();
    await pass(9_999);
    expect(account()).toEqual(step('leaving'));
    await pass(2);
    expect(account()).toEqual(editing);
    expect(state().context).toMatchObject({ error: null, returnTo });
    expect(fetchUser.calls).toHaveLength(2);
  });

  it.each(['shown', 'crash'])('reads the account when the page is back (%s)', async (how) => {
    const { account, fetchUser, parent, untilShownAgain } = await leaving();
    expect(fetchUser.calls).toHaveLength(1);
    await (how === 'crash' ? untilShownAgain.crash() : untilShownAgain.answer());
    expect(account()).toEqual(editing);
    await fetchUser.answer(ok(buyer));
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'check' }]);
  });

  it.each(['asking', 'leaving'])('is given up with the form (%s)', async (when) => {
    const { account, actor, openGoogle, untilShownAgain } = await (when === 'asking'
      ? opening()
      : leaving());
    actor.send({ type: 'auth.close' });
    expect(account()).toEqual(idle);
    expect((when === 'asking' ? openGoogle : untilShownAgain).aborted(0)).toBe(true);
  });
});

it('tells the parent the end of every read of a visitor', async () => {
  const { actor, fetchUser, parent } = await startAnonymous();
  actor.send({ type: 'auth.recheck' });
  await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
  actor.send({ type: 'code.accepted' });
  await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
  expect(parent.take()).toEqual([
    { type: 'auth.anonymous', because: 'check' },
    { type: 'auth.anonymous', because: 'code' },
  ]);
});

it('fires every declared transition of the forms', () => {
  expect(authCoverage.unfired(formSources)).toEqual([]);
});
