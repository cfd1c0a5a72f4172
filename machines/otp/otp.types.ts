import type { CodeContext, CodeEvent, CodeInnerEvent } from './otp.code.ts';

/** Page that shows the machine: the full one, or the simpler one with its own texts and pause (§2.432). */
export type OtpVariant = 'full' | 'simple';

/** Context of the otp machine. */
export interface OtpContext extends CodeContext {
  readonly variant: OtpVariant;
  /** Address the code went to; null if only the server knows it (§2.433). */
  readonly email: string | null;
}

/** Events of the otp machine. */
export type OtpEvent = CodeEvent | { readonly type: 'otp.submit'; readonly code: string };

/** Every event of the otp machine, those that it raises itself included. */
export type OtpAnyEvent = OtpEvent | CodeInnerEvent;

/** Input of the otp machine. */
export interface OtpInput {
  readonly variant: OtpVariant;
  readonly email: string | null;
}

/** Output of the otp machine and of the password reset. */
export type OtpOutput =
  | { readonly kind: 'verified' }
  /** The server knows no account to verify: back to sign-in. */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'left' };
