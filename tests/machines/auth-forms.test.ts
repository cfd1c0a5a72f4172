import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buyer,
  newcomer,
  registration,
  startAnonymous,
  startLogin,
} from '../support/flows/auth-flow.ts';
import { ok, pass, unreachable } from '../support/flows/machines.ts';

beforeEach(() => vi.useFakeTimers());

const queue = { name: 'queue', slug: 'konser' } as const;

describe('sign-in (§4.82)', () => {
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
});

describe('registration (§4.85)', () => {
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
