import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../machines/shared/outcome.ts';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import {
  grant,
  noCode,
  otpCoverage,
  resetOnly,
  startOtp,
  tooSoon,
} from '../support/flows/otp-flow.ts';

const email = 'pembeli@contoh.id';
const code = '012345';
const password = 'tiketbaru9';
const unasked = 'Failed to send verification code. Please try again.';
const failed = 'Verification failed. Please try again.';
const expired = 'OTP has expired. Please request a new code.';

/** A refusal that names the input it is about. */
function refusedAt(field: string, message: string): Outcome<never> {
  return { ok: false, failure: { kind: 'refused', status: 422, message, field } };
}

function asking() {
  return startOtp('reset');
}
function requesting() {
  const flow = asking();
  flow.actor.send({ type: 'otp.ask', email });
  return flow;
}
async function entering(first = grant({ cooldownMs: 60_000 })) {
  const flow = requesting();
  await flow.ask.answer(ok(first));
  expect(flow.state().value).toMatchObject({ entry: 'entering', clock: 'running' });
  return flow;
}
async function resetting(first = grant()) {
  const flow = await entering(first);
  flow.actor.send({ type: 'otp.submit', code, password });
  expect(flow.state().value).toMatchObject({ entry: 'resetting' });
  return flow;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the address', () => {
  it('is asked for first: nothing is read of an account', () => {
    const { state, status, ask } = asking();
    expect(state().value).toEqual({ entry: 'asking', clock: 'stopped', resend: 'unknown' });
    expect([...status.calls, ...ask.calls]).toEqual([]);
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    expect(state().can({ type: 'otp.submit', code, password })).toBe(false);
  });

  it('gets a code with its clock and its cooldown', async () => {
    const { actor, ask, state } = requesting();
    expect(ask.calls).toEqual([{ email }]);
    actor.send({ type: 'otp.ask', email: 'lain@contoh.id' });
    expect(ask.calls).toHaveLength(1);
    await ask.answer(ok(grant({ remainingMs: 300_000, cooldownMs: 60_000 })));
    expect(state().value).toEqual({ entry: 'entering', clock: 'running', resend: 'coolingDown' });
    expect(state().context).toMatchObject({ email, error: null, clearings: 0 });
    await pass(60_001);
    expect(state().value).toMatchObject({ resend: 'ready' });
    await pass(240_000);
    expect(state().value).toMatchObject({ entry: 'expired', clock: 'ranOut' });
    expect(state().context.error).toBe(expired);
  });

  it('gets a code of fifteen minutes when the server does not say', async () => {
    const { state } = await entering(grant(noCode));
    await pass(899_999);
    expect(state().value).toMatchObject({ entry: 'entering' });
    await pass(2);
    expect(state().value).toMatchObject({ entry: 'expired' });
  });

  it.each([
    ['a moment ago', tooSoon(45, 3), 'coolingDown'],
    ['as often as a day allows', tooSoon(45, 10), 'dailyLimitReached'],
  ])('that got one %s has it in its mailbox', async (_when, answer, resend) => {
    const { actor, ask, reset, state } = requesting();
    await ask.answer(answer);
    expect(state().value).toEqual({ entry: 'entering', clock: 'stopped', resend });
    expect(state().context.error).toBeNull();
    actor.send({ type: 'otp.submit', code, password });
    expect(reset.calls).toHaveLength(1);
  });

  it.each([
    [refused(422, 'Masukkan alamat email yang benar'), 'Masukkan alamat email yang benar'],
    [refused(429, 'Terlalu banyak percobaan'), 'Terlalu banyak percobaan'],
    [refused(400, ''), unasked],
    [broken(), unasked],
    [unreachable(), unasked],
    ['crash' as const, unasked],
  ])('that got none is said to, until it is edited (%#)', async (answer, words) => {
    const { actor, ask, state } = requesting();
    await (answer === 'crash' ? ask.crash() : ask.answer(answer));
    expect(state().value).toEqual({ entry: 'asking', clock: 'stopped', resend: 'unknown' });
    expect(state().context).toMatchObject({ email, error: words });
    actor.send({ type: 'otp.edit' });
    expect(state().context.error).toBeNull();
  });

  it('says nothing of the last try while the next is on its way', async () => {
    const { actor, ask, state } = requesting();
    await ask.answer(unreachable());
    actor.send({ type: 'otp.ask', email: 'lain@contoh.id' });
    expect(state().context).toMatchObject({ email: 'lain@contoh.id', error: null });
  });

  it.each(['entering', 'expired'])('may be changed (%s)', async (where) => {
    const { actor, ask, state } = await entering(grant({ remainingMs: 10_000 }));
    if (where === 'expired') await pass(10_001);
    expect(state().value).toMatchObject({ entry: where });
    actor.send({ type: 'otp.changeEmail' });
    expect(state().value).toEqual({ entry: 'asking', clock: 'stopped', resend: 'unknown' });
    expect(state().context).toMatchObject({ email, grant: null, error: null, clearings: 1 });
    actor.send({ type: 'otp.ask', email: 'lain@contoh.id' });
    await ask.answer(ok(grant({ remainingMs: 5_000 })));
    await pass(4_999);
    expect(state().value).toMatchObject({ entry: 'entering' });
    await pass(2);
    expect(state().value).toMatchObject({ entry: 'expired' });
  });

  it('that is being changed hears nothing of a code on its way to the old one', async () => {
    const { actor, ask, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'otp.changeEmail' });
    expect(ask.aborted(1)).toBe(true);
    expect(state().value).toEqual({ entry: 'asking', clock: 'stopped', resend: 'unknown' });
  });

  it.each(['full', 'simple'] as const)('is not asked for on the %s page', async (variant) => {
    const { actor, status, state } = startOtp(variant);
    actor.send({ type: 'otp.ask', email });
    expect(state().value).toMatchObject({ entry: 'checkingStatus' });
    await status.answer(ok(grant()));
    for (const event of [{ type: 'otp.changeEmail' }, { type: 'otp.ask', email }] as const) {
      expect(state().can(event)).toBe(false);
    }
  });
});

