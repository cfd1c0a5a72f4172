// @vitest-environment node

import { beforeEach, expect, it, vi } from 'vitest';
import { authFormOf } from '../../../../src/app/flows/auth-form.ts';
import { id } from '../../../../src/text/id.ts';
import {
  buyer,
  newcomer,
  registration,
  startAnonymous,
  startLogin,
} from '../../../support/flows/auth-flow.ts';
import { ok, pass } from '../../../support/flows/machines.ts';

beforeEach(() => vi.useFakeTimers());

/** What the form shows: which it is, whether it takes input, and that it worked. */
function shown({ state }: Awaited<ReturnType<typeof startAnonymous>>) {
  const form = authFormOf(state());
  return form && [form.kind, form.phase, form.success && id[form.success]];
}

it('a sign-in says that it worked', async () => {
  const flow = await startLogin();
  expect(shown(flow)).toEqual(['login', 'busy', null]);
  await flow.login.answer(ok({ isVerified: true }));
  await pass(1_001);
  await flow.fetchUser.answer(ok(buyer));
  expect(shown(flow)).toEqual(['login', 'done', 'Login successful! Redirecting...']);
  await pass(1_501);
  expect(shown(flow)).toBeNull();
});

it('a registration says that the address is to be proven', async () => {
  const flow = await startAnonymous();
  expect(shown(flow)).toBeNull();
  flow.actor.send({ type: 'register.open', surface: 'modal', returnTo: null });
  expect(shown(flow)).toEqual(['register', 'editing', null]);
  flow.actor.send({ type: 'register.submit', registration });
  await flow.register.answer(ok({ isVerified: false }));
  await flow.fetchUser.answer(ok(newcomer));
  const words = 'Registration successful! Please verify your email to continue.';
  expect(shown(flow)).toEqual(['register', 'done', words]);
});

it.each(['login', 'register'] as const)(
  '%s is open and disabled while Google opens',
  async (kind) => {
    const flow = await startAnonymous();
    flow.actor.send({ type: `${kind}.open`, surface: 'page', returnTo: null });
    expect(authFormOf(flow.state())).toMatchObject({ kind, isOpeningGoogle: false });
    flow.actor.send({ type: 'google.start' });
    expect(authFormOf(flow.state())).toMatchObject({
      kind,
      phase: 'editing',
      isOpeningGoogle: true,
    });
  },
);
