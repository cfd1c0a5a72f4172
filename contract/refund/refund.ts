import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost, instantSchema, openEnum, orderParams, rupiahSchema } from '../fields.ts';
import { oneLine, visible } from '../texts/visible-text.ts';
import { refundPolicySchema } from './refund-policy.ts';

/** One refund of an order, as its buyer sees it. */
const refundSchema = z.object({
  id: z.string(),
  /** What it gives back: the whole order, tickets, or money alone. */
  kind: openEnum(['whole', 'tickets', 'goodwill', 'dashboard']),
  /** True for the money of a payment that came beside another one of the order, or too late for it. */
  is_surplus: z.boolean(),
  state: openEnum([
    'asked',
    'refused',
    'approved',
    'owed',
    'accountAsked',
    'accountGiven',
    'payingOut',
    'done',
  ]),
  amount: rupiahSchema,
  /** The places of the tickets that it gives back. */
  places: z.array(z.string()),
  /** Why it was refused. */
  note: z.nullable(z.string()),
  /** Reference of the gateway or bank. */
  reference: z.nullable(z.string()),
  /** Opens the page for the bank account; null unless it is asked for. */
  account_token: z.nullable(z.string()),
});

/** How the refund of one order stands, and what its buyer may ask for (decision 080). */
export const orderRefundSchema = z.object({
  order_code: z.string(),
  event: z.object({ slug: z.string(), name: z.string(), datetime: z.string() }),
  /** What was paid. */
  paid: rupiahSchema,
  /** Of the moment at which the order was begun; null: bought tickets are not taken back. */
  policy: z.nullable(refundPolicySchema),
  /** What the buyer may ask back now of all tickets together; 0 for nothing. */
  askable: rupiahSchema,
  /** In the order of their seats, void ones too. */
  tickets: z.array(
    z.object({
      id: z.string(),
      /** The number of its seat, or the category of a standing place. */
      place: z.string(),
      category: z.string(),
      /** `given` to another person, `asked` back already. */
      state: openEnum(['valid', 'entered', 'given', 'asked', 'void']),
      /** What was paid for it. */
      paid: rupiahSchema,
      /** What may be asked back of it now; 0 for a free ticket that may be given back, null for one that may not. */
      askable: z.nullable(rupiahSchema),
    }),
  ),
  /** What of the payment is in no refund yet: no more goes back for the chosen tickets together. */
  left: rupiahSchema,
  /** Until when everything goes back, because the event was postponed or moved; null without such a choice. */
  everything_until: z.nullable(instantSchema),
  /** True while everything goes back without an end: the event is postponed, and its new date not named yet. */
  everything_open: z.boolean(),
  /** True once the buyer has chosen to keep the tickets of a postponed event. */
  kept: z.boolean(),
  /** The one of `refunds` that is open, else the newest; null where nobody asked and nothing is owed. */
  refund: z.nullable(refundSchema),
  /** Those of every payment of the order, oldest first. */
  refunds: z.array(refundSchema),
});
/** How the refund of one order stands. */
export type OrderRefund = z.infer<typeof orderRefundSchema>;

/** GET /purchase-history/{orderCode}/refund. 404 for an order without money, as for a missing one or that of another account. */
export const orderRefund = defineCall({
  method: 'GET',
  path: '/purchase-history/{orderCode}/refund',
  summary: 'The refund of an order, and what its buyer may ask back',
  access: 'verified',
  params: orderParams,
  refusals: { orderNotFound: 404 },
  answer: orderRefundSchema,
});

/**
 * POST /purchase-history/{orderCode}/refund. `tickets` are those that are given back; without it all that may be. `expected` is what the page showed:
 * another amount by now is refused, so that nobody gives tickets back for less than expected. Free tickets and what an organiser offered to everybody
 * are approved at once, the rest waits for the operator.
 */
export const askOrderRefund = defineCall({
  method: 'POST',
  path: '/purchase-history/{orderCode}/refund',
  summary: 'Ask for the money of an order, or of some of its tickets, back',
  access: 'verified',
  params: orderParams,
  body: z.strictObject({
    expected: rupiahSchema,
    tickets: z.exactOptional(
      z
        .array(z.string().check(atMost(36), z.uuid('Not a ticket')))
        .check(z.minLength(1, 'Choose a ticket'), z.maxLength(50, 'Too many tickets')),
    ),
  }),
  refusals: {
    orderNotFound: 404,
    refundBegun: 409,
    refundUnavailable: 409,
    refundAmountChanged: 409,
  },
  answer: orderRefundSchema,
});

