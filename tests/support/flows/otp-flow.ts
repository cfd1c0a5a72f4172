import { createActor } from 'xstate';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpGrantReading, OtpVariant } from '../../../machines/otp/otp.types.ts';
import type { Outcome } from '../../../machines/shared/outcome.ts';
import { fakePort, refused, transitionCoverage } from './machines.ts';

type Proof = Outcome<{ readonly isVerified: boolean }>;
/** What a new password is chosen with. */
export interface NewPassword {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/** What the server says of a code that lives, unless the test says otherwise. */
export function grant(over: Partial<OtpGrantReading> = {}): OtpGrantReading {
  return {
    deadline: 900_000,
    remainingMs: 900_000,
    cooldownMs: 0,
    usedToday: 1,
    dailyLimit: 10,
    ...over,
  };
}
/** No code lives. */
export const noCode = { deadline: null, remainingMs: null };
/** A 429 that says until when. */
export const tooSoon = (seconds: number, used: number) =>
  refused(429, 'Too many requests', {
    next_request_available_in: seconds,
    next_request_available_at: null,
    daily_usage: { current_count: used, daily_limit: 10 },
  });

/** Transitions fired by every otp machine that `startOtp` starts. */
export const otpCoverage = transitionCoverage(otpMachine);
/** Transitions that only a new password leads through; the others are tested apart. */
export const resetOnly =
  /isReset|entry\.(asking|requesting|resetting)|sendingAgain|changeEmail|grant\.dropped/;

/** An otp machine with its ports in the hands of the test. */
export function startOtp(variant: OtpVariant = 'full') {
  const status = fakePort<Outcome<OtpGrantReading>, unknown>();
  const send = fakePort<Outcome<OtpGrantReading>, unknown>();
  const validate = fakePort<Proof, { readonly code: string }>();
  const ask = fakePort<Outcome<OtpGrantReading>, { readonly email: string }>();
  const reset = fakePort<Proof, NewPassword>();
  const machine = otpMachine.provide({
    actors: {
      readStatus: status.logic,
      sendCode: send.logic,
      validateCode: validate.logic,
      askReset: ask.logic,
      resetPassword: reset.logic,
    },
  });
  const actor = createActor(machine, {
    input: { variant, email: variant === 'reset' ? null : 'baru@contoh.id' },
    inspect: otpCoverage.inspect,
  }).start();
  return { actor, status, send, validate, ask, reset, state: () => actor.getSnapshot() };
}
