import { otpLength } from '../../contract/limits.ts';
import type { OtpGrantReading } from './otp.types.ts';

const full = {
  incomplete: 'Please enter all 6 digits',
  invalid: 'Invalid verification code. Please try again.',
  resendFailed: 'Failed to resend code. Please try again.',
} as const;

/** The words of the pages (§5, §8). */
export const otpWords = {
  full,
  reset: full,
  simple: {
    incomplete: 'Please enter complete verification code',
    invalid: 'Invalid OTP. Please try again.',
    resendFailed: 'Failed to resend OTP. Please try again.',
  },
} as const;
/** Said when no answer came to a code (§8). */
export const verificationFailed = 'Verification failed. Please try again.';
/** Said when no code could be sent to an address (§8). */
export const askFailed = 'Failed to send verification code. Please try again.';
/** Said when the life of the code is over (§5). */
export const codeExpired = 'OTP has expired. Please request a new code.';

/** True for six digits and nothing else (§5). */
export function isWholeCode(code: string): boolean {
  return code.length === otpLength && /^\d+$/.test(code);
}

/** True while a code lives. */
export function isAlive(grant: OtpGrantReading): boolean {
  return grant.remainingMs !== null && grant.remainingMs > 0;
}
