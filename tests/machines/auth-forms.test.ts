import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buyer,
  newcomer,
  registration,
  startAnonymous,
  startLogin,
} from '../support/flows/auth-flow.ts';
import { ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import { grant, tooSoon } from '../support/flows/otp-flow.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const queue = { name: 'queue', slug: 'konser' } as const;

describe('sign-in', () => {
  it('waits a second for the cookie, reads the account, says so for 1.5 s, and lands', async () => {
    const { fetchUser, login, parent, state } = await startLogin();
    await login.answer(ok({ isVerified: true }));
    await pass(1_000);
    await fetchUser.answer(ok(buyer));
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'login' }]);
    await pass(1_499);
    expect(parent.take()).toEqual([]);
    await pass(1);
    expect(parent.take()).toEqual([{ type: 'auth.landed', surface: 'page', returnTo: queue }]);
    expect(state().context.returnTo).toBeNull();
  });

  it('leads an unverified account to the code page after 1.5 s', async () => {
    const { login, parent, requestCode } = await startLogin();
    await login.answer(ok({ isVerified: false }));
    await requestCode.answer(ok(grant()));
    expect(parent.take()).toMatchObject([
      { type: 'auth.unverified', user: { id: '', isVerified: false }, because: 'login' },
    ]);
    await pass(1_499);
    expect(parent.take()).toEqual([]);
    await pass(1);
    const email = 'pembeli@contoh.id';
    expect(parent.take()).toEqual([{ type: 'auth.codeNeeded', email, returnTo: queue }]);
  });

  it.each([1, 2])('does so too when only read %i shows it', async (read) => {
    const { account, fetchUser, login, requestCode, state } = await startLogin();
    await login.answer(ok({ isVerified: true }));
    await pass(1_000);
    if (read === 2) {
      await fetchUser.answer(unreachable());
      await pass(1_000);
    }
    await fetchUser.answer(ok(newcomer));
    // A code that was sent a moment ago is as good as a fresh one.
    await requestCode.answer(tooSoon(30, 1));
    expect(account()).toEqual({ unverified: 'codeSent' });
    expect(state().context.user).toEqual(newcomer);
  });
});

describe('registration', () => {
  async function submitted() {
    const flow = await startAnonymous();
    flow.actor.send({ type: 'register.open', surface: 'modal', returnTo: null });
    flow.actor.send({ type: 'register.submit', registration });
    return flow;
  }

  it('reads the account, says so for 1.5 s, and asks for the code', async () => {
    const { fetchUser, parent, register } = await submitted();
    expect(register.calls).toEqual([registration]);
    await register.answer(ok({ isVerified: false }));
    await fetchUser.answer(ok(newcomer));
    await pass(1_500);
    expect(parent.take()).toEqual([
      { type: 'auth.unverified', user: newcomer, because: 'registration' },
      { type: 'auth.codeNeeded', email: 'baru@contoh.id', returnTo: null },
    ]);
  });

  it('takes an account that needs no proof for signed in, and lands', async () => {
    const { fetchUser, parent, register } = await submitted();
    await register.answer(ok({ isVerified: true }));
    await fetchUser.answer(ok(buyer));
    await pass(1_500);
    expect(parent.take()).toEqual([
      { type: 'auth.verified', user: buyer, because: 'registration' },
      { type: 'auth.landed', surface: 'modal', returnTo: null },
    ]);
  });

  it.each(['unreachable', 'crash'])('lets what was typed stand in (%s)', async (how) => {
    const { fetchUser, register, state } = await submitted();
    await register.answer(ok({ isVerified: false }));
    await (how === 'crash' ? fetchUser.crash() : fetchUser.answer(unreachable()));
    expect(state().context.user).toMatchObject({
      id: '',
      name: 'Sari Dewi',
      role: 'user',
      isVerified: false,
    });
  });
});

describe('the forms', () => {
  it('keep the way back through Google, whatever comes of it', async () => {
    const { actor, openGoogle, state } = await startAnonymous();
    actor.send({ type: 'login.open', surface: 'modal', returnTo: queue });
    actor.send({ type: 'google.start' });
    expect(openGoogle.calls).toEqual([{ surface: 'modal', returnTo: queue }]);
    await openGoogle.answer(ok(null));
    await pass(10_000);
    expect(state().context).toMatchObject({ error: null, returnTo: queue });
  });

  it('[F13] give way when another tab signed in', async () => {
    const { account, actor, fetchUser } = await startAnonymous();
    actor.send({ type: 'login.open', surface: 'page', returnTo: null });
    actor.send({ type: 'auth.recheck' });
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
  });

  it('tell the end of every read of a visitor', async () => {
    const { actor, fetchUser, parent } = await startAnonymous();
    for (const type of ['auth.recheck', 'code.accepted'] as const) {
      actor.send({ type });
      await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
    }
    expect(parent.take()).toEqual([
      { type: 'auth.anonymous', because: 'check' },
      { type: 'auth.anonymous', because: 'code' },
    ]);
  });
});
