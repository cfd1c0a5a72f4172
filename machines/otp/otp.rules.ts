import { otpGrantSchema } from '../../contract/account.ts';
import { otpDailyLimit, otpLength } from '../../contract/limits.ts';
import { type Failure, refusedWith } from '../shared/outcome.ts';
import type { OtpGrantReading } from './otp.types.ts';

/** The words of both pages (§5, §8). */
export const otpWords = {
  full: {
    incomplete: 'Please enter all 6 digits',
    invalid: 'Invalid verification code. Please try again.',
    resendFailed: 'Failed to resend code. Please try again.',
  },
  simple: {
    incomplete: 'Please enter complete verification code',
    invalid: 'Invalid OTP. Please try again.',
    resendFailed: 'Failed to resend OTP. Please try again.',
  },
} as const;
/** Said when no answer came to a code (§8). */
export const verificationFailed = 'Verification failed. Please try again.';
/** Said when the life of the code is over (§5). */
export const codeExpired = 'OTP has expired. Please request a new code.';

const nothingKnown: OtpGrantReading = {
  deadline: null,
  remainingMs: null,
  cooldownMs: 0,
  usedToday: 0,
  dailyLimit: otpDailyLimit,
};

/** True for six digits and nothing else (§5). */
export function isWholeCode(code: string): boolean {
  return code.length === otpLength && /^\d+$/.test(code);
}

/** True while a code lives. */
export function isAlive(grant: OtpGrantReading): boolean {
  return grant.remainingMs !== null && grant.remainingMs > 0;
}

/** True when today's codes are used up (§9). */
export function isSpent(grant: OtpGrantReading): boolean {
  return grant.usedToday >= grant.dailyLimit;
}

/**
 * What a 429 says about the next code, laid over what was known; the clock of the running code stays as it was. Null for any other
 * failure, and for a 429 without readable data.
 */
export function grantOfRefusal(
  failure: Failure,
  known: OtpGrantReading | null,
): OtpGrantReading | null {
  if (failure.kind !== 'refused' || refusedWith(failure) !== 429) return null;
  const read = otpGrantSchema.safeParse(failure.meta);
  if (!read.success) return null;
  return {
    ...(known ?? nothingKnown),
    cooldownMs: Math.max(0, read.data.next_request_available_in * 1000),
    usedToday: read.data.daily_usage.current_count,
    dailyLimit: read.data.daily_usage.daily_limit,
  };
}
