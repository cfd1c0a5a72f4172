import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { eventParams, instantSchema, openEnum } from './fields.ts';
import { maxWaitingSeats } from './limits.ts';

/** The place of an account in the waiting list of an event (decision 056). */
export const waitingEntrySchema = z.object({
  /** 'lapsed' for an offer that ended unused; the account may join again, at the end of the list. */
  state: openEnum(['waiting', 'offered', 'lapsed']),
  /** Tickets that the account wants. */
  wanted: z.number(),
  /** People who joined earlier and still wait; null unless waiting. */
  ahead: z.nullable(z.number()),
  /** Tickets of the offer; null unless offered. */
  offered: z.nullable(z.number()),
  /** End of the offer in the time of the venue; null unless offered. */
  ends_at: z.nullable(instantSchema),
  /** Seconds until then; null unless offered. */
  in_seconds: z.nullable(z.number()),
});
/** The place of an account in a waiting list. */
export type WaitingEntry = z.infer<typeof waitingEntrySchema>;

const answerSchema = z.object({
  /** Null for an account that does not wait. */
  entry: z.nullable(waitingEntrySchema),
});
/** Response of the calls about a waiting list. */
export type WaitingListAnswer = z.infer<typeof answerSchema>;

/** GET /event/{slug}/waiting-list (decision 056). */
export const waitingList = defineCall({
  method: 'GET',
  path: '/event/{slug}/waiting-list',
  summary: 'The place of the account in the waiting list of a sold-out event, and its offer',
  access: 'verified',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: answerSchema,
});

/** POST /event/{slug}/waiting-list (decision 056). Idempotent: an account that waits keeps its place and its number of tickets. */
export const joinWaitingList = defineCall({
  method: 'POST',
  path: '/event/{slug}/waiting-list',
  summary: 'Wait for tickets of a sold-out event, first come, first served',
  access: 'verified',
  params: eventParams,
  body: z.strictObject({
    wanted: z
      .int()
      .check(
        z.minimum(1, 'At least one ticket'),
        z.maximum(maxWaitingSeats, `At most ${maxWaitingSeats} tickets`),
      ),
  }),
  refusals: { eventNotFound: 404, notSoldOut: 409, shareSpent: 409, holdsPaused: 429 },
  answer: answerSchema,
});

/** DELETE /event/{slug}/waiting-list (decision 056). Idempotent; seats that the account holds stay held. */
export const leaveWaitingList = defineCall({
  method: 'DELETE',
  path: '/event/{slug}/waiting-list',
  summary: 'Leave the waiting list of an event and give its offer up',
  access: 'verified',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: answerSchema,
});
