import { randomUUID } from 'node:crypto';
import type { Payment } from '../../../contract/payment.ts';
import {
  signatureHeader,
  signNotice,
  timestampHeader,
} from '../../../server/gateway/notice-signature.ts';
import type { TestApp } from './test-app.ts';

/** Overrides of a valid notification. */
export interface NoticeParts {
  readonly status?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly orderCode?: string;
  readonly eventId?: string;
  readonly reference?: string;
  readonly paymentId?: string;
}

/** A notification about a payment as the simulated gateway writes it. */
export function notificationBody(
  payment: Pick<Payment, 'id' | 'order_code' | 'amount'>,
  given: NoticeParts = {},
): string {
  return JSON.stringify({
    event_id: given.eventId ?? `uji-${randomUUID()}`,
    payment_id: given.paymentId ?? payment.id,
    order_code: given.orderCode ?? payment.order_code,
    amount: given.amount ?? payment.amount,
    currency: given.currency ?? 'IDR',
    status: given.status ?? 'settlement',
    reference: given.reference ?? null,
  });
}

/** Sends a signed body to the webhook; returns the HTTP status. */
export async function sendSigned(app: TestApp, payload: string): Promise<number> {
  const { clock, keys } = app.services;
  const second = String(Math.floor(clock.now().getTime() / 1000));
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/webhooks/payment',
    headers: {
      'content-type': 'application/json',
      [timestampHeader]: second,
      [signatureHeader]: signNotice(keys.webhook, second, payload),
    },
    payload,
  });
  return answer.statusCode;
}

/** Sends a signed notification about a payment; returns the HTTP status. */
export const notify = (
  app: TestApp,
  payment: Pick<Payment, 'id' | 'order_code' | 'amount'>,
  parts: NoticeParts = {},
) => sendSigned(app, notificationBody(payment, parts));
