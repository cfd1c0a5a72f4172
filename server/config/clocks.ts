import type * as z from 'zod/mini';
import { wholeNumber } from './values.ts';

/** Variables of a buyer's time limits and of the stop of a process, with their types. */
export const clockVariables = {
  SESSION_MINUTES: wholeNumber(1, 240),
  PAYMENT_SELECTION_MINUTES: wholeNumber(1, 240),
  PAYMENT_PROCESSING_MINUTES: wholeNumber(2, 240),
  QUEUE_PRESENT_SECONDS: wholeNumber(60, 3_600),
  QUEUE_PASSED_MINUTES: wholeNumber(1, 1_440),
  GRACE_SECONDS: wholeNumber(0, 120),
  STOP_DELAY_SECONDS: wholeNumber(0, 120),
} as const;

/** A buyer's time limits, and the time that a stop takes. */
export interface Clocks {
  /** Minutes of the session states, as in the design's table. */
  readonly sessionMinutes: number;
  readonly paymentSelectionMinutes: number;
  readonly paymentProcessingMinutes: number;
  /** Seconds after its last contact for which a queued account counts as present (decision 037). */
  readonly queuePresentSeconds: number;
  /** Minutes for which an account that was absent at its turn keeps its position. */
  readonly queuePassedMinutes: number;
  /** Seconds after a displayed deadline in which the server still accepts an action (§4.5). */
  readonly graceSeconds: number;
  /** Seconds for which a process that is to stop still takes calls, no longer ready (decision 079). */
  readonly stopDelaySeconds: number;
}

type ClockValues = {
  [Name in keyof typeof clockVariables]?: z.infer<(typeof clockVariables)[Name]> | undefined;
};

/** The time limits of the settings, with defaults. */
export function clocksOf(values: ClockValues): Clocks {
  return {
    sessionMinutes: values.SESSION_MINUTES ?? 15,
    paymentSelectionMinutes: values.PAYMENT_SELECTION_MINUTES ?? 5,
    paymentProcessingMinutes: values.PAYMENT_PROCESSING_MINUTES ?? 11,
    queuePresentSeconds: values.QUEUE_PRESENT_SECONDS ?? 120,
    queuePassedMinutes: values.QUEUE_PASSED_MINUTES ?? 30,
    graceSeconds: values.GRACE_SECONDS ?? 15,
    stopDelaySeconds: values.STOP_DELAY_SECONDS ?? 0,
  };
}
