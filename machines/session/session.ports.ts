import { fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { SessionReading } from './session.types.ts';

/** The effects of the session machine. Both measure `remainingMs` and `deadline` when the reply comes (ruling 1.4-K). */
export const sessionPorts = {
  /** GET /session; no session is a reading too, 'not_in_queue' (ruling 1.4-AE). */
  readSession: fromPromise<Result<SessionReading>>(notProvided('session.readSession')),
  /** DELETE /session; 409 while a payment cannot be voided (ruling 1.4-S). */
  exitSession: fromPromise<Result<SessionReading>>(notProvided('session.exitSession')),
};
