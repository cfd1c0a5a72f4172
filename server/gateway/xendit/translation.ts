import * as z from 'zod/mini';
import type { ChargeRequest, GatewayStatus } from '../gateway.ts';
import { noPaymentData, pageAddress, safeAddress, type WholePaymentData } from '../wire.ts';
import type { XenditMethod } from './methods.ts';

const longestName = 50;

/** The body of a payment request. It names no buyer but the phone number of a wallet: Xendit needs no more. */
export function requestBody(charge: ChargeRequest, method: XenditMethod): object {
  return {
    reference_id: charge.paymentId,
    type: 'PAY',
    country: 'ID',
    currency: 'IDR',
    request_amount: charge.amount,
    capture_method: 'AUTOMATIC',
    channel_code: method.channel,
    channel_properties: propertiesOf(charge, method),
    description: charge.orderCode,
  };
}

function propertiesOf(charge: ChargeRequest, { code, kind }: XenditMethod): object {
  const { buyer, expiresAt, phone, returnUrl } = charge;
  const expires_at = expiresAt.toISOString();
  switch (kind) {
    case 'qr':
      return { expires_at };
    case 'account':
      // The default lasts for decades.
      return { display_name: [...buyer.name].slice(0, longestName).join(''), expires_at };
    case 'wallet':
      return {
        success_return_url: returnUrl,
        failure_return_url: returnUrl,
        cancel_return_url: returnUrl,
        ...(code === 'ovo' && phone !== null ? { account_mobile_number: phone } : {}),
      };
  }
}

const word = z.string().check(z.maxLength(300));
const optionalWord = z.optional(z.nullable(word));

const address = z.optional(z.nullable(z.string().check(z.maxLength(2000))));
/** The addresses of a wallet as the older API shows them, and some channels still do. */
const addressesSchema = z.object({
  mobile_deeplink_checkout_url: address,
  mobile_web_checkout_url: address,
  desktop_web_checkout_url: address,
});

/** A payment request as Xendit shows it; unknown fields are ignored. */
export const requestSchema = z.object({
  payment_request_id: word,
  reference_id: word,
  status: word,
  request_amount: z.number(),
  currency: word,
  channel_code: word,
  channel_properties: z.optional(z.nullable(z.object({ expires_at: optionalWord }))),
  actions: z.optional(
    z.nullable(
      z.union([
        z.array(z.object({ type: word, descriptor: optionalWord, value: address })),
        addressesSchema,
      ]),
    ),
  ),
});
/** A payment request as Xendit shows it. */
export type XenditRequest = z.infer<typeof requestSchema>;

/** Those with this reference id. */
export const listSchema = z.object({ data: z.array(requestSchema) });

const refundSchema = z.object({
  id: word,
  reference_id: optionalWord,
  amount: z.number(),
  status: word,
});
/** The refunds of a payment request. */
export const refundsSchema = z.object({ data: z.array(refundSchema) });
/** One refund of a payment request. */
export type XenditRefund = z.infer<typeof refundSchema>;
/** The response to a refund. */
export const refundResponseSchema = refundSchema;

/** Code of a refused call. */
export const errorSchema = z.object({ error_code: word });

const statuses: Readonly<Record<string, GatewayStatus>> = {
  PENDING: 'pending',
  REQUIRES_ACTION: 'pending',
  ACCEPTING_PAYMENTS: 'pending',
  AUTHORIZED: 'pending',
  SUCCEEDED: 'settlement',
  FAILED: 'deny',
  EXPIRED: 'expire',
  CANCELED: 'cancel',
};

/** The status in the words of the port; null for one that we do not know. */
export function statusOf(status: string): GatewayStatus | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null;
}

/** How to pay a request; null if it does not say it. A wallet without an address asks in its own app. */
export function paymentDataOf(said: XenditRequest, method: XenditMethod): WholePaymentData | null {
  const actions = said.actions ?? [];
  const listed = Array.isArray(actions) ? actions : [];
  const named = Array.isArray(actions) ? {} : actions;
  const find = (descriptor: string) =>
    listed.find((action) => action.descriptor === descriptor)?.value ?? null;
  if (method.kind === 'qr') {
    const qr_string = find('QR_STRING');
    return qr_string === null ? null : { ...noPaymentData, qr_string };
  }
  if (method.kind === 'account') {
    const virtual_account = find('VIRTUAL_ACCOUNT_NUMBER');
    return virtual_account === null
      ? null
      : { ...noPaymentData, virtual_account, bank: method.code };
  }
  const deeplink = safeAddress(find('DEEPLINK_URL') ?? named.mobile_deeplink_checkout_url);
  const checkout_url = pageAddress(
    find('WEB_URL') ?? named.mobile_web_checkout_url ?? named.desktop_web_checkout_url,
  );
  const push = deeplink === null && checkout_url === null;
  return push && method.code !== 'ovo' ? null : { ...noPaymentData, deeplink, checkout_url, push };
}

/** The end of a request; null where the channel has its own. */
export function endOf(said: XenditRequest): Date | null {
  const at = new Date(said.channel_properties?.expires_at ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
