import { fromPromise } from 'xstate';
import {
  forgotPassword,
  generateOtp,
  otpStatus,
  resetPassword,
  validateOtp,
} from '../../../contract/account.ts';
import type { otpPorts } from '../../../machines/otp/otp.ports.ts';
import type { passwordResetPorts } from '../../../machines/password-reset/password-reset.ports.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import type { EffectParts } from '../parts.ts';
import { codeGrant } from '../readings.ts';

/** Effects of the one-time code. */
export function otpEffects({ api, now }: EffectParts) {
  return {
    readStatus: fromPromise(async ({ signal }) =>
      mapResult(await api.call(otpStatus, { signal }), (grant) => codeGrant(grant, now)),
    ),
    sendCode: fromPromise(async ({ signal }) =>
      mapResult(await api.call(generateOtp, { signal }), (grant) => codeGrant(grant, now)),
    ),
    validateCode: fromPromise(({ input, signal }) =>
      api.call(validateOtp, { body: { otp: input.code }, signal }),
    ),
  } satisfies Partial<typeof otpPorts>;
}

/** Effects of the password reset. */
export function passwordResetEffects({ api, now }: EffectParts) {
  return {
    sendCode: fromPromise(async ({ input, signal }) =>
      mapResult(await api.call(forgotPassword, { body: input, signal }), (grant) =>
        codeGrant(grant, now),
      ),
    ),
    resetPassword: fromPromise(({ input: { email, code, password }, signal }) =>
      api.call(resetPassword, { body: { email, otp: code, password }, signal }),
    ),
  } satisfies Partial<typeof passwordResetPorts>;
}
