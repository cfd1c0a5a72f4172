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

/** Sends a signed body to the webhook, and lets the gateway be asked about it; returns the HTTP status. */
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
  await app.drain();
  return answer.statusCode;
}

/** Sends a signed notification about a payment whose charge the gateway ended or took back that way, if it could; returns the HTTP status. */
export async function notify(
  app: TestApp,
  payment: Pick<Payment, 'id' | 'order_code' | 'amount'>,
  parts: NoticeParts = {},
): Promise<number> {
  const { status = 'settlement' } = parts;
  await app.services.db.query(
    `update simulated_charges set status = $2
     where payment_id = $1 and ($2 in ('settlement', 'expire', 'deny', 'cancel')
       and (status = 'pending' or status = 'expire' and $2 = 'settlement')
       or $2 in ('reversal', 'chargeback') and status = 'settlement')`,
    [payment.id, status],
  );
  return sendSigned(app, notificationBody(payment, parts));
}
