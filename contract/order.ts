import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose, looseNumber, looseText } from './call/loose.ts';
import { wholeList } from './call/whole-list.ts';
import { atMost, eventParams, instantSchema, openEnum, rupiahSchema } from './fields.ts';
import { formSubmissionsSchema } from './forms.ts';
import { maxSeatsPerOrder } from './limits.ts';
import { priceLineSchema } from './price/price-rules.ts';
import { priceShown } from './price/pricing.ts';
import { laterPriceRules } from './price/standard-rules.ts';
import { refundPolicySchema } from './refund/refund-policy.ts';
import { visible } from './texts/visible-text.ts';

const seatsAtMost = `Select up to ${maxSeatsPerOrder} seats`;

/** Seat numbers: up to 5, without duplicates (§5.30). */
export const chosenSeatsSchema = z.array(z.string().check(atMost(40), z.minLength(1))).check(
  z.maxLength(maxSeatsPerOrder, { error: seatsAtMost, abort: true }),
  z.refine((seats) => new Set(seats).size === seats.length, 'A seat is listed twice'),
);

/** Standing places by the id of their category, each category once (decision 054). */
export const quantitiesSchema = z
  .array(
    z.strictObject({
      category: z.string().check(atMost(80), z.minLength(1)),
      count: z
        .int('Must be a whole number')
        .check(z.minimum(1, 'Must be at least 1'), z.maximum(maxSeatsPerOrder, seatsAtMost)),
    }),
  )
  .check(
    z.maxLength(maxSeatsPerOrder, { error: seatsAtMost, abort: true }),
    z.refine(
      (all) => new Set(all.map(({ category }) => category)).size === all.length,
      'A category is listed twice',
    ),
  );

const requestFields = z.strictObject({
  seats: z._default(chosenSeatsSchema, []),
  quantities: z._default(quantitiesSchema, []),
  voucher_code: z._default(
    z.nullable(
      z
        .string()
        .check(
          visible(),
          atMost(40, 'Kode voucher tidak valid atau sudah kedaluwarsa'),
          z.toUpperCase(),
        ),
    ),
    null,
  ),
});

type Requested = z.infer<typeof requestFields>;

const ticketsIn = ({ seats, quantities }: Requested) =>
  quantities.reduce((sum, { count }) => sum + count, seats.length);

const countChecks = [
  z.refine<Requested>((request) => ticketsIn(request) >= 1, {
    error: 'Choose at least one seat',
    path: ['seats'],
  }),
  z.refine<Requested>((request) => ticketsIn(request) <= maxSeatsPerOrder, {
    error: `Select up to ${maxSeatsPerOrder} seats`,
    path: ['quantities'],
  }),
] as const;

/** The seats and standing places that a client wants to hold or to price: 1 to 5 together (§5.30). */
export const orderRequestSchema = requestFields.check(...countChecks);

/** What is asked to be held. A price that rose since it was shown is refused, never charged (decision 055). */
export const draftRequestSchema = z
  .extend(requestFields, {
    /** The total that the buyer saw, in whole rupiah; null or absent where none was shown. */
    shown_total: z.optional(z.nullable(rupiahSchema)),
  })
  .check(...countChecks);

/** A price and its parts, in whole rupiah (§3.60). */
export const pricingSchema = z.object({
  /** The sum of the tickets' shown prices. */
  original_price: rupiahSchema,
  discount: rupiahSchema,
  /** Taxes in the total; without `fees` they are added to the prices of the tickets. */
  tax: rupiahSchema,
  final_price: rupiahSchema,
  /** Fees and taxes in the total by name, whether the prices of the tickets contain them or not; absent from back ends that know `tax` alone (§3.2). */
  fees: z.optional(z.array(priceLineSchema)),
});
/** A price and its parts. */
export type Pricing = z.infer<typeof pricingSchema>;

/** The result of a voucher code (§3.60). */
export const voucherInfoSchema = z.object({
  is_valid: z.boolean(),
  code: z.string(),
  discount_amount: rupiahSchema,
  type: z.string(),
  message: z.string(),
  /** The code of the refusal of an order with this voucher; absent if it is valid or if the server sends no codes. */
  refusal: z.optional(z.string()),
});
/** The result of a voucher code. */
export type VoucherInfo = z.infer<typeof voucherInfoSchema>;

