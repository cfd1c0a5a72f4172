import { fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { OtpGrantReading } from './otp.types.ts';

/** The effects of the otp machine. */
export const otpPorts = {
  /** GET /auth/otp-status: sends nothing; 401 when there is no account to prove (ruling 1.4-H). */
  readStatus: fromPromise<Outcome<OtpGrantReading>>(notProvided('otp.readStatus')),
  /** GET /auth/generate-otp: sends a fresh code; 429 with the same data in `meta`. */
  sendCode: fromPromise<Outcome<OtpGrantReading>>(notProvided('otp.sendCode')),
  /** POST /auth/validate-otp: 422 on a wrong code, 410 on one that is dead. */
  validateCode: fromPromise<Outcome<{ readonly isVerified: boolean }>, { readonly code: string }>(
    notProvided('otp.validateCode'),
  ),
  /** POST /auth/forgot-password: sends a code to an address, if an account has it; 429 as `sendCode`. */
  askReset: fromPromise<Outcome<OtpGrantReading>, { readonly email: string }>(
    notProvided('otp.askReset'),
  ),
  /** POST /auth/reset-password: 422 on a wrong code or a weak password (`field`), 410 on a code that is dead; signs in. */
  resetPassword: fromPromise<
    Outcome<{ readonly isVerified: boolean }>,
    { readonly email: string; readonly code: string; readonly password: string }
  >(notProvided('otp.resetPassword')),
};
