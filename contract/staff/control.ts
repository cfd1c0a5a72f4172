import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost, emailSchema, eventParams, instantSchema } from '../fields.ts';
import { maxTicketsPerOrder } from '../limits.ts';
import { longestLineMessage } from '../queue.ts';
import { manyLines, oneLine, visible } from '../texts/visible-text.ts';

/** Start of the address of a control room; the slug of the event follows. */
export const controlPageRoot = '/control';
/** The most people that one act lets in beyond the rule of the queue. */
export const mostLetIn = 10_000;
/** The most seats of one act. */
export const mostHeldBack = 2_000;
/** Seconds between two reads of the figures. */
export const figuresEverySeconds = 1;

const count = z.int().check(z.nonnegative());
const limit = z.nullable(
  z
    .int('Must be a whole number')
    .check(z.nonnegative('Must not be negative'), z.maximum(1_000_000)),
);

/** The figures of one event, made at most once a second by each process; whole rupiah, seconds. */
export const figuresSchema = z.object({
  at: instantSchema,
  slug: z.string(),
  name: z.string(),
  /** Name of the show within its series. */
  night: z.optional(z.nullable(z.string())),
  starts_at: instantSchema,
  /** State of the sale as buyers see it. */
  sale: z.string(),
  room: z.object({
    capacity: z.nullable(count),
    per_minute: z.nullable(count),
    message: z.nullable(z.string()),
  }),
  people: z.object({
    waiting: count,
    /** Of those who wait, the ones that made contact within the last minute. */
    heard: count,
    /** Let in within the last minute. */
    let_in: count,
    choosing: count,
    paying: count,
  }),
  categories: z.array(
    z.object({
      name: z.string(),
      price: count,
      sold: count,
      held: count,
      free: count,
      held_back: count,
    }),
  ),
  /** Payments of this event begun within the last hour, by method. */
  methods: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      gateway: z.string(),
      is_on: z.boolean(),
      pending: count,
      completed: count,
      failed: count,
    }),
  ),
  money: z.object({
    orders: count,
    received: count,
    refunds_owed: count,
    rupiah_owed: count,
  }),
  /** Paid orders by the day on which their payment began, where the event is; the newest first. Left out by a former version. */
  days: z.optional(
    z.array(z.object({ day: z.string(), orders: count, tickets: count, received: count })),
  ),
  letters: z.object({ waiting: count, oldest_seconds: count, failed: count }),
  /** Gateways in use: notifications that nobody could apply, and the age of the last one that came. */
  gateways: z.array(
    z.object({
      name: z.string(),
      last_notice_seconds: z.nullable(count),
      unread: count,
    }),
  ),
  /** Calls to gateways of all events that are due or were given up; `is_paused` while the process that responds waits for a gateway that is silent. */
  queues: z.array(
    z.object({
      queue: z.string(),
      due: count,
      oldest_seconds: count,
      dead: count,
      is_paused: z.boolean(),
    }),
  ),
  /** Calls since the start of the process that responds, slowest first; empty where METRICS_PORT is not set. */
  calls: z.array(z.object({ call: z.string(), count, p95_ms: count })),
});
/** The figures of one event. */
export type ControlFigures = z.infer<typeof figuresSchema>;

/** GET /control/{slug}: the figures of the control room, the same for everybody who reads them within a second. */
export const controlFigures = defineCall({
  method: 'GET',
  path: '/control/{slug}',
  summary: 'Figures of one event for the control room',
  access: 'staff',
  act: 'readFigures',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: figuresSchema,
});

const countTo = (most: number) =>
  z
    .int('Must be a whole number')
    .check(z.positive('Must be at least 1'), z.maximum(most, `At most ${most}`));
const seatNumber = z.string().check(visible(), atMost(40), oneLine(), z.minLength(1));
const seats = z
  .array(seatNumber)
  .check(z.minLength(1, 'Name the seats'), z.maxLength(mostHeldBack));

