import * as z from 'zod/mini';
import { type CallShape, defineCall } from './call/call.ts';
import { atMost, instantSchema } from './fields.ts';

/** Header that carries the pass of a gate: it opens the doors of one event, and is no account. */
export const gatePassHeader = 'x-gate-pass';
/** Page of the door staff; a pass stands in its fragment, which no browser sends to a server. */
export const gatePagePath = '/gate';
/** Service worker of that page; it stands at the root, so that its scope is the page alone. */
export const gateWorkerPath = '/gate-worker.js';
/** Scans that one upload may hold. */
export const maxScansPerUpload = 100;
/** Scans that one page of news holds. */
export const gateNewsPerPage = 1_000;
/** Longest name of a door. */
export const doorNameLength = 40;

/** A key that signs tickets: 32 raw bytes of Ed25519, base64url. */
export const gateKeySchema = z.object({
  id: z.string(),
  algorithm: z.literal('Ed25519'),
  public_key: z.string(),
});
/** A key that signs tickets. */
export type GateKey = z.infer<typeof gateKeySchema>;
/** Never empty: a reader that took in no key would call every ticket forged. */
const gateKeyList = z.array(gateKeySchema).check(z.minLength(1));

/**
 * GET /gate/keys: what any reader of our tickets checks them with. A code verifies when one of the keys verifies it. The first signs at
 * present; the others are former ones, and one that will sign next.
 */
export const gateKeys = defineCall({
  method: 'GET',
  path: '/gate/keys',
  summary: 'Public keys that verify ticket codes, the one that signs now first',
  access: 'public',
  answer: z.object({ keys: gateKeyList }),
});

/** The event whose doors a pass opens. No attendee is in it. */
export const gateEventSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  venue_name: z.string(),
  datetime: instantSchema,
});
/** The event whose doors a pass opens. */
export type GateEvent = z.infer<typeof gateEventSchema>;

/** GET /gate/event: what a device needs before it can work without network. */
export const gateEvent = defineCall({
  method: 'GET',
  path: '/gate/event',
  summary: 'The event of a gate pass, and until when the pass lives',
  access: 'gate',
  answer: z.object({
    event: gateEventSchema,
    pass_expires_at: instantSchema,
    /** For devices whose own clock is off. */
    server_time: instantSchema,
  }),
});

/** One entry through a door. */
export const gateEntrySchema = z.object({
  ticket_id: z.string(),
  scan_id: z.string(),
  scanned_at: instantSchema,
  device_id: z.string(),
  door: z.string(),
});
/** One entry through a door. */
export type GateEntry = z.infer<typeof gateEntrySchema>;

/**
 * GET /gate/news: every entry after the one that `since` counts to, oldest first, at most a page, the revoked tickets, and the
 * keys of GET /gate/keys. `revoked` is null where the mark given is still the newest.
 */
export const gateNews = defineCall({
  method: 'GET',
  path: '/gate/news',
  summary: 'Entries at all doors since the last look, revoked tickets and public keys',
  access: 'gate',
  query: z.object({
    since: z.optional(
      z.coerce.number().check(z.int('Must be a whole number'), z.minimum(0, 'Must be at least 0')),
    ),
    revoked_mark: z.optional(z.string().check(atMost(60))),
  }),
  answer: z.object({
    entries: z.array(gateEntrySchema),
    /** What to give as `since` next time. */
    cursor: z.number(),
    has_more: z.boolean(),
    /** Ids of every revoked ticket of the event. */
    revoked: z.nullable(z.array(z.string())),
    revoked_mark: z.string(),
    /** In place of those a reader has: one that is gone proves nothing any more. */
    keys: gateKeyList,
    server_time: instantSchema,
  }),
});

const scanSchema = z.strictObject({
  /** Made by the device: the same scan sent twice is one. */
  id: z.string().check(atMost(36, 'A scan needs an id'), z.uuid('A scan needs an id')),
  /** A signed code, or the short one printed on a ticket. */
  code: z.string().check(atMost(1024, 'Not a code'), z.minLength(1, 'A scan needs a code')),
  scanned_at: instantSchema,
  /** True where the device had to decide alone and the guest is in; false where it asks first. */
  is_inside: z.boolean(),
});
/** One scan as a device sends it. */
export type GateScan = z.infer<typeof scanSchema>;

/** What the server says of a scan. Forged codes and codes of tickets that were never issued are both unknown. */
export const scanResults = [
  'accepted',
  'already_used',
  'revoked',
  'wrong_event',
  'unknown',
] as const;
/** What the server says of a scan. */
export type ScanResult = (typeof scanResults)[number];

/** The server's word on one scan; `first` is the entry that counts, where another one does. */
export const scanAnswerSchema = z.object({
  id: z.string(),
  result: z.enum(scanResults),
  ticket_id: z.nullable(z.string()),
  seat_number: z.nullable(z.string()),
  category: z.nullable(z.string()),
  first: z.nullable(gateEntrySchema),
});
/** The server's word on one scan. */
export type ScanAnswer = z.infer<typeof scanAnswerSchema>;

/**
 * POST /gate/scans: of several entries with one ticket the earliest counts, and of equal times the one with the smaller scan id,
 * whatever the order they arrive in. A scan that only asks is refused once anybody is in.
 */
export const gateScans = defineCall({
  method: 'POST',
  path: '/gate/scans',
  summary: 'Scans of one device, answered one by one',
  access: 'gate',
  body: z.strictObject({
    device_id: z.string().check(atMost(36, 'A device needs an id'), z.uuid('A device needs an id')),
    door: z
      .string()
      .check(
        z.trim(),
        atMost(doorNameLength, 'The name is too long'),
        z.minLength(1, 'A door needs a name'),
      ),
    scans: z.array(scanSchema).check(z.minLength(1), z.maxLength(maxScansPerUpload)),
  }),
  maxBodyBytes: 160 * 1024,
  answer: z.object({ results: z.array(scanAnswerSchema), server_time: instantSchema }),
});

/** The calls of the gate. Apart from those of the app, whose first load would carry them along. */
export const gateCalls = {
  gateKeys,
  gateEvent,
  gateNews,
  gateScans,
} as const satisfies Record<string, CallShape>;

/** Name of a call of the gate. */
export type GateCallName = keyof typeof gateCalls;
