import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buyer,
  newcomer,
  startAnonymous,
  startAuth,
  startUnverified,
  startVerified,
} from '../support/flows/auth-flow.ts';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';

beforeEach(() => vi.useFakeTimers());

const nobody = refused('unauthenticated', 'Unauthorized');

describe('a cold start (§4.80)', () => {
  it.each([
    ['nobody', nobody],
    ['an unverified account', ok(newcomer)],
  ])('takes %s for a visitor', async (_name, answer) => {
    const { fetchUser, parent, state } = startAuth();
    await fetchUser.answer(answer);
    expect(state().context.user).toBeNull();
    expect(parent.events()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
  });
});

describe('an account to be proven', () => {
  it.each(['unverified', 'anonymous'])('is verified by its code (%s)', async (before) => {
    const flow = before === 'unverified' ? await startUnverified() : await startAnonymous();
    flow.actor.send({ type: 'code.accepted' });
    await flow.fetchUser.answer(ok(buyer));
    expect(flow.parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'code' }]);
  });

  it('is verified by its code though the read got lost, and stays what it is by a mere check', async () => {
    for (const type of ['code.accepted', 'auth.recheck'] as const) {
      const { actor, fetchUser, parent } = await startUnverified();
      actor.send({ type });
      for (const wait of [1_000, 2_000, 4_000, 8_000]) {
        await fetchUser.crash();
        await pass(wait);
      }
      const proven = { ...newcomer, isVerified: true };
      expect(parent.take()).toEqual([
        type === 'code.accepted'
          ? { type: 'auth.verified', user: proven, because: 'code' }
          : { type: 'auth.unverified', user: newcomer, because: 'check' },
      ]);
    }
  });
});

describe('a buyer who is signed in (§4.81)', () => {
  it('is doubted once by a storm of 401s, also while the tries go on', async () => {
    const { actor, fetchUser, parent, state } = await startVerified();
    for (let call = 0; call < 5; call += 1) actor.send({ type: 'auth.refused' });
    await fetchUser.answer(broken());
    actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(2);
    expect(state().context.healing.tries).toBe(1);
    await pass(1_000);
    await fetchUser.answer(ok(buyer));
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'refused' }]);
  });

  it.each([broken(), unreachable(), refused('emailNotVerified', 'Forbidden')])(
    'is kept through 5xx, silence and any no but a 401, which is told once (%#)',
    async (answer) => {
      const { actor, fetchUser, parent } = await startVerified();
      actor.send({ type: 'auth.refused' });
      for (const wait of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]) {
        await fetchUser.answer(answer);
        await pass(wait);
      }
      expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'refused' }]);
      await fetchUser.answer(nobody);
      expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'refused' }]);
    },
  );

  it('[F13] is replaced by the account that signed in in another tab, by the younger read', async () => {
    const { actor, fetchUser, parent, state } = await startVerified();
    const other = { ...buyer, id: 'u9' };
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.recheck' });
    expect(fetchUser.aborted(1)).toBe(true);
    await fetchUser.answer(ok(other));
    expect(state().context.user).toEqual(other);
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: other, because: 'check' }]);
  });
});

it.each([
  ['a verified buyer', startVerified],
  ['an account to be proven', startUnverified],
])('[F12] a sign-out in another tab ends %s at once, without a question', async (_who, start) => {
  const { actor, fetchUser, parent, state } = await start();
  const asked = fetchUser.calls.length;
  actor.send({ type: 'auth.signedOut' });
  expect(state().context.user).toBeNull();
  expect(fetchUser.calls).toHaveLength(asked);
  expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
});

describe('sign-out (§4.87)', () => {
  it('leaves the queue, the session and the account in this order, then loads home again', async () => {
    const flow = await startVerified();
    flow.actor.send({ type: 'auth.recheck' });
    flow.actor.send({ type: 'auth.signOut' });
    expect(flow.fetchUser.aborted(1)).toBe(true);
    expect(flow.parent.take()).toEqual([{ type: 'auth.leaving' }]);
    await pass(100);
    await flow.exitSession.answer(refused('paymentNotVoidable', 'Conflict'));
    await flow.logout.answer(ok(null));
    expect(flow.parent.take()).toEqual([]);
    await flow.clearLocal.answer();
    expect(flow.parent.take()).toEqual([{ type: 'auth.anonymous', because: 'logout' }]);
    await pass(500);
    expect(flow.reloadHome.calls).toHaveLength(1);
  });
});