/** A priced order without holds (§3.60). */
export const previewSchema = z.object({
  items: z.array(
    z.object({
      category: z.string(),
      quantity: z.number(),
      price_per_item: rupiahSchema,
      /** True for standing places: `seats` is then empty. */
      standing: z.optional(z.boolean()),
      seats: z.array(z.object({ number: z.string() })),
    }),
  ),
  pricing_details: pricingSchema,
  voucher_info: z.nullable(voucherInfoSchema),
  /** False if no payment method accepts this total; absent means that one does (§12.4, §3.2). */
  is_payable: z.optional(z.boolean()),
});
/** A priced order without holds. */
export type OrderPreview = z.infer<typeof previewSchema>;

/** The tax of a subtotal for which a back end sends none (§5.36). */
const standardTax = (price: number) => priceShown([price], laterPriceRules).tax;

/** Accepts the field name `voucher`, and fills in fields that older responses omit (§3.60). */
export function normalisePreview(data: unknown): unknown {
  const preview = isLoose(data) && isLoose(data.preview) ? data.preview : null;
  if (preview === null) return data;
  const pricing = isLoose(preview.pricing_details) ? preview.pricing_details : {};
  return {
    preview: {
      ...preview,
      voucher_info: preview.voucher_info ?? preview.voucher ?? null,
      pricing_details: {
        discount: 0,
        ...pricing,
        // A tax of 0 comes from the server (§5.36).
        tax: pricing.tax ?? standardTax(looseNumber(pricing.original_price)),
      },
    },
  };
}

/** POST /event/{slug}/order-preview (§7.70). A bad voucher is not an error: `voucher_info.is_valid` is false. */
export const orderPreview = defineCall({
  method: 'POST',
  path: '/event/{slug}/order-preview',
  summary: 'Price chosen seats and a voucher; holds nothing',
  access: 'verified',
  params: eventParams,
  body: orderRequestSchema,
  refusals: { eventNotFound: 404, seatsTaken: 409, placesTaken: 409 },
  answer: z.object({ preview: previewSchema }),
  normalise: normalisePreview,
});

/** The draft order of a session (§3.61). `status` stays 'draft' until it is paid, cancelled or expired. */
export const draftOrderSchema = z.object({
  id: z.string(),
  order_code: z.string(),
  status: openEnum(['draft', 'pending', 'completed', 'cancelled', 'expired', 'failed']),
  total_price: rupiahSchema,
  expires_at: z.nullable(instantSchema),
  remaining_seconds: z.nullable(z.number()),
  is_expired: z.boolean(),
  /** True once the forms are accepted: they cannot change afterwards (§4.61). */
  is_locked: z.boolean(),
  voucher_code: z.nullable(z.string()),
  /** Of the moment at which the order was begun; null: bought tickets are not taken back. Absent from other back ends. */
  refund_policy: z.optional(z.nullable(refundPolicySchema)),
});
/** One price category of a draft with its seats (§3.61). */
export const draftItemSchema = z.object({
  category_id: z.nullable(z.string()),
  category_name: z.string(),
  quantity: z.number(),
  price_per_item: rupiahSchema,
  /** True for standing places, whose seat numbers are empty. */
  standing: z.optional(z.boolean()),
  seats: wholeList(
    z.array(
      z.object({
        ticket_id: z.string(),
        seat_number: z.string(),
        row: z.union([z.number(), z.string()]),
        column: z.number(),
      }),
    ),
  ),
});
/** Response of the draft calls (§3.61). */
export const draftAnswerSchema = z.object({
  order: draftOrderSchema,
  order_data: z.object({
    // With a seat missing the page would show less than the buyer pays for.
    items: wholeList(z.array(draftItemSchema)),
    pricing_details: pricingSchema,
    voucher_info: z.nullable(voucherInfoSchema),
  }),
});
/** Response of the draft calls (§3.61). */
export type DraftResponse = z.infer<typeof draftAnswerSchema>;

function normaliseDraftItem(item: unknown): unknown {
  if (!isLoose(item)) return item;
  const seats = Array.isArray(item.seats) ? item.seats : [item];
  return {
    ...item,
    category_id: looseText(item.category_id),
    category_name: item.category_name ?? item.category ?? '',
    price_per_item: looseNumber(item.price_per_item ?? item.price ?? 0),
    quantity: looseNumber(item.quantity ?? seats.length),
    seats: seats.map((seat: unknown) =>
      isLoose(seat)
        ? {
            ...seat,
            ticket_id: looseText(seat.ticket_id ?? seat.id) ?? '',
            seat_number: looseText(seat.seat_number ?? seat.seatNumber ?? seat.number) ?? '',
            row: seat.row ?? '',
            column: looseNumber(seat.column ?? 0),
          }
        : seat,
    ),
  };
}

