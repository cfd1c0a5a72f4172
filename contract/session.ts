import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose, looseText } from './call/loose.ts';
import { atMost, eventParams, instantSchema, openEnum } from './fields.ts';

/** States a purchase session can be in on the server (§4). */
export const sessionStates = [
  'queued',
  'online',
  'payment_selection',
  'payment_processing',
  'completed',
  'expired',
  'cancelled',
  'timeout',
  'failed',
  'not_in_queue',
] as const;
/** State of a purchase session. */
export const sessionStateSchema = openEnum(sessionStates);
/** State of a purchase session; 'unknown' is one this build does not know. */
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Why a session ended, where the buyer is told (§4). */
export const endReasonSchema = openEnum([
  'left',
  'kicked',
  'inactive',
  'deadline',
  'paid',
  'logout',
  'closed',
  'cancelled',
  'absent',
]);

/** The session of an account: at most one lives at a time (ruling 1.2-K). */
export const purchaseSessionSchema = z.object({
  id: z.string(),
  state: sessionStateSchema,
  /** Seconds to the deadline; null while waiting, which has none (ruling 1.4-B). */
  remaining_seconds: z.nullable(z.number()),
  expires_at: z.nullable(instantSchema),
  context: z.object({
    queue_enabled: z.boolean(),
    browsing_allowed: z.boolean(),
    session_duration_minutes: z.number(),
  }),
  /** Rises with every change of this session, so that a late message can be told from news (ruling 1.4-O). */
  seq: z.number(),
  /** True while a draft waits for its forms: the step is the order form, not the seats (ruling 1.2-B). */
  has_draft: z.boolean(),
  end_reason: z.nullable(endReasonSchema),
  /** Free text that the operator who removed the buyer gave. */
  end_note: z.nullable(z.string()),
});
/** The session of an account. */
export type PurchaseSession = z.infer<typeof purchaseSessionSchema>;

/** Where the account stands in the queue (§3). */
export const queueInfoSchema = z.object({
  online: z.boolean(),
  user_status: openEnum(['waiting', 'online', 'not_in_queue']),
  in_queue: z.boolean(),
  /** 1 is next; null when not waiting. */
  queue_position: z.nullable(z.number()),
  session_info: z.object({ remaining_seconds: z.nullable(z.number()) }),
  /** People promoted in a minute, measured over the last ones; null when none were. */
  served_per_minute: z.optional(z.nullable(z.number())),
  paused: z.optional(z.boolean()),
  /** Seats of the event that nobody holds or has bought; null where it has no seats to count. */
  seats_left: z.optional(z.nullable(z.number())),
  /** True for one who was absent at the turn and is back: let in next (ruling R10). */
  passed_over: z.optional(z.boolean()),
  /** Minutes for which the place of one who is absent at the turn is kept. */
  kept_minutes: z.optional(z.number()),
  /** True while another device of the account is the one that is moved to the seats by itself. */
  elsewhere: z.optional(z.boolean()),
});
/** Where the account stands in the queue (§3). */
export type QueueInfo = z.infer<typeof queueInfoSchema>;

/** A browser as it calls itself: random, known to nobody but the account's own session. */
const deviceSchema = z.optional(z.string().check(atMost(64), z.regex(/^[\w-]{8,64}$/)));

/** What GET /session answers: the live session, else one that ended in the last half hour, else nulls (ruling 1.4-AE). */
export const sessionAnswerSchema = z.object({
  event: z.nullable(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      /** When the show begins; stands on every step of the purchase (ruling R3). A server may leave it out (ruling R20). */
      starts_at: z.optional(z.nullable(z.string())),
    }),
  ),
  session: z.nullable(purchaseSessionSchema),
  queue_info: z.nullable(queueInfoSchema),
});
/** What GET /session answers. */
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/** Of a session whose answer says nothing of its rules. */
const unsaid = { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 0 };

/**
 * Brings a session without what is ours beside §3 (its id, its number of change) and an answer to a join that says no event into one
 * shape (§7); total.
 */
export function normaliseSession(
  data: unknown,
  { slug }: Readonly<Record<string, string>>,
): unknown {
  if (!isLoose(data) || !isLoose(data.session)) return data;
  const event = isLoose(data.event) ? data.event : slug === undefined ? null : { slug };
  const of = event === null ? '' : (looseText(event.id) ?? looseText(event.slug) ?? '');
  return {
    ...data,
    event: event === null ? null : { id: of, ...event },
    session: {
      seq: 0,
      ...data.session,
      id: looseText(data.session.id) ?? of,
      context: isLoose(data.session.context) ? data.session.context : unsaid,
    },
  };
}

/** GET /session (§7). */
export const session = defineCall({
  method: 'GET',
  path: '/session',
  summary: 'The purchase session of the signed-in account and its place in the queue',
  access: 'verified',
  query: z.object({ device: deviceSchema }),
  answer: sessionAnswerSchema,
  normalise: normaliseSession,
});

/** DELETE /session (§7). 409 while a payment cannot be voided (ruling 1.4-S). */
export const exitSession = defineCall({
  method: 'DELETE',
  path: '/session',
  summary: 'Leave the queue or give the seats back',
  access: 'verified',
  refusals: { paymentCompleted: 409, paymentNotVoidable: 409 },
  answer: sessionAnswerSchema,
  normalise: normaliseSession,
});

/**
 * POST /event/{slug}/session/queue/join (§7). Idempotent; 409 with the live session when it belongs to another event (ruling 1.2-K).
 * One place, however many devices look at it: `take_over` makes this one the device that is moved to the seats by itself.
 */
export const joinQueue = defineCall({
  method: 'POST',
  path: '/event/{slug}/session/queue/join',
  summary: 'Take a place: online at once when there is room, else queued, first in first out',
  access: 'verified',
  params: eventParams,
  body: z._default(
    z.strictObject({ device: deviceSchema, take_over: z._default(z.boolean(), false) }),
    { take_over: false },
  ),
  refusals: {
    eventNotFound: 404,
    saleNotBegun: 409,
    saleOver: 409,
    saleClosed: 409,
    eventCancelled: 409,
    otherSessionLive: 409,
    shareSpent: 409,
    holdsPaused: 429,
  },
  answer: sessionAnswerSchema,
  normalise: normaliseSession,
});
