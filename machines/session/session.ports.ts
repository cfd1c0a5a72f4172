import { fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { SessionReading } from './session.types.ts';

/** The effects of the session machine. Both measure `remainingMs` and `deadline` when the reply comes (§4.12). */
export const sessionPorts = {
  /** GET /session; no session is a reading too, 'not_in_queue' (§3.54). */
  readSession: fromPromise<Result<SessionReading>>(notProvided('session.readSession')),
  /** DELETE /session; 409 while a payment cannot be voided (§4.7). */
  exitSession: fromPromise<Result<SessionReading>>(notProvided('session.exitSession')),
};
