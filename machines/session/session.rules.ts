import type { SessionState } from '../../contract/session.ts';
import type { Failure } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import type { SessionReading, SessionStep } from './session.types.ts';

/** The step that a state of the wire means (§4.16), named as the chart's state is. A time-out is an expiry. */
const steps = {
  not_in_queue: 'notInQueue',
  queued: 'queued',
  online: 'online',
  payment_selection: 'paymentSelection',
  payment_processing: 'paymentProcessing',
  completed: 'completed',
  expired: 'expired',
  timeout: 'expired',
  failed: 'failed',
  cancelled: 'cancelled',
  unknown: 'unknown',
} as const satisfies Readonly<Record<SessionState, SessionStep>>;

/** The step that a state of the wire means (§4.16). */
export function stepOf(state: SessionState): SessionStep {
  return steps[state];
}

const liveSteps: readonly SessionStep[] = [
  'queued',
  'online',
  'paymentSelection',
  'paymentProcessing',
];

/** True while the session is in line or buying: it is polled (§4.10). */
export function isLive(reading: SessionReading | null): boolean {
  return reading !== null && liveSteps.includes(reading.step);
}

/** True while a deadline runs; waiting has none (§4.18). */
export function hasDeadline(reading: SessionReading | null): reading is SessionReading {
  return isLive(reading) && reading?.remainingMs !== null;
}

/** True for a response that is older than what is known of the same session (F24, §3.52). */
export function isStale(known: SessionReading | null, result: SessionReading): boolean {
  return known !== null && known.id !== null && known.id === result.id && result.seq < known.seq;
}

/**
 * A response as it is taken over: in the same step of the same session a deadline stays where it is shown, unless the server's is off by
 * more than ten seconds (§4.12); a countdown then does not jump with the travel time of every reply. Timer and header follow
 * the same deadline. It is always one that the server gave for this step, at most ten seconds past its newest word, and small steps do not
 * add up; what is done in those seconds the server still honours, for fifteen after its own deadline.
 */
export function withSteadyDeadline(
  known: SessionReading | null,
  result: SessionReading,
): SessionReading {
  if (known === null || known.id !== result.id || known.step !== result.step) return result;
  const { deadline, remainingMs } = result;
  if (known.deadline === null || deadline === null || remainingMs === null) return result;
  const ahead = known.deadline - deadline;
  if (Math.abs(ahead) > timings.resyncThreshold) return result;
  return {
    ...result,
    deadline: known.deadline,
    remainingMs: Math.max(0, remainingMs + ahead),
  };
}

/** The reading of a session whose deadline passed with no word that it goes on (§4.14). */
export function overruled(reading: SessionReading): SessionReading {
  return { ...reading, step: 'expired', deadline: null, remainingMs: null };
}

/** True when the buyer may go on past zero: still live, and more than the margin left (§4.14). Paid counts as going on. */
export function isGoingOn(result: SessionReading): boolean {
  if (result.step === 'completed') return true;
  if (!isLive(result)) return false;
  return result.remainingMs === null || result.remainingMs > timings.deadlineMargin;
}

/** True in line where the server names the next contact: the line's document says the rest (decision 060). */
export function hasHeartbeat(reading: SessionReading | null): boolean {
  return reading?.step === 'queued' && reading.nextContactMs !== null;
}

/**
 * Milliseconds to the next poll: the heartbeat that the server names, which has its jitter already; without one that of §4.10 (± 20 % while it
 * makes up for the broker, §4.10). `random` is from 0 to 1.
 */
export function pollDelay(
  reading: SessionReading | null,
  realtime: boolean,
  random: number,
): number {
  const named = hasHeartbeat(reading) ? (reading?.nextContactMs ?? null) : null;
  if (named !== null) {
    return Math.min(Math.max(named, timings.shortestHeartbeat), timings.longestHeartbeat);
  }
  if (realtime) return timings.sessionPoll;
  return timings.sessionPollOffline * (1 + timings.pollJitter * (2 * random - 1));
}

/** Stands for a read that crashed. */
export const crashed: Failure = {
  kind: 'broken',
  status: 0,
  message: '',
};
