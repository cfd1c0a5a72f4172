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

/** Which page asks: the two that prove an address, and the one where a new password is chosen. */
export type OtpVariant = 'full' | 'simple' | 'reset';

/** What the otp machine keeps. Neither the code nor a password is never in it: they go from their event into their call. */
export interface OtpContext {
  readonly variant: OtpVariant;
  /** Address the code went to; null when only the server knows (ruling 1.1-G), or before one is given. */
  readonly email: string | null;
  readonly grant: OtpGrantReading | null;
  readonly error: string | null;
  /** Rises when the boxes have to be emptied. */
  readonly clearings: number;
  /** The `clearings` of when the code that is being proven was typed: not those of now when a fresh one came meanwhile. Null while none is. */
  readonly proving: number | null;
  /** How it ended; null while it runs. */
  readonly outcome: OtpOutput['outcome'] | null;
}

/** What the otp machine may be told. */
export type OtpEvent =
  /** 'password' is the new one, of the page that resets it. */
  | { readonly type: 'otp.submit'; readonly code: string; readonly password?: string }
  /** Of that page: where to send the code, and 'another address'. */
  | { readonly type: 'otp.ask'; readonly email: string }
  | { readonly type: 'otp.changeEmail' }
  | { readonly type: 'otp.edit' }
  | { readonly type: 'otp.resend' }
  /** 'Back to Login'. */
  | { readonly type: 'otp.leave' };

/** What the regions of the otp machine tell one another. */
export type OtpInnerEvent =
  /** The server said when codes may be asked for; nothing was sent. */
  | { readonly type: 'grant.read' }
  | { readonly type: 'code.wanted' }
  | { readonly type: 'code.sent' }
  | { readonly type: 'code.ranOut' }
  /** The server killed the code before its time. */
  | { readonly type: 'code.died' }
  | { readonly type: 'account.gone' }
  /** Another address is asked for: what is known of a code is about the old one. */
  | { readonly type: 'grant.dropped' }
  | { readonly type: 'entry.closed' };

/** What the otp machine starts from. */
export interface OtpInput {
  readonly variant: OtpVariant;
  readonly email: string | null;
}

/** How asking for a code ends. */
export type OtpOutput =
  | { readonly outcome: 'verified' }
  /** The server knows no account to prove: back to sign-in. */
  | { readonly outcome: 'signedOut' }
  | { readonly outcome: 'left' };
