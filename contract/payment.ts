import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose, looseNumber, looseText } from './call/loose.ts';
import { atMost, eventParams, instantSchema, openEnum, rupiahSchema } from './fields.ts';
import { pricingSchema } from './order.ts';

/** One payment method (§3.62). */
export const paymentMethodSchema = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  group_name: z.string(),
  icon_url: z.nullable(z.string()),
  is_recommended: z.boolean(),
  fee_description: z.nullable(z.string()),
  fee_calculation: z.object({ total_fee: rupiahSchema }),
  /** Seconds to pay where the method gives less time than the order has; null otherwise. */
  seconds_to_pay: z.optional(z.nullable(z.number())),
});
/** One payment method (§3.62). */
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** True for the groups that the app can show (§12.5): QR codes, e-wallets, virtual accounts and bank transfers, in upper or lower case. */
export function isShownMethod(method: PaymentMethod): boolean {
  return /wallet|qris|virtual|bank|transfer|(^|\W)va(\W|$)/i.test(method.group_name);
}

/** GET /event/{slug}/payment-methods (§7.75). Omits methods whose limits exclude the total (§12.4). 403 without a draft. */
export const paymentMethods = defineCall({
  method: 'GET',
  path: '/event/{slug}/payment-methods',
  summary: 'Ways to pay the draft, with their fees',
  access: 'verified',
  params: eventParams,
  refusals: { draftRequired: 403 },
  answer: z.object({
    payment_methods: z.object({ available_methods: z.array(paymentMethodSchema) }),
  }),
});

const instructionsSchema = z.array(z.object({ title: z.string(), steps: z.array(z.string()) }));

/** Payment instructions: a QR code, a virtual account, an address to open (§3.64), a bill, or a request in the app of an e-wallet. */
export const paymentDataSchema = z.object({
  qr_code_url: z.nullable(z.string()),
  qr_string: z.nullable(z.string()),
  virtual_account: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  checkout_url: z.nullable(z.string()),
  /** Code of the company and key of the bill, where a bank takes bills in place of virtual accounts (Mandiri). */
  biller_code: z.optional(z.nullable(z.string())),
  bill_key: z.optional(z.nullable(z.string())),
  /** An address that opens the app of the e-wallet on a phone. */
  deeplink: z.optional(z.nullable(z.string())),
  /** True where the e-wallet asks in its app and there is nothing to open or to copy (OVO). */
  push: z.optional(z.boolean()),
  instructions: instructionsSchema,
});
/** Payment instructions. */
export type PaymentData = z.infer<typeof paymentDataSchema>;

/** A payment as its buyer sees it (§3.63). 'refund_due' and 'refunded' mean that the money came too late, or was refunded later (§12.26, §12.30). */
export const paymentSchema = z.object({
  id: z.string(),
  payment_method: z.string(),
  payment_method_name: z.string(),
  amount: rupiahSchema,
  service_fee: rupiahSchema,
  gateway: z.string(),
  status: openEnum(['pending', 'completed', 'expired', 'failed', 'refund_due', 'refunded']),
  expires_at: z.nullable(instantSchema),
  is_expired: z.boolean(),
  remaining_seconds: z.nullable(z.number()),
  payment_data: paymentDataSchema,
  order_code: z.string(),
  /** Tickets issued by this payment; empty until it is completed. */
  ticket_ids: z.array(z.string()),
  /** The refund and whether it has arrived; null without a refund. */
  refund: z.optional(
    z.nullable(
      z.object({
        amount: rupiahSchema,
        status: openEnum(['due', 'done']),
        reference: z.nullable(z.string()),
      }),
    ),
  ),
  /** The items of the payment, also after completion. */
  items: z.optional(
    z.array(
      z.object({
        category_name: z.string(),
        quantity: z.number(),
        price_per_item: rupiahSchema,
        /** True for standing places: `seats` is then empty. */
        standing: z.optional(z.boolean()),
        seats: z.array(z.string()),
      }),
    ),
  ),
  pricing: z.optional(z.nullable(pricingSchema)),
  /**
   * Why it ended while its seats stayed held (§12.13): the buyer changed the method, the gateway denied or cancelled it, or the charge
   * expired before the hold. Null otherwise.
   */
  end_reason: z.optional(z.nullable(openEnum(['changed', 'denied', 'cancelled', 'expired']))),
  /** True while nothing was paid and the seats are still held: the buyer may choose another payment method (§12.13). */
  can_change: z.optional(z.boolean()),
  /** True while the gateway says that the money has come, and people look at why it was not taken: nothing is to be paid again. */
  in_review: z.optional(z.boolean()),
});
/** A payment as its buyer sees it (§3.63). */
export type Payment = z.infer<typeof paymentSchema>;

/** Names of e-wallets by their codes, which are the same for every gateway (§9.61). */
export const walletNames = {
  dana: 'DANA',
  gopay: 'GoPay',
  ovo: 'OVO',
  linkaja: 'LinkAja',
  shopeepay: 'ShopeePay',
} as const;
/** Names of the banks with virtual accounts by their codes (§9.61). */
export const bankNames = {
  bca: 'BCA',
  bni: 'BNI',
  bri: 'BRI',
  mandiri: 'Mandiri',
  cimb: 'CIMB Niaga',
  permata: 'Permata',
  bjb: 'BJB',
  bsi: 'BSI',
} as const;
const methodNames = new Map<string, string>(
  Object.entries({ qris: 'QRIS', ...walletNames, ...bankNames }),
);

