import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import {
  grant,
  noCode,
  otpCoverage,
  startOtp as start,
  tooSoon,
} from '../support/flows/otp-flow.ts';

async function entering(first = grant(), variant: 'full' | 'simple' = 'full') {
  const flow = start(variant);
  await flow.status.answer(ok(first));
  expect(flow.state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
  return flow;
}

async function submitting(first = grant(), variant: 'full' | 'simple' = 'full') {
  const flow = await entering(first, variant);
  flow.actor.send({ type: 'otp.submit', code: '012345' });
  expect(flow.state().value).toMatchObject({ code: { entry: 'submitting' } });
  return flow;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('on the way in', () => {
  it('[F08] keeps a code that lives, with the rest of its time and of the cooldown', async () => {
    const { state, status, send } = start();
    expect(state().value).toBe('checkingStatus');
    await status.answer(ok(grant({ remainingMs: 300_000, cooldownMs: 20_000 })));
    expect(state().value).toEqual({
      code: {
        entry: 'entering',
        clock: 'running',
        resend: 'coolingDown',
      },
    });
    expect(send.calls).toHaveLength(0);
    await pass(19_999);
    expect(state().value).toMatchObject({ code: { resend: 'coolingDown' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { resend: 'ready' } });
    await pass(279_998);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired', clock: 'ranOut' } });
  });

  it('sends a code at once when none lives and one may be had', async () => {
    const { state, status, send } = start();
    await status.answer(ok(grant({ ...noCode, usedToday: 0 })));
    expect(state().value).toMatchObject({
      code: { entry: 'entering', clock: 'stopped', resend: 'sending' },
    });
    await send.answer(ok(grant({ cooldownMs: 60_000 })));
    expect(state().value).toMatchObject({ code: { clock: 'running', resend: 'coolingDown' } });
  });

  it.each([
    ['the cooldown runs', { cooldownMs: 30_000 }, 'coolingDown'],
    ['today is used up', { usedToday: 10 }, 'dailyLimitReached'],
  ])('is expired when none lives and %s', async (_name, over, resend) => {
    const { state, status, send } = start();
    await status.answer(ok(grant({ ...noCode, ...over })));
    expect(state().value).toEqual({ code: { entry: 'expired', clock: 'stopped', resend } });
    expect(state().context.error).toEqual({ key: 'otp.expired' });
    expect(send.calls).toHaveLength(0);
  });

  it('goes back to sign-in when there is nobody to prove', async () => {
    const { state, status } = start();
    await status.answer(refused('unauthenticated'));
    expect(state().status).toBe('done');
    expect(state().output).toEqual({ kind: 'signedOut' });
  });

  it.each(['broken', 'crashed'])('lets a code be entered when the status is %s', async (how) => {
    const { state, status } = start();
    await (how === 'broken' ? status.answer(broken()) : status.crash());
    expect(state().value).toEqual({
      code: { entry: 'entering', clock: 'stopped', resend: 'ready' },
    });
    expect(state().context.error).toBeNull();
  });
});

describe('the boxes', () => {
  it('refuse less than six digits', async () => {
    const { actor, state, validate } = await entering();
    for (const code of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦']) {
      actor.send({ type: 'otp.edit' });
      expect(state().context.error).toBeNull();
      actor.send({ type: 'otp.submit', code });
      expect(state().context.error).toEqual({ key: 'otp.incomplete' });
    }
    expect(validate.calls).toHaveLength(0);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
  });

  it.each([
    ['full', 1_500],
    ['simple', 2_000],
  ] as const)('say on the %s page that it worked for %i ms', async (variant, notice) => {
    const { actor, state, validate } = await submitting(grant(), variant);
    expect(validate.calls).toEqual([{ code: '012345' }]);
    await validate.answer(ok({ isVerified: true }));
    expect(state().value).toBe('verified');
    actor.send({ type: 'otp.leave' });
    actor.send({ type: 'otp.resend' });
    await pass(notice - 1);
    expect(state().status).toBe('active');
    await pass(2);
    expect(state().output).toEqual({ kind: 'verified' });
  });

  it('never keep the code', async () => {
    const { state, validate } = await submitting();
    expect(JSON.stringify(state().context)).not.toContain('012345');
    await validate.answer(refused('codeWrong', 'Wrong code'));
    expect(JSON.stringify(state())).not.toContain('012345');
  });

  it.each([
    [refused('codeWrong', 'Kode salah'), { sentence: 'Kode salah', code: 'codeWrong' }],
    [refused('codeWrong', ''), { key: 'otp.invalid' }],
    [unreachable(), { key: 'otp.verificationFailed' }],
    [broken(), { key: 'otp.verificationFailed' }],
  ] as const)('say what was wrong (%#)', async (response, error) => {
    const { state, validate } = await submitting();
    await validate.answer(response);
    expect(state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
    expect(state().context).toMatchObject({ error, clearings: 0 });
  });

  it('are not believed to be right by an answer that does not say so', async () => {
    const { state, validate } = await submitting();
    await validate.answer(ok({ isVerified: false }));
    expect(state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
    expect(state().context.error).toEqual({ key: 'otp.verificationFailed' });
  });

  it('say that it failed when the call crashes', async () => {
    const { state, validate } = await submitting();
    await validate.crash();
    expect(state().context.error).toEqual({ key: 'otp.verificationFailed' });
  });

  it('end the code when the server says that it expired', async () => {
    const { state, validate } = await submitting();
    await validate.answer(refused('codeExpired'));
    expect(state().value).toMatchObject({ code: { entry: 'expired', clock: 'stopped' } });
    expect(state().context).toMatchObject({
      error: { key: 'otp.expired' },
      grant: { deadline: null, remainingMs: null },
    });
  });

  it('go back to sign-in when nobody is signed in', async () => {
    const { state, validate } = await submitting();
    await validate.answer(refused('unauthenticated'));
    expect(state().output).toEqual({ kind: 'signedOut' });
  });
});

describe('the life of a code', () => {
  it('is fifteen minutes when the server does not say', async () => {
    const { state, status, send } = start();
    await status.answer(ok(grant({ ...noCode })));
    await send.answer(ok(grant({ ...noCode })));
    await pass(899_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
    expect(state().context.error).toEqual({ key: 'otp.expired' });
  });

  it('lets the server have the last word on a code that was sent in time', async () => {
    const { state, validate } = await submitting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    expect(state().value).toMatchObject({ code: { entry: 'submitting', clock: 'ranOut' } });
    await validate.answer(ok({ isVerified: true }));
    expect(state().value).toBe('verified');
  });

  it('is over when a wrong code comes back after it', async () => {
    const { state, validate } = await submitting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    await validate.answer(refused('codeWrong', 'Wrong code'));
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('is over when the call crashes after it', async () => {
    const { state, validate } = await submitting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    await validate.crash();
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
    expect(state().context.error).toEqual({ key: 'otp.expired' });
  });

  it('is not over for what is said of the code before it', async () => {
    const { actor, state, send, validate } = await entering(grant({ remainingMs: 5_000 }));
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'otp.submit', code: '012345' });
    await send.answer(ok(grant({ remainingMs: 600_000, cooldownMs: 60_000 })));
    await validate.answer(refused('codeExpired'));
    expect(state().value).toEqual({
      code: {
        entry: 'entering',
        clock: 'running',
        resend: 'coolingDown',
      },
    });
    expect(state().context).toMatchObject({ error: null, grant: { remainingMs: 600_000 } });
    actor.send({ type: 'otp.submit', code: '543210' });
    await validate.answer(refused('codeExpired'));
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('begins again with a fresh code, also while the one before it lives', async () => {
    const { actor, state, send } = await entering(grant({ remainingMs: 300_000 }));
    await pass(200_000);
    actor.send({ type: 'otp.resend' });
    await send.answer(ok(grant({ remainingMs: 900_000, cooldownMs: 60_000 })));
    await pass(899_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('begins again with a fresh code after the end of the one before it', async () => {
    const { actor, state, send } = await entering(grant({ remainingMs: 1_000 }));
    await pass(1_001);
    expect(state().value).toMatchObject({ code: { entry: 'expired', resend: 'ready' } });
    actor.send({ type: 'otp.resend' });
    await send.answer(ok(grant({ remainingMs: 600_000, cooldownMs: 60_000 })));
    expect(state().value).toEqual({
      code: {
        entry: 'entering',
        clock: 'running',
        resend: 'coolingDown',
      },
    });
    expect(state().context).toMatchObject({ error: null, clearings: 1 });
    await pass(599_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });
});

describe('another code', () => {
  it('that cannot be had leaves the old one alone', async () => {
    const { actor, state, send } = await entering(grant({ remainingMs: 10_000 }));
    for (const answer of [
      unreachable(),
      refused('codeTooSoon', 'Too many requests', { other: 1 }),
    ]) {
      actor.send({ type: 'otp.edit' });
      actor.send({ type: 'otp.resend' });
      await send.answer(answer);
      expect(state().context).toMatchObject({ error: { key: 'otp.resendFailed' }, clearings: 0 });
    }
    actor.send({ type: 'otp.resend' });
    await send.crash();
    expect(state().value).toEqual({
      code: { entry: 'entering', clock: 'running', resend: 'ready' },
    });
    await pass(10_001);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('that is asked for too soon waits as long as the server says', async () => {
    const { actor, state, send } = await entering();
    actor.send({ type: 'otp.resend' });
    await send.answer(tooSoon(45, 3));
    expect(state().value).toMatchObject({ code: { resend: 'coolingDown', clock: 'running' } });
    expect(state().context.grant).toEqual(grant({ cooldownMs: 45_000, usedToday: 3 }));
    await pass(44_999);
    actor.send({ type: 'otp.resend' });
    expect(send.calls).toHaveLength(1);
    await pass(2);
    actor.send({ type: 'otp.resend' });
    expect(send.calls).toHaveLength(2);
  });

  it('is not to be had any more today after the last', async () => {
    const { actor, state, send } = await entering();
    actor.send({ type: 'otp.resend' });
    await send.answer(tooSoon(60, 10));
    expect(state().value).toMatchObject({ code: { resend: 'dailyLimitReached' } });
    await pass(60_001);
    actor.send({ type: 'otp.resend' });
    expect(send.calls).toHaveLength(1);
  });

  it('is not sent while one is being proven', async () => {
    const { actor, state, send } = await submitting();
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    actor.send({ type: 'otp.resend' });
    expect(send.calls).toHaveLength(0);
  });

  it.each(['entering', 'submitting', 'expired'])(
    'that the server has no account for ends in sign-in (%s)',
    async (where) => {
      const { actor, state, send } = await entering(grant({ remainingMs: 10_000 }));
      actor.send({ type: 'otp.resend' });
      if (where === 'submitting') actor.send({ type: 'otp.submit', code: '012345' });
      if (where === 'expired') await pass(10_001);
      expect(state().value).toMatchObject({ code: { entry: where } });
      await send.answer(refused('unauthenticated'));
      expect(state().output).toEqual({ kind: 'signedOut' });
    },
  );
});

it.each(['checkingStatus', 'entering', 'submitting', 'expired'])(
  'can be left for sign-in (%s)',
  async (where) => {
    const { actor, state, status } = start();
    if (where !== 'checkingStatus') await status.answer(ok(grant({ remainingMs: 10_000 })));
    if (where === 'submitting') actor.send({ type: 'otp.submit', code: '012345' });
    if (where === 'expired') await pass(10_001);
    expect(state().value).toEqual(
      where === 'checkingStatus' ? where : { code: expect.objectContaining({ entry: where }) },
    );
    actor.send({ type: 'otp.leave' });
    expect(state().output).toEqual({ kind: 'left' });
  },
);

it('fires every declared transition', () => {
  expect(otpCoverage.unfired()).toEqual([]);
});
