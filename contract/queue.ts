import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { atMost, eventParams, instantSchema, openEnum, slugSchema } from './fields.ts';

/** Phases of the line of one event. */
export const linePhases = [
  /** The waiting room is open and nobody has a number: those who are there at `opens_at` are drawn. */
  'gathering',
  /** The list of entrants is closed; the order is being drawn. */
  'drawing',
  /** Numbers are served in their order. */
  'serving',
  /** The event lets nobody in any more. */
  'closed',
] as const;

const countSchema = z.int().check(z.nonnegative());
/** A document beyond these limits is not one of ours. */
const maxSteps = 200;
/** Characters of the operator's message. */
export const longestLineMessage = 200;

/** The line of one event, the same for everybody: a buyer computes their own place from it (`peopleAhead`). */
export const lineSchema = z.object({
  slug: slugSchema,
  phase: openEnum(linePhases),
  paused: z.boolean(),
  /** The newest number whose turn has come. */
  serving: countSchema,
  /** The newest number that was given. */
  issued: countSchema,
  /** People who were absent at their turn and are back: they precede everybody else (§11.21). */
  returned: countSchema,
  /**
   * Numbers above `serving` that wait no longer: pairs of a number and how many have left up to and including it, in ascending order. Close
   * to `serving` each number has its pair; further back a pair covers a stretch of numbers.
   */
  gone: z.array(z.tuple([countSchema, countSchema])).check(z.maxLength(maxSteps)),
  /** People in the waiting room before the draw; null after it. */
  entrants: z.nullable(countSchema),
  /** When the waiting room closes and the draw takes place; null without a draw. */
  opens_at: z.nullable(instantSchema),
  /** Promotions per minute, averaged over the last minutes; null without any. */
  per_minute: z.nullable(z.number().check(z.nonnegative())),
  /** Free seats of the event; null if it has no seats to count. */
  seats_left: z.nullable(countSchema),
  /** A buyer with fewer people ahead must make contact every minute; absent without it. */
  near: z.optional(countSchema),
  /** A message of the operator to all who wait. */
  message: z.nullable(z.string().check(atMost(longestLineMessage))),
  /** When the document was made. */
  at: instantSchema,
});
/** The line of one event, the same for everybody. */
export type Line = z.infer<typeof lineSchema>;

/**
 * Returns how many people are before `number`, 0 for the next one and for a number whose turn has come. Within a stretch of `gone` those who
 * left are assumed to be spread evenly.
 */
export function peopleAhead(
  line: Pick<Line, 'serving' | 'returned' | 'gone'>,
  number: number,
): number {
  if (number <= line.serving) return 0;
  const before = number - 1;
  let from = line.serving;
  let left = 0;
  for (const [upTo, gone] of line.gone) {
    if (upTo > before) {
      left += Math.round(((gone - left) * (before - from)) / (upTo - from));
      break;
    }
    from = upTo;
    left = gone;
  }
  return Math.max(0, before - line.serving - left) + line.returned;
}

/**
 * GET /queue/{slug}: the line of one event. The response is the same for everybody, may be cached for a second, and is also the retained
 * message of the topic `line/{slug}`.
 */
export const queueLine = defineCall({
  method: 'GET',
  path: '/queue/{slug}',
  summary: 'The line of an event: the same document for everybody, made once a second',
  access: 'public',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: lineSchema,
});

/** Whether a buyer is so near the front that the server has to hear of them every minute (decision 057). */
export function isNearFront(
  line: Pick<Line, 'serving' | 'returned' | 'gone' | 'near'>,
  number: number,
): boolean {
  return line.near !== undefined && peopleAhead(line, number) < line.near;
}
