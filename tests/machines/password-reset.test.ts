import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import { broken, ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import { grant, noCode, resetCoverage, startReset, tooSoon } from '../support/flows/otp-flow.ts';

const email = 'pembeli@contoh.id';
const code = '012345';
const password = 'tiketbaru9';
const unasked = { key: 'otp.sendFailed' };
const failed = { key: 'otp.verificationFailed' };
const expired = { key: 'otp.expired' };

const tooEasy = refused('passwordTooEasy', 'Kata sandi terlalu umum');
const tooMany = refused('tooManyRequests', 'Terlalu banyak percobaan');
/** The server's sentence, as the machine keeps it for the screen. */
const sentence = (words: string, code: RefusalCode) => ({ sentence: words, code });

function requesting() {
  const flow = startReset();
  flow.actor.send({ type: 'email.submit', email });
  return flow;
}
async function entering(first = grant({ cooldownMs: 60_000 })) {
  const flow = requesting();
  await flow.send.answer(ok(first));
  expect(flow.state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
  return flow;
}
async function resetting(first = grant()) {
  const flow = await entering(first);
  flow.actor.send({ type: 'otp.submit', code, password });
  expect(flow.state().value).toMatchObject({ code: { entry: 'submitting' } });
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
    const { state, send } = startReset();
    expect(state().value).toBe('asking');
    expect(send.calls).toEqual([]);
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    expect(state().can({ type: 'otp.submit', code, password })).toBe(false);
  });

  it('gets a code with its clock and its cooldown', async () => {
    const { actor, send, state } = requesting();
    expect(send.calls).toEqual([{ email }]);
    actor.send({ type: 'email.submit', email: 'lain@contoh.id' });
    expect(send.calls).toHaveLength(1);
    await send.answer(ok(grant({ remainingMs: 300_000, cooldownMs: 60_000 })));
    expect(state().value).toEqual({
      code: { entry: 'entering', clock: 'running', resend: 'coolingDown' },
    });
    expect(state().context).toMatchObject({ email, error: null, clearings: 0 });
    await pass(60_001);
    expect(state().value).toMatchObject({ code: { resend: 'ready' } });
    await pass(240_000);
    expect(state().value).toMatchObject({ code: { entry: 'expired', clock: 'ranOut' } });
    expect(state().context.error).toEqual(expired);
  });

  it('gets a code of fifteen minutes when the server does not say', async () => {
    const { state } = await entering(grant(noCode));
    await pass(899_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it.each([
    ['a moment ago', tooSoon(45, 3), 'coolingDown'],
    ['as often as a day allows', tooSoon(45, 10), 'dailyLimitReached'],
  ])('that got one %s has it in its mailbox', async (_when, answer, resend) => {
    const { actor, send, reset, state } = requesting();
    await send.answer(answer);
    expect(state().value).toEqual({ code: { entry: 'entering', clock: 'stopped', resend } });
    expect(state().context.error).toBeNull();
    actor.send({ type: 'otp.submit', code, password });
    expect(reset.calls).toHaveLength(1);
  });

  it.each([
    [
      refused('inputInvalid', 'Masukkan alamat email yang benar'),
      sentence('Masukkan alamat email yang benar', 'inputInvalid'),
    ],
    [tooMany, sentence('Terlalu banyak percobaan', 'tooManyRequests')],
    [refused('requestUnreadable', ''), unasked],
    [broken(), unasked],
    [unreachable(), unasked],
    ['crash' as const, unasked],
  ])('that got none is said to, until it is edited (%#)', async (answer, words) => {
    const { actor, send, state } = requesting();
    await (answer === 'crash' ? send.crash() : send.answer(answer));
    expect(state().value).toBe('asking');
    expect(state().context).toMatchObject({ email, error: words });
    actor.send({ type: 'otp.edit' });
    expect(state().context.error).toBeNull();
  });

  it('says nothing of the last try while the next is on its way', async () => {
    const { actor, send, state } = requesting();
    await send.answer(unreachable());
    actor.send({ type: 'email.submit', email: 'lain@contoh.id' });
    expect(state().context).toMatchObject({ email: 'lain@contoh.id', error: null });
  });

  it.each(['entering', 'expired'])('may be changed (%s)', async (where) => {
    const { actor, send, state } = await entering(grant({ remainingMs: 10_000 }));
    if (where === 'expired') await pass(10_001);
    expect(state().value).toMatchObject({ code: { entry: where } });
    actor.send({ type: 'email.change' });
    expect(state().value).toBe('asking');
    expect(state().context).toMatchObject({ email, grant: null, error: null, clearings: 1 });
    actor.send({ type: 'email.submit', email: 'lain@contoh.id' });
    await send.answer(ok(grant({ remainingMs: 5_000 })));
    await pass(4_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(2);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('that is being changed hears nothing of a code on its way to the old one', async () => {
    const { actor, send, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'email.change' });
    expect(send.aborted(1)).toBe(true);
    expect(state().value).toBe('asking');
  });
});

describe('the code and the new password', () => {
  it('go to the server together; it worked for 1.5 s, then the account is read', async () => {
    const { actor, reset, state } = await resetting();
    expect(reset.calls).toEqual([{ email, code, password }]);
    await reset.answer(ok({ isVerified: true }));
    expect(state().value).toBe('verified');
    actor.send({ type: 'otp.leave' });
    await pass(1_499);
    expect(state().status).toBe('active');
    await pass(2);
    expect(state().output).toEqual({ kind: 'verified' });
  });

  it('are kept nowhere', async () => {
    const { reset, state } = await resetting();
    expect(JSON.stringify(state().context)).not.toMatch(/012345|tiketbaru9/);
    await reset.answer(tooEasy);
    expect(JSON.stringify(state())).not.toMatch(/012345|tiketbaru9/);
  });

  it('need all six digits', async () => {
    const { actor, reset, state } = await entering();
    actor.send({ type: 'otp.submit', code: '12345', password });
    expect(state().context.error).toEqual({ key: 'otp.incomplete' });
    expect(reset.calls).toHaveLength(0);
  });

  it('keep the boxes where only the password will not do', async () => {
    const { actor, reset, state } = await resetting();
    await reset.answer(tooEasy);
    expect(state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
    expect(state().context).toMatchObject({
      error: sentence('Kata sandi terlalu umum', 'passwordTooEasy'),
      clearings: 0,
    });
    actor.send({ type: 'otp.edit' });
    expect(state().context.error).toBeNull();
  });

  it.each([
    [refused('codeWrong', 'Kode salah'), sentence('Kode salah', 'codeWrong')],
    [refused('codeWrong', ''), { key: 'otp.invalid' }],
  ])('empty them where the code is wrong (%#)', async (answer, words) => {
    const { reset, state } = await resetting();
    await reset.answer(answer);
    expect(state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
    expect(state().context).toMatchObject({ error: words, clearings: 1, clearingsAtSubmit: null });
  });

  it.each([
    [tooMany, sentence('Terlalu banyak percobaan', 'tooManyRequests')],
    [ok({ isVerified: false }), failed],
    [broken(), failed],
    [unreachable(), failed],
    ['crash' as const, failed],
  ])('keep them where nothing is known of the code (%#)', async (answer, words) => {
    const { reset, state } = await resetting();
    await (answer === 'crash' ? reset.crash() : reset.answer(answer));
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    expect(state().context).toMatchObject({ error: words, clearings: 0 });
  });

  it('end the code when the server says that it expired', async () => {
    const { reset, state } = await resetting();
    await reset.answer(refused('codeExpired'));
    expect(state().value).toMatchObject({ code: { entry: 'expired', clock: 'stopped' } });
    expect(state().context.error).toEqual(expired);
  });

  it('ignore that the code before a fresh one expired', async () => {
    const { actor, send, reset, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'otp.submit', code, password });
    await send.answer(ok(grant({ cooldownMs: 60_000 })));
    await reset.answer(refused('codeExpired'));
    expect(state().value).toMatchObject({ code: { entry: 'entering', clock: 'running' } });
    expect(state().context.error).toBeNull();
  });

  it.each([
    ['a wrong code', refused('codeWrong', 'Kode salah')],
    ['a weak password', tooEasy],
    ['a crash', 'crash' as const],
  ])('come too late with %s after the end of the code', async (_what, answer) => {
    const { reset, state } = await resetting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    expect(state().value).toMatchObject({ code: { entry: 'submitting', clock: 'ranOut' } });
    await (answer === 'crash' ? reset.crash() : reset.answer(answer));
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
    expect(state().context.error).toEqual(expired);
  });

  it('are the server’s to take, though the clock ended meanwhile', async () => {
    const { reset, state } = await resetting(grant({ remainingMs: 5_000 }));
    await pass(5_001);
    await reset.answer(ok({ isVerified: true }));
    expect(state().value).toBe('verified');
  });
});

describe('another code', () => {
  it('goes to the same address, empties the boxes and begins the clock again', async () => {
    const { actor, send, state } = await entering(grant({ remainingMs: 300_000 }));
    actor.send({ type: 'otp.resend' });
    expect(state().value).toMatchObject({ code: { resend: 'sending' } });
    expect(send.calls).toEqual([{ email }, { email }]);
    await send.answer(ok(grant({ remainingMs: 900_000, cooldownMs: 60_000 })));
    expect(state().value).toEqual({
      code: { entry: 'entering', clock: 'running', resend: 'coolingDown' },
    });
    expect(state().context.clearings).toBe(1);
    await pass(899_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
  });

  it('may be requested after the end of the one before it', async () => {
    const { actor, send, state } = await entering(grant({ remainingMs: 1_000 }));
    await pass(1_001);
    actor.send({ type: 'otp.resend' });
    await send.answer(ok(grant()));
    expect(state().value).toEqual({
      code: { entry: 'entering', clock: 'running', resend: 'ready' },
    });
  });

  it.each([
    [tooSoon(45, 3), 'coolingDown', null],
    [tooSoon(45, 10), 'dailyLimitReached', null],
    [unreachable(), 'ready', { key: 'otp.resendFailed' }],
    ['crash' as const, 'ready', { key: 'otp.resendFailed' }],
  ])('that cannot be had leaves the old one alone (%#)', async (answer, resend, error) => {
    const { actor, send, state } = await entering(grant());
    actor.send({ type: 'otp.resend' });
    await (answer === 'crash' ? send.crash() : send.answer(answer));
    expect(state().value).toEqual({ code: { entry: 'entering', clock: 'running', resend } });
    expect(state().context).toMatchObject({ error, clearings: 0 });
  });

  it('is not sent while one is being proven', async () => {
    const { actor, send, state } = await resetting();
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    actor.send({ type: 'otp.resend' });
    expect(send.calls).toHaveLength(1);
  });
});

it.each(['asking', 'requesting', 'entering', 'submitting', 'expired'])(
  'can be left for sign-in (%s)',
  async (where) => {
    const flow = startReset();
    if (where !== 'asking') flow.actor.send({ type: 'email.submit', email });
    if (['entering', 'submitting', 'expired'].includes(where)) {
      await flow.send.answer(ok(grant({ remainingMs: 10_000 })));
    }
    if (where === 'submitting') flow.actor.send({ type: 'otp.submit', code, password });
    if (where === 'expired') await pass(10_001);
    const isBefore = where === 'asking' || where === 'requesting';
    expect(flow.state().value).toEqual(
      isBefore ? where : { code: expect.objectContaining({ entry: where }) },
    );
    flow.actor.send({ type: 'otp.leave' });
    expect(flow.state().output).toEqual({ kind: 'left' });
  },
);

it('fires every declared transition', () => {
  expect(resetCoverage.unfired()).toEqual([]);
});
