import { beforeEach, describe, expect, it, vi } from 'vitest';
import { broken, ok, pass, refused } from '../support/flows/machines.ts';
import { grant, startReset } from '../support/flows/otp-flow.ts';

const email = 'pembeli@contoh.id';
const proof = { code: '012345', password: 'tiketbaru9' };

function requesting() {
  const flow = startReset();
  flow.actor.send({ type: 'email.submit', email });
  return flow;
}
async function entering(first = grant()) {
  const flow = requesting();
  await flow.send.answer(ok(first));
  return flow;
}

beforeEach(() => vi.useFakeTimers());

describe('the address (§2.435)', () => {
  it('may be changed: the code to the old one is over, and that on its way to it', async () => {
    const { actor, send, state } = await entering();
    actor.send({ type: 'otp.resend' });
    actor.send({ type: 'email.change' });
    expect(send.aborted(1)).toBe(true);
    expect(state().context).toMatchObject({ email, grant: null, error: null, clearings: 1 });
    actor.send({ type: 'email.submit', email: 'lain@contoh.id' });
    await send.answer(ok(grant({ remainingMs: 5_000 })));
    await pass(4_999);
    expect(state().value).toMatchObject({ code: { entry: 'entering' } });
    await pass(1);
    expect(state().value).toMatchObject({ code: { entry: 'expired' } });
  });
});

describe('the code and the new password', () => {
  it.each([
    [refused('passwordTooEasy', 'Terlalu umum'), 0],
    [refused('tooManyRequests', 'Terlalu sering'), 0],
    [refused('codeWrong', 'Kode salah'), 1],
    [refused('codeWrong', ''), 1],
    [ok({ isVerified: false }), 0],
    [broken(), 0],
  ])('empty the boxes where the code is wrong, and only there (%#)', async (answer, clearings) => {
    const { actor, reset, state } = await entering();
    actor.send({ type: 'otp.submit', ...proof });
    await reset.answer(answer);
    expect(state().context).toMatchObject({ clearings, clearingsAtSubmit: null });
    actor.send({ type: 'otp.edit' });
    expect(state().context.error).toBeNull();
  });

  it('come too late after the end of the code, unless the server takes them', async () => {
    for (const [answer, value] of [
      [refused('passwordTooEasy', 'Terlalu umum'), { code: { entry: 'expired' } }],
      [ok({ isVerified: true }), 'verified'],
    ] as const) {
      const { actor, reset, state } = await entering(grant({ remainingMs: 5_000 }));
      actor.send({ type: 'otp.submit', ...proof });
      await pass(5_000);
      await reset.answer(answer);
      expect(state().matches(value as never)).toBe(true);
    }
  });
});
