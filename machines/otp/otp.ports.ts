import { fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { CodeGrant } from './otp.grant.ts';

/** The effects of the otp machine. */
export const otpPorts = {
  /** GET /auth/otp-status: sends no code; refused as `unauthenticated` if there is no account to verify (§4.86). */
  readStatus: fromPromise<Result<CodeGrant>>(notProvided('otp.readStatus')),
  /** GET /auth/generate-otp: sends a new code; refused as `codeTooSoon` or `codesSpent` with the same data in `meta`. */
  sendCode: fromPromise<Result<CodeGrant>>(notProvided('otp.sendCode')),
  /** POST /auth/validate-otp: refused as `codeWrong` or `codeExpired`. */
  validateCode: fromPromise<Result<{ readonly isVerified: boolean }>, { readonly code: string }>(
    notProvided('otp.validateCode'),
  ),
};
