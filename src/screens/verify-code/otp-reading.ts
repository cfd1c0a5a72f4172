import type { SnapshotFrom } from 'xstate';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpGrantReading } from '../../../machines/otp/otp.types.ts';
import { timings } from '../../../machines/shared/timings.ts';
import type { Resend } from './code-parts.tsx';

/** A snapshot of the code. */
export type OtpSnapshot = SnapshotFrom<typeof otpMachine>;

/** What the code keeps. */
export const selectContext = ({ context }: OtpSnapshot) => context;

/** What asking for another code looks like. */
export function selectResend(snapshot: OtpSnapshot): Resend {
  if (snapshot.matches({ resend: 'coolingDown' })) return 'coolingDown';
  if (snapshot.matches({ resend: 'sending' }) || snapshot.matches({ resend: 'sendingAgain' })) {
    return 'sending';
  }
  if (snapshot.matches({ resend: 'dailyLimitReached' })) return 'dailyLimitReached';
  return snapshot.can({ type: 'otp.resend' }) ? 'ready' : 'unknown';
}

/** True while a code counts down. */
export const selectIsRunning = (snapshot: OtpSnapshot) => snapshot.matches({ clock: 'running' });

/** When another code may be asked for: the cooldown starts with the reply, which the deadline of a code tells. */
export function resendMoment(grant: OtpGrantReading | null, now: number): number | null {
  if (grant === null || grant.cooldownMs <= 0) return null;
  const repliedAt =
    grant.deadline === null || grant.remainingMs === null
      ? now
      : grant.deadline - grant.remainingMs;
  return repliedAt + grant.cooldownMs;
}

/** Until when the code lives: the server's word, or the life of a code where it says nothing (§9). */
export function codeDeadline(
  grant: OtpGrantReading | null,
  isRunning: boolean,
  now: number,
): number | null {
  return grant?.deadline ?? (isRunning ? now + timings.codeLife : null);
}
