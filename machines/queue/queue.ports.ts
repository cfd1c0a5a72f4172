import { fromCallback, fromPromise } from 'xstate';
import type { SessionReading } from '../session/session.types.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { LineCommand } from './queue.types.ts';

/** The event whose queue it is. */
export interface QueuePortInput {
  readonly slug: string;
}

/** A place that is asked for. */
export interface QueueJoinInput extends QueuePortInput {
  /** True where this device is to be the one that is moved to the seats, whichever was before. */
  readonly takesOver?: boolean;
}

/** The line that is watched. */
export interface LineInput extends QueuePortInput {
  /** While real-time works, the document comes as a message too, and is read seldom. */
  readonly realtime: boolean;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
}

/** What the queue machine needs from outside. */
export const queuePorts = {
  /** POST …/session/queue/join; idempotent, so that a refresh keeps the place (F01, F60). */
  joinQueue: fromPromise<Result<SessionReading>, QueueJoinInput>(notProvided('queue.joinQueue')),
  /**
   * GET /queue/{slug} at once and then again and again; says `queue.line` with each document. A read that failed is made again after growing
   * pauses (§4.110); a server without a document is not asked again before a wake (§11.14). The default watches nothing, for a
   * callback cannot reject.
   */
  watchLine: fromCallback<LineCommand, LineInput>(() => undefined),
  /**
   * Claims the automatic move to the seats for this tab (§4.40). False when another tab moved in the last five seconds; a
   * claim of the future or older than that does not count.
   */
  claimRedirect: fromPromise<boolean, QueuePortInput>(notProvided('queue.claimRedirect')),
  /** DELETE /session. Its result does not matter: the buyer goes home even on failure (§4.44). */
  exitQueue: fromPromise<Result<null>, QueuePortInput>(notProvided('queue.exitQueue')),
};
