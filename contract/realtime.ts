import * as z from 'zod/mini';
import { openEnum, slugSchema } from './fields.ts';
import { maxRealtimeBytes } from './limits.ts';
import { type Line, lineSchema } from './queue.ts';
import { seatStatusSchema } from './seatmap.ts';

/** An id in an event: a number or a text, compared as text (§3.5). */
const idSchema = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id: string | number) => String(id)),
);

/** Message to one account in the queue (§3.81). Another server may send it without a user_id, which is for all queued accounts (§3.2). */
export const queueMessageSchema = z.object({
  user_id: z.optional(idSchema),
  event: openEnum([
    'user_promoted',
    'user_kicked',
    'user_left',
    'user_moved',
    /** The account's draft was created, ended or has other seats; every page of the account reads again (§4.58). */
    'draft_changed',
    'queue_advanced',
  ]),
  reason: z.optional(z.nullable(z.string())),
  seq: z.optional(z.number()),
});
/** Message about a payment of one account (§3.82). */
export const paymentMessageSchema = z.object({
  user_id: idSchema,
  /** 'payment_reopened': the charge has ended, the seats are still held, and the buyer may choose another method (§12.13). */
  event: openEnum([
    'payment_started',
    'payment_completed',
    'payment_expired',
    'payment_failed',
    'payment_reopened',
  ]),
  payment_id: z.optional(idSchema),
});
/** An entry of the event log, without ids (§3.83). */
export const logMessageSchema = z.object({
  event: z.string(),
  message: z.optional(z.string()),
  at: z.optional(z.string()),
});
/** State of the system as a whole. */
export const statusMessageSchema = z.object({
  status: z.string(),
  message: z.optional(z.string()),
  at: z.optional(z.string()),
});
/** Seats with a new status, so that pages update them at once. */
export const seatsMessageSchema = z.object({
  changes: z.array(z.object({ seat_number: z.string(), status: seatStatusSchema })),
  /** Standing places left by category id, where they are few. */
  places: z.optional(z.array(z.object({ category: z.string(), left: z.number() }))),
  /** True if the reader's own account now holds these seats, false if another one does; absent if the server does not say (§17.41). */
  mine: z.optional(z.boolean()),
});

/** Seats with a new status. */
export type SeatsMessage = z.infer<typeof seatsMessageSchema>;

/** Kinds of real-time message, each with its own topic. */
export const messageKinds = ['queue', 'payment', 'logs', 'status', 'seats', 'line'] as const;
/** Kind of a real-time message. */
export type MessageKind = (typeof messageKinds)[number];

/** A parsed real-time message with its event. */
export type RealtimeMessage =
  | {
      readonly kind: 'queue';
      readonly slug: string;
      readonly body: z.infer<typeof queueMessageSchema>;
    }
  | {
      readonly kind: 'payment';
      readonly slug: string;
      readonly body: z.infer<typeof paymentMessageSchema>;
    }
  | {
      readonly kind: 'logs';
      readonly slug: string;
      readonly body: z.infer<typeof logMessageSchema>;
    }
  | {
      readonly kind: 'seats';
      readonly slug: string;
      readonly body: SeatsMessage;
    }
  | { readonly kind: 'line'; readonly slug: string; readonly body: Line }
  | { readonly kind: 'status'; readonly body: z.infer<typeof statusMessageSchema> };

/** The topics of one event, or the global one alone, under a prefix without its slash. */
export function topicsOf(prefix: string, slug: string | null): string[] {
  const perEvent =
    slug === null
      ? []
      : (['queue', 'payment', 'logs', 'seats'] as const).map((kind) => `${prefix}/${kind}/${slug}`);
  return [`${prefix}/status`, ...perEvent];
}

/** The topic of the line of an event; its message is retained. For the queue page alone, because it changes up to once a second. */
export function lineTopic(prefix: string, slug: string): string {
  return `${prefix}/line/${slug}`;
}

/** Kind and event of a topic; null for a foreign topic. */
export function parseTopic(
  prefix: string,
  topic: string,
): { kind: MessageKind; slug: string | null } | null {
  const parts = topic.split('/');
  if (parts[0] !== prefix) return null;
  if (parts.length === 2 && parts[1] === 'status') return { kind: 'status', slug: null };
  const kind = messageKinds.find((known) => known === parts[1] && known !== 'status');
  if (parts.length !== 3 || kind === undefined || !slugSchema.safeParse(parts[2]).success)
    return null;
  return { kind, slug: parts[2] ?? null };
}

/** The schema of each kind of message. */
export const messageSchemas = {
  queue: queueMessageSchema,
  payment: paymentMessageSchema,
  logs: logMessageSchema,
  seats: seatsMessageSchema,
  line: lineSchema,
  status: statusMessageSchema,
} as const;

/** Bytes of a text in UTF-8; this room has no TextEncoder. A text too long by its characters alone is not counted through. */
function utf8Length(text: string): number {
  if (text.length > maxRealtimeBytes) return text.length;
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** Why a message was dropped; safe to log, it holds no payload (§3.7). */
export interface DroppedMessage {
  readonly reason: 'topic' | 'oversize' | 'json' | 'shape' | 'foreign';
  readonly length: number;
}

/**
 * Reads one message (§3.84: text other than JSON is ignored). `userId` is the signed-in account: messages for others are dropped (F21). Never
 * throws.
 */
export function parseRealtime(
  prefix: string,
  topic: string,
  payload: string,
  userId: string,
): { ok: true; message: RealtimeMessage } | { ok: false; dropped: DroppedMessage } {
  const drop = (reason: DroppedMessage['reason']) =>
    ({ ok: false, dropped: { reason, length: payload.length } }) as const;
  const place = parseTopic(prefix, topic);
  if (place === null) return drop('topic');
  if (utf8Length(payload) > maxRealtimeBytes) return drop('oversize');
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return drop('json');
  }
  const body = messageSchemas[place.kind].safeParse(json);
  if (!body.success) return drop('shape');
  if ('user_id' in body.data && body.data.user_id !== undefined && body.data.user_id !== userId) {
    return drop('foreign');
  }
  return {
    ok: true,
    message: { kind: place.kind, slug: place.slug, body: body.data } as RealtimeMessage,
  };
}