/** The name of a method for a payment that has a code alone, such as `bca` or `bca_va`; the code where no name is known. */
function nameOfMethod(code: unknown): string {
  const text = looseText(code) ?? '';
  return methodNames.get(text.toLowerCase().replace(/^va[-_]|[-_]va$/, '')) ?? text;
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function normaliseInstructions(value: unknown): { title: string; steps: string[] }[] {
  const list = Array.isArray(value) ? value : isLoose(value) ? [value] : [];
  return list.filter(isLoose).map((entry) => ({
    title: looseText(entry.title) ?? '',
    steps: (Array.isArray(entry.steps)
      ? entry.steps
      : Array.isArray(entry.list)
        ? entry.list
        : []
    ).map((step: unknown) => looseText(step) ?? ''),
  }));
}

/** The parts that a server sends for some methods alone. */
function furtherData(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const texts = ['biller_code', 'bill_key', 'deeplink'].filter((name) => name in given);
  return {
    ...Object.fromEntries(texts.map((name) => [name, looseText(given[name]) ?? null])),
    ...('push' in given && { push: given.push === true }),
  };
}

/** Converts both shapes of payment_data (§3.64), and a payment directly under `data`, to one; never throws. */
export function normalisePayment(data: unknown): unknown {
  if (!isLoose(data)) return data;
  const payment = isLoose(data.payment) ? data.payment : data;
  const given = isLoose(payment.payment_data) ? payment.payment_data : {};
  const gateway = isLoose(given.gateway_response) ? given.gateway_response : {};
  const account = given.virtual_account;
  return {
    payment: {
      payment_method_name: nameOfMethod(payment.payment_method),
      service_fee: 0,
      gateway: '',
      expires_at: null,
      is_expired: false,
      remaining_seconds: null,
      order_code: '',
      ticket_ids: [],
      ...payment,
      id: looseText(payment.id) ?? '',
      amount: looseNumber(payment.amount ?? 0),
      payment_data: {
        qr_code_url: textOrNull(given.qr_code_url) ?? textOrNull(gateway.qr_url),
        qr_string: textOrNull(given.qr_string) ?? textOrNull(gateway.qr_string),
        virtual_account:
          textOrNull(account) ?? (isLoose(account) ? textOrNull(account.number) : null),
        bank: textOrNull(given.bank) ?? (isLoose(account) ? textOrNull(account.bank) : null),
        checkout_url: textOrNull(given.checkout_url),
        ...furtherData(given),
        instructions: normaliseInstructions(
          given.instructions ?? given.payment_instructions ?? gateway.instructions,
        ),
      },
    },
  };
}

/** POST /event/{slug}/create-payment (§7.76). A second call returns the first payment (§4.70). A free order is completed at once. */
export const createPayment = defineCall({
  method: 'POST',
  path: '/event/{slug}/create-payment',
  summary: 'Begin the payment of the draft by one method',
  access: 'verified',
  params: eventParams,
  body: z.strictObject({
    payment_method_code: z
      .string('Choose a payment method')
      .check(atMost(60), z.minLength(1, 'Choose a payment method')),
  }),
  refusals: {
    draftRequired: 403,
    payTimeOver: 403,
    saleNotBegun: 409,
    saleClosed: 409,
    eventPostponed: 409,
    eventCancelled: 409,
    methodUnknown: 422,
    methodUnfit: 422,
    methodOff: 409,
    paymentNotMade: 503,
  },
  answer: z.object({ payment: paymentSchema }),
  idempotent: true,
  normalise: normalisePayment,
});

/** GET /event/{slug}/payment/status (§7.77). 404 if the account has no payment for the event. */
export const paymentStatus = defineCall({
  method: 'GET',
  path: '/event/{slug}/payment/status',
  summary: 'The newest payment of the account for the event',
  access: 'verified',
  params: eventParams,
  refusals: { noPayment: 404 },
  answer: z.object({ payment: paymentSchema }),
  normalise: normalisePayment,
});

/**
 * POST /event/{slug}/payment/void (§12.13): ends the running payment at the gateway and reopens the draft, locked, with the remaining time.
 * Repeating the call changes nothing. 404 for a payment of another account, 409 if it is paid, cannot be voided now, ended with its session,
 * or too little time remains.
 */
export const voidPayment = defineCall({
  method: 'POST',
  path: '/event/{slug}/payment/void',
  summary: 'Give up the running payment to choose another method',
  access: 'verified',
  params: eventParams,
  body: z.strictObject({ payment_id: z.string().check(atMost(60)) }),
  refusals: {
    paymentNotFound: 404,
    paymentCompleted: 409,
    paymentEnded: 409,
    paymentNotVoidable: 409,
    changeTooLate: 409,
  },
  answer: z.object({ payment: paymentSchema }),
  idempotent: true,
  normalise: normalisePayment,
});
