import * as z from 'zod/mini';

/** Name of the BroadcastChannel between app and inspector; only pages of one origin can join it. */
export const channelName = 'roetix.inspector';
/** Records that an app stores for a page that opens later, and that a page stores of an app. */
export const keptRecords = 1_500;

const eventSchema = z.looseObject({ type: z.string() });
/** An event as it is sent to an actor. */
export type WireEvent = z.infer<typeof eventSchema>;

const stateValueSchema = z.union([z.string(), z.record(z.string(), z.unknown())]);
/** State value of a machine: a name, or names by region, to any depth. */
export type StateValue = z.infer<typeof stateValueSchema>;

const base = { seq: z.number(), sessionId: z.string(), createdAt: z.string() };

const actorRecord = z.looseObject({
  type: z.literal('@xstate.actor'),
  ...base,
  name: z.string(),
  parentId: z.optional(z.nullable(z.string())),
});
const eventRecord = z.looseObject({
  type: z.literal('@xstate.event'),
  ...base,
  sourceId: z.optional(z.nullable(z.string())),
  event: eventSchema,
});
const snapshotRecord = z.looseObject({
  type: z.literal('@xstate.snapshot'),
  ...base,
  event: eventSchema,
  snapshot: z.looseObject({
    status: z.string(),
    /** Id of the machine; absent for other actors, such as a call. */
    machine: z.optional(z.string()),
    value: z.optional(stateValueSchema),
    context: z.optional(z.unknown()),
    output: z.optional(z.unknown()),
    error: z.optional(z.unknown()),
  }),
});
/** A tester's command and its result; our addition to the three kinds of the inspection protocol. */
const noteRecord = z.looseObject({
  type: z.literal('roetix.note'),
  ...base,
  tone: z.enum(['done', 'refused']),
  text: z.string(),
});

/** One entry of the log: a message of the Stately inspection protocol with a running number, or a note. */
export const recordSchema = z.discriminatedUnion('type', [
  actorRecord,
  eventRecord,
  snapshotRecord,
  noteRecord,
]);
/** One entry of the log. */
export type WireRecord = z.infer<typeof recordSchema>;

/** An actor at one moment. */
export const actorViewSchema = z.object({
  sessionId: z.string(),
  name: z.string(),
  parentId: z.nullable(z.string()),
  machine: z.nullable(z.string()),
  status: z.string(),
  value: z.nullable(stateValueSchema),
  context: z.unknown(),
  /** Context before its last change, so that the page can mark the changed values. */
  before: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
});
/** An actor at one moment. */
export type ActorView = z.infer<typeof actorViewSchema>;

/** Every actor that existed before the first stored record. */
export const momentSchema = z.object({ actors: z.record(z.string(), actorViewSchema) });
/** All actors at one moment. */
export type Moment = z.infer<typeof momentSchema>;

const offeredEventSchema = z.object({
  /** Label that distinguishes this sample from others of the same type. */
  label: z.string(),
  event: eventSchema,
});
const pendingDelaySchema = z.object({
  id: z.string(),
  name: z.string(),
  ms: z.number(),
  /** Wall-clock milliseconds at which it fires by itself. */
  dueAt: z.number(),
});
/** A delay that is running. */
export type PendingDelay = z.infer<typeof pendingDelaySchema>;
const offerSchema = z.object({
  sessionId: z.string(),
  events: z.array(offeredEventSchema),
  delays: z.array(pendingDelaySchema),
});
/** Events that one actor can handle now. */
export type Offer = z.infer<typeof offerSchema>;

const run = z.string();

/** Packets of the app. `run` is one page load, `tab` its browser tab. */
export const appPacketSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('roetix.inspector.here'),
    run,
    tab: z.string(),
    /** True in reply to a page; otherwise the app has just started, and a page that receives the packet asks for a replay. */
    inAnswer: z.boolean(),
    startedAt: z.number(),
    base: momentSchema,
    records: z.array(recordSchema),
    offers: z.array(offerSchema),
  }),
  z.object({
    type: z.literal('roetix.inspector.news'),
    run,
    records: z.array(recordSchema),
    offers: z.nullable(z.array(offerSchema)),
  }),
  z.object({ type: z.literal('roetix.inspector.gone'), run }),
]);
/** Packets of the app. */
export type AppPacket = z.infer<typeof appPacketSchema>;

/** Packets of the page. */
export const pagePacketSchema = z.discriminatedUnion('type', [
  /** A page has opened or discovered an app: it listens, and requests all records if `replay` is true. */
  z.object({ type: z.literal('roetix.inspector.listening'), replay: z.boolean() }),
  z.object({ type: z.literal('roetix.inspector.closed') }),
  z.object({
    type: z.literal('roetix.inspector.send'),
    run,
    sessionId: z.string(),
    event: eventSchema,
  }),
  z.object({
    type: z.literal('roetix.inspector.fire'),
    run,
    sessionId: z.string(),
    delay: z.string(),
  }),
]);
/** Packets of the page. */
export type PagePacket = z.infer<typeof pagePacketSchema>;

/** A log as a file. */
export const logFileSchema = z.object({
  format: z.literal('roetix-inspector-log'),
  version: z.literal(1),
  exportedAt: z.string(),
  startedAt: z.number(),
  base: momentSchema,
  records: z.array(recordSchema).check(z.maxLength(100_000)),
});
/** A log as a file. */
export type LogFile = z.infer<typeof logFileSchema>;
