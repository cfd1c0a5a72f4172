import { isLoose } from '../../contract/call/loose.ts';
import { otpDailyLimit } from '../../contract/limits.ts';
import { type Failure, refusedWith } from '../shared/outcome.ts';
import type { OtpGrantReading } from './otp.types.ts';

const nothingKnown: OtpGrantReading = {
  deadline: null,
  remainingMs: null,
  cooldownMs: 0,
  usedToday: 0,
  dailyLimit: otpDailyLimit,
};

/** True when today's codes are used up (§9). */
export function isSpent(grant: OtpGrantReading): boolean {
  return grant.usedToday >= grant.dailyLimit;
}

/**
 * What a 429 says about the next code, laid over what was known; the clock of the running code stays as it was. Null for any other
 * failure, and for a 429 without readable data. Read by hand: sign-in asks it too, before any schema is there (decision 015).
 */
export function grantOfRefusal(
  failure: Failure,
  known: OtpGrantReading | null,
): OtpGrantReading | null {
  if (failure.kind !== 'refused' || refusedWith(failure) !== 429) return null;
  const { next_request_available_in: waitSeconds, daily_usage: usage } = failure.meta ?? {};
  if (typeof waitSeconds !== 'number' || !isLoose(usage)) return null;
  const { current_count: usedToday, daily_limit: dailyLimit } = usage;
  if (typeof usedToday !== 'number' || typeof dailyLimit !== 'number') return null;
  return {
    ...(known ?? nothingKnown),
    cooldownMs: Math.max(0, waitSeconds * 1000),
    usedToday,
    dailyLimit,
  };
}
