import type { SnapshotFrom } from 'xstate';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpGrantReading } from '../../../machines/otp/otp.types.ts';
import { timings } from '../../../machines/shared/timings.ts';
import type { Resend } from './code-parts.tsx';

/** A snapshot of the otp machine. */
export type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

/** Selects the machine's context. */
export const selectContext = ({ context }: OtpSnapshot) => context;

/** State of the resend button. */
export function selectResend(snapshot: OtpSnapshot): Resend {
  if (snapshot.matches({ resend: 'coolingDown' })) return 'coolingDown';
  if (snapshot.matches({ resend: 'sending' }) || snapshot.matches({ resend: 'sendingAgain' })) {
    return 'sending';
  }
  if (snapshot.matches({ resend: 'dailyLimitReached' })) return 'dailyLimitReached';
  return snapshot.can({ type: 'otp.resend' }) ? 'ready' : 'unknown';
}

/** True while the life of a code counts down. */
export const selectIsRunning = (snapshot: OtpSnapshot) => snapshot.matches({ clock: 'running' });

/** The moment from which another code may be requested: the cooldown starts at the response, whose time follows from the code's deadline. */
export function resendMoment(grant: OtpGrantReading | null, now: number): number | null {
  if (grant === null || grant.cooldownMs <= 0) return null;
  const repliedAt =
    grant.deadline === null || grant.remainingMs === null
      ? now
      : grant.deadline - grant.remainingMs;
  return repliedAt + grant.cooldownMs;
}

/** Deadline of the code: the server's, or the default life of a code if it sends none (§9). */
export function codeDeadline(
  grant: OtpGrantReading | null,
  isRunning: boolean,
  now: number,
): number | null {
  return grant?.deadline ?? (isRunning ? now + timings.codeLife : null);
}
