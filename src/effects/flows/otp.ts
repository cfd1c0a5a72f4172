import { fromPromise } from 'xstate';
import {
  forgotPassword,
  generateOtp,
  otpStatus,
  resetPassword,
  validateOtp,
} from '../../../contract/account.ts';
import type { otpPorts } from '../../../machines/otp/otp.ports.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import type { EffectParts } from '../parts.ts';
import { otpReading } from '../readings.ts';

/** Effects of the one-time code. */
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
    askReset: fromPromise(async ({ input, signal }) =>
      mapOutcome(await api.call(forgotPassword, { body: input, signal }), (grant) =>
        otpReading(grant, now),
      ),
    ),
    resetPassword: fromPromise(({ input: { email, code, password }, signal }) =>
      api.call(resetPassword, { body: { email, otp: code, password }, signal }),
    ),
  } satisfies Partial<typeof otpPorts>;
}
