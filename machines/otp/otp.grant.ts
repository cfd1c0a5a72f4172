import { isLoose } from '../../contract/call/loose.ts';
import { otpDailyLimit } from '../../contract/limits.ts';
import { type Failure, isRefusedAs } from '../shared/result.ts';

/** When the next code may be requested, and until when this one is valid, on the monotonic clock of the device. */
export interface CodeGrant {
  /** Monotonic milliseconds; null when no code is valid. */
  readonly deadline: number | null;
  /** Remaining life of the code in milliseconds; null when no code is valid. */
  readonly remainingMs: number | null;
  readonly cooldownMs: number;
  readonly usedToday: number;
  readonly dailyLimit: number;
}

const noGrant: CodeGrant = {
  deadline: null,
  remainingMs: null,
  cooldownMs: 0,
  usedToday: 0,
  dailyLimit: otpDailyLimit,
};

/** True when today's codes are used up (§9.14). */
export function isSpent(grant: CodeGrant): boolean {
  return grant.usedToday >= grant.dailyLimit;
}

/** True while a code is valid. */
export function isAlive(grant: CodeGrant): boolean {
  return grant.remainingMs !== null && grant.remainingMs > 0;
}

/**
 * The known grant with the cooldown and the count of a refusal (`codeTooSoon`, `codesSpent`); the life of the code stays as it was. Null
 * for any other failure, and for a refusal without readable data. Parsed by hand: sign-in needs it before any schema is loaded (decision 015).
 */
export function grantOfRefusal(failure: Failure, known: CodeGrant | null): CodeGrant | null {
  if (failure.kind !== 'refused' || !isRefusedAs(failure, 'codeTooSoon', 'codesSpent')) return null;
  const { next_request_available_in: waitSeconds, daily_usage: usage } = failure.meta ?? {};
  if (typeof waitSeconds !== 'number' || !isLoose(usage)) return null;
  const { current_count: usedToday, daily_limit: dailyLimit } = usage;
  if (typeof usedToday !== 'number' || typeof dailyLimit !== 'number') return null;
  return {
    ...(known ?? noGrant),
    cooldownMs: Math.max(0, waitSeconds * 1000),
    usedToday,
    dailyLimit,
  };
}