describe('the code and the new password', () => {
  it('go to the server together; it worked for 1.5 s, then the account is read', async () => {
    const { actor, reset, state } = await resetting();
    expect(reset.calls).toEqual([{ email, code, password }]);
    await reset.answer(ok({ isVerified: true }));
    expect(state().value).toEqual({ entry: 'verified', clock: 'closed', resend: 'closed' });
    actor.send({ type: 'otp.leave' });
    await pass(1_499);
    expect(state().status).toBe('active');
    await pass(2);
    expect(state().output).toEqual({ outcome: 'verified' });
  });

  it('are kept nowhere', async () => {
    const { reset, state } = await resetting();
    expect(JSON.stringify(state().context)).not.toMatch(/012345|tiketbaru9/);
    await reset.answer(refusedAt('password', 'Kata sandi terlalu umum'));
    expect(JSON.stringify(state())).not.toMatch(/012345|tiketbaru9/);
  });

  it('without a password is the server’s to refuse', async () => {
    const { actor, reset } = await entering();
    actor.send({ type: 'otp.submit', code });
    expect(reset.calls).toEqual([{ email, code, password: '' }]);
  });

  it('need all six digits', async () => {
    const { actor, reset, state } = await entering();
    actor.send({ type: 'otp.submit', code: '12345', password });
    expect(state().context.error).toBe('Please enter all 6 digits');
    expect(reset.calls).toHaveLength(0);
  });

  it('keep the boxes where only the password will not do', async () => {
    const { actor, reset, state } = await resetting();
    await reset.answer(refusedAt('password', 'Kata sandi terlalu umum'));
    expect(state().value).toMatchObject({ entry: 'entering', clock: 'running' });
    expect(state().context).toMatchObject({ error: 'Kata sandi terlalu umum', clearings: 0 });
    actor.send({ type: 'otp.edit' });
    expect(state().context.error).toBeNull();
  });

  it.each([
    [refusedAt('otp', 'Kode salah'), 'Kode salah'],
    [refused(422, ''), 'Invalid verification code. Please try again.'],
  ])('empty them where the code is wrong (%#)', async (answer, words) => {
    const { reset, state } = await resetting();
    await reset.answer(answer);
    expect(state().value).toMatchObject({ entry: 'entering', clock: 'running' });
    expect(state().context).toMatchObject({ error: words, clearings: 1, proving: null });
  });

  it.each([
    [refused(429, 'Terlalu banyak percobaan'), 'Terlalu banyak percobaan'],
    [ok({ isVerified: false }), failed],
    [broken(), failed],
    [unreachable(), failed],
    ['crash' as const, failed],
  ])('keep them where nothing is known of the code (%#)', async (answer, words) => {
    const { reset, state } = await resetting();
    await (answer === 'crash' ? reset.crash() : reset.answer(answer));
    expect(state().value).toMatchObject({ entry: 'entering' });
    expect(state().context).toMatchObject({ error: words, clearings: 0 });
  });

  it('take a 410 for the end of the code', async () => {
    const { reset, state } = await resetting();
    await reset.answer(refused(410, 'Gone'));
    expect(state().value).toMatchObject({ entry: 'expired', clock: 'stopped' });
    expect(state().context.error).toBe(expired);
  });

  it('pass a 410 over that is said of the code before a fresh one', async () => {
    const { actor, ask, reset, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'otp.submit', code, password });
    await ask.answer(ok(grant({ cooldownMs: 60_000 })));
    await reset.answer(refused(410, 'Gone'));
    expect(state().value).toMatchObject({ entry: 'entering', clock: 'running' });
    expect(state().context.error).toBeNull();
  });

  it.each([
    ['a wrong code', refusedAt('otp', 'Kode salah')],
    ['a weak password', refusedAt('password', 'Kata sandi terlalu umum')],
    ['a crash', 'crash' as const],
  ])('come too late with %s after the end of the code', async (_what, answer) => {
    const { reset, state } = await resetting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    expect(state().value).toMatchObject({ entry: 'resetting', clock: 'ranOut' });
    await (answer === 'crash' ? reset.crash() : reset.answer(answer));
    expect(state().value).toMatchObject({ entry: 'expired' });
    expect(state().context.error).toBe(expired);
  });

  it('are the server’s to take, though the clock ended meanwhile', async () => {
    const { reset, state } = await resetting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    await reset.answer(ok({ isVerified: true }));
    expect(state().value).toMatchObject({ entry: 'verified' });
  });
});

