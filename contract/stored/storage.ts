import * as z from 'zod/mini';
import { storedKey } from './stored-key.ts';

/** Seats selected on the map: a hint, checked against the current map (F02). */
export const selectedSeatsKey = storedKey('seats', 'local', 'event', z.array(z.string()));
/** Quantities of standing places selected for the event: a hint, checked against the current map. */
export const selectedQuantitiesKey = storedKey(
  'quantities',
  'local',
  'event',
  z.array(z.object({ categoryId: z.string(), count: z.number() })),
);
/** True once a draft was created for the event (§3.92). */
export const draftCreatedKey = storedKey('draftCreated', 'local', 'event', z.boolean());
/** Set once the forms were accepted (§3.92), 'unasked' of an event without forms; the server's lock decides (§4.61). */
export const orderLockedKey = storedKey(
  'orderLocked',
  'local',
  'event',
  z.union([z.boolean(), z.literal('unasked')]),
);
/** Wall-clock milliseconds of the last automatic move to the seats (§4.40). */
export const lastRedirectKey = storedKey('lastRedirect', 'local', 'event', z.number());
/** Form answers as typed, so that a refresh loses nothing (§3.92, F03). */
export const orderFormKey = storedKey(
  'orderForm',
  'session',
  'event',
  z.object({
    dynamicFields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    ticketHolderForms: z.array(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
    /** Further buyers beside the signed-in account (§3.92); always empty in this version. */
    additionalBuyers: z.array(z.unknown()),
  }),
);
/**
 * Quantities by category from the older page, by visitor or account, used to suggest seats on the map (§2.241); a hint, never more than the
 * free seats.
 */
export const seatWishKey = storedKey(
  'seatWish',
  'session',
  'device',
  z.object({
    slug: z.string(),
    wishes: z.array(z.object({ categoryId: z.string(), count: z.number() })),
  }),
);
/** The ordered seats, per event (§3.94); a hint, the page shows the server's draft. */
export const ticketSummaryKey = storedKey(
  'ticketSummary',
  'local',
  'event',
  z.object({
    items: z.array(
      z.object({
        id: z.string(),
        category: z.string(),
        quantity: z.number(),
        price: z.number(),
        seatNumbers: z.array(z.string()),
      }),
    ),
    subtotal: z.number(),
    tax: z.number(),
    serviceFee: z.number(),
    discount: z.number(),
    total: z.number(),
    totalTickets: z.number(),
    appliedVoucher: z.nullable(
      z.object({
        code: z.string(),
        discount: z.number(),
        type: z.string(),
        description: z.string(),
      }),
    ),
  }),
);
/** Idempotency keys of running calls, by action, so that a reload repeats a call without doubling it (F05), and their session. */
export const idempotencyKey = storedKey(
  'idempotency',
  'session',
  'event',
  z.object({
    /** Null if the session is unknown. */
    session: z.nullable(z.string()),
    keys: z.record(z.string(), z.object({ key: z.string(), of: z.string() })),
  }),
);

/** The id of this browser among the devices of an account: random, and the same for all of its tabs. */
export const deviceKey = storedKey('device', 'local', 'device', z.string());

/** Whether this device plays a sound at the account's turn in a queue. */
export const turnSoundKey = storedKey('turnSound', 'local', 'device', z.boolean());

/** People who were ahead when this browser first showed the session's place in the queue; the progress of the wait is drawn from it. */
export const lineStartKey = storedKey(
  'lineStart',
  'local',
  'event',
  z.object({ session: z.string(), ahead: z.number() }),
);

/** Session whose turn this browser is notified of. */
export const turnPushKey = storedKey('turnPush', 'local', 'event', z.string());

/** Code of the payment method that this account used last in this browser; it stands chosen at the next order that offers it. */
export const lastMethodKey = storedKey('lastMethod', 'local', 'user', z.string());
