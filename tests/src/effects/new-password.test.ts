// @vitest-environment node

import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { passwordResetEffects } from '../../../src/effects/flows/otp.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';

/** The effects over one response of the server, and the recorded requests. */
function effectsOver(status: number, body: unknown) {
  const sent: unknown[] = [];
  const api = createApi({
    root: 'http://localhost/api',
    retries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      sent.push([request.method, path, await request.json()]);
      const said = status === 200 ? body : { status, message: '', data: null, ...(body as object) };
      return new Response(JSON.stringify(said), { status });
    },
  });
  return {
    sent,
    effects: passwordResetEffects({ api, now: () => 1_000 } as unknown as EffectParts),
  };
}

const input = { email: 'pembeli@contoh.id', code: '012345', password: 'tiketbaru9' };

it('a code is requested by address, and its life counts on the device’s own clock', async () => {
  const { effects, sent } = effectsOver(200, {
    data: {
      next_request_available_in: 60,
      next_request_available_at: null,
      daily_usage: { current_count: 1, daily_limit: 10 },
      expires_in: 900,
    },
  });
  const asked = createActor(effects.sendCode, { input: { email: input.email } }).start();
  expect(await toPromise(asked)).toEqual({
    ok: true,
    value: {
      deadline: 901_000,
      remainingMs: 900_000,
      cooldownMs: 60_000,
      usedToday: 1,
      dailyLimit: 10,
    },
  });
  expect(sent).toEqual([['POST', '/api/auth/forgot-password', { email: input.email }]]);
});

it('code and password are sent in one call', async () => {
  const { effects, sent } = effectsOver(200, { data: { isVerified: true } });
  const answer = await toPromise(createActor(effects.resetPassword, { input }).start());
  expect(answer).toEqual({ ok: true, value: { isVerified: true } });
  const { email, code, password } = input;
  expect(sent).toEqual([['POST', '/api/auth/reset-password', { email, otp: code, password }]]);
});

it.each([
  [{ errors: [{ message: 'Terlalu umum', field: 'password' }] }, { field: 'password' }],
  [{ errors: [{ message: 'Terlalu umum', field: 'otp' }] }, { field: 'otp' }],
  [{ errors: ['Terlalu umum'] }, {}],
  [{ errors: [{ message: 'Terlalu umum', field: 7 }] }, {}],
  [{ errors: null, message: 'Terlalu umum' }, {}],
  [{ errors: [null], message: 'Terlalu umum' }, {}],
])('a refusal says which input it is about: %j', async (body, about) => {
  const { effects } = effectsOver(422, body);
  expect(await toPromise(createActor(effects.resetPassword, { input }).start())).toEqual({
    ok: false,
    failure: {
      kind: 'refused',
      status: 422,
      code: 'field' in about && about.field === 'password' ? 'passwordTooEasy' : 'codeWrong',
      message: 'Terlalu umum',
      ...about,
    },
  });
});