/** POST /purchase-history/{orderCode}/keep. Repeating it changes nothing; until the deadline the buyer may still ask for the money. */
export const keepTickets = defineCall({
  method: 'POST',
  path: '/purchase-history/{orderCode}/keep',
  summary: 'Keep the tickets of an event that was postponed or moved',
  access: 'verified',
  params: orderParams,
  refusals: { orderNotFound: 404, refundUnavailable: 409 },
  answer: orderRefundSchema,
});

/** Banks to which a refund can be sent, each with its code. */
export const payoutBanks = [
  ['bca', 'BCA'],
  ['bni', 'BNI'],
  ['bri', 'BRI'],
  ['mandiri', 'Mandiri'],
  ['bsi', 'BSI'],
  ['cimb', 'CIMB Niaga'],
  ['permata', 'Permata'],
  ['danamon', 'Danamon'],
  ['btn', 'BTN'],
  ['bjb', 'BJB'],
  ['jago', 'Bank Jago'],
  ['seabank', 'SeaBank'],
] as const;
const bankCodes = payoutBanks.map(([code]) => code);

const linkParams = z.object({ token: z.string().check(atMost(200), z.minLength(1)) });
const bankSchema = z.enum(bankCodes, 'Choose a bank');
const accountNumberSchema = z
  .string('Enter the account number')
  .check(
    visible(),
    atMost(20, 'An account number has at most 20 digits'),
    z.regex(/^\d{5,20}$/, 'An account number has 5 to 20 digits and nothing else'),
  );

/** A refund that waits for a bank account, as the holder of the signed link of an e-mail sees it: without the buyer's name. */
export const refundAccountSchema = z.object({
  order_code: z.string(),
  event_name: z.string(),
  amount: rupiahSchema,
  /** Whether the account is asked for, was given, was rejected by the bank (another link follows), or the money has gone there. */
  state: openEnum(['asked', 'given', 'rejected', 'done']),
  /** True where the bank's name of the holder can be asked for before sending. */
  checks_holder: z.boolean(),
});
/** A refund that waits for a bank account. */
export type RefundAccount = z.infer<typeof refundAccountSchema>;

/** GET /refund-account/{token}. 404 for a link that is not signed by this shop, or that a later one has replaced. */
export const refundAccount = defineCall({
  method: 'GET',
  path: '/refund-account/{token}',
  summary: 'The refund of a signed link, which waits for a bank account',
  access: 'public',
  params: linkParams,
  refusals: { refundLinkInvalid: 404 },
  answer: refundAccountSchema,
});

/** A bank account with the holder as the buyer writes it. */
const accountSchema = z.strictObject({
  bank: bankSchema,
  number: accountNumberSchema,
  holder: z
    .string('Enter the name of the holder')
    .check(
      visible(),
      atMost(100, 'The name is too long'),
      oneLine(),
      z.minLength(2, 'Enter the name of the holder'),
    ),
});

/**
 * POST /refund-account/{token}/check: whether the bank's own records have this holder, and never whom else; null where the gateway cannot say it now,
 * and after five questions about one refund.
 */
export const checkRefundAccount = defineCall({
  method: 'POST',
  path: '/refund-account/{token}/check',
  summary: 'Whether a bank account has the holder that was typed, before a refund goes there',
  access: 'public',
  params: linkParams,
  body: accountSchema,
  refusals: { refundLinkInvalid: 404, accountTaken: 409, accountUnknown: 422 },
  answer: z.object({ fits: z.nullable(z.boolean()) }),
});

/** POST /refund-account/{token}: the bank account of a refund. What comes back from the bank is asked for again, by another link. */
export const giveRefundAccount = defineCall({
  method: 'POST',
  path: '/refund-account/{token}',
  summary: 'The bank account to which a refund goes',
  access: 'public',
  params: linkParams,
  body: accountSchema,
  refusals: { refundLinkInvalid: 404, accountTaken: 409 },
  answer: refundAccountSchema,
});
