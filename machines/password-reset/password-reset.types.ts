import type { CodeContext, CodeEvent, CodeInnerEvent } from '../otp/otp.code.ts';

/** Context of the passwordReset machine. */
export interface PasswordResetContext extends CodeContext {
  /** Address that the code goes to; null until one is entered. */
  readonly email: string | null;
}

/** Events of the passwordReset machine. */
export type PasswordResetEvent =
  | CodeEvent
  | { readonly type: 'email.submit'; readonly email: string }
  /** 'Ganti alamat'. */
  | { readonly type: 'email.change' }
  /** `password` is the new one. */
  | { readonly type: 'otp.submit'; readonly code: string; readonly password: string };

/** Every event of the passwordReset machine, those that it raises itself included. */
export type PasswordResetAnyEvent = PasswordResetEvent | CodeInnerEvent;

/** Output of the passwordReset machine. */
export type PasswordResetOutput =
  /** The new password is stored and its account signed in. */
  { readonly kind: 'verified' } | { readonly kind: 'left' };
