import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authCoverage,
  buyer,
  formSources,
  newcomer,
  startAnonymous,
  startAuth,
  startUnverified,
  startVerified,
} from '../support/flows/auth-flow.ts';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idle = { anonymous: 'idle' };
const loginEditing = { anonymous: { login: 'editing' } };
const registerEditing = { anonymous: { register: 'editing' } };

describe('a cold start', () => {
  it('finds a verified buyer', async () => {
    const { account, fetchUser, parent, state } = startAuth();
    expect(account()).toBe('checking');
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
    expect(state().context.user).toEqual(buyer);
    expect(parent.events()).toEqual([{ type: 'auth.verified', user: buyer, because: 'check' }]);
  });

  it.each([
    ['nobody', refused('unauthenticated', 'Unauthorized')],
    ['an unverified account', ok(newcomer)],
  ])('takes %s for a visitor', async (_name, answer) => {
    const { account, fetchUser, parent, state } = startAuth();
    await fetchUser.answer(answer);
    expect(account()).toEqual(idle);
    expect(state().context.user).toBeNull();
    expect(parent.events()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
  });

  it('tries again for as long as it takes, ever more slowly, and takes no silence for a visitor', async () => {
    const { account, fetchUser, parent } = startAuth();
    await fetchUser.answer(unreachable());
    const waits = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
    for (const [tries, wait] of waits.entries()) {
      await pass(wait - 1);
      expect(fetchUser.calls).toHaveLength(tries + 1);
      await pass(2);
      expect(fetchUser.calls).toHaveLength(tries + 2);
      expect(account()).toBe('checking');
      await fetchUser.answer(broken());
    }
    expect(account()).toBe('checking');
    expect(parent.events()).toEqual([]);
    await pass(30_001);
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
    expect(parent.events()).toEqual([{ type: 'auth.verified', user: buyer, because: 'check' }]);
  });

  it('waits as long as the server asks for, and not at all after a wake', async () => {
    const { actor, fetchUser } = startAuth();
    await fetchUser.answer({
      ok: false,
      failure: { kind: 'broken', status: 503, message: '', retryAfterMs: 20_000 },
    });
    await pass(19_999);
    expect(fetchUser.calls).toHaveLength(1);
    actor.send({ type: 'call.hasten' });
    expect(fetchUser.calls).toHaveLength(2);
  });

  it.each([
    refused('emailNotVerified', 'Forbidden'),
    refused('tooManyRequests', 'Too many requests'),
    refused('notFound', ''),
  ])('only a 401 says that nobody is there (%#)', async (answer) => {
    const { account, fetchUser } = startAuth();
    await fetchUser.answer(answer);
    expect(account()).toBe('checking');
    await pass(1_001);
    await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
    expect(account()).toEqual(idle);
  });

  it('a crash says nothing of who is there', async () => {
    const { account, fetchUser } = startAuth();
    await fetchUser.crash();
    expect(account()).toBe('checking');
    await pass(1_001);
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual({ verified: 'settled' });
  });
});

describe('an account to be proven', () => {
  it.each(['unverified', 'anonymous'])('is verified by its code (%s)', async (before) => {
    const flow = before === 'unverified' ? await startUnverified() : await startAnonymous();
    flow.actor.send({ type: 'code.accepted' });
    await flow.fetchUser.answer(ok(buyer));
    expect(flow.account()).toEqual({ verified: 'settled' });
    expect(flow.parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'code' }]);
  });

  it('is verified by its code though the read got lost', async () => {
    const { account, actor, fetchUser, parent } = await startUnverified();
    actor.send({ type: 'code.accepted' });
    for (const wait of [1_001, 2_001, 4_001]) {
      await fetchUser.crash();
      await pass(wait);
    }
    await fetchUser.crash();
    expect(account()).toEqual({ verified: 'settled' });
    const user = { ...newcomer, isVerified: true };
    expect(parent.take()).toEqual([{ type: 'auth.verified', user, because: 'code' }]);
  });

  it('stays what it is by a mere check, and is cleared by a 401', async () => {
    const { account, actor, fetchUser, parent } = await startUnverified();
    actor.send({ type: 'auth.recheck' });
    await fetchUser.answer(ok(newcomer));
    actor.send({ type: 'auth.recheck' });
    for (const wait of [1_001, 2_001, 4_001, 8_001]) {
      await fetchUser.crash();
      await pass(wait);
    }
    const told = { type: 'auth.unverified', user: newcomer, because: 'check' };
    expect(parent.take()).toEqual([told, told]);
    actor.send({ type: 'auth.refused' });
    await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
    expect(account()).toEqual(idle);
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'refused' }]);
  });

  it.each(['login', 'register'] as const)('gives way to a %s', async (form) => {
    const { account, actor, parent, state } = await startUnverified();
    actor.send({ type: `${form}.open`, surface: 'page', returnTo: null });
    expect(account()).toEqual(form === 'login' ? loginEditing : registerEditing);
    expect(state().context.user).toBeNull();
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'check' }]);
  });
});

