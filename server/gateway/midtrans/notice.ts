import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { NoticeResult } from '../gateway.ts';
import { amountOf, chargeStatusOf, transactionSchema } from './responses.ts';

const signedSchema = z.object({
  order_id: z.string(),
  status_code: z.string(),
  gross_amount: z.string(),
  signature_key: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});

/** The three texts that a signature covers, exactly as they were sent. */
export interface SignedTexts {
  readonly order_id: string;
  readonly status_code: string;
  readonly gross_amount: string;
}

/** The signature of a notification: hex SHA-512 of three of its texts and the server key. */
export function midtransSignature(texts: SignedTexts, serverKey: string): string {
  return createHash('sha512')
    .update(texts.order_id + texts.status_code + texts.gross_amount + serverKey)
    .digest('hex');
}

/**
 * Verifies and parses a notification. Midtrans sends no id of it: the charge with its status is one. The order code is not covered by the
 * signature, so it is not read: the payment names its order.
 */
export function readMidtransNotice(
  rawBody: string,
  serverKey: string,
  merchantId: string | null,
): NoticeResult {
  const body = parse(rawBody);
  const signed = signedSchema.safeParse(body);
  if (!signed.success) return 'unsigned';
  const expected = Buffer.from(midtransSignature(signed.data, serverKey), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(signed.data.signature_key, 'hex'))) return 'unsigned';
  if (signed.data.order_id.startsWith(testPrefix)) return testNotice(signed.data);
  const said = transactionSchema.safeParse(body);
  if (!said.success) return 'unreadable';
  const status = chargeStatusOf(said.data);
  if (status === null) return 'unreadable';
  const { merchant_id: merchant } = said.data;
  if (merchantId !== null && merchant != null && merchant !== merchantId) return 'unreadable';
  return {
    eventId: `${said.data.transaction_id}:${said.data.transaction_status}`,
    paymentId: said.data.order_id,
    orderCode: null,
    amount: status.amount ?? amountOf(said.data),
    currency: status.currency ?? 'IDR',
    status: status.status,
    reference: status.reference,
  };
}

/** Begins the order id of a notification that the dashboard sends as a test; none of ours begins so. */
const testPrefix = 'payment_notif_test_';

function testNotice({ order_id: paymentId, gross_amount }: SignedTexts): NoticeResult {
  return {
    eventId: paymentId,
    paymentId,
    orderCode: null,
    amount: Number(gross_amount),
    currency: 'IDR',
    status: 'pending',
    reference: null,
    isTest: true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
