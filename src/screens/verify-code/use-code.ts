import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { CodeGrant } from '../../../machines/otp/otp.grant.ts';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import type { ScreenText } from '../../../machines/shared/screen-text.ts';
import { timings } from '../../../machines/shared/timings.ts';
import type { TextKey } from '../../text/translate.ts';
import type { Resend } from './code-parts.tsx';

type CodeFlow = ActorRefFrom<typeof otpMachine> | ActorRefFrom<typeof passwordResetMachine>;
type CodeSnapshot = SnapshotFrom<typeof otpMachine> | SnapshotFrom<typeof passwordResetMachine>;

/** Props of both views with six boxes. */
export interface CodeProps {
  readonly phase: 'entering' | 'submitting' | 'expired' | 'verified';
  readonly error: ScreenText<TextKey> | null;
  /** Increases when the boxes must be cleared. */
  readonly clearings: number;
  /** Monotonic milliseconds; null when no code is valid. */
  readonly deadline: number | null;
  readonly resend: Resend;
  /** Monotonic milliseconds from which another code may be requested; null while unknown. */
  readonly resendAt: number | null;
  readonly onEdit: () => void;
  readonly onResend: () => void;
  readonly onLeave: () => void;
}

function selectPhase(snapshot: CodeSnapshot): CodeProps['phase'] {
  if (snapshot.matches({ code: { entry: 'submitting' } })) return 'submitting';
  if (snapshot.matches({ code: { entry: 'expired' } })) return 'expired';
  return snapshot.matches('code') ? 'entering' : 'verified';
}

function selectResend(snapshot: CodeSnapshot): Resend {
  if (snapshot.matches({ code: { resend: 'coolingDown' } })) return 'coolingDown';
  if (snapshot.matches({ code: { resend: 'sending' } })) return 'sending';
  if (snapshot.matches({ code: { resend: 'dailyLimitReached' } })) return 'dailyLimitReached';
  return snapshot.can({ type: 'otp.resend' }) ? 'ready' : 'unknown';
}

const selectGrant = ({ context }: CodeSnapshot) => context.grant;
const selectError = ({ context }: CodeSnapshot) => context.error;
const selectClearings = ({ context }: CodeSnapshot) => context.clearings;
const selectIsRunning = (snapshot: CodeSnapshot) =>
  snapshot.matches({ code: { clock: 'running' } });

/** The moment from which another code may be requested: the cooldown starts at the response, whose time follows from the code's deadline. */
export function resendMoment(grant: CodeGrant | null, now: number): number | null {
  if (grant === null || grant.cooldownMs <= 0) return null;
  const repliedAt =
    grant.deadline === null || grant.remainingMs === null
      ? now
      : grant.deadline - grant.remainingMs;
  return repliedAt + grant.cooldownMs;
}

/** Deadline of the code: the server's, or the default life of a code if it sends none (§9.14). */
export function codeDeadline(
  grant: CodeGrant | null,
  isRunning: boolean,
  now: number,
): number | null {
  return grant?.deadline ?? (isRunning ? now + timings.codeLife : null);
}

/** Props of a view with six boxes, from its machine. */
export function useCode(flow: CodeFlow): CodeProps {
  const grant = useSelector(flow, selectGrant);
  const isRunning = useSelector(flow, selectIsRunning);
  const deadline = useMemo(
    () => codeDeadline(grant, isRunning, performance.now()),
    [grant, isRunning],
  );
  const resendAt = useMemo(() => resendMoment(grant, performance.now()), [grant]);
  return {
    phase: useSelector(flow, selectPhase),
    error: useSelector(flow, selectError),
    clearings: useSelector(flow, selectClearings),
    deadline,
    resend: useSelector(flow, selectResend),
    resendAt,
    onEdit: () => flow.send({ type: 'otp.edit' }),
    onResend: () => flow.send({ type: 'otp.resend' }),
    onLeave: () => flow.send({ type: 'otp.leave' }),
  };
}
