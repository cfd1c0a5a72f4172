import { fromPromise } from 'xstate';
import type { CodeGrant } from '../otp/otp.grant.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';

/** Input of the call that sets a new password. */
export interface NewPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** The effects of the passwordReset machine. */
export const passwordResetPorts = {
  /** POST /auth/forgot-password: sends a code to the address, if an account has it; refused as `codeTooSoon` or `codesSpent` like `otp.sendCode`. */
  sendCode: fromPromise<Result<CodeGrant>, { readonly email: string }>(
    notProvided('passwordReset.sendCode'),
  ),
  /** POST /auth/reset-password: refused as `codeWrong`, `codeExpired` or `passwordTooEasy`; signs in. */
  resetPassword: fromPromise<Result<{ readonly isVerified: boolean }>, NewPassword>(
    notProvided('passwordReset.resetPassword'),
  ),
};
