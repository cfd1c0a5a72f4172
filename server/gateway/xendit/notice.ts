import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { NoticeResult } from '../gateway.ts';
import { statusOf } from './translation.ts';

/** Header with the constant token of a shop. */
export const tokenHeader = 'x-callback-token';

const word = z.string().check(z.maxLength(300));
const optionalWord = z.optional(z.nullable(word));

const noticeSchema = z.object({
  event: word,
  business_id: optionalWord,
  data: z.object({
    id: optionalWord,
    payment_id: optionalWord,
    payment_request_id: optionalWord,
    reference_id: word,
    status: word,
    request_amount: z.optional(z.nullable(z.number())),
    amount: z.optional(z.nullable(z.number())),
    currency: word,
  }),
});

/**
 * Verifies and parses a notification. The token proves the sender, not the body, so a denial of what was paid is asked about like any other.
 * A refund names its charge by Xendit's id, because its reference is that of the refund; what became of it is asked for.
 */
export function readXenditNotice(
  rawBody: string,
  token: string | undefined,
  settings: { readonly callbackToken: string; readonly merchantId: string | null },
): NoticeResult {
  if (!isSame(token ?? '', settings.callbackToken)) return 'unsigned';
  const said = noticeSchema.safeParse(parse(rawBody));
  if (!said.success) return 'unreadable';
  const { event, business_id: business, data } = said.data;
  const { merchantId } = settings;
  if (merchantId !== null && business != null && business !== merchantId) return 'unreadable';
  const isRefund = event.startsWith('refund.');
  const status = isRefund ? 'refund' : statusOf(data.status);
  const amount = isRefund ? data.amount : data.request_amount;
  const id = (isRefund ? data.id : data.payment_id) ?? data.payment_request_id;
  if (status === null || amount == null || id == null) return 'unreadable';
  return {
    eventId: `${id}:${data.status}`,
    paymentId: isRefund ? (data.payment_request_id ?? data.reference_id) : data.reference_id,
    orderCode: null,
    amount,
    currency: data.currency,
    status,
    reference: isRefund ? id : null,
  };
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(hash(given), hash(expected));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
