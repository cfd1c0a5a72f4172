/** When the next code may be asked for, and until when this one lives, on the monotonic clock of the device. */
export interface OtpGrantReading {
  /** Monotonic milliseconds; null when no code is alive. */
  readonly deadline: number | null;
  /** Milliseconds the code still lives; null when no code is alive. */
  readonly remainingMs: number | null;
  readonly cooldownMs: number;
  readonly usedToday: number;
  readonly dailyLimit: number;
}

/** What the otp machine keeps. The code itself is held only while its call runs. */
export interface OtpContext {
  readonly variant: 'full' | 'simple';
  /** Address the code went to; null when only the server knows (ruling 1.1-G). */
  readonly email: string | null;
  readonly code: string | null;
  readonly grant: OtpGrantReading | null;
  readonly error: string | null;
  /** Rises when the boxes have to be emptied. */
  readonly clearings: number;
}

/** What the otp machine may be told. */
export type OtpEvent =
  | { readonly type: 'otp.submit'; readonly code: string }
  | { readonly type: 'otp.edit' }
  | { readonly type: 'otp.resend' }
  /** 'Back to Login'. */
  | { readonly type: 'otp.leave' };

/** What the otp machine starts from. */
export interface OtpInput {
  readonly variant: 'full' | 'simple';
  readonly email: string | null;
}

/** How asking for a code ends. */
export type OtpOutput =
  | { readonly outcome: 'verified' }
  /** The server knows no account to prove: back to sign-in. */
  | { readonly outcome: 'signedOut' }
  | { readonly outcome: 'left' };
