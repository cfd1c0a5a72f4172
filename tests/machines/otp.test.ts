import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isWholeCode } from '../../machines/otp/otp.rules.ts';
import { ok, pass, refused } from '../support/flows/machines.ts';
import { grant, startOtp as start, tooSoon } from '../support/flows/otp-flow.ts';

async function entering(first = grant()) {
  const flow = start();
  await flow.status.answer(ok(first));
  return flow;
}

beforeEach(() => vi.useFakeTimers());

it('a code is six digits and nothing else (§5.15)', () => {
  const codes = ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '012345'];
  expect(codes.filter(isWholeCode)).toEqual(['012345']);
});

it('[F08] a code that lives is kept on the way in, with the rest of its time and of the cooldown (§2.433)', async () => {
  const { state, send } = await entering(grant({ remainingMs: 300_000, cooldownMs: 20_000 }));
  const code = { entry: 'entering', clock: 'running', resend: 'coolingDown' };
  expect(state().value).toEqual({ code });
  expect(send.calls).toHaveLength(0);
  await pass(20_000);
  expect(state().value).toMatchObject({ code: { resend: 'ready' } });
  await pass(279_999);
  expect(state().value).toMatchObject({ code: { entry: 'entering' } });
  await pass(1);
  expect(state().value).toMatchObject({ code: { entry: 'expired', clock: 'ranOut' } });
});

describe('the life of a code (§4.86)', () => {
  it('is not over for what is said of the code before it', async () => {
    const { actor, state, send, validate } = await entering(grant({ remainingMs: 5_000 }));
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'otp.submit', code: '012345' });
    await send.answer(ok(grant({ remainingMs: 600_000, cooldownMs: 60_000 })));
    await validate.answer(refused('codeExpired'));
    expect(state().context).toMatchObject({ error: null, grant: { remainingMs: 600_000 } });
    actor.send({ type: 'otp.submit', code: '543210' });
    await validate.answer(refused('codeExpired'));
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });

  it('begins again with a fresh code, also after the end of the one before it', async () => {
    const { actor, state, send } = await entering(grant({ remainingMs: 1_000 }));
    for (const [wait, clearings] of [
      [999, 1],
      [900_000, 2],
    ] as const) {
      await pass(wait);
      actor.send({ type: 'otp.resend' });
      await send.answer(ok(grant()));
      expect(state().context).toMatchObject({ error: null, clearings });
      await pass(899_999);
      expect(state().value).toMatchObject({ code: { entry: 'entering' } });
      await pass(1);
      expect(state().value).toMatchObject({ code: { entry: 'expired' } });
    }
  });
});

describe('another code (§2.431)', () => {
  it('that is asked for too soon waits as long as the server says', async () => {
    const { actor, state, send } = await entering();
    actor.send({ type: 'otp.resend' });
    await send.answer(tooSoon(45, 3));
    expect(state().context.grant).toEqual(grant({ cooldownMs: 45_000, usedToday: 3 }));
    await pass(44_999);
    expect(state().can({ type: 'otp.resend' })).toBe(false);
    await pass(1);
    expect(state().can({ type: 'otp.resend' })).toBe(true);
  });
});