describe('another code', () => {
  it('goes to the same address, empties the boxes and begins the clock again', async () => {
    const { actor, ask, send, state } = await entering(grant({ remainingMs: 300_000 }));
    actor.send({ type: 'otp.resend' });
    expect(state().value).toMatchObject({ resend: 'sendingAgain' });
    expect(ask.calls).toEqual([{ email }, { email }]);
    expect(send.calls).toEqual([]);
    await ask.answer(ok(grant({ remainingMs: 900_000, cooldownMs: 60_000 })));
    expect(state().value).toEqual({ entry: 'entering', clock: 'running', resend: 'coolingDown' });
    expect(state().context.clearings).toBe(1);
    await pass(899_999);
    expect(state().value).toMatchObject({ entry: 'entering' });
  });

  it.each([
    [tooSoon(45, 3), 'coolingDown', null],
    [tooSoon(45, 10), 'dailyLimitReached', null],
    [unreachable(), 'ready', 'Failed to resend code. Please try again.'],
    ['crash' as const, 'ready', 'Failed to resend code. Please try again.'],
  ])('that cannot be had leaves the old one alone (%#)', async (answer, resend, error) => {
    const { actor, ask, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    await (answer === 'crash' ? ask.crash() : ask.answer(answer));
    expect(state().value).toEqual({ entry: 'entering', clock: 'running', resend });
    expect(state().context).toMatchObject({ error, clearings: 0 });
  });

  it('is not sent while one is being proven', async () => {
    const { actor, ask, state } = await resetting();
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    actor.send({ type: 'otp.resend' });
    expect(ask.calls).toHaveLength(1);
  });
});

it.each(['asking', 'requesting', 'entering', 'resetting', 'expired'])(
  'can be left for sign-in (%s)',
  async (where) => {
    const flow = asking();
    if (where !== 'asking') flow.actor.send({ type: 'otp.ask', email });
    if (['entering', 'resetting', 'expired'].includes(where)) {
      await flow.ask.answer(ok(grant({ remainingMs: 10_000 })));
    }
    if (where === 'resetting') flow.actor.send({ type: 'otp.submit', code, password });
    if (where === 'expired') await pass(10_001);
    expect(flow.state().value).toMatchObject({ entry: where });
    flow.actor.send({ type: 'otp.leave' });
    expect(flow.state().output).toEqual({ outcome: 'left' });
  },
);

it('fires every declared transition of a new password', () => {
  expect(otpCoverage.unfired().filter((key) => resetOnly.test(key))).toEqual([]);
});
