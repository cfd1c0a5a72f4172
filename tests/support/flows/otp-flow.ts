import { createActor } from 'xstate';
import type { CodeGrant } from '../../../machines/otp/otp.grant.ts';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpVariant } from '../../../machines/otp/otp.types.ts';
import { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import type { NewPassword } from '../../../machines/password-reset/password-reset.ports.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { fakePort, refused } from './machines.ts';

type Proof = Result<{ readonly isVerified: boolean }>;

/** The grant of a valid code, with the given members. */
export function grant(over: Partial<CodeGrant> = {}): CodeGrant {
  return {
    deadline: 900_000,
    remainingMs: 900_000,
    cooldownMs: 0,
    usedToday: 1,
    dailyLimit: 10,
    ...over,
  };
}
/** Members of a grant without a valid code. */
export const noCode = { deadline: null, remainingMs: null };
/** The refusal that says when the next code may be requested. */
export const tooSoon = (seconds: number, used: number) =>
  refused('codeTooSoon', 'Too many requests', {
    next_request_available_in: seconds,
    next_request_available_at: null,
    daily_usage: { current_count: used, daily_limit: 10 },
  });

/** An otp machine whose ports the test answers. */
export function startOtp(variant: OtpVariant = 'full') {
  const status = fakePort<Result<CodeGrant>, unknown>();
  const send = fakePort<Result<CodeGrant>, unknown>();
  const validate = fakePort<Proof, { readonly code: string }>();
  const machine = otpMachine.provide({
    actors: { readStatus: status.logic, sendCode: send.logic, validateCode: validate.logic },
  });
  const actor = createActor(machine, { input: { variant, email: 'baru@contoh.id' } }).start();
  return { actor, status, send, validate, state: () => actor.getSnapshot() };
}

/** A passwordReset machine whose ports the test answers. */
export function startReset() {
  const send = fakePort<Result<CodeGrant>, { readonly email: string }>();
  const reset = fakePort<Proof, NewPassword>();
  const machine = passwordResetMachine.provide({
    actors: { sendCode: send.logic, resetPassword: reset.logic },
  });
  const actor = createActor(machine).start();
  return { actor, send, reset, state: () => actor.getSnapshot() };
}
