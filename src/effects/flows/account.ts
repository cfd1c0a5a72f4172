import { fromPromise } from 'xstate';
import {
  generateOtp,
  login,
  logout,
  me,
  otpStatus,
  register,
  validateOtp,
} from '../../../contract/account.ts';
import { exitSession } from '../../../contract/session.ts';
import type { authPorts } from '../../../machines/auth/auth.ports.ts';
import type { otpPorts } from '../../../machines/otp/otp.ports.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import type { EffectParts } from '../parts.ts';
import { otpReading } from '../readings.ts';

/** Signing in and out against the contract. */
export function authEffects({ api, now, store, sayToTabs, reload }: EffectParts) {
  return {
    fetchUser: fromPromise(async ({ signal }) => {
      const answer = await api.call(me, { signal });
      if (answer.ok && answer.value.isVerified && !signal.aborted) {
        store.clearUsers(answer.value.id);
      }
      return answer;
    }),
    login: fromPromise(({ input, signal }) => api.call(login, { body: input, signal })),
    register: fromPromise(({ input, signal }) => api.call(register, { body: input, signal })),
    requestCode: fromPromise(async ({ signal }) =>
      mapOutcome(await api.call(generateOtp, { signal }), (grant) => otpReading(grant, now)),
    ),
    exitSession: fromPromise(({ signal }) => api.call(exitSession, { signal })),
    logout: fromPromise(({ signal }) => api.call(logout, { signal })),
    clearLocal: fromPromise(async () => {
      store.clearUsers();
      sayToTabs('signed-out');
    }),
    reloadHome: fromPromise(async () => reload({ name: 'home' })),
  } satisfies Partial<typeof authPorts>;
}

/** The e-mailed code against the contract. */
export function otpEffects({ api, now }: EffectParts) {
  return {
    readStatus: fromPromise(async ({ signal }) =>
      mapOutcome(await api.call(otpStatus, { signal }), (grant) => otpReading(grant, now)),
    ),
    sendCode: fromPromise(async ({ signal }) =>
      mapOutcome(await api.call(generateOtp, { signal }), (grant) => otpReading(grant, now)),
    ),
    validateCode: fromPromise(({ input, signal }) =>
      api.call(validateOtp, { body: { otp: input.code }, signal }),
    ),
  } satisfies Partial<typeof otpPorts>;
}