/** An act that steers a sale. Closing needs the slug once more, as what cannot be taken back easily. */
export const steeringSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('open') }),
  z.strictObject({ verb: z.literal('pause') }),
  z.strictObject({ verb: z.literal('close'), confirm: z.string().check(atMost(120)) }),
  z.strictObject({ verb: z.literal('capacity'), count: limit }),
  z.strictObject({ verb: z.literal('rate'), count: limit }),
  z.strictObject({
    verb: z.literal('let-in'),
    count: countTo(mostLetIn),
    confirm: z.string().check(atMost(120)),
  }),
  z.strictObject({ verb: z.literal('hold-back'), seats }),
  z.strictObject({ verb: z.literal('give-out'), seats }),
  z.strictObject({ verb: z.literal('method-off'), code: z.string().check(atMost(60)) }),
  z.strictObject({ verb: z.literal('method-on'), code: z.string().check(atMost(60)) }),
]);
/** An act that steers a sale. */
export type Steering = z.infer<typeof steeringSchema>;

const done = z.object({
  /** What was done, in one sentence. */
  said: z.string(),
});

/** POST /control/{slug}/steer: opens, pauses or closes a sale, sets the queue, holds seats back, switches methods. */
export const controlSteer = defineCall({
  method: 'POST',
  path: '/control/{slug}/steer',
  summary: 'Steer the sale of an event',
  access: 'staff',
  act: 'steerSale',
  params: eventParams,
  body: steeringSchema,
  maxBodyBytes: 64 * 1024,
  refusals: { eventNotFound: 404, actImpossible: 409 },
  answer: done,
});

/** POST /control/{slug}/message: a message to all who wait; null takes it back. */
export const controlMessage = defineCall({
  method: 'POST',
  path: '/control/{slug}/message',
  summary: 'Write to all who wait for an event',
  access: 'staff',
  act: 'messageWaiting',
  params: eventParams,
  body: z.strictObject({
    message: z.nullable(
      z
        .string()
        .check(
          visible(),
          atMost(longestLineMessage),
          manyLines(),
          z.minLength(1, 'Write a message'),
        ),
    ),
  }),
  refusals: { eventNotFound: 404 },
  answer: done,
});

/** POST /control/{slug}/remove: ends the session of one buyer, who reads the reason. */
export const controlRemove = defineCall({
  method: 'POST',
  path: '/control/{slug}/remove',
  summary: 'Remove a buyer from the queue or the purchase',
  access: 'staff',
  act: 'removeBuyer',
  params: eventParams,
  body: z.strictObject({
    email: emailSchema,
    reason: z.nullable(z.string().check(visible(), atMost(200), oneLine())),
  }),
  refusals: { eventNotFound: 404, actImpossible: 409 },
  answer: done,
});

/** The most complimentary tickets of one act. */
export const mostGiven = maxTicketsPerOrder;

/** POST /control/{slug}/gifts: complimentary tickets for an account, of seats on sale or held back, or of standing places. */
export const controlGive = defineCall({
  method: 'POST',
  path: '/control/{slug}/gifts',
  summary: 'Issue complimentary tickets to an account',
  access: 'staff',
  act: 'giveTickets',
  params: eventParams,
  body: z.strictObject({
    email: emailSchema,
    seats: z.array(seatNumber).check(z.maxLength(mostGiven)),
    standing: z.nullable(
      z.strictObject({
        category: z.string().check(visible(), atMost(80), oneLine(), z.minLength(1)),
        count: countTo(mostGiven),
      }),
    ),
  }),
  refusals: { eventNotFound: 404, actImpossible: 409 },
  answer: done,
});

/** POST /control/{slug}/doors: makes a pass for the gates; its address is in this response alone. */
export const controlDoors = defineCall({
  method: 'POST',
  path: '/control/{slug}/doors',
  summary: 'Make a pass for the gates of an event',
  access: 'staff',
  act: 'openDoors',
  params: eventParams,
  body: z.strictObject({
    revoke_others: z.boolean(),
    /** Doors with this pass see who comes in. */
    shows_guests: z.exactOptional(z.boolean()),
  }),
  refusals: { eventNotFound: 404, actImpossible: 409 },
  answer: z.object({ path: z.string(), expires_at: instantSchema }),
});
