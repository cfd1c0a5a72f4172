import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose, looseText } from './call/loose.ts';
import { atMost, eventParams, instantSchema, openEnum } from './fields.ts';
import { presaleCodeMaxLength } from './limits.ts';
import { oneLine, visible } from './texts/visible-text.ts';

/** States of a purchase session on the server (§4.1). */
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
/** State of a purchase session; 'unknown' for a state that this build does not know. */
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Reasons for the end of a session that the buyer sees (§4.20). */
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

/** The session of an account, which has at most one active session (§4.1). */
export const purchaseSessionSchema = z.object({
  id: z.string(),
  state: sessionStateSchema,
  /** Seconds to the deadline; null while queued, because the queue has none (§3.51). */
  remaining_seconds: z.nullable(z.number()),
  expires_at: z.nullable(instantSchema),
  context: z.object({
    queue_enabled: z.boolean(),
    browsing_allowed: z.boolean(),
    session_duration_minutes: z.number(),
  }),
  /** Increases with every change of this session, so that clients recognise outdated messages (§3.52). */
  seq: z.number(),
  /** True while a draft has unsent forms: the step is the order form, not the seats (§3.53). */
  has_draft: z.boolean(),
  end_reason: z.nullable(endReasonSchema),
  /** Note of the operator who removed the buyer. */
  end_note: z.nullable(z.string()),
});
/** The session of an account. */
export type PurchaseSession = z.infer<typeof purchaseSessionSchema>;

/** Position of the account in the queue (§3.50). */
export const queueInfoSchema = z.object({
  online: z.boolean(),
  user_status: openEnum(['waiting', 'online', 'not_in_queue']),
  in_queue: z.boolean(),
  /** 1 is next; null if not queued, and before the draw of a waiting room. */
  queue_position: z.nullable(z.number()),
  /** The account's own number in the line; null before the draw, and if not queued. */
  number: z.optional(z.nullable(z.number())),
  /** The account's public name in the list of the draw; null without a draw. */
  entrant: z.optional(z.nullable(z.string())),
  /** True for an entrant without a lot, because others of the same e-mail domain have all of its lots: the number follows those drawn. */
  behind_draw: z.optional(z.boolean()),
  /** Seconds to the next GET /session if nothing happens before: a heartbeat, frequent near the front only. */
  next_contact_seconds: z.optional(z.number()),
  session_info: z.object({ remaining_seconds: z.nullable(z.number()) }),
  /** Promotions per minute, averaged over the last minutes; null without any. */
  served_per_minute: z.optional(z.nullable(z.number())),
  paused: z.optional(z.boolean()),
  /** Free seats of the event; null if it has no seats to count. */
  seats_left: z.optional(z.nullable(z.number())),
  /** True for a session that was absent at its turn and has returned: it is next (§11.21). */
  passed_over: z.optional(z.boolean()),
  /** Minutes for which an account that is absent at its turn keeps its position. */
  kept_minutes: z.optional(z.number()),
  /** True while another device of the account is the one that moves to the seats automatically. */
  elsewhere: z.optional(z.boolean()),
});
/** Position of the account in the queue (§3.50). */
export type QueueInfo = z.infer<typeof queueInfoSchema>;

/** The random id that a browser gives itself, visible only to the account's own session. */
const deviceSchema = z.optional(z.string().check(atMost(64), z.regex(/^[\w-]{8,64}$/)));

/** Response of GET /session: the active session, else one that ended in the last half hour, else nulls (§3.54). */
export const sessionAnswerSchema = z.object({
  event: z.nullable(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      /** Start of the show, displayed on every step of the purchase (§2.191). A server may omit it (§3.2). */
      starts_at: z.optional(z.nullable(z.string())),
    }),
  ),
  session: z.nullable(purchaseSessionSchema),
  queue_info: z.nullable(queueInfoSchema),
});
/** Response of GET /session. */
export type SessionResponse = z.infer<typeof sessionAnswerSchema>;

/** Default rules for a response that contains none. */
const unsaid = { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 0 };

/** Converts a session without the additions to §3 (its id and `seq`), and a response to a join without an event, to one shape (§7); never throws. */
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

/** GET /session (§7.60). */
export const session = defineCall({
  method: 'GET',
  path: '/session',
  summary: 'The purchase session of the signed-in account and its place in the queue',
  access: 'verified',
  query: z.object({ device: deviceSchema }),
  answer: sessionAnswerSchema,
  normalise: normaliseSession,
});

/** DELETE /session (§7.61). 409 while a payment cannot be voided (§4.7). */
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
 * POST /event/{slug}/session/queue/join (§7.62). Idempotent; 409 with the active session if that belongs to another event (§4.34). All
 * devices of an account share one position: `take_over` makes this the device that moves to the seats automatically.
 */
export const joinQueue = defineCall({
  method: 'POST',
  path: '/event/{slug}/session/queue/join',
  summary: 'Take a place: online at once when there is room, else queued, first in first out',
  access: 'verified',
  params: eventParams,
  body: z._default(
    z.strictObject({
      device: deviceSchema,
      take_over: z._default(z.boolean(), false),
      /** Read in a presale only; not needed by an account on the list. */
      presale_code: z.optional(
        z.string().check(visible(), atMost(presaleCodeMaxLength), oneLine()),
      ),
    }),
    { take_over: false },
  ),
  refusals: {
    eventNotFound: 404,
    saleNotBegun: 409,
    saleOver: 409,
    saleClosed: 409,
    salePaused: 409,
    soldOut: 409,
    presaleOnly: 409,
    presaleCodeWrong: 422,
    presaleCodeSpent: 409,
    presaleTriesSpent: 429,
    eventPostponed: 409,
    eventCancelled: 409,
    otherSessionLive: 409,
    shareSpent: 409,
    phoneRequired: 422,
    personHasPlace: 409,
    deviceHasPlaces: 409,
    holdsPaused: 429,
  },
  answer: sessionAnswerSchema,
  normalise: normaliseSession,
});