describe('a buyer who is signed in', () => {
  it('is doubted once by a storm of 401s, and kept when the account is there', async () => {
    const { account, actor, fetchUser, parent } = await startVerified();
    for (let call = 0; call < 5; call += 1) actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(2);
    expect(account()).toEqual({ verified: 'settled' });
    await fetchUser.answer(ok(buyer));
    expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'refused' }]);
  });

  it('is doubted once while the tries go on, too', async () => {
    const { actor, fetchUser, state } = await startVerified();
    actor.send({ type: 'auth.refused' });
    await fetchUser.answer(broken());
    actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(2);
    expect(state().context.healing.tries).toBe(1);
    await pass(1_001);
    expect(fetchUser.calls).toHaveLength(3);
  });

  it('is read again for a 401 that comes while an older question is open', async () => {
    const { actor, fetchUser, parent } = await startVerified();
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(3);
    expect(fetchUser.aborted(1)).toBe(true);
    await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'refused' }]);
  });

  it('is read again for a 401 that comes between two tries of an older question', async () => {
    const { actor, fetchUser, state } = await startVerified();
    actor.send({ type: 'auth.recheck' });
    await fetchUser.answer(unreachable());
    actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(3);
    expect(state().context).toMatchObject({ cause: 'refused', healing: { tries: 0 } });
  });

  it.each([refused('unauthenticated', 'Unauthorized'), ok(newcomer)])(
    'is cleared when the server says so (%#)',
    async (answer) => {
      const { account, actor, fetchUser, parent, state } = await startVerified();
      actor.send({ type: 'auth.refused' });
      await fetchUser.answer(answer);
      expect(account()).toEqual(idle);
      expect(state().context.user).toBeNull();
      expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'refused' }]);
    },
  );

  it.each([broken(), unreachable(), refused('emailNotVerified', 'Forbidden')])(
    'is kept through 5xx, silence and any no but a 401, while the reader tries on (%#)',
    async (answer) => {
      const { account, actor, fetchUser, parent } = await startVerified();
      actor.send({ type: 'auth.refused' });
      await fetchUser.answer(answer);
      for (const wait of [1_001, 2_001, 4_001, 8_001, 15_001, 30_001]) {
        await pass(wait);
        await fetchUser.answer(answer);
      }
      expect(fetchUser.calls).toHaveLength(8);
      expect(account()).toEqual({ verified: 'settled' });
      expect(parent.take()).toEqual([{ type: 'auth.verified', user: buyer, because: 'refused' }]);
      await pass(30_001);
      await fetchUser.answer(refused('unauthenticated', 'Unauthorized'));
      expect(account()).toEqual(idle);
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

describe('[F12] a sign-out in another tab (ruling 1.4-J)', () => {
  const gone = [{ type: 'auth.anonymous', because: 'check' }];

  it.each([
    ['a verified buyer', startVerified],
    ['an account to be proven', startUnverified],
  ])('ends %s at once, without a question to the server', async (_who, start) => {
    const { account, actor, fetchUser, parent, state } = await start();
    const asked = fetchUser.calls.length;
    actor.send({ type: 'auth.signedOut' });
    expect(account()).toEqual(idle);
    expect(state().context.user).toBeNull();
    expect(fetchUser.calls).toHaveLength(asked);
    expect(parent.take()).toEqual(gone);
  });

  it('is the newer word where the account is being read', async () => {
    const cold = startAuth();
    cold.actor.send({ type: 'auth.signedOut' });
    expect(cold.account()).toEqual(idle);
    expect(cold.fetchUser.aborted(0)).toBe(true);
    expect(cold.parent.take()).toEqual(gone);
    const { account, actor, fetchUser, state } = await startVerified();
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.signedOut' });
    await fetchUser.answer(ok(buyer));
    expect(account()).toEqual(idle);
    expect(state().value.reader).toBe('idle');
  });

  it('changes nothing on the way out here', async () => {
    const { account, actor, parent } = await startVerified();
    actor.send({ type: 'auth.signOut' });
    parent.take();
    actor.send({ type: 'auth.signedOut' });
    expect(account()).toEqual({ signingOut: 'leavingQueue' });
    expect(parent.take()).toEqual([]);
  });
});

describe('sign-out', () => {
  it('leaves the queue, the session and the account in this order, then loads home again', async () => {
    const flow = await startVerified();
    const { account, actor, exitSession, logout, clearLocal, reloadHome, parent } = flow;
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.signOut' });
    expect(flow.fetchUser.aborted(1)).toBe(true);
    expect(parent.take()).toEqual([{ type: 'auth.leaving' }]);
    await pass(99);
    expect(exitSession.calls).toHaveLength(0);
    await pass(2);
    expect(exitSession.calls).toHaveLength(1);
    expect(logout.calls).toHaveLength(0);
    await exitSession.answer(refused('paymentNotVoidable', 'Conflict'));
    expect(logout.calls).toHaveLength(1);
    await logout.answer(ok(null));
    expect(clearLocal.calls).toHaveLength(1);
    expect(parent.take()).toEqual([]);
    await clearLocal.answer();
    expect(parent.take()).toEqual([{ type: 'auth.anonymous', because: 'logout' }]);
    expect(flow.state().context.user).toBeNull();
    await pass(499);
    expect(reloadHome.calls).toHaveLength(0);
    await pass(2);
    expect(reloadHome.calls).toHaveLength(1);
    await reloadHome.answer();
    expect(account()).toEqual(idle);
  });

  it('hangs on no step for more than two seconds', async () => {
    const { actor, clearLocal, exitSession, logout } = await startVerified();
    actor.send({ type: 'auth.signOut' });
    await pass(101);
    await pass(1_998);
    expect(logout.calls).toHaveLength(0);
    await pass(3);
    expect(exitSession.aborted(0)).toBe(true);
    expect(logout.calls).toHaveLength(1);
    await pass(1_997);
    expect(clearLocal.calls).toHaveLength(0);
    await pass(4);
    expect(clearLocal.calls).toHaveLength(1);
  });

  it('gets through crashes, for an unverified account too', async () => {
    const flow = await startUnverified();
    flow.actor.send({ type: 'auth.signOut' });
    await pass(101);
    await flow.exitSession.crash();
    await flow.logout.crash();
    await flow.clearLocal.crash();
    await pass(501);
    await flow.reloadHome.crash();
    expect(flow.account()).toEqual(idle);
  });

  it('is not undone by a read', async () => {
    const { account, actor, fetchUser } = await startVerified();
    actor.send({ type: 'auth.signOut' });
    actor.send({ type: 'auth.recheck' });
    actor.send({ type: 'auth.refused' });
    expect(fetchUser.calls).toHaveLength(1);
    expect(account()).toEqual({ signingOut: 'leavingQueue' });
  });
});

it('fires every declared transition that is not a form', () => {
  const others = new RegExp(`^(?!.*(${formSources.source}))`);
  expect(authCoverage.unfired(others)).toEqual([]);
});