/** Converts the other shapes of §3.61, such as a draft directly under `data`, to that of `draftAnswerSchema`; never throws. */
export function normaliseDraft(data: unknown): unknown {
  if (!isLoose(data)) return data;
  const order = isLoose(data.order) ? data.order : data;
  if (!('order_code' in order)) return data;
  const orderData = isLoose(data.order_data) ? data.order_data : { items: data.items };
  const items = Array.isArray(orderData.items) ? orderData.items : [];
  const total = looseNumber(order.total_price ?? 0);
  return {
    order: {
      voucher_code: null,
      is_locked: false,
      is_expired: false,
      remaining_seconds: null,
      expires_at: null,
      ...order,
      id: looseText(order.id) ?? '',
      total_price: total,
    },
    order_data: {
      voucher_info: orderData.voucher ?? null,
      pricing_details: { original_price: total, discount: 0, tax: 0, final_price: total },
      ...orderData,
      items: items.map(normaliseDraftItem),
    },
  };
}

/** The response to a change of a draft, for which §7 promises no data: null if it contains no draft. Never throws. */
function normaliseChange(data: unknown): unknown {
  return isLoose(data) && ('order' in data || 'order_code' in data) ? normaliseDraft(data) : null;
}

/**
 * POST /event/{slug}/order-draft (§7.71). The same seats again return the same draft; other seats replace them in one step (§4.53). 409
 * 'Seats not available or already taken' with `meta.seats`, the seats of others, and `meta.mine`, those of the caller's draft (§7.71); 409
 * `placesTaken` with the number of standing places left, none of which is held then; 409 'active payment session', 403 when the session is not online.
 */
export const createDraft = defineCall({
  method: 'POST',
  path: '/event/{slug}/order-draft',
  summary: 'Hold seats for the rest of the session',
  access: 'verified',
  params: eventParams,
  body: draftRequestSchema,
  refusals: {
    sessionNotOnline: 403,
    paymentLive: 409,
    draftExists: 409,
    seatsTaken: 409,
    seatsPromised: 409,
    offerExceeded: 409,
    placesTaken: 409,
    saleNotBegun: 409,
    saleClosed: 409,
    salePaused: 409,
    eventPostponed: 409,
    eventCancelled: 409,
    shareFull: 409,
    priceChanged: 409,
    holdsPaused: 429,
    phoneRequired: 422,
    voucherInvalid: 422,
    noMethodCarries: 422,
    challengeRequired: 428,
  },
  answer: z.nullable(draftAnswerSchema),
  idempotent: true,
  normalise: normaliseChange,
});

/** GET /event/{slug}/order-draft (§7.72). 404 when there is none; its `meta.reason` is 'released' if the account cancelled it itself (§7.72). */
export const readDraft = defineCall({
  method: 'GET',
  path: '/event/{slug}/order-draft',
  summary: 'The live draft with its seats and prices',
  access: 'verified',
  params: eventParams,
  refusals: { noDraft: 404 },
  answer: draftAnswerSchema,
  normalise: normaliseDraft,
});

/** DELETE /event/{slug}/order-draft (§7.73). 409 while a payment is live (§7.73); 404 when there is none. */
export const cancelDraft = defineCall({
  method: 'DELETE',
  path: '/event/{slug}/order-draft',
  summary: 'Give the held seats back; the session stays online',
  access: 'verified',
  params: eventParams,
  refusals: { noDraft: 404, paymentLive: 409 },
  answer: z.null(),
  idempotent: true,
});

/** POST …/order-draft/form-submission (§7.74). Locks the draft and moves the session to payment_selection (§4.3). */
export const submitForms = defineCall({
  method: 'POST',
  path: '/event/{slug}/order-draft/form-submission',
  summary: 'Attendee answers; empty when the event asks none',
  access: 'verified',
  params: eventParams,
  body: z.strictObject({ form_submissions: formSubmissionsSchema }),
  maxBodyBytes: 256 * 1024,
  refusals: { draftRequired: 403, formsLocked: 409, formsInvalid: 422, ticketNotInOrder: 422 },
  answer: z.nullable(draftAnswerSchema),
  idempotent: true,
  normalise: normaliseChange,
});
