import * as z from 'zod/mini';
import { localeKey, provinceKey, storedKey, ticketsOfKey } from './stored-key.ts';

/** Seats chosen on the map: a hint, checked against the fresh map (F02). */
export const selectedSeatsKey = storedKey('seats', 'local', 'event', z.array(z.string()));
/** True once a draft was made for the event (§3). */
export const draftCreatedKey = storedKey('draftCreated', 'local', 'event', z.boolean());
/** True once the forms were accepted (§3); the server's lock is what counts (ruling 1.3-B). */
export const orderLockedKey = storedKey('orderLocked', 'local', 'event', z.boolean());
/** Wall-clock milliseconds of the last automatic move to the seats (§4, ruling 1.4-N). */
export const lastRedirectKey = storedKey('lastRedirect', 'local', 'event', z.number());
/** Form answers as typed, so that a refresh loses nothing (§3, F03). */
export const orderFormKey = storedKey(
  'orderForm',
  'session',
  'event',
  z.object({
    dynamicFields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    ticketHolderForms: z.array(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
    /** Who buys beside the signed-in account (§3); none in this version. */
    additionalBuyers: z.array(z.unknown()),
  }),
);
/** Quantities chosen by category on the older page, signed in or not, to be looked for on the map (ruling R8); a hint, never more than is left. */
export const seatWishKey = storedKey(
  'seatWish',
  'session',
  'device',
  z.object({
    slug: z.string(),
    wishes: z.array(z.object({ categoryId: z.string(), count: z.number() })),
  }),
);
/** What was ordered, per event (§3); a hint, the server's draft is shown. */
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
/** Idempotency keys of calls in flight, by action, so that a refresh repeats and does not double (F05), and the session they belong to. */
export const idempotencyKey = storedKey(
  'idempotency',
  'session',
  'event',
  z.object({
    /** Null while no session is known. */
    session: z.nullable(z.string()),
    keys: z.record(z.string(), z.object({ key: z.string(), of: z.string() })),
  }),
);

/** What this browser calls itself among the devices of an account: random, and the same for all of its tabs. */
export const deviceKey = storedKey('device', 'local', 'device', z.string());

/** Whether this device sounds when its owner's turn in a queue has come. */
export const turnSoundKey = storedKey('turnSound', 'local', 'device', z.boolean());

/** Every key there is. */
export const storedKeys = [
  localeKey,
  provinceKey,
  selectedSeatsKey,
  draftCreatedKey,
  orderLockedKey,
  lastRedirectKey,
  orderFormKey,
  seatWishKey,
  ticketSummaryKey,
  idempotencyKey,
  deviceKey,
  turnSoundKey,
  ticketsOfKey,
] as const;
