import type { FastifyReply } from 'fastify';
import type { FieldError, Pagination } from '../../contract/call/envelope.ts';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { Refusal } from './refusal.ts';

/** Optional fields of an envelope beside status, message and data (§7.1). */
export interface EnvelopeExtras {
  /** Code of the refusal. */
  readonly code?: RefusalCode | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly pagination?: Pagination | undefined;
  readonly meta?: Record<string, unknown> | undefined;
}

/** The envelope of §7.1; `status` equals the HTTP status of the response. */
export function envelope(
  status: number,
  message: string,
  data: unknown,
  extras: EnvelopeExtras = {},
) {
  return {
    status,
    message,
    data,
    ...(extras.code === undefined ? {} : { code: extras.code }),
    ...(extras.errors === undefined ? {} : { errors: extras.errors }),
    ...(extras.pagination === undefined ? {} : { pagination: extras.pagination }),
    ...(extras.meta === undefined ? {} : { meta: extras.meta }),
  };
}

/** Sends a refusal as its envelope, with Retry-After if it contains a wait. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))));
  }
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .send(envelope(refusal.status, refusal.message, null, refusal));
}
